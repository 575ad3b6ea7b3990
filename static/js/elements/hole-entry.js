/**
 * <hole-entry>: the entry page of a hole. Players as tabs, one grid, one keypad; a filled layout is sent and moves on to
 * the next player; when all are there, the same place asks for the confirmation. Without scripts the form inside it does
 * the same job.
 *
 * @import {Hand} from "./hand.js"
 * @import {Rank} from "../rules/cards.js"
 */

import { parsePoints } from "../rules/notation.js";
import { number } from "../rules/wording.js";
import { Confirming } from "./confirming.js";
import { EntryBoard } from "./entry-board.js";
import { handText, isBehind, isDone, savedText } from "./hand.js";
import { Hands } from "./hands.js";
import { part } from "./part.js";

const A_DOUBLE_TAP = 300; // milliseconds

export class HoleEntry extends HTMLElement {
  connectedCallback() {
    const data = JSON.parse(part(this, "script.hole-data").textContent ?? "{}");
    if (data.players.length > 0) new Entering(this, data).begin();
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

  /**
   * @param {HTMLElement} root
   * @param {any} data  see _hole_data in scorekeeper/web/play/views.py
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.hands = new Hands(data, data.rules.house);
    this.board = new EntryBoard(part(root, ".entry"), data.rules, {
      put: (rank) => this.#put(rank),
      erase: () => this.#erase(),
      opened: () => {
        this.resting = null; // whoever chose a cell means the key
        this.#draw();
      },
    });
    this.confirming = new Confirming(part(root, ".confirm"), this.hands, data.urls.confirm, (text) => {
      this.notice = text;
      this.#draw();
    });
    /** @type {Hand} */
    this.shown = this.hands.all.find((hand) => !isDone(hand)) ?? /** @type {Hand} */ (this.hands.all[0]);
  }

  begin() {
    const { root } = this;
    this.hands.addEventListener("change", () => this.#draw());
    root.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    part(root, ".number-entry").addEventListener("submit", (event) => this.#setNumber(event));
    addEventListener("online", () => void this.hands.retry());
    // Shown once more by going back, the page is as old as it was left: the hole has moved on since.
    if (cameBack()) void this.hands.refresh();
    addEventListener("pageshow", (event) => event.persisted && void this.hands.refresh());
    document.addEventListener("visibilitychange", () => document.hidden || void this.hands.refresh());
    root.dataset["ready"] = "";
    this.#show(this.shown);
    void this.hands.flush();
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
    this.#show(next ?? from);
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
    else if (act === "mine" || act === "theirs") {
      const hand = this.hands.all.find((candidate) => candidate.theirs !== null);
      if (hand === undefined) return;
      this.hands.choose(hand, act);
      this.#moveOn(hand);
    } else if (button.dataset["digit"] !== undefined) this.#type(button.dataset["digit"]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return;
    if (this.mode !== "cards" || !this.board.key(event)) return;
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
      return `${hand.name}: ${number(this.#raw(hand))}${extra}`;
    }
    const saved = isBehind(hand) ? `; saved: ${savedText(hand.saved).replace("-", "\u2212")}` : "";
    return (hand.editor.empty ? `${hand.name}: top row first` : `${hand.name}: ${number(this.#raw(hand))} so far`) + saved;
  }

  #drawTrouble() {
    const { hands } = this;
    const conflict = hands.all.find((hand) => hand.theirs !== null);
    this.#reveal(".conflict", conflict !== undefined);
    if (conflict !== undefined) {
      part(this.root, ".conflict__who").textContent = conflict.name;
      part(this.root, ".conflict__mine").textContent = handText(conflict) || "nothing";
      part(this.root, ".conflict__theirs").textContent = conflict.theirs?.text ?? "nothing";
    }
    const unsaved = hands.all.filter((hand) => (hand.state === "waiting" || hand.state === "refused") && hand.message !== "");
    const troubles = unsaved.map((hand) => `${hand.name} is not saved yet: ${hand.message}.`);
    this.#problem([this.notice, ...troubles].filter(Boolean).join(" "));
    this.#reveal(".entry__retry", unsaved.length > 0);
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

function cameBack() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "back_forward";
}
