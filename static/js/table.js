/** The players of a game: defines its element, nothing else. */

import { SeatOrder } from "./elements/seat-order.js";

customElements.define("seat-order", SeatOrder);
