/**
 * What the pupil of this device did and the server has not acknowledged: kept in the browser's database, sent in the order
 * in which it was done, and removed only when the server's answer names it. What the server refuses stays with its reason
 * until the page has shown it.
 *
 * @import {Keep} from "./database.js"
 * @import {Answer, Problem, Send} from "./sending.js"
 *
 * @typedef {object} SeatAddress
 * @property {string} seat  the class and the number in it, `ABC234/7`
 * @property {string} api  where its work goes to
 *
 * @typedef {"answer" | "hint" | "show"} Did
 *
 * @typedef {object} Refusal  why the server does not take it
 * @property {string} code
 * @property {string} message
 * @property {Problem[]} problems
 *
 * @typedef {object} Work  one thing that a pupil did and that waits
 * @property {1} format
 * @property {string} id  names it to the server; never used for another content
 * @property {number} order
 * @property {string} seat
 * @property {string} api
 * @property {string} letter  of the question
 * @property {Did} did
 * @property {Record<string, string>} typed  what stood in the fields, by their names
 * @property {number | null} took  milliseconds that the question had been on show
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it may have left the phone
 * @property {"waiting" | "needs-you"} state
 * @property {Refusal | null} trouble
 * @property {string[]} [replaces]  ids in whose place it came
 */

import { OLD } from "./class-drafts.js";
import { openDatabase } from "./database.js";
import { newWriteId } from "./drafts.js";
import { Queue } from "./queue.js";
import { send } from "./sending.js";

const NAME = "scorekeeper-class-outbox"; // of the turn at sending, and of the channel between tabs

/** The server's words where there is no such class any more, and where this device does not open the seat. */
export const NO_CLASS = ["class.not_found", "not_found"];
export const NO_SEAT = "class.seat_not_found";

/** @extends {Queue<Work>} */
export class ClassOutbox extends Queue {
  /** Whether what is on its way from this tab may have left the phone. */
  #mayHaveLeft = true;

  /** Why nothing of a seat is taken just now. @type {Map<string, string>} */
  #troubles = new Map();

  /** Why nothing reaches the server at all. */
  #away = "";

  /** @type {Promise<ClassOutbox> | undefined} */
  static #here;

