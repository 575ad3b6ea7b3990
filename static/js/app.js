/** The entry of every page: makes an app of it where the browser can, and forgets of classes what is over. */

import { install } from "./elements/installing.js";
import { isEntryPage } from "./offline/addresses.js";

/** Says of a seat or of a class that it is over on this device. */
const OVER = "[data-seat-left], [data-seat-lost], [data-class-over]";

void install();
// The page on which cards are entered has to be there at once; every other page has the time to look for what is old.
if (!isEntryPage(location.pathname)) void import("./store/class-drafts.js").then(({ dropOldDrafts }) => dropOldDrafts());
const over = document.querySelector(OVER);
if (over instanceof HTMLElement) void import("./elements/class-forgetting.js").then(({ forgetWhatIsOver }) => forgetWhatIsOver(over.dataset));
