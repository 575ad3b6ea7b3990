/** The result of a game: defines its elements, nothing else. */

import { PlaysAgain } from "./elements/plays-again.js";
import { ShareResult } from "./elements/share-result.js";

customElements.define("plays-again", PlaysAgain);
customElements.define("share-result", ShareResult);
