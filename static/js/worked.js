/** A hole worked out: defines its element, nothing else. */

import { LivePage } from "./elements/live-page.js";

customElements.define("live-page", LivePage);
