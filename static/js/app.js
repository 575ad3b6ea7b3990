/** The entry of every page: makes an app of it where the browser can, and forgets of classes what is over. */

import { install } from "./elements/installing.js";
import { classOf } from "./offline/addresses.js";
import { dropOldDrafts } from "./store/class-drafts.js";

void install();
dropOldDrafts();
if (classOf(location.pathname) !== null || document.querySelector("[data-forgotten]") !== null) {
  void import("./elements/class-forgetting.js").then(({ forgetWhatIsOver }) => forgetWhatIsOver());
}
