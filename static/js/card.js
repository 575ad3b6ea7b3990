/** The scorecard: defines its elements, nothing else. */

import { ScoreCard } from "./elements/scorecard.js";
import { WaitingNote } from "./elements/waiting-note.js";

customElements.define("score-card", ScoreCard);
customElements.define("waiting-note", WaitingNote);
