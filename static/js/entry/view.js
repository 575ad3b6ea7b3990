/**
 * The look of the entry page of a hole: the players as tabs, the grid, messages, and in one place the keypad, the
 * digits of a bare number, or the confirmation. It changes nothing in the game.
 *
 * @import {EntryBoard} from "./board.js"
 * @import {Hand, Hands} from "./hands.js"
 * @import {GameOnPhone} from "../phone/game-on-phone.js"
 * @import {House} from "../rules/house.js"
 * @import {Game, Hole, Player} from "../rules/game.js"
 * @import {PlayerResult} from "../rules/hole.js"
 *
 * @typedef {"cards" | "number" | "whose"} Mode  the content of the keypad's place: the cards' keys, the digits of a
 *   bare number, or the choice of another player
 *
 * @typedef {object} EntryState
 * @property {Hand} shown  the hand on the grid
 * @property {Mode} mode
 * @property {boolean} cleared  all cards of this hand were cleared at once, and can be restored
 * @property {number | null} ender  who ended the hole, as now chosen
 * @property {boolean} enderKnown
 * @property {string} notice  the result of the last confirmation
 * @property {string} remark  the result of the last tap, where it entered nothing
 * @property {boolean} waits  this phone has confirmed the hole and waits for the network
 * @property {boolean} busy  a confirmation is on its way
 */

import {
  bandOf,
  capitalized,
  cellText,
  endedWords,
  enteredWord,
  GONE,
  hasCards,
  JOKER,
  listing,
  number,
  parsePoints,
  ranksOf,
  roundWord,
  sentence,
  sign,
  signed,
  STANDARD_RANKS,
  word,
} from "../rules/house.js";
import { textOf } from "../phone/queue.js";
import { replaces } from "../rules/hole.js";
import { Drawn, h, part, show } from "../shell/app.js";
import { calledBy, eraseKey } from "./board.js";
import { handText, isBehind, isDone } from "./hands.js";

/** Milliseconds until what could not be loaded is asked for again. */
const A_WHILE = 3_000;

export class EntryView {
  /** The conflict that is shown, so that the choice is not redrawn under the finger. @type {string} */
  #conflictShown = "";
  /** The hand of the last conflict. @type {Hand | undefined} */
  #conflictOf;
  /** The player whose tab was scrolled to last. @type {number | null} */
  #scrolledTo = null;
  #drawn = new Drawn();
  /** The rounds before, of a game without cards. @type {import("./score-pad.js").ScorePad | null} */
  #pad = null;
  /** @type {Map<string, HTMLElement>} */
  #parts = new Map();

  /**
   * @param {HTMLElement} root
   * @param {GameOnPhone} phone
   * @param {number} hole
   * @param {Hands} hands
   * @param {EntryBoard} board
   */
  constructor(root, phone, hole, hands, board) {
    this.root = root;
    this.phone = phone;
    this.number = hole;
    this.hands = hands;
    this.board = board;
    this.wasConfirmed = phone.saved.hole(hole)?.confirmed ?? false;
    if (hasCards(phone.game.house)) return;
    void import("./score-pad.js").then(({ ScorePad }) => {
      this.#pad = new ScorePad(root);
      this.#pad.draw(phone.game, hole);
    });
  }

  /** Whether two entries of the shown hand are side by side, in place of the keys. */
  get hasConflict() {
    return this.#conflictShown !== "";
  }

