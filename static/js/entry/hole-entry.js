/**
 * <hole-entry data-hole>: the entry page of a hole. Players as tabs, one grid, one keypad. A filled layout is sent, and
 * the next player is shown; after the last the same place asks for the confirmation. A phone with an owner opens on
 * that player and stays there. Without scripts the form inside it does the same job.
 *
 * @import {DeckWarning, Hand, HoleData} from "./hands.js"
 * @import {Mode} from "./view.js"
 * @import {Cell} from "../rules/house.js"
 *
 * @typedef {object} Leaving
 * @property {(next: string | null) => void} leave  the hole is final; see Confirming
 * @property {(hole: number) => void} show  go on with that hole on this very page
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { Records } from "../phone/device-storage.js";
import { afterPaint, deviceStorage } from "../phone/queue.js";
import { endedWords, enteredWord, hasCards, listing, number, parsePoints, roundWord } from "../rules/house.js";
import { abilities, isStill, keepAwake, part, shake, tremble } from "../shell/app.js";
import { A_DOUBLE_TAP, cellOf, EntryBoard, LayoutEditor } from "./board.js";
import { Confirming, Hands, handText, isBehind, isDone } from "./hands.js";
import { drawEntryHeading, entrySection, EntryView } from "./view.js";

/** In milliseconds: how long a key is felt. */
const A_TICK = 8;

/** Habits of a table: entering bare numbers. @type {Records<{since: number}>} */
const habits = new Records("scorekeeper:habit:", deviceStorage());

export class Entering {
  /** The content of the keypad's place. @type {Mode} */
  mode = "cards";
  /** The last cleared cards, to be restored. @type {{hand: Hand, editor: LayoutEditor} | null} */
  #cleared = null;
  /** The player before the automatic move: erasing at once goes back there. @type {number | null} */
  cameFrom = null;
  /** The key that is ignored for a moment, after it moved on to the next player. @type {string | null} */
  resting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #restEnds;
  /** Whether changes are drawn at once. */
  #isDrawn = true;
  /** The result of the last confirmation; the next action clears it. */
  notice = "";
  /** The result of the last tap, in place of the score; the next tap clears it. */
  remark = "";
  /** The number's text if a key that adds was the last one: a digit then begins another number. */
  #added = "";
  /** Whether the number is the one that was entered before: the first digit begins another. */
  #isSaved = false;
  /** Whether this phone has confirmed the hole offline. */
  #waits = false;
  /** The players whose two entries were shown to the table, by id. @type {Set<number>} */
  #asked = new Set();

  /**
   * @param {HTMLElement} root
   * @param {GameOnPhone} phone
   * @param {number} hole
   * @param {Leaving} leaving
   */
  constructor(root, phone, hole, leaving) {
    this.root = root;
    this.phone = phone;
    this.number = hole;
    this.leaving = leaving;
    this.rules = phone.rules;
    this.hands = new Hands(holeData(phone, hole), phone.game.house, phone.outbox);
    this.board = new EntryBoard(root, phone.rules, {
      put: (key) => this.#put(key),
      erase: () => this.#erase(),
      ignored: (key) => this.#ignore(key),
      opened: () => {
        this.resting = null; // after a chosen cell the key is meant
        this.#draw();
      },
    });
    this.view = new EntryView(root, phone, hole, this.hands, this.board);
    this.confirming = new Confirming(part(root, ".confirm"), this.hands, {
      tell: (text) => {
        this.notice = text;
        this.#draw();
      },
      look: () => phone.look(),
      leave: leaving.leave,
    });
    /** @type {Hand} */
    this.shown = this.#first();
  }

