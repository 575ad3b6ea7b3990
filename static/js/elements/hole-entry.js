/**
 * <hole-entry data-hole>: the entry page of a hole. Players as tabs, one grid, one keypad; a filled layout is sent and moves
 * on to the next player; when all are there, the same place asks for the confirmation. A phone that said whose it is opens
 * on that player and stays there. Without scripts the form inside it does the same job.
 *
 * @import {Hand} from "./hand.js"
 * @import {HoleData} from "./hands.js"
 * @import {Rank} from "../rules/cards.js"
 */

import { parsePoints } from "../rules/notation.js";
import { listing, number } from "../rules/wording.js";
import { GameOnPhone } from "../store/game-on-phone.js";
import { keepAwake, tremble } from "./awake.js";
import { bothHands } from "./both-hands.js";
import { Confirming } from "./confirming.js";
import { EntryBoard } from "./entry-board.js";
import { drawEntryHeading, entrySection } from "./entry-markup.js";
import { handText, isBehind, isDone, savedText } from "./hand.js";
import { Hands } from "./hands.js";
import { part } from "./part.js";

const A_DOUBLE_TAP = 300; // milliseconds

export class HoleEntry extends HTMLElement {
  /** @type {Entering | null} */
  #entering = null;

  connectedCallback() {
    if (this.#entering === null) void this.#begin();
  }

  async #begin() {
    const phone = await GameOnPhone.here();
    if (phone === null || !phone.mayEdit) return;
    this.dataset["awake"] = String(keepAwake());
    // Everything is built anew where other people sit at the table now.
    phone.addEventListener("change", () => {
      const entering = this.#entering;
      if (entering !== null && !entering.follow()) this.show(entering.number);
    });
    addEventListener("popstate", () => this.show(numberIn(location.pathname) ?? Number(this.dataset["hole"])));
    document.addEventListener("keydown", (event) => this.#entering?.key(event));
    this.#open(phone, Number(this.dataset["hole"]));
  }

  /**
   * Go to another hole of the game without leaving the page.
   * @param {number} hole
   */
  show(hole) {
    const { phone } = this.#entering ?? {};
    if (phone !== undefined) this.#open(phone, hole);
  }

  /**
   * @param {GameOnPhone} phone
   * @param {number} hole
   */
  #open(phone, hole) {
    this.#entering?.leave();
    this.#entering = null;
    if (phone.game.atTable(hole).length === 0) return;
    const section = entrySection(phone, hole);
    this.querySelector(":scope > .entry")?.remove();
    this.prepend(section);
    const heading = document.querySelector(".app-header__title");
    if (heading !== null) drawEntryHeading(heading, phone.game, hole);
    this.#entering = new Entering(section, phone, hole, (next) => this.#leave(phone, next));
    this.#entering.begin();
    this.dataset["ready"] = String(hole);
  }

  /**
   * The hole counts. On to the page that the server names; without a network to the scorecard, if this browser has it;
   * else to the next hole, on this very page.
   * @param {GameOnPhone} phone
   * @param {string | null} next
   */
  #leave(phone, next) {
    if (next !== null) location.assign(next);
    else if (navigator.serviceWorker?.controller) location.assign(phone.urls.card);
    else this.#entering?.wait();
  }
}

class Entering {
  /** What the keypad's place holds: the cards' keys, or the digits of a bare number. @type {"cards" | "number"} */
  mode = "cards";
  /** The player that a filled layout moved on from: erasing at once goes back there. @type {number | null} */
  cameFrom = null;
  /** The key that means nothing for a moment, after it moved on to the next player. @type {Rank | null} */
  resting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #restEnds;
  /** What the last confirmation came to; the next thing that is done wipes it. */
  notice = "";
  /** Whether this phone has confirmed the hole and waits for the network. */
  #waits = false;
  /** Whose conflict is shown, so that the choice is not drawn anew under the finger. @type {string} */
  #conflictShown = "";

  /**
   * @param {HTMLElement} root
   * @param {GameOnPhone} phone
   * @param {number} hole
   * @param {(next: string | null) => void} leave
   */
  constructor(root, phone, hole, leave) {
    this.root = root;
    this.phone = phone;
    this.number = hole;
    this.hands = new Hands(holeData(phone, hole), phone.game.house, phone.outbox);
    this.wasConfirmed = phone.saved.hole(hole)?.confirmed ?? false;
    this.board = new EntryBoard(root, phone.rules, {
      put: (rank) => this.#put(rank),
      erase: () => this.#erase(),
      opened: () => {
        this.resting = null; // whoever chose a cell means the key
        this.#draw();
      },
    });
    this.confirming = new Confirming(part(root, ".confirm"), this.hands, {
      tell: (text) => {
        this.notice = text;
        this.#draw();
      },
      look: () => phone.look(),
      leave,
    });
    /** @type {Hand} */
    this.shown = this.#first();
  }

