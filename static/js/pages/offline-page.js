/**
 * <offline-page>: stands where the server's page would stand, and draws it from what this phone keeps: the games of this
 * phone in the look of the start page, a scorecard, the entry of a hole, a result. What it cannot draw it says, with a way
 * back.
 *
 * `data-unsent` is on it where a form was sent and there was no network.
 *
 * @import {KnownGame} from "../phone/database.js"
 * @import {Waiting} from "../phone/outbox.js"
 * @import {Game, Player} from "../rules/game.js"
 * @import {Place, Side, Standing} from "../rules/standings.js"
 * @import {Child} from "../shell/page.js"
 *
 * @typedef {object} Sight  one kind of page
 * @property {RegExp} address  of such pages; its groups are handed to `draw`
 * @property {(page: Shell, ...parts: string[]) => Promise<boolean>} draw  false where this phone knows too little
 */

import { KnownGames, openDatabase } from "../phone/database.js";
import { gameOf, GameOnPhone } from "../phone/game-on-phone.js";
import { Outbox } from "../phone/outbox.js";
import { listing, number, ordinal, perHole } from "../rules/cards.js";
import { comparisonSentence, leadSentence, sideName, sideNames, thirdPerson } from "../rules/standings.js";
import { h, show } from "../shell/page.js";
import { drawHeading } from "./scorecard.js";
import "../entry/hole-entry.js";
import "./waiting-note.js";

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
    const outbox = Outbox.open();
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

// --- the result ----------------------------------------------------------------------------------------------------------

/** @type {Sight} */
export const RESULT = {
  address: /^\/g\/([^/]+)\/end\/?$/,
  async draw(shell, key) {
    const phone = await GameOnPhone.recall(key ?? "");
    if (phone === null) return false;
    shell.called("Result");
    shell.looks("", "page");
    const heading = shell.heading(h("a", { href: phone.urls.card }, "Scorecard"), h("a", { href: phone.urls.start }, "Start"));
    const result = h("div", { class: "offline-result" });
    const draw = () => {
      const { game } = phone;
      heading.textContent = game.isOver && game.undecided.length === 0 ? "Result" : "So far";
      show(result, ...drawn(game));
    };
    phone.addEventListener("change", draw);
    draw();
    shell.shows(document.createElement("waiting-note"), result);
    return true;
  },
};

/**
 * @param {Game} game
 * @returns {Child[]}
 */
function drawn(game) {
  const over = game.isOver && game.undecided.length === 0;
  return [
    h("section", { class: ["verdict", over && "verdict--over"] },
      h("p", { class: "verdict__when" }, over ? "Final result" : game.isOver ? "Not decided yet: every hole is played" : "Not over yet"),
      h("h2", { class: "verdict__who" }, leadSentence(game)),
      h("p", { class: "verdict__rule" }, comparisonSentence(game))),
    h("section", { class: "sheet stack" },
      h("h2", null, "Places"),
      h("div", { class: "table-scroll", tabindex: 0, role: "region", aria: { label: "Table of places" } },
        h("table", { class: "plain-table places" },
          h("thead", null, h("tr", null,
            h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, game.hasTeams ? "Team" : "Player"),
            game.house.match.winner === "most-holes" && h("th", { scope: "col", class: "numeric" }, "Holes won"),
            game.byAverage && h("th", { scope: "col", class: "numeric" }, "Per hole"),
            h("th", { scope: "col", class: "numeric" }, "Total"))),
          h("tbody", null, game.places.flatMap((place) => rows(game, place, over)))))),
    h("p", { class: "soft" }, "Chart, downloads and playing again need the network."),
  ];
}

/**
 * A side, and where it is a team whoever is in it.
 * @param {Game} game
 * @param {Place} place
 * @param {boolean} over
 */
function rows(game, place, over) {
  const { players } = place.side;
  const members = players.length > 1 ? game.standings.filter(({ player }) => players.includes(player)) : [];
  const left = players.every((player) => player.left !== null);
  return [
    h("tr", { class: [place.rank === 1 && over && "is-winner"] },
      h("td", null, place.rank === null ? "–" : ordinal(place.rank)),
      h("th", { scope: "row" }, players.length > 1 ? sideName(place.side) : players[0]?.name, left && gone()),
      points(game, place.side, place)),
    ...members.map((member) => h("tr", { class: "places__member" },
      h("td"),
      h("th", { scope: "row" }, member.player.name, member.player.left !== null && gone()),
      points(game, member.player, member))),
  ];
}

function gone() {
  return [" ", h("span", { class: "chip" }, "left")];
}

/**
 * @param {Game} game
 * @param {Side | Player} who
 * @param {Pick<Standing, "holes" | "total" | "average">} standing
 */
function points(game, who, { holes, total, average }) {
  return [
    game.house.match.winner === "most-holes" && h("td", { class: "numeric points" }, game.holesWon(who)),
    game.byAverage && h("td", { class: "numeric points" }, average === null ? "–" : perHole(average)),
    h("td", { class: "numeric points" }, holes > 0 ? h("strong", null, number(total)) : "–"),
  ];
}

// --- the games of this phone ---------------------------------------------------------------------------------------------

/**
 * 
 * 
 * 
 *
 * @typedef {object} Listed
 * @property {KnownGame} known
 * @property {Game} game
 * @property {number} waits  how many entries of this phone the server does not have
 */

/** More names than these make a line too long. */
const NAMED = 6;

/**
 * @param {readonly KnownGame[]} known  the one seen last first
 * @param {(uid: string) => readonly Waiting[]} waiting
 */
