/**
 * The scorecard of a game. Online the server draws it, and <score-card> swaps in changes. Offline, or while entries
 * wait here, this phone draws it with plain numbers.
 *
 * @import {Game, Player} from "../rules/game.js"
 * @import {Abilities, Child} from "../shell/app.js"
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { capitalized, enteredWord, hasCards, number, roundWord, shortName } from "../rules/house.js";
import { holeAddress } from "../phone/device-storage.js";
import { comparisonSentence, leadSentence, ordinal } from "../rules/leading.js";
import { abilities, fetchPage, h, mayTick, part, setTicks, show } from "../shell/app.js";

export class ScoreCard extends HTMLElement {
  /** The buttons of a finished game, where this phone has them. @type {((phone: GameOnPhone) => Child) | null} */
  static goOn = null;
  /** The game's version as drawn by the server; null where this phone drew it. @type {number | null} */
  #version = null;
  #isFetching = false;
  #said = h("p", { class: "visually-hidden", role: "status" });

  connectedCallback() {
    const phone = GameOnPhone.here();
    if (phone !== null) this.follow(phone);
  }

  /** Show this game and follow its changes. @param {GameOnPhone} phone */
  follow(phone) {
    const undo = part(this, ".score-card__undo");
    this.append(this.#said);
    this.#version = Number(undo.dataset["version"] ?? NaN);
    let { game } = phone;
    const draw = () => {
      document.body.classList.toggle("is-away", phone.connection === "away" || phone.isUnsent);
      if (phone.connection === "online" && phone.waiting.length === 0) void this.#asTheServerHasIt(phone);
      else {
        this.#version = null;
        drawScorecard(part(this, ".score-card__drawn"), phone);
        show(undo);
      }
      const news = whatChanged(game, phone.game);
      if (news !== "") this.#said.textContent = news;
      game = phone.game;
    };
    phone.addEventListener("change", draw);
    draw();
    this.dataset["ready"] = "";
  }

  /** @param {GameOnPhone} phone */
  async #asTheServerHasIt(phone) {
    if (this.#isFetching) return;
    this.#isFetching = true;
    while (this.#version !== phone.answer.version && phone.connection === "online" && phone.waiting.length === 0) {
      const { version } = phone.answer;
      const page = await fetchPage(phone.urls.card);
      const card = page?.querySelector("score-card");
      if (!page || !card) break; // asked for again with the next change, such as being online again
      const playedAgain = this.querySelector(".plays-again") !== null;
      for (const selector of [".score-card__drawn", ".score-card__undo"])
        show(part(this, selector), ...nodesOf(card.querySelector(selector)));
      const heading = document.querySelector("h1.app-header__title");
      if (heading !== null) show(heading, ...nodesOf(page.querySelector("h1.app-header__title")));
      if (!playedAgain && this.querySelector(".plays-again") !== null)
        this.#said.textContent = "A new game has started.";
      this.#version = version;
    }
    this.#isFetching = false;
  }
}

/** @param {Element | null} element */
function nodesOf(element) {
  return /** @type {(Element | Text)[]} */ (Array.from(element?.childNodes ?? []));
}

// --- drawn by this phone ---------------------------------------------------------------------------------------------

/**
 * The heading of the page: the game's name, its rules and its length.
 * @param {Element} root
 * @param {GameOnPhone} phone
 */
export function drawHeading(root, { answer, game }) {
  show(
    root,
    `${answer.title || "Scorecard"} `,
    h("span", { class: "app-header__note" }, game.withLength(shortName(game.house.name)))
  );
}

/** @type {(root: Element, phone: GameOnPhone) => void} */
export function drawScorecard(root, phone) {
  const { game, waiting } = phone;
  const planned = Array.from({ length: game.holesShown }, (_, index) => index + 1);
  const holes = [...new Set([...planned, ...game.holes.map((hole) => hole.number)])].sort((one, other) => one - other);
  const players = game.sides.flatMap((side) => side.players); // the people of a team side by side
  show(
    root,
    h(
      "section",
      { class: "lead", aria: { label: "Leader" }, dataset: { decidedBy: game.decidedBy || null } },
      h("p", { class: "lead__sentence" }, leadSentence(game)),
      game.currentHole !== null && h("p", { class: "soft" }, comparisonSentence(game))
    ),
    h("div", { class: "score-card__next" }, next(phone)),
    h(
      "div",
      { class: "card-page__card" },
      h(
        "div",
        { class: "table-scroll", tabindex: 0, role: "region", aria: { label: "Scorecard" } },
        h(
          "table",
          { class: "card-table" },
          h(
            "caption",
            { class: "visually-hidden" },
            `Points by ${roundWord(game.house)} and player. ${comparisonSentence(game)}`
          ),
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, capitalized(roundWord(game.house))),
              players.map(({ name }) => h("th", { scope: "col" }, name))
            )
          ),
          h(
            "tbody",
            null,
            holes.map((hole) => row(phone, players, hole))
          ),
          h("tfoot", null, totals(game))
        )
      ),
      h(
        "p",
        { class: "soft small card-page__legend" },
        phone.mayEdit && !phone.isShut && "Tap a score to fix it. ",
        "Go online to see how a score adds up.",
        waiting.length > 0 && " ↑: not sent yet."
      )
    )
  );
}

