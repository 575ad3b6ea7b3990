/**
 * What waits, in one line: for <waiting-note> on the entry page, where there is room for no more, and the beginning of the
 * one on every other page of a game.
 *
 * @import {Game} from "../rules/game.js"
 * @import {Outbox} from "../store/outbox.js"
 * @import {Connection} from "../store/live.js"
 * @import {Waiting} from "../store/outbox.js"
 *
 * @typedef {object} Source  a GameOnPhone, or the outbox by itself
 * @property {Outbox} outbox
 * @property {readonly Waiting[]} waiting
 * @property {boolean} keeps
 * @property {boolean} mayEdit
 * @property {Connection} connection
 * @property {string} closed
 * @property {Game | null} game
 * @property {{card: string, hole: string} | null} urls
 * @property {EventTarget["addEventListener"]} addEventListener
 */

import { GameOnPhone } from "../store/game-on-phone.js";
import { h, show } from "./build.js";
import { called, closedWords, sendingWords } from "./waiting-words.js";

/** The server's word for a link that leads nowhere any more: its entries go out by the new link, and need no decision. */
export const RENEWED = "link.renewed";

/** Milliseconds. What is done faster than this, and gaps shorter than this, are not worth a word. */
const SOON = 1_000;
const A_GAP = 2_500;

export class WaitingLine extends HTMLElement {
  /** @type {Source | null} */
  source = null;
  /** Since when something is on its way, the server does not answer, or what waits is nowhere but in this page. */
  #since = { sending: /** @type {number | null} */ (null), away: /** @type {number | null} */ (null), unkept: /** @type {number | null} */ (null) };

  connectedCallback() {
    if (this.source === null) void this.#begin();
  }

  async #begin() {
    const source = await this.sourceHere();
    if (source !== null) this.follow(source);
  }

  /**
   * What this page speaks of.
   * @returns {Promise<Source | null>}
   */
  sourceHere() {
    return GameOnPhone.here();
  }

  /**
   * Speak for this game from now on.
   * @param {Source} source
   */
  follow(source) {
    if (this.source !== null) return;
    this.source = source;
    source.addEventListener("change", () => this.draw());
    this.draw();
    // Whoever came by a link to an entry comes before there is anything to come to.
    if (location.hash.startsWith("#waiting-")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    this.dataset["ready"] = "";
  }

  draw() {
    const { source } = this;
    if (source === null) return;
    const needing = source.waiting.filter((entry) => entry.state === "needs-you" && entry.trouble?.code !== RENEWED);
    const compact = this.dataset["compact"] !== undefined;
    // The line is there before it has something to say, else a screen reader would not hear of it.
    show(this,
      h("div", { class: "waiting-note__line", role: "status", tabindex: -1 }, this.#line(source, needing, compact)),
      compact ? [] : this.panels(source, needing.filter((entry) => !isDecidedOnItsHole(entry))));
    this.classList.toggle("is-closed", source.connection === "closed");
    this.classList.toggle("needs-you", needing.length > 0);
  }

  /**
   * What is said of each entry that the server refused, under the line.
   * @param {Source} _source
   * @param {readonly Waiting[]} _refused
   * @returns {HTMLElement[]}
   */
  panels(_source, _refused) {
    return [];
  }

  /**
   * @param {Source} source
   * @param {readonly Waiting[]} needing
   * @param {boolean} compact
   */
  #line(source, needing, compact) {
    const parts = [];
    const waits = source.waiting.length - needing.length;
    // One that is decided on this very page is shown there.
    const elsewhere = needing.filter((entry) => !(compact && isDecidedOnItsHole(entry) && isHere(source, entry)));
    if (source.connection === "closed") {
      const whole = closedWords(source.closed, waits, false);
      parts.push(...closedWords(source.closed, waits, compact).map((words) => h("p", { title: compact && whole.join(" ") }, words)));
    }
    if (elsewhere.length > 0) parts.push(h("p", null, needsYou(source, elsewhere, compact)));
    const heldUp = source.waiting.filter((entry) => source.outbox.isHeldUp(entry)).length;
    const state = source.connection === "closed" ? "" : this.#state(source, waits, heldUp, compact);
    if (state !== "" && !(compact && elsewhere.length > 0)) parts.push(h("p", null, state));
    return parts;
  }

  /**
   * How it stands with the network and what waits for it.
   * @param {Source} source
   * @param {number} waits
   * @param {number} heldUp
   * @param {boolean} compact
   */
  #state({ connection, outbox, keeps, mayEdit }, waits, heldUp, compact) {
    const away = connection === "away" || outbox.trouble === "no connection";
    return sendingWords({
      waits, heldUp, away, mayEdit, compact,
      awayLong: this.#isLong("away", away, A_GAP),
      sendingLong: this.#isLong("sending", waits > heldUp, SOON),
      unkept: this.#isLong("unkept", !keeps, SOON), // for a moment that is so of everything
      stuck: outbox.trouble !== "",
      plain: !isSecureContext,
    });
  }

  /**
   * Whether something has lasted; if it may yet, the note is drawn again when it has.
   * @param {"away" | "sending" | "unkept"} what
   * @param {boolean} now
   * @param {number} enough  milliseconds
   */
  #isLong(what, now, enough) {
    const begun = now ? (this.#since[what] ?? performance.now()) : null;
    this.#since[what] = begun;
    if (begun === null) return false;
    const left = begun + enough - performance.now();
    if (left <= 0) return true;
    setTimeout(() => this.draw(), left + 1);
    return false;
  }
}

/**
 * Two entries for one hand lie side by side on the hole's own page; only there the table can choose.
 * @param {Waiting} entry
 */
function isDecidedOnItsHole({ trouble }) {
  return trouble?.code === "store.conflict" || trouble?.code === "store.hole_conflict";
}

/**
 * Whether this is the page of the entry's hole.
 * @param {Source} source
 * @param {Waiting} entry
 */
function isHere({ urls }, { hole }) {
  return urls !== null && location.pathname === urls.hole + hole;
}

/**
 * @param {Source} source
 * @param {readonly Waiting[]} needing
 * @param {boolean} compact
 */
function needsYou(source, needing, compact) {
  const { urls } = source;
  const count = needing.length === 1 ? "1 entry needs you: " : `${needing.length} entries need you: `;
  const shown = compact ? needing.slice(0, 1) : needing;
  const links = shown.flatMap((entry, index) => {
    const what = called(entry, source.game);
    const to = urls && (isDecidedOnItsHole(entry) ? urls.hole + entry.hole : `${urls.card}#waiting-${entry.id}`);
    return [index > 0 && ", ", to ? h("a", { href: to }, what) : what];
  });
  return [count, ...links, shown.length < needing.length && " …"];
}
