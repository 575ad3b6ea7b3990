/** The shell's entry: defines its elements, nothing else. */

import { HoleEntry } from "./elements/hole-entry.js";
import { OfflinePage } from "./elements/offline-page.js";
import { ScoreCard } from "./elements/scorecard.js";
import { WaitingNote } from "./elements/waiting-note.js";

customElements.define("waiting-note", WaitingNote);
customElements.define("hole-entry", HoleEntry);
customElements.define("score-card", ScoreCard);
customElements.define("offline-page", OfflinePage);
