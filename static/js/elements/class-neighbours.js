/**
 * The other pupils at this device, as far as it keeps their pages: a page that comes from the phone may be older than
 * their joining.
 */

import { isSeatPage } from "../offline/addresses.js";
import { seatPagesOf } from "../offline/seats.js";
import { h } from "./build.js";
import { ownPage } from "./own-markup.js";

/**
 * @param {string} code  of the class
 * @returns {Promise<{path: string, number: number, name: string, ownCode: string}[]>}
 */
export async function neighbours(code) {
  if (!isSecureContext) return [];
  const pages = await seatPagesOf(code).catch(() => []);
  return pages
    .map(({ path, text }) => ({ path, number: Number(path.split("/").at(-1)), ...pupilOn(text) }))
    .filter(({ path, name }) => isSeatPage(path) && name !== "");
}

/**
 * Offer on a pupil's page those that it does not know of, where the device is passed on.
 * @param {string} code
 * @param {string} own  the path of the page
 */
export async function offerNeighbours(code, own) {
  const form = document.querySelector("form[data-passes]");
  if (form === null) return;
  const isOffered = (/** @type {number} */ number) => form.querySelector(`button[value="${number}"]`) !== null;
  const others = (await neighbours(code)).filter(({ path, number }) => path !== own && !isOffered(number));
  if (others.length === 0) return;
  // As where the server knew of somebody: it is wanted more often than at the end of the page.
  const fold = form.closest("#pass");
  if (fold?.previousElementSibling?.matches(".pupil-top") === false) document.querySelector(".pupil-top")?.after(fold);
  // Before the way for somebody who is not here yet.
  const joining = form.querySelector('button[value=""]');
  const buttons = others.map(({ number, name }) => h("button", { class: "button button--primary", name: "to", value: String(number) }, `Pass to ${name}`));
  if (joining === null) form.append(...buttons);
  else joining.before(...buttons);
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
