/** The teacher's pages of a class: defines their element, nothing else. */

import { LivePage } from "./elements/live-page.js";

customElements.define("live-page", LivePage);
