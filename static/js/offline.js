/** The shell's entry: what can be drawn without the server, and the elements that draw it. */

import { OfflinePage, START } from "./elements/offline-page.js";

OfflinePage.sights = [START];

customElements.define("offline-page", OfflinePage);