  /** @param {EntryState} state */
  draw(state) {
    const { hands, board } = this;
    const { shown, mode } = state;
    if (board.editor !== shown.editor) board.show(shown.editor);
    else board.draw();
    const counted = this.#counted(state);
    const { house } = this.phone.game;
    const isPoints = !hasCards(house);
    const nothing = mode === "number" || isPoints ? "nothing yet" : "no cards yet";
    for (const hand of hands.all) this.#drawTab(hand, hand === shown, nothing, counted.get(hand.name));
    if (this.#scrolledTo !== shown.id) requestAnimationFrame(() => this.#scrollTo(shown.id));
    const bare = shown.points !== null || shown.out;
    const begun = handText(shown) !== "";
    const asking = hands.allDone && shown.editor.open === null && mode === "cards";
    this.#reveal(".layout--entry", mode !== "number" && !bare && !isPoints);
    this.#reveal(".bare-score", mode !== "number" && bare);
    this.#reveal(".keys", mode === "cards" && !asking && !bare && !isPoints);
    this.#reveal(".number-entry", mode === "number");
    this.#reveal(".confirm", asking || (bare && hands.allDone && mode === "cards"));
    this.#reveal(".whose", mode === "whose");
    if (mode === "whose")
      show(
        this.#part(".whose"),
        hands.all.filter((hand) => hand !== shown).map(owner),
        h("button", { type: "button", class: "button button--quiet", dataset: { player: shown.id } }, "Back")
      );
    this.#reveal(".hand__whose", mode === "cards" && begun && hands.all.length > 1);
    this.#reveal(".hand__clear", mode === "cards" && begun && !bare);
    this.#reveal(".hand__number", mode === "cards" && !begun && !bare);
    this.#reveal(".hand__cards", mode === "number" && !isPoints);
    this.#reveal(".bare-score__cards", !isPoints || shown.out);
    if (isPoints) this.#reveal(".bare-score__change", !shown.out);
    const behind = mode === "cards" && isBehind(shown);
    const undoes = state.cleared && mode === "cards" && !begun && !behind;
    this.#reveal(".hand__saved", behind || undoes);
    show(this.#part(".hand__saved"), undoes ? "Undo" : `Show saved ${enteredWord(house)}`);
    this.#reveal(".hand__remove", behind && !begun);
    show(this.#part(".hand__remove"), `Remove ${shown.name}’s ${shown.saved.cards === null ? "score" : "cards"}`);
    this.#reveal(".hand__out", !undoes && !bare && shown.state === "kept" && shown.editor.empty);
    if (mode === "number")
      this.drawNumber(shown.name, /** @type {HTMLInputElement} */ (this.#part(".number-entry input")).value);
    this.#write(".bare-score__points", shown.points === null ? "–" : number(shown.points));
    this.#write(".bare-score__note", shown.out ? "sitting out" : isPoints ? shown.name : "score only, no cards");
    this.say(
      mode === "whose" ? whose(house) : state.remark || this.#state(shown, mode, counted, hands.of(state.ender ?? -1))
    );
    this.#markPoints(shown);
    this.#pad?.draw(this.phone.game, this.number);
    this.#drawTrouble(state);
  }

  /**
   * The hole scores by name, once all hands are there and, where the house needs it, the ender is chosen.
   * @param {EntryState} state
   * @returns {ReadonlyMap<string, PlayerResult>}
   */
  #counted({ ender, enderKnown }) {
    if (!this.hands.allDone) return new Map();
    const { game } = this.phone;
    const hole = enderKnown || !game.needsEnder(this.number) ? game.hole(this.number) : null;
    const results = hole && game.withHole({ ...hole, ender, enderKnown, confirmed: true }).result(this.number);
    return new Map(results?.map((result) => [result.name, result]));
  }

  /**
   * @param {Hand} hand @param {boolean} selected @param {string} nothing  of a hand without an entry
   * @param {PlayerResult} [counted]
   */
  #drawTab(hand, selected, nothing, counted) {
    const tab = this.#part(`#tab-${hand.id}`);
    const done = isDone(hand);
    const begun = !hand.editor.empty;
    const unsent = done && hand.state !== "kept";
    const unsaved = unsent && hand.message !== "";
    const warned = unsaved || this.hands.isWarned(hand);
    const added = counted === undefined ? 0 : addedTo(counted).reduce((sum, points) => sum + points, 0);
    const isBare = hand.points !== null && hasCards(this.phone.game.house);
    const [bare, mark] = isBare ? [", no cards", "#"] : ["", ""];
    const score = hand.out ? "out" : done ? number(counted?.score ?? this.#raw(hand)) + mark : begun ? "…" : "–";
    const state = hand.out
      ? "sitting out"
      : done
        ? `points${bare}${added === 0 ? "" : ", " + signed(added) + " included"}`
        : begun
          ? "started"
          : nothing;
    const spoken = state + (unsent ? ", not saved yet" : "");
    if (!this.#drawn.changes(tab, selected, done, unsaved, begun, warned, added, score, spoken)) return;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    tab.classList.toggle("is-complete", done && !unsaved);
    tab.classList.toggle("is-partial", !done && begun);
    tab.classList.toggle("is-missing", !done && !begun);
    tab.classList.toggle("is-warned", warned);
    show(part(tab, ".player-tab__score"), score, added !== 0 && h("small", { aria: { hidden: true } }, signed(added)));
    show(part(tab, ".visually-hidden"), spoken);
  }

  /** Only the list of tabs scrolls, so no key moves under the finger. @param {number} player */
  #scrollTo(player) {
    const tab = this.root.querySelector(`#tab-${player}`);
    this.#scrolledTo = player;
    if (tab instanceof HTMLElement) tab.parentElement?.scrollTo({ top: tab.offsetTop - tab.offsetHeight });
  }

  /** @param {Hand} hand */
  #raw(hand) {
    return hand.points ?? this.board.score(hand.editor).total;
  }

  /** Whether a column of this hand is complete; no total is shown before that. @param {Hand} hand */
  #countsYet(hand) {
    return hand.points !== null || this.board.score(hand.editor).columnPoints.some((points) => points !== null);
  }

  /** @param {Hand} hand */
  #markPoints(hand) {
    const { dataset } = this.#part(".hand__say");
    if (this.#countsYet(hand)) dataset["points"] = String(this.#raw(hand));
    else delete dataset["points"];
  }

  /**
   * @param {Hand} hand
   * @param {Mode} mode
   * @param {ReadonlyMap<string, PlayerResult>} counted
   * @param {Hand} [ender]
   */
  #state(hand, mode, counted, ender) {
    // The tab has the full name, as far as there is room.
    const name = hand.name.length > 20 ? `${[...hand.name].slice(0, 16).join("")}…` : hand.name;
    const { house } = this.phone.game;
    if (hand.out) return `${name} is sitting this ${roundWord(house)} out.`;
    const { asking } = hand.editor;
    if (asking !== null) return asking === GONE ? "Which cards are gone?" : `Which ${word(asking)}?`;
    const results = new Set([hand, ender].flatMap((one) => counted.get(one?.name ?? "") ?? []));
    const told = [...results].filter(
      ({ name, adjustment, byHand }) => adjustment.points !== 0 || byHand !== null || name === ender?.name
    );
    if (told.length > 0) return [...results].map(sum).join(", ") + dropped(counted.get(ender?.name ?? ""), house);
    if (mode === "number") return this.phone.rules.bare_note;
    if (hand.points !== null) return `${name}: ${number(hand.points)}${hasCards(house) ? ", no cards" : ""}.`;
    if (hand.editor.complete) {
      const across = this.board.score().lines.filter((line) => new Set(line.cells.map(([, c]) => c)).size > 1);
      const extra = across.map((line) => `, ${line.text}`).join("");
      return `${name}: ${number(this.#raw(hand))}${extra}${this.#whoIsMissing(hand)}`;
    }
    const saved = isBehind(hand) ? `, saved: ${textOf(hand.saved).replace("-", "\u2212")}` : "";
    if (hand.editor.empty) return `${name}: ${hasCards(house) ? "top row first" : "nothing yet"}${saved}`;
    return (this.#countsYet(hand) ? `${name}: ${number(this.#raw(hand))} so far` : `${name}’s cards`) + saved;
  }

  /** The players that a phone with an owner waits for. @param {Hand} hand */
  #whoIsMissing(hand) {
    const missing = this.hands.all.filter((other) => !isDone(other)).map(({ name }) => name);
    if (hand.id !== this.phone.seat || missing.length === 0) return "";
    return (
      ", waiting for " + listing(missing.length > 3 ? [...missing.slice(0, 2), `${missing.length - 2} more`] : missing)
    );
  }

  /** @param {EntryState} state */
  #drawTrouble(state) {
    const { hands } = this;
    const entered = enteredWord(this.phone.game.house);
    this.#drawConflict(state.shown.theirs === null ? undefined : state.shown);
    const unsaved = hands.all.filter((hand) => hand.message !== "" && hand.theirs === null);
    const asked = hands.all.filter((hand) => hand.theirs !== null).map(({ name }) => name);
    const troubles = unsaved.map((hand) => sentence(`${hand.name}’s ${entered} aren’t saved. ${hand.message}`));
    if (asked.length > 0) troubles.push(`Tap ${listing(asked)}: two phones entered different ${entered}.`);
    const problem = [state.notice, ...troubles].filter(Boolean).join(" ");
    this.#reveal(".entry__problem", problem !== "");
    this.#write(".entry__problem-text", problem);
    this.#reveal(".entry__retry", unsaved.length > 0);
    this.#drawDone(state);
  }

