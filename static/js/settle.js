/** Settling a score: defines its elements, nothing else. */

import { SettleCards } from "./elements/settle-cards.js";
import { SettleQuestion } from "./elements/settle-question.js";
import { ShareResult } from "./elements/share-result.js";

customElements.define("settle-cards", SettleCards);
customElements.define("settle-question", SettleQuestion);
customElements.define("share-result", ShareResult);
