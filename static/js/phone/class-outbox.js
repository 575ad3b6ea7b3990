/**
 * TODO
 *
 * @import {Answer, Problem, Send} from "./server.js"
 *
 * @typedef {object} Did  one thing that a pupil did
 * @property {string} letter  of the question
 * @property {"answer" | "hint" | "show"} did
 * @property {Record<string, string>} typed  what stood in the fields, by their names
 * @property {number | null} took  milliseconds that the question had been on show
 *
 * @typedef {object} Waits
 * @property {string} id  names it to the server; never used for another content
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it may have left the phone
 * @property {"waiting" | "needs-you"} state
 * @property {{code: string, message: string, problems: Problem[]} | null} trouble  why the server does not take it
 *
 * @typedef {Did & Waits} Work
 *
 * @typedef {object} ClassDraft
 * @property {Record<string, string>} typed  by the names of the fields
 * @property {number} took  milliseconds that the question had been on show by then
 */

import { newWriteId } from "./drafts.js";
import { send } from "./server.js";

const FIRST_WAIT = 1_000; // milliseconds until what did not get through is tried again; doubled each time
const LONGEST_WAIT = 30_000;

/** The server's words where the whole seat is refused: its class is gone, or this device does not open it. */
export const SHUT_OUT = ["class.not_found", "not_found", "class.seat_not_found"];

export class ClassOutbox extends EventTarget {
  /** In order. @type {readonly Work[]} */
  all = [];
  /** Why nothing gets through at the moment; "" while it does. */
  trouble = "";
  /** The id that is on its way. @type {string | null} */
  #sending = null;
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Promise<void> | null} */
  #running = null;

  /** By their addresses. @type {Map<string, ClassOutbox>} */
  static #here = new Map();

  /**
   * The outbox of a seat: one for each page, however often that is drawn anew.
   * @param {string} api
   */
  static of(api) {
    const outbox = ClassOutbox.#here.get(api) ?? new ClassOutbox(api);
    ClassOutbox.#here.set(api, outbox);
    return outbox;
  }

  /**
   * @param {string} api  where the work of this seat goes to
   * @param {Send} [ask]
   * @param {() => boolean} [hasNetwork]  no more than a hint: a server on this very machine needs none
   */
  constructor(api, ask = send, hasNetwork = () => navigator.onLine) {
    super();
    this.api = api;
    this.ask = ask;
    this.hasNetwork = hasNetwork;
  }

  /**
   * The last thing that waits for one question.
   * @param {string} letter
   */
  newest(letter) {
    return this.all.findLast((work) => work.letter === letter) ?? null;
  }

  /**
   * A pupil did something. What was done at the same question before and cannot have left the phone, or was refused, is
   * replaced.
   * @param {Did} did
   */
  submit(did) {
    const isReplaced = (/** @type {Work} */ { letter, id, state, tries }) =>
      letter === did.letter && (state === "needs-you" || (tries === 0 && id !== this.#sending));
    const waits = { id: newWriteId(), madeAt: Date.now(), tries: 0, state: /** @type {const} */ ("waiting"), trouble: null };
    this.#become([...this.all.filter((work) => !isReplaced(work)), { ...did, ...waits }]);
    void this.flush();
  }

  /** @param {string} id */
  drop(id) {
    this.#become(this.all.filter((work) => work.id !== id));
  }

  dropAll() {
    this.#become([]);
  }

  /** The network is back, or somebody asks: wait no longer than needed from now on. */
  hurry() {
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  /** Send what waits, one after the other; resolves when nothing more can be done now. */
  flush() {
    clearTimeout(this.#timer);
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendAll() {
    let trouble = "";
    for (let work = this.#next(); work !== undefined && trouble === ""; work = this.#next()) {
      this.#sending = work.id;
      if (this.hasNetwork()) this.#change([work.id], { tries: work.tries + 1 });
      const answer = await this.#asked(work);
      this.#sending = null;
      if (answer.kind === "later") trouble = answer.message;
      else this.#settle(work, answer);
    }
    this.trouble = trouble;
    this.#become(this.all);
    if (trouble === "") {
      this.#wait = FIRST_WAIT;
      return;
    }
    this.#timer = setTimeout(() => void this.flush(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #next() {
    return this.all.find(({ state }) => state === "waiting");
  }

  /**
   * @param {Work} work
   * @returns {Promise<Answer>}
   */
  async #asked({ id, letter, did, typed, took }) {
    const answer = await this.ask("POST", this.api, { write_id: id, letter, did, typed, took });
    if (answer.kind !== "done" || answer.body.write_id === id) return answer;
    return { kind: "later", reached: true, message: "something else answered in the server's place" };
  }

  /**
   * @param {Work} work
   * @param {Answer} answer
   */
  #settle({ id }, answer) {
    if (answer.kind !== "refused") {
      this.drop(id);
      return;
    }
    const { code, message, problems } = answer;
    // A seat that is gone need not be asked for each thing that waits.
    const refused = SHUT_OUT.includes(code) ? this.all.map((work) => work.id) : [id];
    this.#change(refused, { state: "needs-you", trouble: { code, message, problems } });
  }

  /**
   * @param {readonly string[]} ids
   * @param {Partial<Waits>} what
   */
  #change(ids, what) {
    this.#become(this.all.map((work) => (ids.includes(work.id) ? { ...work, ...what } : work)));
  }

  /** @param {readonly Work[]} all */
  #become(all) {
    this.all = all;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * Whether its whole seat is refused.
 * @param {Work} work
 */
export function isShutOut({ trouble }) {
  return trouble !== null && SHUT_OUT.includes(trouble.code);
}

export class ClassDrafts {
  /** By the letters of the questions. @type {Record<string, ClassDraft>} */
  #all = {};
  #key;

  /** @param {string} seat  the class and the number in it, `ABC234/7` */
  constructor(seat) {
    this.#key = `scorekeeper:class-draft:${seat}`;
    try {
      this.#all = JSON.parse(sessionStorage.getItem(this.#key) ?? "{}");
    } catch {
      // Blocked by the browser's settings: it is on the page all the same.
    }
  }

  /** The questions that something is kept for. */
  get letters() {
    return Object.keys(this.#all);
  }

  /** @param {string} letter */
  get(letter) {
    return this.#all[letter] ?? null;
  }

  /**
   * @param {string} letter
   * @param {ClassDraft} draft
   */
  keep(letter, draft) {
    this.#become({ ...this.#all, [letter]: draft });
  }

  /** @param {string} letter */
  drop(letter) {
    const { [letter]: _, ...others } = this.#all;
    this.#become(others);
  }

  dropAll() {
    this.#become({});
  }

  /** @param {Record<string, ClassDraft>} all */
  #become(all) {
    this.#all = all;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(all));
    } catch {
      // Full, or forbidden: it is still on the page.
    }
  }
}