  /** @param {Hand | undefined} hand  with two entries */
  #drawConflict(hand) {
    const shown = hand === undefined ? "" : JSON.stringify([hand.id, handText(hand), hand.theirs]);
    if (shown === this.#conflictShown) return;
    const isChanged = hand !== undefined && hand === this.#conflictOf;
    this.#conflictShown = shown;
    this.#conflictOf = hand;
    this.root.querySelector(".conflict")?.remove();
    this.root.classList.toggle("has-conflict", hand !== undefined);
    if (hand === undefined) return;
    void this.#askWhich(hand, shown, isChanged);
  }

  /**
   * Load the choice and show it, unless it is settled or shown by then.
   * @param {Hand} hand  with two entries @param {string} shown @param {boolean} isChanged
   */
  async #askWhich(hand, shown, isChanged) {
    const loaded = await import("./conflict.js").catch(() => null);
    if (shown !== this.#conflictShown || this.root.querySelector(".conflict") !== null) return;
    if (loaded === null) setTimeout(() => void this.#askWhich(hand, shown, isChanged), A_WHILE);
    else loaded.askWhich(this.root, hand, this.phone.rules, isChanged);
  }

  /**
   * Another phone reopened a hole before this one. Where the server has nothing of this one yet, it accepts nothing
   * until that one is confirmed.
   * @param {number | null} first  the hole to confirm first
   */
  #drawEarly(first) {
    const { saved, urls } = this.phone;
    const hole = saved.hole(this.number),
      isTold = first !== null && !hole?.confirmed;
    this.#reveal(".entry__early", isTold);
    this.root.classList.toggle("is-early", isTold && hole === null);
    if (!isTold) return;
    const word = roundWord(saved.house);
    const link = h(
      "a",
      { class: "button button--small", href: urls.hole + first, dataset: { first } },
      `Go to ${word} ${first}`
    );
    show(
      part(this.root, ".entry__early"),
      h(
        "p",
        null,
        `${capitalized(word)} ${first} isn’t final.`,
        hole === null && ` Finish it before ${word} ${this.number}.`
      ),
      h("p", { class: "buttons" }, link)
    );
  }

