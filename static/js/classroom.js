/** The teacher's pages of a class: defines their elements and keeps them in one place, nothing else. */

import { FullScreen } from "./elements/full-screen.js";
import { openInPlace } from "./elements/in-place.js";
import { LivePage } from "./elements/live-page.js";

customElements.define("full-screen", FullScreen);
customElements.define("live-page", LivePage);
openInPlace();