export function knownGames(known, waiting) {
  const games = oneEach(known).flatMap((one) => listed(one, waiting(one.uid)));
  const unfinished = games.filter(({ game }) => !game.isOver);
  const [current, ...others] = unfinished;
  return [
    current === undefined ? none(games.length > 0) : goOn(current),
    section("unfinished", "Not finished yet", others, (one) => unfinishedGame(one)),
    section("finished", "Past games", games.filter(({ game }) => game.isOver), (one) => pastGame(one)),
  ];
}

/**
 * A game that this phone may change is not listed once more as one to watch.
 * @param {readonly KnownGame[]} known
 */
function oneEach(known) {
  const mayEdit = new Set(known.filter(({ answer }) => answer.may_edit).map(({ uid }) => uid));
  return known.filter(({ uid, answer }) => answer.may_edit || !mayEdit.has(uid));
}

/**
 * @param {KnownGame} known
 * @param {readonly Waiting[]} waiting
 * @returns {Listed[]} nothing for what another release wrote and this one cannot read; the others are shown all the same
 */
function listed(known, waiting) {
  try {
    return [{ known, game: gameOf(known.answer, known.rules, waiting), waits: waiting.length }];
  } catch (error) {
    console.error(error);
    return [];
  }
}

/** @param {Listed} one */
function goOn(one) {
  const { known, game, waits } = one;
  const { answer } = known;
  const next = game.currentHole;
  const played = game.holes.filter(({ confirmed }) => confirmed).length;
  return h("section", { class: "sheet current-game", aria: { labelledby: "current" } },
    h("p", { class: "eyebrow" }, answer.may_edit ? "Your game" : "You are watching"),
    h("h1", { id: "current" }, answer.title || people(game)),
    h("p", { class: "soft" }, answer.title ? `${game.house.name}, ${people(game)}` : game.house.name),
    h("p", null, state(game, played)),
    waits > 0 && h("p", null, `${waits === 1 ? "1 entry waits" : `${waits} entries wait`} for the network.`),
    h("p", { class: "buttons" },
      h("a", { class: "button button--primary", href: wayOn(one) },
        answer.may_edit && next !== null ? `Go on with hole ${next}` : "See the scorecard"),
      answer.may_edit && played > 0 && h("a", { class: "button", href: card(one) }, "Scorecard")));
}

/** @param {boolean} some  whether there are finished ones */
function none(some) {
  return h("section", { class: "welcome" },
    h("h1", null, some ? "No game is under way here." : "No games on this phone yet."),
    h("p", null, "A game that was opened on this phone is found here again, also without the network. To begin one takes the network."));
}

/**
 * @param {string} id
 * @param {string} title
 * @param {readonly Listed[]} games
 * @param {(one: Listed) => Node} item
 */
function section(id, title, games, item) {
  return games.length > 0 && h("section", { class: "sheet", aria: { labelledby: id } },
    h("h2", { id }, title),
    h("ul", { class: "menu" }, games.map((one) => h("li", null, item(one)))));
}

/** @param {Listed} one */
function unfinishedGame(one) {
  const { known, game, waits } = one;
  const { answer } = known;
  const hole = game.currentHole;
  return h("a", { class: "menu__link", href: wayOn(one) },
    h("span", { class: "menu__main" }, answer.title || people(game)),
    h("span", { class: "menu__note" }, [
      game.house.name,
      hole === null ? "" : game.holeWords(hole).replace(/^./, (first) => first.toLowerCase()),
      answer.may_edit ? "" : "to watch",
      waits > 0 ? `${waits} not sent yet` : "",
    ].filter(Boolean).join(", ")));
}

/** @param {Listed} one */
function pastGame(one) {
  const { known, game, waits } = one;
  const { title } = known.answer;
  return h("a", { class: "menu__link", href: card(one) },
    h("span", { class: "menu__main" }, outcome(game)),
    h("span", { class: "menu__note" }, [
      title,
      people(game),
      game.house.name,
      waits > 0 ? `${waits} not sent yet` : "",
    ].filter(Boolean).join(", ")));
}

/**
 * @param {Game} game
 * @param {number} played
 */
function state(game, played) {
  const toPoints = (game.house.match.until ?? null) !== null;
  if (played === 0) return toPoints ? `${game.lengthWords.replace("to", "To")}.` : `${game.lengthWords} ahead.`;
  const { ahead } = game;
  const holes = toPoints ? `hole${played === 1 ? "" : "s"}` : `of ${game.lengthWords}`;
  return `${played} ${holes} played; ${sideNames(ahead)} lead${thirdPerson(ahead)}.`;
}

/** @param {Game} game */
function outcome(game) {
  const { ahead } = game;
  if (ahead.length === 0) return "Nobody won";
  if (game.undecided.length > 0) return `${sideNames(ahead)} are tied: an extra hole is to be played`;
  return `${sideNames(ahead)} won${ahead.length > 1 ? " together" : ""}`;
}

/** @param {Game} game */
function people({ players }) {
  const names = players.map(({ name }) => name);
  return names.length > NAMED ? `${listing(names.slice(0, NAMED))} and more` : listing(names);
}

/** @param {Listed} one */
function wayOn({ known, game }) {
  const hole = game.currentHole;
  return known.answer.may_edit && hole !== null ? `${known.urls["hole"]}${hole}` : card({ known });
}

/** @param {Pick<Listed, "known">} one */
function card({ known }) {
  return known.urls["card"] ?? `/g/${known.key}`;
}

customElements.define("offline-page", OfflinePage);