/** @param {GameOnPhone} phone @returns {Child} */
function next(phone) {
  const { game, mayEdit, isShut, urls } = phone;
  const hole = game.currentHole;
  if (isShut) return null;
  if (hole === null && mayEdit && ScoreCard.goOn !== null) return ScoreCard.goOn(phone);
  if (hole === null) return button(`${urls.card}/end`, "See the results");
  const words = isExtra(game, hole) ? extraWords(game) : holeWords(phone, hole);
  return mayEdit && button(holeAddress(phone, hole), words);
}

/** @param {Game} game @param {number} hole */
function isExtra(game, hole) {
  return (game.hole(hole)?.playoff.length ?? 0) > 0;
}

/** @param {Game} game */
function extraWords({ house }) {
  return `Enter the extra ${roundWord(house)}`;
}

/**
 * The button to the entry of a hole: `Enter hole 4`, or the word of the house.
 * @param {{answer: any, game: Game}} phone @param {number} hole
 */
export function holeWords({ answer, game }, hole) {
  // The extra holes of a game to a number of points come after the longest possible one.
  if ((game.house.match.until ?? null) !== null && isExtra(game, hole)) return extraWords(game);
  return `${answer.practice ? "Play" : "Enter"} ${roundWord(game.house)} ${hole}`;
}

function button(/** @type {string} */ href, /** @type {string} */ words) {
  return h("p", { class: "buttons" }, h("a", { class: "button button--primary button--wide", href }, words));
}

/** @param {GameOnPhone} phone @param {readonly Player[]} players @param {number} at  the hole's number */
function row(phone, players, at) {
  const { game, urls, mayEdit } = phone;
  const hole = game.hole(at);
  const isExtra = (hole?.playoff.length ?? 0) > 0,
    waits = sending(phone, at, null);
  const nothing = ` no ${enteredWord(game.house)} yet`;
  const inRow = [at, isExtra && " extra", waits];
  const what = capitalized(enteredWord(game.house));
  const about = `${what} for ${isExtra ? "extra " : ""}${roundWord(game.house)} ${at}`;
  const label = [about, ...(waits === null ? [] : [waits.title])].join(", ");
  return h(
    "tr",
    { id: `hole-${at}`, class: [at === game.currentHole && "is-current"] },
    h(
      "th",
      { scope: "row" },
      hole !== null && mayEdit ? h("a", { href: urls.hole + at, aria: { label } }, inRow) : inRow
    ),
    players.map((player) => {
      const score = game.playerResult(at, player)?.score;
      const words =
        score === undefined
          ? hole !== null && h("span", { class: "is-missing" }, "–", hidden(hole.confirmed ? " didn’t play" : nothing))
          : number(score);
      const shown = [words, sending(phone, at, player.id)];
      // One link, as high and wide as its cell: a mark beside it would leave it as large as its number.
      return h(
        "td",
        null,
        score !== undefined && mayEdit ? h("a", { href: `${urls.hole}${at}#hand-${player.id}` }, shown) : shown
      );
    })
  );
}

/**
 * The mark of an unsent entry: a hole's confirmation, or a player's hand on it.
 * @param {GameOnPhone} phone
 * @param {number} hole
 * @param {number | null} player  null for the hole's confirmation
 * @returns {HTMLElement | null}
 */
function sending({ waiting }, hole, player) {
  const entry = waiting.find((one) => one.hole === hole && one.player === player);
  if (entry === undefined) return null;
  const [kind, sign, words] =
    entry.state === "needs-you"
      ? ["needs-you", "?", "not saved: needs your attention"]
      : ["waiting", "↑", "not sent yet"];
  return h("span", { class: `mark mark--${kind}`, title: words }, sign, hidden(` ${words}`));
}

/** @param {string} words */
function hidden(words) {
  return h("span", { class: "visually-hidden" }, words);
}

/** @param {Game} game */
function totals({ sides, places, hasTeams }) {
  const inOrder = sides.flatMap((side) => places.find((place) => place.side === side) ?? []);
  return [
    h(
      "tr",
      { class: "totals" },
      h("th", { scope: "row" }, hasTeams ? "Team" : "Total"),
      inOrder.map(({ side, holes, total, rank }) =>
        h("td", { colspan: side.players.length, class: [rank === 1 && "is-leader"] }, holes === 0 ? "–" : number(total))
      )
    ),
    h(
      "tr",
      { class: "ranks" },
      h("th", { scope: "row" }, "Place"),
      inOrder.map(({ side, rank }) => h("td", { colspan: side.players.length }, rank === null ? "–" : ordinal(rank)))
    ),
  ];
}

// --- the words for a change ------------------------------------------------------------------------------------------

/** In sentences. After more changes only the leader is announced. */
const MOST_SAID = 6;

/**
 * The announcement of a change, such as `Hole 4: Bo 7.`; empty where nothing visible changed.
 * @param {Game} before
 * @param {Game} after
 */