  /** The hole is final: another phone confirmed it, or this one did and is offline. @param {EntryState} state */
  #drawDone({ waits, busy }) {
    const { game, saved } = this.phone;
    const byOthers = !this.wasConfirmed && (saved.hole(this.number)?.confirmed ?? false) && !busy;
    const next = game.currentHole;
    this.#drawEarly(next !== null && next < this.number ? next : null);
    this.#reveal(".entry__done", byOthers || waits);
    if (!byOthers && !waits) return;
    const word = roundWord(game.house);
    this.#write(
      ".entry__done-text",
      byOthers
        ? `${capitalized(word)} ${this.number} is final.`
        : `${capitalized(word)} ${this.number} is saved on this page only. Keep it open until you’re online.`
    );
    const button = part(this.root, 'button[data-act="on"]');
    show(button, byOthers || next === null ? "Scorecard" : `Next: ${word} ${next}`);
    button.hidden = !byOthers && next === null;
  }

  /**
   * The number that is typed: a sum stands above what it comes to.
   * @param {string} name
   * @param {string} text
   */
  drawNumber(name, text) {
    const form = part(this.root, ".number-entry");
    const isSum = /.[-+\u2212]/.test(text.trim());
    const { points } = parsePoints(text.replace(/\s*[-+\u2212]\s*$/, ""), this.phone.game.house);
    form.classList.toggle("is-sum", isSum);
    show(part(form, "output"), isSum && points !== null ? number(points) : "");
    show(part(form, "label"), name);
  }

  /** Columns that have just canceled fade for a moment. @param {readonly number[]} columns */
  fade(columns) {
    for (const column of columns) {
      const parts = this.root.querySelectorAll(`[data-cell$=",${column}"], [data-column="${column}"]`);
      for (const one of parts) one.animate({ opacity: [1, 0.3, 1] }, 180);
    }
  }

  /**
   * Where a hand and its player's tab are: asked before anything changes, when it costs nothing.
   * @param {Hand} hand
   * @returns {{from: DOMRect, to: DOMRect | undefined}}
   */
  wayOf(hand) {
    const [table, tab] = [".layout--entry", `#tab-${hand.id}`].map((one) => this.root.querySelector(one));
    return { from: /** @type {Element} */ (table).getBoundingClientRect(), to: tab?.getBoundingClientRect() };
  }

  /**
   * A copy of a complete hand, which flies to its player's tab: to be called after the next hand is shown.
   * @param {{from: DOMRect, to: DOMRect | undefined}} way
   * @returns {() => void}
   */
  handInFlight({ from, to }) {
    const table = part(this.root, ".layout--entry");
    const copy = /** @type {HTMLElement} */ (table.cloneNode(true));
    return () => {
      if (to === undefined) return;
      // It is a picture: no key may find its cells.
      for (const button of copy.querySelectorAll("button"))
        for (const name of ["data-cell", "data-column", "aria-current"]) button.removeAttribute(name);
      copy.inert = true;
      copy.classList.add("in-flight");
      table.after(copy);
      const x = to.x + to.width / 2 - from.x - from.width / 2,
        y = to.y + to.height / 2 - from.y - from.height / 2;
      const way = copy.animate(
        { translate: ["0", `${x}px ${y}px`], scale: [1, 0.15], opacity: [1, 0.4] },
        { duration: 190, easing: "ease-in" }
      );
      way.addEventListener("finish", () => copy.remove());
      way.addEventListener("cancel", () => copy.remove());
    };
  }

  /** @param {string} text */
  say(text) {
    this.#write(".hand__say", text);
  }

  /** Words that are spoken when they change. */
  #write(/** @type {string} */ selector, /** @type {string} */ text) {
    const place = this.#part(selector);
    if (place.textContent !== text) place.textContent = text;
  }

  #reveal(/** @type {string} */ selector, /** @type {boolean} */ shown) {
    const place = this.#part(selector);
    if (place.hidden === shown) place.hidden = !shown;
  }

  /** A part that stays as long as the page shows this hole. @param {string} selector */
  #part(selector) {
    const known = this.#parts.get(selector);
    if (known !== undefined) return known;
    const found = part(this.root, selector);
    this.#parts.set(selector, found);
    return found;
  }
}

