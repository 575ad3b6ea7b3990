/** Pages of a game that do not follow it: what of this phone's entries waits, nothing else. */

import { WaitingNote } from "./elements/waiting-note.js";

customElements.define("waiting-note", WaitingNote);
