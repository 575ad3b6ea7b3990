/** A new game: defines its elements, nothing else. */

import { NewGameSeats } from "./elements/new-game-seats.js";
import { SeatOrder } from "./elements/seat-order.js";

customElements.define("seat-order", SeatOrder);
customElements.define("new-game-seats", NewGameSeats);
