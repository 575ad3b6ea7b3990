/** Settling a score: defines its element, nothing else. */

import { SettleCards } from "./elements/settle-cards.js";

customElements.define("settle-cards", SettleCards);
