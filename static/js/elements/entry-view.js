/**
 * What the entry page of a hole shows: the players' tabs, which of its parts are there just now, what is to be said, and
 * what needs somebody. Draws into the parts of entry-markup.js and changes nothing in the game.
 *
 * @import {EntryBoard} from "./entry-board.js"
 * @import {Hand} from "./hand.js"
 * @import {Hands} from "./hands.js"
 * @import {House} from "../rules/house.js"
 * @import {PartialLayout} from "../rules/layout.js"
 * @import {Wording} from "../rules/wording.js"
 * @import {GameOnPhone} from "../store/game-on-phone.js"
 *
 * @typedef {object} EntryState
 * @property {Hand} shown  the hand on the grid
 * @property {"cards" | "number"} mode  what the keypad's place holds: the cards' keys, or the digits of a bare number
 * @property {string} notice  what the last confirmation came to
 * @property {boolean} waits  this phone has confirmed the hole and waits for the network
 * @property {boolean} busy  a confirmation is on its way
 */

import { GONE, word } from "../rules/cards.js";
import { scoreSoFar } from "../rules/scoring.js";
import { listing, number, sentence } from "../rules/wording.js";
import { h } from "./build.js";
import { cardFace } from "./card-face.js";
import { handText, isBehind, isDone, layoutOf, savedOf, savedText } from "./hand.js";
import { part } from "./part.js";

export class EntryView {
  /** Whose conflict is shown, so that the choice is not drawn anew under the finger. @type {string} */
  #conflictShown = "";

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
  }

  /** Whether two entries lie side by side, and nothing else can be done. */
  get hasConflict() {
    return this.#conflictShown !== "";
  }

  /**
   * @param {EntryState} state
   */
  draw(state) {
    const { hands, board } = this;
    const { shown, mode } = state;
    if (board.editor !== shown.editor) board.show(shown.editor);
    else board.draw();
    for (const hand of hands.all) this.#drawTab(hand, hand === shown);
    const bare = shown.points !== null || shown.out;
    const asking = hands.allDone && shown.editor.open === null && mode === "cards";
    this.#reveal(".layout--entry", mode === "cards" && !bare);
    this.#reveal(".bare-score", mode === "cards" && bare);
    this.#reveal(".keys", mode === "cards" && !asking && !bare);
    this.#reveal(".number-entry", mode === "number");
    this.#reveal(".confirm", asking || (bare && hands.allDone && mode === "cards"));
    this.#reveal(".hand__number", mode === "cards" && !bare);
    const behind = mode === "cards" && isBehind(shown);
    this.#reveal(".hand__saved", behind);
    this.#reveal(".hand__remove", behind && handText(shown) === "");
    part(this.root, ".hand__remove").textContent = `Remove ${shown.name}'s ${shown.saved.cards === null ? "number" : "cards"}`;
    this.#reveal(".hand__out", mode === "cards" && !bare && shown.state === "kept" && shown.editor.empty);
    part(this.root, ".bare-score__points").textContent = shown.points === null ? "–" : number(shown.points);
    part(this.root, ".bare-score__note").textContent = shown.out ? "sits this hole out" : "entered as a number, without cards";
    this.say(this.#state(shown));
    this.#drawTrouble(state);
  }

  /**
   * @param {Hand} hand
   * @param {boolean} selected
   */
  #drawTab(hand, selected) {
    const tab = this.root.querySelector(`button[data-player="${hand.id}"]`);
    if (!(tab instanceof HTMLElement)) return;
    const done = isDone(hand);
    const begun = !hand.editor.empty;
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
    const { asking } = hand.editor;
    if (asking !== null) return asking === GONE ? "Which line has gone?" : `Which ${word(asking)}?`;
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

  /** @param {EntryState} state */
  #drawTrouble(state) {
    const { hands } = this;
    this.#drawConflict(hands.all.find((hand) => hand.theirs !== null));
    const unsaved = hands.all.filter((hand) => hand.message !== "" && hand.theirs === null);
    const troubles = unsaved.map((hand) => sentence(`${hand.name} is not saved yet: ${hand.message}`));
    this.#problem([state.notice, ...troubles].filter(Boolean).join(" "));
    this.#reveal(".entry__retry", unsaved.length > 0);
    this.#drawDone(state);
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

  /**
   * The hole counts: another phone said so, or this one did and has no network to tell.
   * @param {EntryState} state
   */
  #drawDone({ waits, busy }) {
    const byOthers = !this.wasConfirmed && (this.phone.saved.hole(this.number)?.confirmed ?? false) && !busy;
    this.#reveal(".entry__done", byOthers || waits);
    if (!byOthers && !waits) return;
    const next = this.phone.game.currentHole;
    const text = byOthers
      ? `Hole ${this.number} is confirmed: it counts.`
      : `Hole ${this.number} counts on this phone, and is sent when the network is back. Keep this page open until then: it alone holds it.`;
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
  say(text) {
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
 * Two phones entered different cards for one player: both layouts side by side, each with what it scores, and the choice.
 * @param {Hand} hand  whose `theirs` is there
 * @param {{house: House} & Wording} rules
 */
function bothHands(hand, rules) {
  return h("section", { class: "conflict sheet", tabindex: -1, role: "alertdialog", aria: { labelledby: "conflict-title", describedby: "conflict-why" } },
    h("h2", { id: "conflict-title" }, `${hand.name}: which cards are right?`),
    h("p", { id: "conflict-why", class: "conflict__why" }, "Two phones entered different cards. Whichever you choose, the history keeps both."),
    h("div", { class: "conflict__both" },
      entered("mine", "This phone", handText(hand), rules),
      entered("theirs", "Another phone", hand.theirs?.text ?? "", rules)));
}

/**
 * @param {"mine" | "theirs"} choice
 * @param {string} who
 * @param {string} text
 * @param {{house: House} & Wording} rules
 */
function entered(choice, who, text, rules) {
  const { points } = savedOf(0, text);
  const layout = points === null ? layoutOf(text, rules.house) : null;
  const total = layout === null ? points : scoreSoFar(layout, rules.house, rules).total;
  return h("div", { class: `conflict__hand conflict__${choice}`, dataset: { text } },
    h("h3", null, who),
    layout !== null && cards(layout),
    h("p", { class: "conflict__points" }, total === null ? "nothing entered" : `${number(total)} points${layout === null ? ", a number only" : ""}`),
    h("button", { type: "button", class: "button button--primary", dataset: { act: choice } }, choice === "mine" ? "Mine" : "Theirs"));
}

/** @param {PartialLayout} layout */
function cards({ rows }) {
  return h("table", { class: `layout layout--small layout--${rows[0]?.length ?? 1}` },
    h("tbody", null, rows.map((row) => h("tr", null, row.map((card) => h("td", null, card === null
      ? h("span", { class: "card card--empty" }, h("span", { class: "visually-hidden" }, "no card"))
      : cardFace(card, false)))))));
}