  begin() {
    const { root } = this;
    this.hands.warnings = warningsOf(this.phone, this.number);
    this.hands.addEventListener("change", () => this.#draw());
    this.hands.addEventListener("look", () => void this.phone.look());
    root.addEventListener("click", (event) => this.#click(event));
    part(root, ".number-entry").addEventListener("submit", (event) => this.#setNumber(event));
    this.#show(this.shown);
  }

  /** The page shows another hole now. */
  leave() {
    this.hands.leave();
    clearTimeout(this.#restEnds);
  }

  /**
   * The game has changed, here or on another phone.
   * @returns {boolean} false where other people play this hole now
   */
  follow() {
    const { phone, hands } = this;
    const ids = phone.game.atTable(this.number).map(({ id }) => id);
    if (String(ids) !== String(hands.all.map(({ id }) => id))) return false;
    hands.warnings = warningsOf(phone, this.number);
    hands.take(phone.hole(this.number) ?? notBegun(phone, this.number));
    return true;
  }

  /** The confirmation waits for the network, and this browser opens no page without one: go on here. */
  wait() {
    this.#waits = true;
    this.#draw();
  }

  /** Who is entered first: the player whose phone this is, or whoever is missing. */
  #first() {
    const { all } = this.hands;
    const own = all.find(({ id }) => id === this.phone.seat);
    const missing = all.find((hand) => !isDone(hand));
    return (missing && own) ?? missing ?? /** @type {Hand} */ (all[0]);
  }

  /**
   * Bring a player's hand to the grid.
   * @param {Hand} hand
   */
  #show(hand) {
    this.shown = hand;
    this.mode = "cards";
    if (this.hands.allDone) hand.editor.openAt(null);
    else hand.editor.openFirstEmpty();
    this.board.show(hand.editor);
    this.#draw();
  }

  /** @param {Rank} rank */
  #put(rank) {
    const hand = this.shown;
    if (rank === this.resting) return;
    this.resting = null; // another key was tapped since: the same one again is the next player's card
    if (hand.editor.open === null) {
      this.#say("Tap the card that you want to change.");
      return;
    }
    this.notice = "";
    hand.points = null;
    hand.editor.put(rank);
    this.hands.entered(hand);
    if (!hand.editor.complete) {
      this.board.draw();
      return;
    }
    tremble();
    this.#moveOn(hand);
    this.#rest(rank);
  }

  /**
   * The second half of a double tap on the last card is not the next player's first one.
   * @param {Rank} rank
   */
  #rest(rank) {
    const keypad = part(this.root, ".keypad");
    this.resting = rank;
    keypad.dataset["resting"] = rank;
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
    // On a phone of one's own nobody else's cards are next.
    this.#show(from.id === this.phone.seat ? from : (next ?? from));
  }

  #erase() {
    const hand = this.shown;
    this.notice = "";
    if (hand.points !== null) {
      this.hands.setPoints(hand, null);
      this.#show(hand);
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
    if (player !== undefined) {
      const hand = this.hands.of(Number(player));
      if (hand !== undefined) this.#show(hand);
    } else if (column !== undefined) this.#say(this.board.why(Number(column)));
    else if (act === "number") this.#askNumber();
    else if (act === "out") {
      this.hands.setOut(this.shown, true);
      if (this.shown.out) this.#moveOn(this.shown);
    } else if (act === "cards") {
      this.hands.setOut(this.shown, false);
      if (this.shown.points !== null) this.hands.setPoints(this.shown, null);
      this.#show(this.shown);
    } else if (act === "saved") {
      this.hands.restore(this.shown);
      this.#show(this.shown);
    } else if (act === "remove") {
      this.hands.clear(this.shown);
      this.#show(this.shown);
    } else if (act === "retry") void this.hands.retry();
    else if (act === "on") this.#goOn();
    else if (act === "mine" || act === "theirs") {
      const hand = this.hands.all.find((candidate) => candidate.theirs !== null);
      if (hand === undefined) return;
      this.hands.choose(hand, act);
      this.#moveOn(hand);
    } else if (button.dataset["digit"] !== undefined) this.#type(button.dataset["digit"]);
  }

  /** On from a hole that counts. */
  #goOn() {
    const next = this.phone.game.currentHole;
    if (!this.#waits || next === null) {
      location.assign(this.phone.urls.card);
      return;
    }
    history.pushState(null, "", this.phone.urls.hole + next);
    const entry = this.root.closest("hole-entry");
    if (entry instanceof HoleEntry) entry.show(next);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return;
    if (this.mode !== "cards" || this.#conflictShown !== "" || !this.board.key(event)) return;
    event.preventDefault();
  }

