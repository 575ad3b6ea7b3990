/**
 * Passing a device on to another pupil of a class. On the phone it is passed on at once, with a network or without; what
 * the server could not hear of then it is told as soon as it can be, before it shows anybody's page.
 *
 * @import {Passing} from "../store/class-drafts.js"
 */

import { isOurs } from "../offline/keeping.js";
import { handTo, handToNobody } from "../offline/seats.js";
import { Hand, Untold } from "../store/class-drafts.js";
import { sendForm } from "../store/sending-forms.js";
import { h } from "./build.js";

/** Milliseconds: who passes the device on does not wait longer for the server, and when it is told again. */
const PATIENCE = 4_000;
const TRY_AGAIN = 4_000;

/** What says that the server cannot tell just now. */
const TOO_OFTEN = 429;
const NO_SERVER = 500;

/**
 * On a pupil's page: take the form that passes the device on.
 * @param {string} code  of the class
 * @param {number} number  of the seat
 * @param {AbortSignal} signal
 */
export function followPassing(code, number, signal) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["passes"] !== `${code}/${number}`) return;
    event.preventDefault();
    const to = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    void passOn(code, number, to);
  }, { signal });
}

/**
 * @param {string} code
 * @param {number} number
 * @param {string} to  the number of the next seat; "" for somebody who has none yet
 */
async function passOn(code, number, to) {
  const untold = new Untold(code);
  untold.pass(number);
  new Hand(code).give(0);
  if (isSecureContext) await handToNobody(code).catch(() => undefined);
  const { passing } = untold;
  // Where the phone keeps no note, the server is told all the same.
  if (await isTold(code, passing ?? { from: number, to: 0, typed: "" }, PATIENCE) && passing !== null) untold.settle(passing);
  location.assign(to === "" ? `/join/${code}` : `/join/${code}/${to}`);
}

/**
 * On any page of a class: whoever has the device in hand since there was no network has it for the server too.
 * @param {string} code
 */
export async function tellWhoseTurn(code) {
  const untold = new Untold(code);
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && tellsItself(target, code)) untold.forgetCode();
  });
  addEventListener("online", () => void tell(code, untold));
  await tell(code, untold);
}

/**
 * @param {string} code
 * @param {Untold} untold
 * @returns {Promise<void>}
 */
async function tell(code, untold) {
  const { passing } = untold;
  if (passing === null) return;
  const work = document.querySelector("class-work");
  const isAnothers = work instanceof HTMLElement && Number(work.dataset["number"]) !== passing.to;
  if (isAnothers) {
    cover();
    // The server showed it, so the phone took it for the page at hand.
    new Hand(code).give(passing.to);
    if (isSecureContext) await (passing.to === 0 ? handToNobody(code) : handTo(`/join/${code}/${passing.to}`)).catch(() => undefined);
  }
  if (await isTold(code, passing)) {
    untold.settle(passing);
    if (work === null) location.replace(location.pathname); // a page that came by a form is not sent once more
    else location.reload();
  } else if (isAnothers || document.querySelector(".class-passing") !== null) {
    setTimeout(() => void tell(code, untold), TRY_AGAIN);
  }
}

/**
 * @param {string} code
 * @param {Passing} passing
 * @param {number} [longest]  milliseconds
 * @returns {Promise<boolean>} false where it has to be told once more
 */
async function isTold(code, { from, to, typed }, longest) {
  if (to !== 0) {
    const taken = await heard(`/join/${code}/${to}/turn`, { code: typed }, longest);
    if (taken !== false) return taken !== null;
  }
  // Nobody has it then, and the server asks for a code.
  return from === 0 || (await heard(`/join/${code}/${from}/pass`, { to: "" }, longest)) !== null;
}

/**
 * @param {string} url
 * @param {Record<string, string>} fields
 * @param {number} [longest]
 * @returns {Promise<boolean | null>} whether the server did it; null where it did not say
 */
async function heard(url, fields, longest) {
  const answer = await sendForm(url, fields, longest);
  if (answer === null || !isOurs(answer) || answer.status === TOO_OFTEN || answer.status >= NO_SERVER) return null;
  return answer.redirected;
}

/** Nothing of the page stays: it is another one's, or nobody's. */
function cover() {
  const main = document.querySelector("main");
  if (main === null) return;
  main.replaceChildren(h("p", { class: "notice class-passing", role: "status" }, "This device was passed on. One moment: the server has to hear of it. ",
    h("a", { href: location.pathname }, "Try again")));
  main.hidden = false;
}

/**
 * Whether a form tells the server who has the device: one who joins, or types the own code.
 * @param {HTMLFormElement} form
 * @param {string} code
 */
function tellsItself(form, code) {
  const rest = new URL(form.action).pathname.slice(`/join/${code}`.length);
  return form.method === "post" && form.action.includes(`/join/${code}`) && /^(|\/return|\/\d+\/turn)$/.test(rest);
}
