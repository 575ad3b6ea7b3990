/** The entry of every page: makes an app of it where the browser can, and forgets of classes what is over. */

import { install } from "./elements/installing.js";
import { classOf, isEntryPage } from "./offline/addresses.js";

void install();
// The page on which cards are entered has to be there at once; every other page has the time to look for what is old.
if (!isEntryPage(location.pathname)) void import("./store/class-drafts.js").then(({ dropOldDrafts }) => dropOldDrafts());
const code = classOf(location.pathname);
if (code !== null) void import("./elements/class-passing.js").then(({ tellWhoseTurn }) => tellWhoseTurn(code));
if (code !== null || document.querySelector("[data-forgotten], [data-removed]") !== null) {
  void import("./elements/class-forgetting.js").then(({ forgetWhatIsOver }) => forgetWhatIsOver());
}
