/** The big screen: the server draws it, here it stays awake and goes along with its table. */

import { isOurs } from "../phone/kept.js";
import { keepAwake } from "../shell/app.js";
import "./live-page.js";

/** Milliseconds to look at the result before going on; as long again where the new game does not come. */
const GOING_ON = 10_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let going;

/** Nobody touches a television: once the table plays again, it goes to the new game by itself. */
function goOn() {
  const next = () => document.querySelector(".screen__next");
  if (next() === null) return;
  going ??= setTimeout(async () => {
    going = undefined;
    const link = next(); // an undo may have taken it away
    if (!(link instanceof HTMLAnchorElement)) return;
    const answer = await fetch(link.href, { method: "HEAD" }).catch(() => null);
    if (answer?.ok && isOurs(answer)) location.replace(link.href);
    else goOn();
  }, GOING_ON);
}

document.addEventListener("live-page:changed", goOn);
goOn();
keepAwake();
