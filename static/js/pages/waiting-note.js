/**
 * <waiting-note>: how many entries of this phone are not sent yet, whether the server answers, and which entries need a
 * decision. It is empty while there is nothing to say. What it says of refused entries is loaded when there are some.
 *
 * With `data-compact` it is one line, for the entry page; refused entries are then decided on the scorecard. `data-key`
 * names the game on a page that is not live. Without a game the note covers all of them.
 *
 * @import {Waiting} from "../phone/queue.js"
 * @import {Connection} from "../phone/server.js"
 * @import {Game} from "../rules/game.js"
 * @import {Child} from "../shell/app.js"
 *
 * @typedef {object} Source  a GameOnPhone, or the outbox by itself
 * @property {Outbox} outbox
 * @property {readonly Waiting[]} waiting
 * @property {boolean} keeps
 * @property {boolean} mayEdit
 * @property {boolean} isUnsent
 * @property {Connection} connection
 * @property {string} closed
 * @property {GameOnPhone["wayBack"]} wayBack
 * @property {boolean} isShut
 * @property {Game | null} game
 * @property {GameOnPhone["urls"] | null} urls
 * @property {EventTarget["addEventListener"]} addEventListener
 *
 * @typedef {object} Sending
 * @property {number} waits  entries that need no decision
 * @property {number} heldUp  those of them that wait for a decision on another entry
 * @property {boolean} away  the server does not answer
 * @property {boolean} stuck  the server answers, but takes nothing
 * @property {boolean} stays  the page must stay open: it alone has the entries, or it can't be reopened
 * @property {boolean} mayEdit
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { gameUrls } from "../phone/device-storage.js";
import { Outbox, RENEWED } from "../phone/queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { h, show } from "../shell/app.js";

/** Milliseconds. Shorter waits and gaps are not mentioned. */
const SOON = 1_500;

/** Milliseconds until a page has what it needs first, and until what could not be loaded is asked for again. */
const LATER = 3_000;

export class WaitingNote extends HTMLElement {
  /** @type {Source | null} */
  #source = null;
  /** When there was first something to say. @type {number | null} */
  #since = null;
  /** @type {import("./waiting-words.js").WaitingWords | null} */
  #words = null;
  #isLoading = false;

  connectedCallback() {
    if (this.#source !== null) return;
    const source = GameOnPhone.here() ?? new OutboxAlone(Outbox.open(), this.dataset["key"]);
    this.#source = source;
    source.addEventListener("change", () => this.#draw(source));
    this.#draw(source);
    if (!needsWords(source)) this.dataset["ready"] = "";
    if (!("serviceWorker" in navigator)) learnToStay();
  }

  /** @param {Source} source */
  #draw(source) {
    if (this.#words !== null) this.#words.draw(source);
    else {
      const words = this.state(source, source.waiting.length, 0);
      show(this, line(words === "" ? null : h("p", null, words)));
      if (needsWords(source) && !this.#isLoading) void this.#load(source);
    }
  }

  /** Load what is said of refused entries, however often that takes. @param {Source} source */
  async #load(source) {
    this.#isLoading = true;
    const loaded = await import("./waiting-words.js").catch(() => null);
    if (loaded === null) setTimeout(() => void this.#load(source), LATER);
    else {
      this.#words = new loaded.WaitingWords(this, source);
      this.dataset["ready"] = "";
    }
  }

  /**
   * The state of the connection and the queue, once it has lasted.
   * @param {Source} source
   * @param {number} waits
   * @param {number} heldUp
   */
  state(source, waits, heldUp) {
    const { connection, outbox, keeps, mayEdit, isUnsent } = source;
    const away = connection === "away" || outbox.trouble === NO_NETWORK;
    const told = sendingWords({
      waits,
      heldUp,
      away,
      mayEdit,
      stays: !keeps || !isSecureContext,
      stuck: outbox.trouble !== "",
    });
    const words = isUnsent && away && keeps ? "Only on this phone until you’re online. Then others can join." : told;
    this.#since = words === "" ? null : (this.#since ?? performance.now());
    const left = this.#since === null ? 0 : this.#since + SOON - performance.now();
    if (left > 0) setTimeout(() => this.#draw(source), left + 1);
    return left > 0 ? "" : words;
  }
}

/** Whether the server has refused anything. @param {Source} source */
function needsWords({ waiting, connection, wayBack, isShut }) {
  return connection === "closed" || wayBack !== null || isShut || waiting.some(({ trouble }) => trouble !== null);
}

/**
 * The line, which exists while it is empty: else a screen reader would not announce its text.
 * @param {...(Child | readonly Child[])} parts
 */
export function line(...parts) {
  return h("div", { class: "waiting-note__line", role: "status", tabindex: -1 }, ...parts);
}

/** Load the code for staying open offline, after everything that the page needs first. */
function learnToStay() {
  setTimeout(() => import("./open-page.js").catch(learnToStay), LATER);
}

/** The queue on a page without a live game. */
class OutboxAlone extends EventTarget {
  game = null;
  mayEdit = true;
  isUnsent = false;
  closed = "";
  wayBack = null;
  isShut = false;

  /** @param {Outbox} outbox @param {string} [key] */
  constructor(outbox, key) {
    super();
    this.outbox = outbox;
    this.key = key;
    this.urls = key === undefined ? null : gameUrls(key);
    outbox.addEventListener("change", () => this.dispatchEvent(new Event("change")));
    void outbox.flush();
  }

  get waiting() {
    return this.outbox.all.filter((entry) => this.key === undefined || entry.key === this.key);
  }

  get keeps() {
    return this.outbox.keeps;
  }

  /** @returns {Connection} */
  get connection() {
    if (this.waiting.some((entry) => entry.trouble?.code === RENEWED)) return "closed";
    return this.outbox.trouble === NO_NETWORK ? "away" : "online";
  }
}

/**
 * @param {Sending} sending
 * @returns {string}
 */
function sendingWords({ waits, heldUp, away, stuck, stays, mayEdit }) {
  const entries = (/** @type {number} */ count) => (count === 1 ? "1 entry" : `${count} entries`);
  if (waits > 0 && (away || stuck)) {
    if (stays) return `${entries(waits)} not sent yet. Keep this page open.`;
    return `${entries(waits)} ${away ? "waiting to send." : "waiting for the server."}`;
  }
  const held = heldUp === 0 ? "" : `${entries(heldUp)} ${heldUp === 1 ? "needs" : "need"} your attention.`;
  if (waits > 0) return waits > heldUp ? `Sending… ${held}`.trim() : held;
  if (!away) return "";
  if (!mayEdit) return "Offline. This may be out of date.";
  return stays ? "Offline. Keep this page open." : "Offline. Entries are saved here.";
}

customElements.define("waiting-note", WaitingNote);
