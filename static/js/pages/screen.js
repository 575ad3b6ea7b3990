/** The big screen: the server draws it; this script keeps it awake and follows its players to the next game. */

import { isOurs } from "../phone/device-storage.js";
import { keepAwake } from "../shell/app.js";
import "./live-page.js";

/** Milliseconds with the result before the next game opens, and between tries to open it. */
const GOING_ON = 10_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let going;

/** Open the rematch automatically, because no one touches a TV. */
function goOn() {
  const next = () => document.querySelector(".screen__next");
  if (going !== undefined || next() === null) return;
  going = setTimeout(async () => {
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
