/** The big screen: defines its element, nothing else. */

import { BigScreen } from "./elements/big-screen.js";

customElements.define("big-screen", BigScreen);
