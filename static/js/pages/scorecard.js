/**
 * The scorecard of a game, drawn from what this phone knows: the same words, classes and links as
 * templates/play/card.html, which writes it first. <score-card> keeps a card up to date that the server wrote.
 *
 * @import {Game, Hole, Player} from "../rules/game.js"
 * @import {Place, Standing} from "../rules/standings.js"
 * @import {Child} from "../shell/app.js"
 */

import { GameOnPhone, rematchOf } from "../phone/game-on-phone.js";
import { number, ordinal, perHole, signed } from "../rules/cards.js";
import { enderMatters } from "../rules/house.js";
import { comparisonSentence, leadSentence } from "../rules/standings.js";
import { fetchPage, h, part, show } from "../shell/app.js";

/**
 * Everything of the card that a change can change, from who leads to what the marks mean.
 * @param {Element} root
 * @param {GameOnPhone} phone
 * @returns {boolean} whether anything is different now
 */
export function drawScorecard(root, phone) {
  const { game } = phone;
  const seats = seatsOf(game);
  return show(
    root,
    playsAgain(phone.answer),
    h("section", { class: "lead", aria: { label: "Who leads" } },
      h("p", { class: "lead__sentence" }, leadSentence(game)),
      h("p", { class: "soft" }, comparisonSentence(game))),
    h("div", { class: "score-card__next" }, next(phone)),
    h("div", { class: "table-scroll", tabindex: 0, role: "region", aria: { label: "Scorecard" } },
      h("table", { class: "card-table" },
        h("caption", { class: "visually-hidden" }, `Points by hole and player. ${comparisonSentence(game)}`),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Hole"), seats.players.map((player) => heading(player, seats)))),
        h("tbody", null, numbers(game).map((hole) => row(phone, seats, hole))),
        h("tfoot", null, totals(phone, seats)))),
    h("p", { class: "soft small" }, legend(phone)),
  );
}

/**
 * What the heading of the page says: the game's name, and in a few words which game it is.
 * @param {Element} root
 * @param {GameOnPhone} phone
 */
export function drawHeading(root, { answer, game }) {
  const note = `${game.house.name}, ${game.lengthWords}`;
  return show(root, `${answer.title || "Scorecard"} `, h("span", { class: "app-header__note" }, note));
}

/**
 * Every hole with a row of its own: those to be played, and those played beyond them.
 * @param {Game} game
 */
export function numbers({ holes, holesShown }) {
  const planned = Array.from({ length: holesShown }, (_, index) => index + 1);
  return [...new Set([...planned, ...holes.map((hole) => hole.number)])].sort((one, other) => one - other);
}

/**
 * Who stands beside whom: all in seating order, but the people of a team side by side.
 * @param {Game} game
 */
function seatsOf({ sides, places, hasTeams }) {
  return {
    hasTeams,
    players: sides.flatMap(({ players }) => players),
    places: sides.flatMap((side) => places.find((place) => place.side === side) ?? []),
    /** With whom a team begins, or somebody without one, beside another team. */
    firsts: new Set(hasTeams ? sides.slice(1).map(({ players }) => players[0]) : []),
  };
}

/** @typedef {ReturnType<typeof seatsOf>} Seats */

/**
 * That the table went on to another game, in the words of templates/play/_plays_again.html.
 * @param {{rematch?: unknown}} answer
 */
function playsAgain(answer) {
  const address = rematchOf(answer);
  return address !== null &&
    h("div", { class: "notice notice--good plays-again" },
      h("a", { class: "plays-again__link", href: address }, "The table plays again: go to the new game"));
}

/**
 * @param {GameOnPhone} phone
 * @returns {Child[]}
 */
function next({ game, mayEdit, urls }) {
  const hole = game.currentHole;
  if (hole === null) {
    return [h("p", { class: "buttons" }, h("a", { class: "button button--primary button--wide", href: `${urls.card}/end` }, "See the result"))];
  }
  if (!mayEdit) return [];
  const extra = (game.hole(hole)?.playoff.length ?? 0) > 0;
  const dealer = game.dealer(hole);
  const starts = game.startWords(hole);
  return [
    h("p", { class: "buttons" },
      h("a", { class: "button button--primary button--wide", href: urls.hole + hole }, extra ? "Enter the extra hole" : `Enter hole ${hole}`)),
    dealer && h("p", { class: "soft next-deal" }, `${dealer.name} deals hole ${hole}${starts && `, ${starts}`}.`),
  ];
}

/**
 * @param {Player} player
 * @param {Seats} seats
 */
function heading(player, { firsts }) {
  const { name, left } = player;
  return h("th", { scope: "col", class: [firsts.has(player) && "begins-team"] }, name, left !== null && [" ", h("span", { class: "card-table__note" }, "left")]);
}

/**
 * @param {GameOnPhone} phone
 * @param {Seats} seats
 * @param {number} at  the hole's number
 */
