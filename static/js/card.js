/** The scorecard: defines its elements, nothing else. */

import { ScoreCard } from "./elements/scorecard.js";
import { ThisPhone } from "./elements/this-phone.js";
import { WaitingNote } from "./elements/waiting-note.js";

customElements.define("score-card", ScoreCard);
customElements.define("waiting-note", WaitingNote);
customElements.define("this-phone", ThisPhone);
