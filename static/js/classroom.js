/** The teacher's pages of a class: defines their elements, nothing else. */

import { LivePage } from "./elements/live-page.js";

customElements.define("live-page", LivePage);
