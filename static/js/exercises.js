/** Exercises: defines their elements, nothing else. */

import { SettleCards } from "./elements/settle-cards.js";
import { SignedNumber } from "./elements/signed-number.js";

customElements.define("settle-cards", SettleCards);
customElements.define("signed-number", SignedNumber);