  /**
   * @param {number} [player]  shown before the page was rebuilt, or asked for
   * @param {Cell | null} [cell]  the card that is wrong
   */
  begin(player, cell = null) {
    const { root } = this;
    this.hands.warnings = warningsOf(this.phone, this.number);
    this.hands.addEventListener("change", () => this.#ask());
    this.hands.addEventListener("look", () => void this.phone.look().then(() => this.follow()));
    root.addEventListener("click", (event) => this.#click(event));
    part(root, ".number-entry").addEventListener("submit", (event) => this.#setNumber(event));
    part(root, ".number-entry").addEventListener("input", () => this.#keepNumber());
    part(root, ".confirm").addEventListener("change", () => this.#draw());
    const begun = this.hands.drafts.get("number");
    this.#drawOnce(() => {
      this.#show(this.hands.of(player ?? begun?.player ?? -1) ?? this.shown);
      if (cell !== null && this.shown.editor.complete) this.shown.editor.openAt(cell);
      if (begun === null) this.#ask();
    });
    if (begun === null) return;
    if (begun.player === this.shown.id) this.#askNumber(begun.text); // its field must be seen to be written in
    this.#ask();
  }

  /**
   * Show two entries of one hand to the table, once; later its tab leads to them. A number is typed to its end first.
   */
  #ask() {
    const open = this.hands.all.filter(({ theirs }) => theirs !== null);
    const isTyping = this.mode === "whose" || (this.mode === "number" && this.#numberField().value !== "");
    const isFree = !isTyping && this.shown.theirs === null;
    const next = isFree ? open.find(({ id }) => !this.#asked.has(id)) : undefined;
    this.#asked = new Set(open.filter((hand) => hand === this.shown || this.#asked.has(hand.id)).map(({ id }) => id));
    if (next === undefined) {
      this.#draw();
      return;
    }
    this.#asked.add(next.id);
    this.#show(next);
  }

  /** The shown player is no longer in this hole: keys enter nothing before a card is chosen. @param {Hand} gone */
  miss({ id, name }) {
    if (this.hands.of(id) !== undefined) return;
    this.notice = `${name} is no longer in this ${roundWord(this.rules.house)}.`;
    this.shown.editor.openAt(null);
    this.#draw();
  }

  /** The page shows something else now. */
  leave() {
    this.hands.leave();
    clearTimeout(this.#restEnds);
  }

  /**
   * The game has changed, here or on another phone.
   * @returns {boolean} false where the players of this hole or the rules have changed
   */
  follow() {
    const { phone, hands } = this;
    if (phone.rules !== this.rules || people(phone.game.atTable(this.number)) !== people(hands.all)) return false;
    const entered = hands.all.filter((hand) => hand.state === "kept" && handText(hand) !== "");
    const before = hands.ender;
    hands.warnings = warningsOf(phone, this.number);
    hands.take(knownHole(phone, this.number));
    const emptied = entered.filter((hand) => handText(hand) === "").map(({ name }) => name);
    if (emptied.length > 0)
      this.notice = `Another phone cleared ${listing(emptied)}’s ${enteredWord(this.rules.house)}.`;
    const { player, known } = hands.ender;
    if (before.known && known && player !== before.player) {
      this.notice = `Another phone says ${hands.of(player ?? 0)?.name ?? "no one"} ${endedWords(this.rules.house)}.`;
    }
    this.#draw();
    return true;
  }

  /** The confirmation waits offline, and this browser opens no page offline: go on here. */
  wait() {
    this.#waits = true;
    this.#draw();
  }

  /** The first player to enter: the phone's owner, or one without cards. */
  #first() {
    const { all } = this.hands;
    const own = all.find(({ id }) => id === this.phone.seat);
    const missing = all.find((hand) => !isDone(hand));
    return (missing && own) ?? missing ?? /** @type {Hand} */ (all[0]);
  }

  /**
   * Bring a player's hand to the grid.
   * @param {Hand} hand
   * @param {boolean} asks  whether to ask for a number where players enter no cards
   */
  #show(hand, asks = true) {
    this.shown = hand;
    if (this.mode === "number") this.hands.drafts.drop("number");
    this.mode = "cards";
    if (this.hands.allDone) hand.editor.openAt(null);
    else hand.editor.openFirstEmpty();
    const isPoints = !hasCards(this.rules.house);
    if (isPoints ? asks && !hand.out && hand.theirs === null : habits.get("numbers") !== null && isUntouched(hand))
      this.#askNumber();
    else this.#draw();
  }

  /** @param {string} key */
  #put(key) {
    const hand = this.shown;
    if (key === this.resting) {
      this.#ignore(key);
      return;
    }
    this.remark = "";
    this.resting = null; // another key was tapped, so the same one again is the next player's card
    if (hand.editor.open === null) {
      this.view.say("Tap the card you want to change.");
      return;
    }
    this.notice = "";
    const canceled = isStill() ? null : this.board.canceled;
    const way = canceled !== null && hand.editor.lacksOne ? this.view.wayOf(hand) : null;
    const refusal = hand.editor.put(key);
    if (refusal !== "") {
      this.#draw();
      this.view.say(refusal);
      return;
    }
    hand.points = null;
    if (hand.editor.asking !== null) {
      this.#draw();
      return;
    }
    if (!hand.editor.complete) {
      this.#drawOnce(() => this.hands.entered(hand));
      tremble(A_TICK);
      if (canceled !== null) this.view.fade(this.board.canceled.filter((column) => !canceled.includes(column)));
      return;
    }
    tremble();
    if (way !== null) this.board.draw();
    const fly = way && this.view.handInFlight(way);
    this.#drawOnce(() => {
      this.hands.entered(hand);
      this.#moveOn(hand);
    });
    if (fly !== null && this.shown !== hand) afterPaint(fly);
    this.#rest(key);
  }

