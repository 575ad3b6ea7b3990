/** The entry of every page: makes an app of it where the browser can. */

import { install } from "./elements/installing.js";

void install();