// --- its parts -------------------------------------------------------------------------------------------------------

const SMALL = "button button--small";
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const SIGNS = /** @type {const} */ ([
  ["+", "plus"],
  ["\u2212", "minus"],
]);

/**
 * The heading: which hole it is, and whose deal.
 * @param {Element} heading
 * @param {Game} game
 * @param {number} number
 */
export function drawEntryHeading(heading, game, number) {
  show(heading, `${game.holeWords(number)} `, h("span", { class: "app-header__note" }, game.dealWords(number)));
}

export function entrySection(/** @type {GameOnPhone} */ phone, /** @type {number} */ number) {
  const { game } = phone;
  const players = game.atTable(number);
  const { house } = game;
  const rows = [...Array(house.grid.rows).keys()];
  const columns = [...Array(house.grid.columns).keys()];
  return h(
    "section",
    { class: "entry", aria: { label: `Enter the ${enteredWord(house)}` } },
    h("div", { class: "player-tabs", role: "tablist", aria: { label: "Players" } }, players.map(tab)),
    h(
      "div",
      { class: "entry__table", id: "hand", role: "tabpanel", aria: { label: capitalized(enteredWord(house)) } },
      h(
        "table",
        { class: `layout layout--entry layout--${columns.length} layout--rows-${rows.length}` },
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              null,
              columns.map((column) => cell(row, column))
            )
          )
        ),
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            columns.map((column) =>
              h(
                "td",
                null,
                h("button", {
                  type: "button",
                  class: "column-points",
                  dataset: { column },
                  disabled: true,
                  aria: { label: `column ${column + 1} isn’t complete` },
                })
              )
            )
          )
        )
      ),
      h(
        "div",
        { class: "bare-score", hidden: true },
        h("p", { class: "bare-score__points" }),
        h("p", { class: "bare-score__note" }),
        act(
          "cards",
          hasCards(house) ? "Enter the cards instead" : "Enter points instead",
          `${SMALL} bare-score__cards`
        ),
        !hasCards(house) && act("number", "Change", `${SMALL} bare-score__change`),
        h(
          "a",
          { class: "button button--small button--quiet", href: `${phone.urls.hole}${number}/worked#by-hand` },
          "Adjust points"
        )
      )
    ),
    status(),
    h(
      "div",
      { class: "entry__pad" },
      keypad(house),
      h("div", { class: "whose buttons", role: "group", aria: { label: whose(house) } }),
      numberEntry(house),
      confirmation(phone, number, players)
    )
  );
}

