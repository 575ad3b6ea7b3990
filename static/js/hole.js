/** The entry page of a hole: defines its elements, nothing else. */

import { HoleEntry } from "./elements/hole-entry.js";
import { WaitingNote } from "./elements/waiting-note.js";

customElements.define("hole-entry", HoleEntry);
customElements.define("waiting-note", WaitingNote);
