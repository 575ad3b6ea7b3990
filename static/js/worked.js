/** A hole worked out: defines its elements, nothing else. */

import { WorkedHole } from "./elements/worked-hole.js";
import { WaitingNote } from "./elements/waiting-note.js";

customElements.define("worked-hole", WorkedHole);
customElements.define("waiting-note", WaitingNote);