/** @param {Player} player */
function tab(player) {
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      class: "player-tab",
      id: `tab-${player.id}`,
      dataset: { player: player.id },
      aria: { selected: false, controls: "hand" },
    },
    h("span", { class: "player-tab__name" }, player.name),
    h("span", { class: "player-tab__score" }),
    h("span", { class: "visually-hidden" })
  );
}

function cell(/** @type {number} */ row, /** @type {number} */ column) {
  return h(
    "td",
    null,
    h(
      "button",
      {
        type: "button",
        class: "card card--empty",
        dataset: { cell: `${row},${column}` },
        aria: { label: `${cellText([row, column])}: empty` },
      },
      h("span", { class: "card__rank" })
    )
  );
}

function status() {
  const quiet = "button button--small button--quiet";
  return h(
    "div",
    { class: "entry__status" },
    h(
      "div",
      { class: "entry__problem notice notice--error", role: "alert", hidden: true },
      h("p", { class: "entry__problem-text" }),
      act("retry", "Try again", "button button--small entry__retry", true)
    ),
    h("div", { class: "entry__early notice", role: "status", hidden: true }),
    h(
      "div",
      { class: "entry__done notice", role: "status", hidden: true },
      h("p", { class: "entry__done-text" }),
      h("p", { class: "buttons" }, act("on", "", "button button--small"))
    ),
    h("p", { class: "hand__say", aria: { live: "polite" } }),
    act("saved", "", `${quiet} hand__saved`, true),
    act("remove", "", `${quiet} hand__remove`, true),
    // Each has its own place, with or without the others.
    h(
      "div",
      { class: "entry__links" },
      act("out", "Sit out", `${quiet} hand__out`),
      act("clear", "Clear", `${quiet} hand__clear`, true),
      act("whose", "Wrong player", `${quiet} hand__whose`, true),
      act("number", "Enter score", `${quiet} hand__number`),
      act("cards", "Cards", `${quiet} hand__cards`, true)
    )
  );
}

