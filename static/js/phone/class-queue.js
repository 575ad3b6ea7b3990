/**
 * What a student did and the server has not acknowledged, question by question; and what is typed, until it is sent. Both
 * survive loading the page anew, and go with the tab: a device of a school is many people's.
 *
 * @import {Queued} from "./queue.js"
 * @import {Answer, Send} from "./server.js"
 *
 * @typedef {object} Did  one thing that a student did
 * @property {string} letter  of the question
 * @property {"answer" | "hint" | "show"} did
 * @property {Record<string, string>} typed  what stood in the fields, by their names
 * @property {number | null} took  milliseconds since the question came on show
 *
 * @typedef {Queued & Did} Work
 */

import { Records } from "./kept.js";
import { deviceStorage, Queue } from "./queue.js";
import { send } from "./server.js";

/** The server's words where the whole seat is refused: its class is gone, or this device does not open it. */
export const SHUT_OUT = ["class.not_found", "not_found", "class.seat_not_found"];

/** @extends {Queue<Work>} */
export class ClassQueue extends Queue {
  /** By their addresses. @type {Map<string, ClassQueue>} */
  static #here = new Map();

  /** The queue of a seat: one for each page, however often that is drawn anew. @param {string} api */
  static of(api) {
    const queue = ClassQueue.#here.get(api) ?? new ClassQueue(api, deviceStorage("sessionStorage"));
    ClassQueue.#here.set(api, queue);
    return queue;
  }

  /**
   * @param {string} api  where the work of this seat goes to
   * @param {Storage | null} storage
   * @param {Send} [ask]
   */
  constructor(api, storage, ask = send) {
    super(new Records(`scorekeeper:class:${api}:`, storage), ask);
    this.api = api;
    /** What is typed, by the letters of the questions and the names of the fields. @type {Records<Record<string, string>>} */
    this.drafts = new Records(`scorekeeper:class-typed:${api}:`, storage);
  }

  /**
   * A student did something; it takes the place of what was done at the same question before and has not arrived.
   * @param {Did} did
   */
  submit(did) {
    this.put({ ...this.fresh(did.letter), ...did });
  }

  dropDrafts() {
    for (const letter of this.drafts.ids) this.drafts.drop(letter);
  }

  /** Forget what waits, too. */
  dropAll() {
    this.dropDrafts();
    for (const letter of this.records.ids) this.records.drop(letter);
    this.changed();
  }

  /** @override @param {Work} work @returns {Promise<Answer>} */
  deliver({ write, letter, did, typed, took }) {
    return this.ask("POST", this.api, { write_id: write, letter, did, typed, took });
  }

  /**
   * @override
   * @param {Work} sent
   * @param {Work | null} here
   * @param {Answer} answer
   */
  answered(sent, here, answer) {
    if (answer.kind !== "refused") {
      if (here?.write === sent.write) this.forget(here.id);
      return;
    }
    const { code, message, problems } = answer;
    // A seat that is gone need not be asked for each thing that waits.
    const refused = SHUT_OUT.includes(code) ? this.all : this.all.filter(({ write }) => write === sent.write);
    for (const work of refused) this.change(work, { state: "needs-you", trouble: { code, message, problems } });
  }
}

/** Whether its whole seat is refused. @param {Work} work */
export function isShutOut({ trouble }) {
  return trouble !== null && SHUT_OUT.includes(trouble.code);
}