  /** The second half of a double tap enters nothing: the key shakes, and the line says so. @param {string} key */
  #ignore(key) {
    shake(this.root.querySelector(`.keypad:not([hidden]) [data-key="${key}"]`));
    this.remark = "Double tap ignored.";
    this.#draw();
  }

  /** The second half of a double tap on the last card is not the next player's first one. @param {string} key */
  #rest(key) {
    const keypad = part(this.root, ".keypad");
    this.resting = key;
    keypad.dataset["resting"] = key;
    clearTimeout(this.#restEnds);
    this.#restEnds = setTimeout(() => {
      this.resting = null;
      delete keypad.dataset["resting"];
    }, A_DOUBLE_TAP);
  }

  /** @param {Hand} from */
  #moveOn(from) {
    const { hands } = this;
    const all = hands.all;
    const at = all.indexOf(from);
    const next = [...all.slice(at + 1), ...all.slice(0, at)].find((hand) => !isDone(hand));
    this.cameFrom = from.id;
    // A phone with an owner stays on that player.
    const stays = from.id === this.phone.seat || next === undefined;
    this.#show(stays ? from : next, !stays);
  }

  #erase() {
    const hand = this.shown;
    this.notice = this.remark = "";
    if (hand.points !== null) {
      this.hands.setPoints(hand, null);
      this.#show(hand);
      return;
    }
    if (hand.editor.asking !== null) {
      hand.editor.openAt(hand.editor.open);
      this.#draw();
      return;
    }
    if (hand.editor.erase()) {
      this.hands.entered(hand);
      this.board.draw();
      return;
    }
    const before = this.cameFrom === null ? undefined : this.hands.of(this.cameFrom);
    if (before === undefined) return;
    this.cameFrom = null;
    this.#show(before);
    before.editor.openAt(null);
    this.#erase();
  }

  /** @param {Event} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    const { player, column, act } = button.dataset;
    if (button.type !== "submit") this.notice = "";
    if (button.dataset["key"] === undefined) this.remark = ""; // the keys have cleared it, or written it
    if (player !== undefined) {
      const hand = this.hands.of(Number(player));
      if (hand !== undefined) this.#drawOnce(() => this.#leaveFor(hand));
    } else if (column !== undefined) this.view.say(this.board.why(Number(column)));
    else if (act === "number") this.#askNumber();
    else if (act === "out") {
      this.hands.setOut(this.shown, true);
      if (this.shown.out) this.#moveOn(this.shown);
    } else if (act === "cards") {
      habits.drop("numbers");
      this.hands.setOut(this.shown, false);
      if (this.shown.points !== null) this.hands.setPoints(this.shown, null);
      this.#show(this.shown);
    } else if (act === "saved") {
      if (this.#cleared !== null && !isBehind(this.shown)) this.#enterAll(this.#cleared.editor);
      else this.hands.restore(this.shown);
      this.#show(this.shown);
    } else if (act === "remove") {
      this.hands.clear(this.shown);
      this.#show(this.shown);
    } else if (act === "clear") {
      this.#cleared = { hand: this.shown, editor: this.shown.editor };
      this.#enterAll(new LayoutEditor(this.rules.house));
    } else if (act === "whose") {
      this.mode = "whose";
      this.#draw();
      part(this.root, ".whose button").focus();
    } else if (act === "retry") void this.hands.retry();
    else if (act === "on") this.#goOn();
    else if (act === "mine" || act === "theirs") {
      const hand = this.shown;
      if (hand.theirs === null) return;
      this.hands.choose(hand, act);
      const next = this.hands.all.find(({ theirs }) => theirs !== null);
      if (next === undefined) this.#moveOn(hand);
      else this.#show(next);
    } else if (button.dataset["digit"] !== undefined) this.#type(button.dataset["digit"]);
    else if (button.dataset["adds"] !== undefined) this.#add(button.dataset["adds"]);
    else if (button.dataset["to"] !== undefined) this.#giveTo(Number(button.dataset["to"]));
  }

  /** All cards at once. @param {LayoutEditor} editor */
  #enterAll(editor) {
    this.shown.editor = editor;
    this.hands.entered(this.shown);
    this.#show(this.shown);
  }

  /** These are another player's cards. @param {number} player */
  #giveTo(player) {
    const other = this.hands.of(player);
    if (other === undefined) return;
    this.hands.exchange(this.shown, other);
    this.#show(this.shown);
    part(this.root, '[role=tab][aria-selected="true"]').focus();
  }

  /** Go on from a final hole. */
  #goOn() {
    const next = this.phone.game.currentHole;
    if (!this.#waits || next === null) {
      location.assign(this.phone.urls.card);
      return;
    }
    history.pushState(null, "", this.phone.urls.hole + next);
    this.leaving.show(next);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      return;
    if (this.view.hasConflict) return;
    const takesCards = this.mode === "cards" && hasCards(this.rules.house);
    if (this.mode === "number" ? this.#numberKey(event) : takesCards && this.board.key(event)) event.preventDefault();
  }

  // --- a bare number -------------------------------------------------------------------------------------------------

  #askNumber(text = this.shown.points === null ? "" : number(this.shown.points)) {
    this.mode = "number";
    const field = this.#numberField();
    field.value = text;
    this.#isSaved = this.shown.points !== null && text === number(this.shown.points);
    this.#draw();
    field.focus();
    if (this.#isSaved) field.select();
  }

  /** Another player’s tab: what was typed until then is entered, as by Next. @param {Hand} next */
  #leaveFor(next) {
    const typed = this.mode === "number" ? this.#numberField().value.replace(/\s*[-+\u2212]\s*$/, "") : "";
    const { points } = parsePoints(typed, this.rules.house);
    if (points !== null && points !== this.shown.points) this.hands.setPoints(this.shown, points);
    this.#show(next);
  }

  /** A typed number survives a reload, as cards do. */
  #keepNumber() {
    const text = this.#numberField().value;
    this.#isSaved = false;
    this.hands.drafts.put("number", { player: this.shown.id, text });
    this.view.drawNumber(this.shown.name, text);
  }

  /** @param {string} key */
  #type(key) {
    const field = this.#numberField();
    const isDigit = /^\d$/.test(key);
    const isNext = isDigit && this.#added !== "" && field.value === this.#added;
    const before = isDigit && this.#isSaved ? "" : field.value;
    field.value = key === "erase" ? before.slice(0, -1) : `${before}${isNext ? "+" : ""}${key}`;
    this.#added = "";
    tremble(A_TICK);
    this.#keepNumber();
  }

  /** @param {string} points  of a key that is often added */
  #add(points) {
    this.#type(/\d\s*$/.test(this.#numberField().value) ? `+${points}` : points);
    this.#added = this.#numberField().value;
  }

  /** A key of the keyboard while the number's field has not the focus, as after a tap. @param {KeyboardEvent} event */
  #numberKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!/^([-+0-9]|Backspace)$/.test(event.key)) return false;
    this.#type(event.key === "Backspace" ? "erase" : event.key.replace("-", "\u2212"));
    this.#numberField().focus();
    return true;
  }

  /** @param {Event} event */
  #setNumber(event) {
    event.preventDefault();
    const hand = this.shown;
    const { points, problem } = parsePoints(this.#numberField().value, this.rules.house);
    if (points === null) {
      this.view.say(problem);
      return;
    }
    if (hasCards(this.rules.house)) habits.put("numbers", { since: Date.now() });
    this.hands.setPoints(hand, points);
    this.#moveOn(hand);
  }

  /** @returns {HTMLInputElement} */
  #numberField() {
    return /** @type {HTMLInputElement} */ (part(this.root, ".number-entry input"));
  }

  /** Make a change that tells of itself several times, and draw once. @param {() => void} change */
  #drawOnce(change) {
    this.#isDrawn = false;
    try {
      change();
    } finally {
      this.#isDrawn = true;
    }
    this.#draw();
  }

  #draw() {
    if (!this.#isDrawn) return;
    const { shown, mode, notice, remark, confirming } = this;
    const cleared = this.#cleared?.hand === shown;
    confirming.draw();
    this.view.draw({
      shown,
      mode,
      notice,
      remark,
      cleared,
      waits: this.#waits,
      busy: confirming.busy,
      ...confirming.chosen,
    });
  }
}