  // --- a bare number ---------------------------------------------------------------------------------------------------

  #askNumber() {
    this.mode = "number";
    const field = this.#numberField();
    field.value = this.shown.points === null ? "" : number(this.shown.points);
    this.#draw();
    field.focus();
  }

  /** @param {string} key */
  #type(key) {
    const field = this.#numberField();
    field.value = key === "erase" ? field.value.slice(0, -1) : field.value + key;
  }

  /** @param {Event} event */
  #setNumber(event) {
    event.preventDefault();
    const hand = this.shown;
    const { points, problem } = parsePoints(this.#numberField().value);
    if (problem !== null) {
      this.#say(problem.message);
      return;
    }
    this.hands.setPoints(hand, points);
    this.#moveOn(hand);
  }

  /** @returns {HTMLInputElement} */
  #numberField() {
    return /** @type {HTMLInputElement} */ (part(this.root, ".number-entry input"));
  }

  // --- showing ---------------------------------------------------------------------------------------------------------

  #draw() {
    const { hands, shown, board } = this;
    if (board.editor !== shown.editor) board.show(shown.editor);
    else board.draw();
    for (const hand of hands.all) this.#drawTab(hand);
    const bare = shown.points !== null || shown.out;
    const asking = hands.allDone && shown.editor.open === null && this.mode === "cards";
    this.#reveal(".layout--entry", this.mode === "cards" && !bare);
    this.#reveal(".bare-score", this.mode === "cards" && bare);
    this.#reveal(".keypad", this.mode === "cards" && !asking && !bare);
    this.#reveal(".number-entry", this.mode === "number");
    this.#reveal(".confirm", asking || (bare && hands.allDone && this.mode === "cards"));
    this.#reveal(".hand__number", this.mode === "cards" && !bare);
    const behind = this.mode === "cards" && isBehind(shown);
    this.#reveal(".hand__saved", behind);
    this.#reveal(".hand__remove", behind && handText(shown) === "");
    part(this.root, ".hand__remove").textContent = `Remove ${shown.name}'s ${shown.saved.cards === null ? "number" : "cards"}`;
    this.#reveal(".hand__out", this.mode === "cards" && !bare && shown.state === "kept" && shown.editor.empty);
    part(this.root, ".bare-score__points").textContent = shown.points === null ? "–" : number(shown.points);
    part(this.root, ".bare-score__note").textContent = shown.out ? "sits this hole out" : "entered as a number, without cards";
    this.#say(this.#state(shown));
    this.confirming.draw();
    this.#drawTrouble();
  }

  /** @param {Hand} hand */
  #drawTab(hand) {
    const tab = this.root.querySelector(`button[data-player="${hand.id}"]`);
    if (!(tab instanceof HTMLElement)) return;
    const done = isDone(hand);
    const begun = !hand.editor.empty;
    const selected = hand === this.shown;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    const unsaved = done && hand.state !== "kept" && hand.message !== "";
    tab.classList.toggle("is-complete", done && !unsaved);
    tab.classList.toggle("is-partial", !done && begun);
    tab.classList.toggle("is-missing", !done && !begun);
    tab.classList.toggle("is-warned", unsaved || this.hands.isWarned(hand));
    const score = tab.querySelector(".player-tab__score");
    const raw = this.#raw(hand);
    if (score !== null) {
      const points = number(raw) + (hand.points === null ? "" : "#");
      score.textContent = hand.out ? "out" : done ? points : begun ? "…" : "–";
    }
    const spoken = tab.querySelector(".visually-hidden");
    if (spoken !== null) {
      const counted = hand.points === null ? "points" : "points, number only";
      const state = hand.out ? "sits this hole out" : done ? counted : begun ? "begun" : "missing";
      spoken.textContent = state + (done && hand.state !== "kept" ? ", not saved yet" : "");
    }
    if (selected) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {Hand} hand */
  #raw(hand) {
    return hand.points ?? this.board.score(hand.editor).total;
  }

  /** @param {Hand} hand */
  #state(hand) {
    if (hand.out) return `${hand.name} sits this hole out.`;
    if (hand.points !== null) return `${hand.name}: ${number(hand.points)}, entered as a number.`;
    if (hand.editor.complete) {
      const across = this.board.score().lines.filter((line) => new Set(line.cells.map(([, c]) => c)).size > 1);
      const extra = across.length > 0 ? ` (${across.map((line) => line.text).join("; ")})` : "";
      return `${hand.name}: ${number(this.#raw(hand))}${extra}${this.#whoIsMissing(hand)}`;
    }
    const saved = isBehind(hand) ? `; saved: ${savedText(hand.saved).replace("-", "\u2212")}` : "";
    return (hand.editor.empty ? `${hand.name}: top row first` : `${hand.name}: ${number(this.#raw(hand))} so far`) + saved;
  }

  /**
   * Whom a phone of one's own waits for.
   * @param {Hand} hand
   */
  #whoIsMissing(hand) {
    const missing = this.hands.all.filter((other) => !isDone(other)).map(({ name }) => name);
    return hand.id !== this.phone.seat || missing.length === 0 ? "" : `. ${listing(missing)} ${missing.length > 1 ? "are" : "is"} still to come`;
  }

  #drawTrouble() {
    const { hands } = this;
    this.#drawConflict(hands.all.find((hand) => hand.theirs !== null));
    const unsaved = hands.all.filter((hand) => hand.message !== "" && hand.theirs === null);
    const troubles = unsaved.map((hand) => `${hand.name} is not saved yet: ${hand.message}.`);
    this.#problem([this.notice, ...troubles].filter(Boolean).join(" "));
    this.#reveal(".entry__retry", unsaved.length > 0);
    this.#drawDone();
  }

  /** @param {Hand | undefined} hand */
  #drawConflict(hand) {
    const shown = hand === undefined ? "" : JSON.stringify([hand.id, handText(hand), hand.theirs]);
    if (shown === this.#conflictShown) return;
    this.#conflictShown = shown;
    this.root.querySelector(".conflict")?.remove();
    this.root.classList.toggle("has-conflict", hand !== undefined);
    if (hand === undefined) return;
    const both = bothHands(hand, this.phone.rules);
    this.root.append(both);
    both.focus(); // the keypad is out of sight until the table has chosen
  }

  /** The hole counts: another phone said so, or this one did and has no network to tell. */
  #drawDone() {
    const byOthers = !this.wasConfirmed && (this.phone.saved.hole(this.number)?.confirmed ?? false) && !this.confirming.busy;
    this.#reveal(".entry__done", byOthers || this.#waits);
    if (!byOthers && !this.#waits) return;
    const next = this.phone.game.currentHole;
    const text = byOthers
      ? `Hole ${this.number} is confirmed: it counts.`
      : `Hole ${this.number} counts on this phone, and is sent when the network is back. Keep this page open: without https, this browser opens no other one until then.`;
    const words = part(this.root, ".entry__done-text");
    if (words.textContent !== text) words.textContent = text;
    const button = part(this.root, 'button[data-act="on"]');
    button.textContent = byOthers || next === null ? "Scorecard" : `On to hole ${next}`;
    button.hidden = !byOthers && next === null;
  }

  /** @param {string} text */
  #problem(text) {
    const place = part(this.root, ".entry__problem");
    place.hidden = text === "";
    const words = part(this.root, ".entry__problem-text");
    if (words.textContent !== text) words.textContent = text;
  }

  /** @param {string} text */
  #say(text) {
    const place = part(this.root, ".hand__say");
    if (place.textContent !== text) place.textContent = text;
  }

  /**
   * @param {string} selector
   * @param {boolean} shown
   */
  #reveal(selector, shown) {
    part(this.root, selector).hidden = !shown;
  }
}

