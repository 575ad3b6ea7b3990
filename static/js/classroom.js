/** The teacher's pages of a class: defines their elements, nothing else. */

import { FullScreen } from "./elements/full-screen.js";
import { LivePage } from "./elements/live-page.js";

customElements.define("full-screen", FullScreen);
customElements.define("live-page", LivePage);
