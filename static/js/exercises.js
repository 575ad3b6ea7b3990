/** Exercises: defines their element, nothing else. */

import { SignedNumber } from "./elements/signed-number.js";

customElements.define("signed-number", SignedNumber);