/** The keys of the cards, and the place of the keys that say more about one. @param {House} house */
function keypad(house) {
  const ranks = house.table.deck ? ranksOf(house) : [...STANDARD_RANKS, JOKER];
  const keys = house.cancelling?.leave ? [...ranks, GONE] : ranks;
  const columns = keys.length < 15 ? "" : keys.length < 18 ? " keypad--6" : " keypad--7";
  return h(
    "div",
    { class: "keys" },
    h(
      "div",
      { class: `keypad${columns}`, role: "group", aria: { label: "Cards to enter" } },
      keys.map(key),
      eraseKey()
    ),
    h("div", { class: "keypad keypad--choice", role: "group", aria: { label: "More about this card" }, hidden: true }),
    h("p", { class: "keys__hint" }, "On a keyboard: type the cards. Arrow keys move.")
  );

  /** @param {import("../rules/house.js").Rank} rank */
  function key(rank) {
    const missing = rank === JOKER && !house.table.deck && house.table.jokers_per_deck === 0;
    const shown = rank === GONE ? "gone" : sign(rank);
    const label = missing
      ? "joker: not in these rules"
      : rank === GONE
        ? "gone: removed from the grid"
        : calledBy(shown, word(rank));
    const look = rank === JOKER ? "key key--joker" : rank === GONE ? "key key--word" : "key";
    return h(
      "button",
      {
        type: "button",
        class: look,
        dataset: { key: missing ? null : rank, band: bandOf(rank, house) },
        disabled: missing,
        aria: { label },
      },
      shown
    );
  }
}

/** A button for the player whose cards these may be. @param {Hand} hand */
function owner(hand) {
  return h(
    "button",
    { type: "button", class: "button", dataset: { to: hand.id } },
    handText(hand) === "" ? hand.name : `Swap with ${hand.name}`
  );
}

/** What rules and the table add to what was entered. @param {PlayerResult} result */
function addedTo({ adjustment, byHand }) {
  return [replaces(adjustment) ? 0 : adjustment.points, byHand?.points ?? 0].filter((points) => points !== 0);
}

/** The sum of a hole score, such as `Bo: 6 +10 = 16`. @param {PlayerResult} result */
function sum(result) {
  const { name, raw, adjustment, score } = result,
    added = addedTo(result);
  const before = raw + (replaces(adjustment) ? adjustment.points : 0);
  return added.length === 0
    ? `${name}: ${number(score)}`
    : `${name}: ${number(before)} ${added.map(signed).join(" ")} = ${number(score)}`;
}

/**
 * What was typed for the player who went out, but counts for nothing.
 * @param {PlayerResult | undefined} result @param {House} house
 */
function dropped(result, { settle }) {
  const isDropped =
    result?.adjustment.rule === "settle" && result.raw !== 0 && (settle?.own ?? "ignored") === "ignored";
  return isDropped ? `. The ${number(result.raw)} typed for ${result.name} doesn’t count.` : "";
}