/** Whether this player has no entry and is not sitting out. @param {Hand} hand */
function isUntouched(hand) {
  return hand.state === "kept" && handText(hand) === "" && !hand.out;
}

/** @param {readonly {id: number, name: string}[]} players */
function people(players) {
  return JSON.stringify(players.map(({ id, name }) => [id, name]));
}

/**
 * The server's state of a hole, as Hands takes it.
 * @param {GameOnPhone} phone
 * @param {number} number
 * @returns {HoleData}
 */
function holeData(phone, number) {
  const known = knownHole(phone, number),
    hole = phone.game.hole(number);
  const entered = hole === null ? null : phone.game.entries(hole); // with 0 for the player who went out
  return {
    place: { game: phone.uid, key: phone.key, api: phone.urls.api, hole: number },
    holeVersion: known.hole_version,
    players: phone.game.atTable(number).map(({ id, name }) => {
      const hand = known.hands.find((/** @type {{player: number}} */ { player }) => player === id);
      const points = hand?.cards ? null : (entered?.get(id)?.points ?? null);
      return { id, name, version: hand?.version ?? 0, cards: hand?.cards ?? null, points };
    }),
    ender: known.ender,
    enderKnown: known.ender_known,
    confirmed: hole?.confirmed ?? false,
  };
}

