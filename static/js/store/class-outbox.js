/**
 * What the pupils of this device did and the server has not acknowledged: kept in the browser's database, sent in the order
 * in which it was done, and removed only when the server's answer names it. Several pupils may share a device by turns:
 * each has a seat, and what waits names it.
 *
 * Nobody else writes for a seat but its own pupil, so there is nothing to decide here: what the server refuses stays with
 * its reason until the page has shown it.
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
 */

import { openDatabase } from "./database.js";
import { newWriteId } from "./drafts.js";
import { Queue } from "./queue.js";
import { send } from "./sending.js";

const NAME = "scorekeeper-class-outbox"; // of the turn at sending, and of the channel between tabs

/** The server's word where there is no such class. */
export const NOT_FOUND = "not_found";

/** And where this device does not know the seat, as without its cookies. */
const GONE = [NOT_FOUND, "class.seat_not_found"];

/** Milliseconds: longer than a class is kept anywhere. */
const OLD = 31 * 24 * 60 * 60 * 1_000;

/** @extends {Queue<Work>} */
export class ClassOutbox extends Queue {
  /** Whether what is on its way from this tab may have left the phone. */
  #mayHaveLeft = true;

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
   * The last thing that waits for one question.
   * @param {string} seat
   * @param {string} letter
   */
  newest(seat, letter) {
    return this.all.findLast((work) => work.seat === seat && work.letter === letter) ?? null;
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
    const added = this.add({ ...this.fresh(id), seat, api, ...what });
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

  /** What no class can want any more goes by itself: nobody may ever come to that page again. */
  async forgetOld() {
    for (const { id, madeAt } of this.all) if (Date.now() - madeAt > OLD) await this.entries.remove(id);
  }

  /**
   * Try once more what the server refused.
   * @param {string} id
   */
  async retry(id) {
    const work = this.all.find((one) => one.id === id);
    if (work === undefined) return;
    await this.entries.change(work, { state: "waiting", trouble: null });
    await this.flush();
  }

  // --- as the queue has it -----------------------------------------------------------------------------------------------

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
  async deliver({ id, api, letter, did, typed, took }) {
    this.#mayHaveLeft = this.hasNetwork();
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
    // Whose class is gone need not ask for each thing that waits.
    const refused = GONE.includes(code) ? this.of(work.seat) : [work];
    for (const one of refused) await this.entries.change(one, { state: "needs-you", trouble: { code, message, problems } });
  }
}

/**
 * Whether it was refused because there is no such seat for this device.
 * @param {Work} work
 */
export function isGone({ state, trouble }) {
  return state === "needs-you" && GONE.includes(trouble?.code ?? "");
}

/**
 * Records of a later release stay where they are, for that release to send.
 * @param {any} work
 * @returns {work is Work}
 */
function isReadable(work) {
  return work?.format === 1 && typeof work.id === "string" && typeof work.seat === "string" && typeof work.api === "string";
}