/** @param {House} house */
function numberEntry({ entry }) {
  const keys = entry?.keys ?? [];
  const digit = (/** @type {string} */ sign) =>
    h("button", { type: "button", class: "key", dataset: { digit: sign } }, sign);
  const [plus, minus] = SIGNS.map(([sign, label]) =>
    h("button", { type: "button", class: "key key--erase", dataset: { digit: sign }, aria: { label } }, sign)
  );
  const [zero = "", ...digits] = DIGITS;
  return h(
    "form",
    { class: "number-entry", hidden: true },
    h(
      "div",
      { class: "number-shown" },
      h("input", {
        id: "number-entry",
        name: "number",
        type: "text",
        inputmode: "none",
        autocomplete: "off",
        maxlength: 60,
      }),
      h("output", { for: "number-entry" }),
      h("label", { for: "number-entry" })
    ),
    keys.length > 0 &&
      h(
        "div",
        { class: "keypad keypad--added", role: "group", aria: { label: "Often added" } },
        keys.map((points) => h("button", { type: "button", class: "key", dataset: { adds: points } }, number(points)))
      ),
    h(
      "div",
      { class: "keypad keypad--number", role: "group", aria: { label: "Digits" } },
      digits.slice(0, 3).map(digit),
      eraseKey({ digit: "erase" }),
      digits.slice(3, 6).map(digit),
      minus,
      digits.slice(6).map(digit),
      plus,
      digit(zero),
      h("button", { type: "submit", class: "key key--word key--next" }, "Next")
    )
  );
}

/** @param {GameOnPhone} phone @param {number} number @param {readonly Player[]} players */
function confirmation({ game, urls }, number, players) {
  const hole = game.hole(number);
  const asks = game.needsEnder(number),
    question = `Who ${endedWords(game.house)}?`;
  const word = roundWord(game.house);
  const which = isExtra(hole) ? `extra ${word}` : `${word} ${number}`;
  const doing = hole?.confirmed ? "Save changes" : `Finish ${which}`;
  const choice = (/** @type {string} */ value, /** @type {string} */ name) => {
    const isChosen = hole?.enderKnown === true && String(hole.ender ?? "nobody") === value;
    return h(
      "label",
      { class: "radio-card" },
      h("input", { type: "radio", name: "ender", value, checked: isChosen, required: asks }),
      h("span", { class: "radio-card__main" }, name)
    );
  };
  const choices = h(
    "div",
    { class: "radio-cards radio-cards--row" },
    players.map((player) => choice(String(player.id), player.name)),
    choice("nobody", "No one")
  );
  return h(
    "form",
    { class: "confirm", hidden: true },
    h("div", { class: "confirm__warnings notice notice--warning", hidden: true }, h("ul", null)),
    asks
      ? h("fieldset", { class: "fieldset" }, h("legend", null, question), choices)
      : hasCards(game.house) &&
          h(
            "details",
            { class: "confirm__fold confirm__ender", open: hole?.enderKnown === true },
            h("summary", null, `${question} (optional)`),
            h("fieldset", { class: "fieldset" }, h("legend", { class: "visually-hidden" }, question), choices)
          ),
    h(
      "button",
      {
        type: "submit",
        class: "button button--primary button--wide",
        dataset: { plain: doing, warned: `${hasCards(game.house) ? "Cards are" : "This is"} right. ${doing}` },
      },
      doing
    ),
    hasCards(game.house) && settling(urls.settle, number, players)
  );
}

/**
 * Links to the referee, which explains a doubted score before the hole is final.
 * @param {string} address
 * @param {number} number
 * @param {readonly Player[]} players
 */
function settling(address, number, players) {
  return h(
    "details",
    { class: "confirm__fold" },
    h("summary", null, "Ask the referee"),
    h(
      "p",
      { class: "buttons" },
      players.map(({ id, name }) =>
        h(
          "a",
          {
            class: "button button--small",
            href: `${address}&hole=${number}&player=${id}`,
            aria: { label: `Ask about ${name}’s cards` },
          },
          name
        )
      )
    )
  );
}

/** @param {string} what @param {string} words @param {string} look */
function act(what, words, look, hidden = false) {
  return h("button", { type: "button", class: look, dataset: { act: what }, hidden }, words);
}

/** The question of a hand at the wrong player. @param {House} house */
function whose(house) {
  return `Whose ${enteredWord(house)} are these?`;
}

/** @param {Hole | null} hole */
function isExtra(hole) {
  return hole !== null && hole.playoff.length > 0;
}
