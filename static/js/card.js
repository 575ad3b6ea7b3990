/** The scorecard: defines its elements, nothing else. */

import { ScoreCard } from "./elements/scorecard.js";

customElements.define("score-card", ScoreCard);