/**
 * A hole as the server has it; without any entry, a hole without cards.
 * @param {GameOnPhone} phone
 * @param {number} number
 */
function knownHole(phone, number) {
  const known = phone.hole(number);
  if (known !== null) return known;
  const hands = phone.game.atTable(number).map(({ id }) => ({ player: id, version: 0, cards: null, points: null }));
  return { hole_version: 0, ender: null, ender_known: false, hands };
}

/**
 * The warnings for impossible cards of a hole, with their players.
 * @param {GameOnPhone} phone
 * @param {number} number
 * @returns {DeckWarning[]}
 */
function warningsOf({ game }, number) {
  return game.warnings(number).map(({ code, message, holders }) => ({
    code,
    message,
    players: holders.flatMap(([name]) => game.players.filter((player) => player.name === name).map(({ id }) => id)),
  }));
}

// --- the element -----------------------------------------------------------------------------------------------------

export class HoleEntry extends HTMLElement {
  /** @type {GameOnPhone | null} */
  #phone = null;
  /** @type {Entering | null} */
  #entering = null;

  connectedCallback() {
    const phone = GameOnPhone.here();
    if (this.#phone !== null || phone === null || !phone.mayEdit) return;
    this.#phone = phone;
    this.dataset["awake"] = String(keepAwake());
    // Everything is rebuilt where the players or the rules have changed.
    phone.addEventListener("change", () => {
      const entering = this.#entering;
      if (entering !== null && !entering.follow()) this.show(entering.number);
      this.#shut(phone);
    });
    addEventListener("popstate", () => this.show(numberIn(location.pathname) ?? Number(this.dataset["hole"])));
    document.addEventListener("keydown", (event) => phone.isShut || this.#entering?.key(event));
    this.show(Number(this.dataset["hole"]));
  }

  /** Show a hole of the game; the page stays the same. @param {number} hole */
  show(hole) {
    const phone = this.#phone;
    if (phone === null) return;
    const { number, shown } = this.#entering ?? {};
    this.#entering?.leave();
    this.#entering = null;
    if (phone.game.atTable(hole).length === 0) return;
    const section = entrySection(phone, hole);
    this.querySelector(":scope > .entry")?.remove();
    this.prepend(section);
    const heading = document.querySelector(".app-header__title");
    if (heading !== null) drawEntryHeading(heading, phone.game, hole);
    this.#entering = new Entering(section, phone, hole, {
      leave: (next) => void this.#leave(phone, next),
      show: (next) => this.show(next),
    });
    if (number === hole && shown !== undefined) {
      this.#entering.begin(shown.id);
      this.#entering.miss(shown);
    } else this.#entering.begin(...asked());
    this.#shut(phone);
    this.dataset["ready"] = String(hole);
  }

  /** A deleted game accepts nothing; unfinished cards stay on the screen as a draft. @param {GameOnPhone} phone */
  #shut(phone) {
    const section = this.querySelector(":scope > .entry");
    if (section instanceof HTMLElement) section.inert = phone.isShut;
  }

  /**
   * The hole is final. Go to the page that the server names; offline to the scorecard, if this browser can open it and
   * saves entries; or to the next hole, on this very page.
   * @param {GameOnPhone} phone
   * @param {string | null} next
   */
  async #leave(phone, next) {
    if (next !== null) location.assign(next);
    else if (phone.keeps && (await abilities()).offline) location.assign(phone.urls.card);
    else this.#entering?.wait();
  }
}

/** The player and the card in this page's address, such as `?card=0,1#hand-2`. @returns {[number?, Cell?]} */
function asked() {
  const player = /^#hand-(\d+)$/.exec(location.hash)?.[1];
  const card = new URLSearchParams(location.search).get("card");
  return player === undefined ? [] : card === null ? [Number(player)] : [Number(player), cellOf(card)];
}

/** @param {string} path */
function numberIn(path) {
  const found = /\/hole\/(\d+)$/.exec(path)?.[1];
  return found === undefined ? null : Number(found);
}

customElements.define("hole-entry", HoleEntry);
