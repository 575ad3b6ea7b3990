/** The house builder: defines its element, nothing else. */

import { HouseBuilder } from "./elements/house-builder.js";

customElements.define("house-builder", HouseBuilder);