/**
 * What the server knows of a hole, as Hands takes it.
 * @param {GameOnPhone} phone
 * @param {number} number
 * @returns {HoleData}
 */
function holeData(phone, number) {
  const known = phone.hole(number) ?? notBegun(phone, number);
  const hole = phone.game.hole(number);
  return {
    place: { game: phone.uid, key: phone.key, api: phone.urls.api, hole: number },
    holeVersion: known.hole_version,
    players: phone.game.atTable(number).map(({ id, name }) => {
      const hand = known.hands.find((/** @type {{player: number}} */ { player }) => player === id);
      return { id, name, version: hand?.version ?? 0, cards: hand?.cards ?? null, points: hand?.points ?? null };
    }),
    ender: hole?.ender ?? null,
    enderKnown: hole?.enderKnown ?? false,
    confirmed: hole?.confirmed ?? false,
  };
}

/**
 * A hole that the server has nothing of.
 * @param {GameOnPhone} phone
 * @param {number} number
 */
function notBegun(phone, number) {
  const hands = phone.game.atTable(number).map(({ id }) => ({ player: id, version: 0, cards: null, points: null }));
  return { hole_version: 0, ender: null, ender_known: false, hands };
}

/**
 * What is impossible about the cards of a hole, with the players that hold them.
 * @param {GameOnPhone} phone
 * @param {number} number
 */
function warningsOf({ game }, number) {
  return game.warnings(number).map(({ code, message, holders }) => ({
    code,
    message,
    players: holders.flatMap(([name]) => game.players.filter((player) => player.name === name).map(({ id }) => id)),
  }));
}

/** @param {string} path */
function numberIn(path) {
  const found = /\/hole\/(\d+)$/.exec(path)?.[1];
  return found === undefined ? null : Number(found);
}
