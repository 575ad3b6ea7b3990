/** The entry page of a hole: defines its element, nothing else. */

import { HoleEntry } from "./elements/hole-entry.js";

customElements.define("hole-entry", HoleEntry);