function row(phone, { players, firsts }, at) {
  const { game, urls, connection } = phone;
  const hole = game.hole(at);
  const worked = connection === "online" ? `${urls.hole}${at}/worked` : null;
  const extra = hole !== null && hole.playoff.length > 0;
  const warned = isWarned(game, at);
  return h("tr", { id: `hole-${at}`, class: [at === game.currentHole && "is-current"] },
    h("th", { scope: "row" },
      hole === null
        ? at
        : h("a", holeLink(phone, at, worked, extra), at, extra && h("span", { class: "card-table__note" }, "extra")),
      warned && mark("warning", "!", "impossible cards"),
      sending(phone, at, null)),
    players.map((player) => {
      const begins = firsts.has(player) && "begins-team";
      return cell(phone, at, hole, player, begins, worked && `${worked}#player-${player.id}`);
    }));
}

/**
 * Where the number of a hole leads: to how it scored, as the server tells; without one, for players, to its cards.
 * @param {GameOnPhone} phone
 * @param {number} at
 * @param {string | null} worked
 * @param {boolean} extra
 */
function holeLink({ mayEdit, urls }, at, worked, extra) {
  if (worked === null && !mayEdit) return {};
  const label = `Hole ${at}${extra ? ", extra" : ""}, ${worked === null ? "its cards" : "worked out"}`;
  return { href: worked ?? urls.hole + at, aria: { label } };
}

/**
 * Whether there are cards that cannot be, and nobody has said that they are meant.
 * @param {Game} game
 * @param {number} at  the hole's number
 */
function isWarned(game, at) {
  const hole = game.hole(at);
  return hole !== null && !hole.warningsAccepted && game.warnings(at).length > 0;
}

/**
 * @param {GameOnPhone} phone
 * @param {number} at
 * @param {Hole | null} hole
 * @param {Player} player
 * @param {string | false} begins  the class of a cell that begins a team
 * @param {string | null} worked  without it there is only the number
 */
function cell(phone, at, hole, player, begins, worked) {
  const { game } = phone;
  const result = game.playerResult(at, player);
  const waits = sending(phone, at, player.id);
  if (result === null) {
    const here = game.atTable(at).some(({ id }) => id === player.id);
    if (hole === null && here) return h("td", { class: [begins] }, waits);
    const words = here && !hole?.confirmed ? " missing" : " did not play";
    return h("td", { class: [begins] }, h("span", { class: "is-missing" }, "–", hidden(words)), waits);
  }
  const wins = result.wins && hole?.confirmed;
  const { points, rule } = result.adjustment;
  return h("td", { class: [wins && "wins", begins] },
    h("a", { href: worked },
      number(result.score),
      hole?.entries.get(player.id)?.layout === null && mark("bare", "#", "a number, no cards", "number only"),
      points !== 0 && mark("penalty", signed(points), rule, `${rule} included`),
      points === 0 && hole?.ender === player.id && mark("ender", "⚑", "ended the hole"),
      waits,
      wins && hidden(" lowest")));
}

/**
 * @param {string} kind
 * @param {string} sign
 * @param {string} title
 * @param {string} [spoken]
 */
function mark(kind, sign, title, spoken = title) {
  return h("span", { class: ["mark", `mark--${kind}`], title }, sign, hidden(` ${spoken}`));
}

/** @param {string} words */
function hidden(words) {
  return h("span", { class: "visually-hidden" }, words);
}

/**
 * What of a hole, or of one player's hand on it, the server does not have yet.
 * @param {GameOnPhone} phone
 * @param {number} hole
 * @param {number | null} player  null for the hole's confirmation
 * @returns {Child[]}
 */
function sending({ waiting }, hole, player) {
  const own = waiting.filter((one) => one.hole === hole && one.player === player);
  if (own.length === 0) return [];
  const needsYou = own.some((one) => one.state === "needs-you");
  return [needsYou ? mark("needs-you", "?", "not taken: needs you") : mark("waiting", "↑", "entered on this phone, not sent yet")];
}

/**
 * @param {GameOnPhone} phone
 * @param {Seats} seats
 */
function totals({ game, urls }, { players, places, hasTeams, firsts }) {
  const standings = new Map(game.standings.map((standing) => [standing.player, standing]));
  /** @param {Standing | Place} points */
  const total = ({ holes, total }) => holes === 0
    ? "–"
    : h("a", { href: `${urls.card}/end`, aria: { label: `${number(total)} in all, hole by hole` } }, number(total));
  /**
   * @param {string} look
   * @param {string} name
   * @param {(place: Place) => Child} said
   */
  const row = (look, name, said) => h("tr", { class: [look] }, h("th", { scope: "row" }, name), places.map((place) => {
    const { length, 0: first } = place.side.players;
    const leads = look === "totals" && place.rank === 1 && "is-leader";
    return h("td", { colspan: length > 1 && length, class: [leads, firsts.has(first) && "begins-team"] }, said(place));
  }));
  return [
    hasTeams && h("tr", { class: "own" }, h("th", { scope: "row" }, "Own"), players.map((player) => {
      const own = standings.get(player);
      return h("td", { class: [firsts.has(player) && "begins-team"] }, own && total(own));
    })),
    row("totals", hasTeams ? "Team" : "Total", total),
    game.byAverage && row("", "Per hole", ({ average }) => average === null ? "–" : perHole(average)),
    row("ranks", "Place", ({ rank }) => rank === null ? "–" : ordinal(rank)),
  ];
}

