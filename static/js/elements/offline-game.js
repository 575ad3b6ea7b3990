/**
 * The pages of a game in the shell: the same parts as templates/play/ writes, filled by the same elements, from what this
 * phone keeps. Each is false for a game that this phone has not seen.
 *
 * @import {Sight} from "./offline-page.js"
 */

import { GameOnPhone } from "../store/game-on-phone.js";
import { h } from "./build.js";
import { drawHeading } from "./scorecard.js";

/** @type {Sight} */
export const CARD = {
  address: /^\/g\/([^/]+)\/?$/,
  async draw(shell, key) {
    const phone = await GameOnPhone.recall(key ?? "");
    if (phone === null) return false;
    shell.called(phone.answer.title || "Scorecard");
    shell.looks("", "page");
    drawHeading(shell.heading(link(phone.urls.start, "Start")), phone);
    const card = element("score-card", {}, h("div", { class: "score-card__drawn" }), h("div", { class: "score-card__undo" }));
    shell.shows(
      element("waiting-note"),
      card,
      h("nav", { class: "sheet", aria: { label: "This game" } },
        h("ul", { class: "menu" },
          h("li", null, h("a", { class: "menu__link", href: `${phone.urls.card}/rules` },
            h("span", { class: "menu__main" }, "House rules"),
            h("span", { class: "menu__note" }, `${phone.game.house.name}, as this table plays it`))))),
    );
    return true;
  },
};

/** The entry page; of a hole that was begun, or that comes next. @type {Sight} */
export const HOLE = {
  address: /^\/g\/([^/]+)\/hole\/(\d+)\/?$/,
  async draw(shell, key, number) {
    const phone = await GameOnPhone.recall(key ?? "");
    const hole = Number(number);
    if (phone === null || !phone.mayEdit) return false;
    if (phone.game.hole(hole) === null && phone.game.currentHole !== hole) return false;
    shell.called(`Hole ${hole}`);
    shell.looks("felt entry-page", "entry-main");
    shell.heading(link(phone.urls.card, "Scorecard"), link(`${phone.urls.card}/rules`, "Rules"));
    shell.shows(element("waiting-note", { compact: "" }), element("hole-entry", { hole: String(hole) }));
    return true;
  },
};

/**
 * One of our own elements; it begins when it is put into the page.
 * @param {string} name
 * @param {Record<string, string>} [dataset]
 * @param {...Node} children
 */
function element(name, dataset = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made.dataset, dataset);
  made.append(...children);
  return made;
}

/**
 * @param {string} href
 * @param {string} text
 */
function link(href, text) {
  return h("a", { href }, text);
}
