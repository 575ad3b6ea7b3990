/** The shell's entry: what can be drawn without the server, and the elements that draw it. */

import { CARD, HOLE } from "./elements/offline-game.js";
import { RESULT } from "./elements/offline-result.js";
import { HoleEntry } from "./elements/hole-entry.js";
import { OfflinePage, START } from "./elements/offline-page.js";
import { ScoreCard } from "./elements/scorecard.js";
import { WaitingNote } from "./elements/waiting-note.js";

OfflinePage.sights = [START, CARD, HOLE, RESULT];

customElements.define("waiting-note", WaitingNote);
customElements.define("hole-entry", HoleEntry);
customElements.define("score-card", ScoreCard);
customElements.define("offline-page", OfflinePage);