  /** The outbox of this browser, one for each page. */
  static open() {
    ClassOutbox.#here ??= openDatabase("scorekeeper-class").then(async (keep) => {
      const outbox = new ClassOutbox(keep, send, globalThis.navigator?.locks ?? null, new BroadcastChannel(NAME));
      await outbox.reload();
      await outbox.forgetOld();
      return outbox;
    });
    return ClassOutbox.#here;
  }

  /**
   * @param {Keep} keep
   * @param {Send} ask
   * @param {LockManager | null} [locks]  browsers have turns to take only over https
   * @param {BroadcastChannel | null} [channel]
   * @param {() => boolean} [hasNetwork]  no more than a hint: a server on this very machine needs none
   */
  constructor(keep, ask, locks = null, channel = null, hasNetwork = () => globalThis.navigator?.onLine !== false) {
    super(NAME, { store: "work", isReadable }, keep, ask, locks, channel);
    this.hasNetwork = hasNetwork;
  }

  /**
   * What waits for one seat, in order.
   * @param {string} seat
   */
  of(seat) {
    return this.all.filter((work) => work.seat === seat);
  }

  /**
   * What waits for all seats of a class, in order.
   * @param {string} code
   */
  ofClass(code) {
    return this.all.filter((work) => classOf(work.seat) === code);
  }

  /**
   * The last thing that waits for one question.
   * @param {string} seat
   * @param {string} letter
   */
  newest(seat, letter) {
    return this.all.findLast((work) => work.seat === seat && work.letter === letter) ?? null;
  }

  /**
   * Why nothing of a seat gets through at the moment; "" while it does. Another seat's trouble is its own.
   * @param {string} seat
   */
  troubleOf(seat) {
    return this.trouble === "" ? "" : (this.#troubles.get(seat) ?? this.#away);
  }

  /**
   * A pupil did something. What was done at the same question before and cannot have left the phone, or was refused, is
   * replaced.
   * @param {SeatAddress} where
   * @param {{letter: string, did: Did, typed: Record<string, string>, took: number | null}} what
   * @param {string} [id]
   * @returns {Promise<boolean>} whether it survives closing the page; it waits from the moment of the call
   */
  submit({ seat, api }, what, id = newWriteId()) {
    const replaced = this.all.filter((work) => work.seat === seat && work.letter === what.letter && this.#mayBeReplaced(work));
    const added = this.add({ ...this.fresh(id), seat, api, ...what, replaces: replaced.map((before) => before.id) });
    for (const before of replaced) void this.entries.remove(before.id);
    return added;
  }

  /** @param {Work} work */
  #mayBeReplaced({ id, state, tries }) {
    return state === "needs-you" || (tries === 0 && id !== this.sending);
  }

  /**
   * Give up everything of a seat.
   * @param {string} seat
   */
  async forget(seat) {
    for (const { id } of this.of(seat)) await this.drop(id);
  }

  /**
   * Give up everything of a class, whose ever it is.
   * @param {string} code
   */
  async forgetClass(code) {
    for (const { id } of this.ofClass(code)) await this.drop(id);
  }

  /** What no class can want any more goes by itself: nobody may ever come to that page again. */
  async forgetOld() {
    for (const { id, madeAt } of this.all) if (Date.now() - madeAt > OLD) await this.entries.remove(id);
  }

  /**
   * Send nothing more of a seat that another device opens by now: what waits is told to its pupil.
   * @param {string} seat
   */
  async holdBack(seat) {
    const trouble = { code: NO_SEAT, message: "Another device had this place meanwhile.", problems: [] };
    for (const work of this.of(seat)) await this.entries.change(work, { state: "needs-you", trouble });
  }

  // --- as the queue has it -----------------------------------------------------------------------------------------------

  /** @override */
  async reload() {
    await super.reload();
    // A page that was closed in the middle of replacing left both.
    const replaced = new Set(this.all.flatMap(({ replaces }) => replaces ?? []));
    for (const work of this.all) if (replaced.has(work.id) && this.#mayBeReplaced(work)) await this.entries.remove(work.id);
  }

  /** @override */
  next() {
    return this.all.find((work) => work.state === "waiting" && !this.stuck.has(this.groupOf(work)));
  }

  /**
   * The order counts within a seat: a hint that was seen before an answer must not come after it.
   * @override
   * @param {Work} work
   */
  groupOf({ seat }) {
    return seat;
  }

  /**
   * @override
   * @param {Work} work
   * @returns {Promise<Answer>}
   */
  async deliver(work) {
    this.#mayHaveLeft = this.hasNetwork();
    const answer = await this.#asked(work);
    this.#away = "";
    this.#troubles.delete(work.seat);
    if (answer.kind === "later" && answer.reached) this.#troubles.set(work.seat, answer.message);
    else if (answer.kind === "later") {
      this.#troubles.clear();
      this.#away = answer.message;
    }
    return answer;
  }

  /**
   * @param {Work} work
   * @returns {Promise<Answer>}
   */
  async #asked({ id, api, letter, did, typed, took }) {
    const answer = await this.ask("POST", api, { write_id: id, letter, did, typed, took });
    if (answer.kind !== "done" || answer.body.write_id === id) return answer;
    return { kind: "later", reached: true, message: "something else answered in the server's place" };
  }

  /**
   * @override
   * @param {Work} work
   * @param {Answer} answer
   */
  async settle(work, answer) {
    if (answer.kind === "done") await this.entries.remove(work.id);
    else if (answer.kind === "refused") await this.#refused(work, answer);
    else if (answer.kind === "later" && !answer.reached && !this.#mayHaveLeft) {
      await this.entries.change(work, { tries: work.tries - 1 });
    }
  }

  /**
   * @param {Work} work
   * @param {Refusal} refusal
   */
  async #refused(work, { code, message, problems }) {
    // Whose class or seat is gone need not ask for each thing that waits.
    const refused = NO_CLASS.includes(code) ? this.ofClass(classOf(work.seat)) : code === NO_SEAT ? this.of(work.seat) : [work];
    for (const one of refused) await this.entries.change(one, { state: "needs-you", trouble: { code, message, problems } });
  }
}

/**
 * Whether its whole seat is refused: its class is gone, or this device does not open it.
 * @param {Work} work
 */
export function isShutOut({ state, trouble }) {
  return state === "needs-you" && trouble !== null && [...NO_CLASS, NO_SEAT].includes(trouble.code);
}

/**
 * @param {string} seat
 * @returns {string} the code of its class
 */
function classOf(seat) {
  return seat.split("/")[0] ?? "";
}

/**
 * Records of a later release stay where they are, for that release to send.
 * @param {any} work
 * @returns {work is Work}
 */
function isReadable(work) {
  return work?.format === 1 && typeof work.id === "string" && typeof work.seat === "string" && typeof work.api === "string";
}
