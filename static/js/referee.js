/** The referee's pages: defines their elements, nothing else. */

import { RefereeSteps } from "./elements/referee-steps.js";
import { ShareResult } from "./elements/share-result.js";

customElements.define("referee-steps", RefereeSteps);
customElements.define("share-result", ShareResult);
