/**
 * The other pupils at this device, as far as it keeps their pages: a page that comes from the phone may be older than
 * their joining.
 */

import { isSeatPage } from "../offline/addresses.js";
import { seatPagesOf } from "../offline/keeping.js";
import { h } from "./build.js";
import { ownPage } from "./own-markup.js";

/**
 * @param {string} code  of the class
 * @returns {Promise<{path: string, name: string, ownCode: string}[]>}
 */
export async function neighbours(code) {
  if (!isSecureContext) return [];
  const pages = await seatPagesOf(code).catch(() => []);
  return pages.map(({ path, text }) => ({ path, ...pupilOn(text) })).filter(({ path, name }) => isSeatPage(path) && name !== "");
}

/**
 * Offer on a pupil's page those that it does not know of, where the device is passed on.
 * @param {string} code
 * @param {string} own  the path of the page
 */
export async function offerNeighbours(code, own) {
  const offered = (/** @type {string} */ path) => path === own || document.querySelector(`.pupil-bar a[href="${CSS.escape(path)}"]`) !== null;
  const others = (await neighbours(code)).filter(({ path }) => !offered(path));
  if (others.length === 0) return;
  const fold = document.querySelector("#pass");
  let bar = fold?.querySelector(".pupil-bar") ?? null;
  if (bar === null) {
    bar = h("nav", { class: "pupil-bar", aria: { label: "Pupils at this device" } });
    (fold?.querySelector(".fold__body") ?? document.querySelector(".pupil-top"))?.append(bar);
  }
  // As where the server knew of somebody: it is wanted more often than at the end of the page.
  if (fold && fold.previousElementSibling?.matches(".pupil-top") === false) document.querySelector(".pupil-top")?.after(fold);
  // Before the way for somebody who is not here yet.
  const joining = bar.querySelector(`a[href="/join/${CSS.escape(code)}"]`);
  const links = others.map(({ path, name }) => h("a", { class: "button button--primary", href: path }, `Pass to ${name}`));
  if (joining === null) bar.append(...links);
  else joining.before(...links);
}

/**
 * A pupil's name and code, as they stand on that pupil's page.
 * @param {string} text  of the page
 */
function pupilOn(text) {
  const page = ownPage(text);
  const textOf = (/** @type {string} */ selector) => page.querySelector(selector)?.textContent.trim() ?? "";
  return { name: textOf(".pupil-top__name"), ownCode: textOf(".pupil-top__code strong") };
}
