/** A hole worked out: defines its elements, nothing else. */

import { WorkedHole } from "./elements/worked-hole.js";

customElements.define("worked-hole", WorkedHole);
