/**
 * <offline-page>: stands where the server's page would stand, and draws it from what this phone keeps. What it cannot
 * draw it says, with a way back.
 *
 * `data-unsent` is on it where a form was sent and there was no network.
 *
 * @typedef {object} Sight  one kind of page
 * @property {RegExp} address  of such pages; its groups are handed to `draw`
 * @property {(page: Shell, ...parts: string[]) => Promise<boolean>} draw  false where this phone knows too little
 */

import { openDatabase } from "../store/database.js";
import { GameOnPhone } from "../store/game-on-phone.js";
import { KnownGames } from "../store/known-games.js";
import { Outbox } from "../store/outbox.js";
import { h } from "./build.js";
import { knownGames } from "./known-games.js";
import { RESULT } from "./offline-result.js";
import { drawHeading } from "./scorecard.js";

/** The parts of the page that a sight may change. */
class Shell {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * How the page is called in the list of tabs and where it was last.
   * @param {string} title
   */
  called(title) {
    document.title = `${title} · Scorekeeper`;
  }

  /**
   * A game page's own heading, in place of the product's.
   * @param {...HTMLAnchorElement} links
   * @returns {HTMLHeadingElement} to be filled
   */
  heading(...links) {
    const heading = h("h1", { class: "app-header__title" });
    const header = document.querySelector(".app-header");
    header?.replaceChildren(heading, h("ul", { class: "app-header__menu" }, links.map((link) => h("li", null, link))));
    return heading;
  }

  /**
   * The classes of the page and of its main part, as a template of the server gives them.
   * @param {string} body
   * @param {string} main
   */
  looks(body, main) {
    document.body.className = body;
    const part = document.querySelector("main");
    if (part !== null) part.className = main;
  }

  /** @param {...(Node | string)} parts */
  shows(...parts) {
    this.place.replaceChildren(...parts);
  }
}

export class OfflinePage extends HTMLElement {
  connectedCallback() {
    void this.#draw();
  }

  async #draw() {
    const shell = new Shell(this);
    if (this.dataset["unsent"] !== undefined || !(await sight(shell, location.pathname))) {
      shell.called("No network");
      shell.shows(...needsNetwork(location, this.dataset["unsent"] !== undefined));
    }
    this.dataset["ready"] = "";
  }
}

/**
 * @param {Shell} shell
 * @param {string} path
 */
async function sight(shell, path) {
  for (const { address, draw } of [START, CARD, HOLE, RESULT]) {
    const found = address.exec(path);
    if (found !== null) return draw(shell, ...found.slice(1));
  }
  return false;
}

/** The start page: every game that this phone has seen. @type {Sight} */
const START = {
  address: /^\/$/,
  async draw(shell) {
    const known = new KnownGames(await openDatabase());
    const outbox = await Outbox.open();
    // What waits changes when the network is back.
    const draw = async () => {
      const games = knownGames(await known.all(), (uid) => outbox.of(uid)).filter((part) => part !== false);
      shell.shows(
        h("p", { class: "notice", role: "status" }, "No network: this is what this phone has. ", again(location)),
        ...games,
        h("ul", { class: "quiet-links" }, h("li", null, h("a", { href: "/houses" }, "Rules of the houses"))),
      );
    };
    outbox.addEventListener("change", () => void draw());
    await draw();
    void outbox.flush();
    return true;
  },
};

/**
 * The pages of a game: the same parts as templates/play/ writes, filled by the same elements.
 * @type {Sight}
 */
const CARD = {
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
const HOLE = {
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
 * @param {Location} where
 * @param {boolean} unsent
 */
function needsNetwork(where, unsent) {
  const isGame = where.pathname.startsWith("/g/");
  return [
    h("section", { class: "sheet current-game" },
      h("h1", null, unsent ? "That needs the network" : "This page needs the network"),
      unsent && h("p", null,
        "What you just sent did not get through, and nothing was changed. Go back to try it again; if the network broke off " +
        "in that very moment, look first whether it is there already."),
      !unsent && h("p", null, isGame
        ? "This phone does not have it: it was not opened here while there was a network, or it cannot be drawn without one."
        : "There is no answer from the server just now, and this phone has no copy."),
      h("p", { class: "soft" }, "What was entered on this phone is kept, and is sent when the network is back."),
      h("p", { class: "buttons" },
        unsent ? h("button", { type: "button", class: "button button--primary", onclick: () => history.back() }, "Go back") : again(where, "button button--primary"),
        h("a", { class: "button", href: "/" }, "Games on this phone"))),
    h("ul", { class: "quiet-links" }, h("li", null, h("a", { href: "/houses" }, "Rules of the houses"))),
  ];
}

/**
 * The same page once more.
 * @param {Location} where
 * @param {string} [look]
 */
function again({ pathname, search }, look = "") {
  return h("a", { href: pathname + search, class: look }, "Try again");
}

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
