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
 * @returns {Promise<{path: string, name: string}[]>}
 */
export async function neighbours(code) {
  if (!isSecureContext) return [];
  const pages = await seatPagesOf(code).catch(() => []);
  return pages.map(({ path, text }) => ({ path, name: nameOn(text) })).filter(({ path, name }) => isSeatPage(path) && name !== "");
}

/**
 * Offer on a pupil's page those that it does not know of.
 * @param {string} code
 * @param {string} own  the path of the page
 */
export async function offerNeighbours(code, own) {
  const offered = (/** @type {string} */ path) => path === own || document.querySelector(`.pupil-bar a[href="${CSS.escape(path)}"]`) !== null;
  const others = (await neighbours(code)).filter(({ path }) => !offered(path));
  if (others.length === 0) return;
  let bar = document.querySelector(".pupil-bar");
  if (bar === null) {
    bar = h("nav", { class: "pupil-bar", ariaLabel: "Pupils at this device" });
    document.querySelector(".pupil-top")?.after(bar);
  }
  bar.append(...others.map(({ path, name }) => h("a", { class: "button button--small", href: path }, `Pass to ${name}`)));
}

/** @param {string} text  of a page */
function nameOn(text) {
  return ownPage(text).querySelector(".pupil-top__name")?.textContent.trim() ?? "";
}