export function whatChanged(before, after) {
  const holes = after.holes.map((hole) => hole.number);
  const word = capitalized(roundWord(after.house));
  const knownBefore = new Set(before.players.map(({ id }) => id));
  const joined = after.players.filter(({ id }) => !knownBefore.has(id)).map(({ name }) => `${name} joined.`);
  const entered = holes.flatMap((hole) => {
    const scores = after.players.flatMap((player) => {
      const was = before.playerResult(hole, player)?.score;
      const is = after.playerResult(hole, player)?.score;
      return was === is ? [] : [`${player.name} ${is === undefined ? "cleared" : number(is)}`];
    });
    return scores.length > 0 ? [`${word} ${hole}: ${scores.join(", ")}.`] : [];
  });
  const isDone = (/** @type {Game} */ game, /** @type {number} */ hole) => game.hole(hole)?.confirmed === true;
  const done = holes
    .filter((hole) => isDone(after, hole) && !isDone(before, hole))
    .map((hole) => `${word} ${hole} is final.`);
  const lead = leadSentence(before) === leadSentence(after) ? [] : [leadSentence(after)];
  const said = [...joined, ...entered, ...done];
  return (said.length > MOST_SAID ? lead : [...said, ...lead]).join(" ");
}

customElements.define("score-card", ScoreCard);

// --- the abilities of this phone -------------------------------------------------------------------------------------

/**
 * <this-phone>: the abilities of this phone, and why one is missing; its unsent entries; and how to put the app on its
 * home screen.
 */

const NEEDS_HTTPS = "The docs show how to set up https at home.";
const ALSO_NEEDS_HTTPS = "Needs https too.";

export class ThisPhone extends HTMLElement {
  /** @type {GameOnPhone | null} */
  #phone = null;

  connectedCallback() {
    this.#phone = GameOnPhone.here();
    this.#phone?.addEventListener("change", () => void this.draw());
    // The app is installed some time after the page is shown.
    this.addEventListener("toggle", () => void this.draw(), true);
    this.addEventListener("change", ({ target }) => target instanceof HTMLInputElement && setTicks(target.checked));
    void this.draw();
  }

  async draw() {
    const can = await abilities();
    const phone = this.#phone;
    const open = this.querySelector("details")?.open === true;
    show(
      this,
      h(
        "details",
        { class: "fold sheet", open },
        h(
          "summary",
          null,
          "This phone ",
          h("span", { class: "fold__note" }, can.offline ? "works offline" : "needs a connection")
        ),
        h(
          "div",
          { class: "fold__body" },
          h("dl", { class: "this-phone" }, factsOf(can, phone)),
          phone?.mayEdit &&
            "vibrate" in navigator &&
            h(
              "label",
              { class: "choice" },
              h("input", { type: "checkbox", checked: mayTick() }),
              h("span", null, `Vibrate when I tap a ${hasCards(phone.game.house) ? "card" : "key"}`)
            )
        )
      )
    );
    this.dataset["ready"] = "";
  }
}

/**
 * An ability, with the words for having it and for missing it.
 * @type {(what: string, good: boolean, yes: string, no?: string) => Child}
 */
function fact(what, good, yes, no = yes) {
  return h("div", { class: good ? "is-good" : "is-not" }, h("dt", null, what), h("dd", null, good ? yes : no));
}

/** With the game of the page. @type {(can: Abilities, phone: GameOnPhone | null) => Child[]} */
function factsOf(can, phone) {
  const secure = isSecureContext;
  const standalone = matchMedia("(display-mode: standalone)").matches;
  const stays = "wakeLock" in navigator;
  const { waiting, keeps, mayEdit } = phone ?? { waiting: [], keeps: true, mayEdit: false };
  const waits = waiting.length;
  const entries = waits === 0 ? "Everything has been sent." : `${waits} not sent yet.`;
  const kept = keeps ? "" : " This browser can’t save entries. Keep this page open.";
  const how = /iPhone|iPad|iPod/.test(navigator.userAgent) // the share sheet installs pages; a page cannot ask for it
    ? "In Safari, tap Share, then Add to Home Screen."
    : "In the browser menu, tap Install app or Add to Home screen.";
  const forAll = [
    fact(
      "Offline",
      can.offline,
      "You can open games and keep score.",
      can.why + (can.code === "plain-http" ? ` ${NEEDS_HTTPS}` : "")
    ),
    fact("On the home screen", standalone, "Already there.", secure ? how : ALSO_NEEDS_HTTPS),
  ];
  if (!mayEdit) return forAll; // viewers enter nothing
  return [
    ...forAll,
    fact("Entries", waits === 0 && keeps, entries + kept),
    fact(
      "Screen stays on",
      stays,
      `While you enter a ${phone === null ? "hole" : roundWord(phone.game.house)}.`,
      secure ? "This browser can’t do that. Set a longer screen timeout in your phone’s settings." : ALSO_NEEDS_HTTPS
    ),
  ];
}

customElements.define("this-phone", ThisPhone);
