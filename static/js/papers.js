/** Papers that are typed in: defines its element, nothing else. */

import { NextBox } from "./elements/next-box.js";

customElements.define("next-box", NextBox);