/** @param {GameOnPhone} phone */
function legend({ game, waiting, connection }) {
  return [
    connection === "online" ? "Tap any number to see how it was counted." : "With a network you can see how each number was counted.",
    enderMatters(game.house) && " A small number beside a score is the ender's penalty, already counted; ⚑ marks an ender without one.",
    " # marks a number entered without cards.",
    game.holes.some((hole) => isWarned(game, hole.number)) && " ! marks a hole with impossible cards: more of a kind than there are.",
    waiting.length > 0 && " ↑ marks what was entered on this phone and is not sent yet.",
  ].filter(Boolean).join("");
}

// --- on a page that the server wrote ---------------------------------------------------------------------------------

export class ScoreCard extends HTMLElement {
  connectedCallback() {
    void GameOnPhone.here().then((phone) => phone !== null && this.follow(phone));
  }

  /**
   * Show this game from now on, however it changes.
   * @param {GameOnPhone} phone
   */
  follow(phone) {
    const said = h("p", { class: "visually-hidden", role: "status" });
    this.append(said);
    const undo = new UndoButton(part(this, ".score-card__undo"), phone);
    let { game } = phone;
    let rematch = rematchOf(phone.answer);
    const draw = () => {
      drawScorecard(part(this, ".score-card__drawn"), phone);
      const heading = document.querySelector("h1.app-header__title");
      if (heading !== null) drawHeading(heading, phone);
      const wentOn = rematchOf(phone.answer);
      const news = wentOn !== null && wentOn !== rematch ? "The table plays again." : whatChanged(game, phone.game);
      if (news !== "") said.textContent = news;
      game = phone.game;
      rematch = wentOn;
      void undo.update();
    };
    phone.addEventListener("change", draw);
    draw();
    this.dataset["ready"] = "";
  }
}

/**
 * The button that takes back the newest change: the server names that change, so when the game has moved on the button
 * is asked for anew. Where the server cannot be reached there is no button.
 */
class UndoButton {
  #busy = false;

  /**
   * @param {HTMLElement} place  holds the form, or nothing where there is nothing to take back
   * @param {GameOnPhone} phone
   */
  constructor(place, phone) {
    this.place = place;
    this.phone = phone;
    this.version = Number(place.dataset["version"]);
  }

  async update() {
    if (this.#busy || !this.phone.mayEdit) return;
    this.#busy = true;
    while (this.version !== this.phone.answer.version) {
      const { version } = this.phone.answer;
      const page = this.phone.connection === "online" ? await fetchPage(this.phone.urls.card) : null;
      const place = page?.querySelector(".score-card__undo");
      show(this.place, place instanceof HTMLElement ? Array.from(place.childNodes) : null);
      if (page === null) break; // asked for again with the next change; that the network is back is one
      this.version = version;
    }
    this.#busy = false;
  }
}

// --- what is said of a change --------------------------------------------------------------------------------------------

/** Sentences. Whoever was away for an hour is told how it stands, not all that happened. */
const MOST_SAID = 6;

/**
 * Such as `Hole 4: Bo 7.`; nothing where nothing changed that can be seen.
 * @param {Game} before
 * @param {Game} after
 */
export function whatChanged(before, after) {
  const holes = after.holes.map((hole) => hole.number);
  const knownBefore = new Set(before.players.map(({ id }) => id));
  const joined = after.players.filter(({ id }) => !knownBefore.has(id)).map(({ name }) => `${name} joined.`);
  const entered = holes.flatMap((hole) => {
    const scores = after.players.flatMap((player) => {
      const was = before.playerResult(hole, player)?.score;
      const is = after.playerResult(hole, player)?.score;
      return was === is ? [] : [`${player.name} ${is === undefined ? "missing" : number(is)}`];
    });
    return scores.length > 0 ? [`Hole ${hole}: ${scores.join(", ")}.`] : [];
  });
  const isDone = (/** @type {Game} */ game, /** @type {number} */ hole) => game.hole(hole)?.confirmed === true;
  const done = holes.filter((hole) => isDone(after, hole) && !isDone(before, hole)).map((hole) => `Hole ${hole} is done.`);
  const lead = leadSentence(before) === leadSentence(after) ? [] : [leadSentence(after)];
  const said = [...joined, ...entered, ...done];
  return (said.length > MOST_SAID ? lead : [...said, ...lead]).join(" ");
}

customElements.define("score-card", ScoreCard);
