/** A pupil's page of a class: defines its elements, nothing else. */

import { ClassWork } from "./elements/class-work.js";
import { LivePage } from "./elements/live-page.js";
import { SignedNumber } from "./elements/signed-number.js";

customElements.define("signed-number", SignedNumber);
customElements.define("live-page", LivePage);
customElements.define("class-work", ClassWork);
