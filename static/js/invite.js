/** The invitation: defines its element, nothing else. */

import { ShareResult } from "./elements/share-result.js";

customElements.define("share-result", ShareResult);
