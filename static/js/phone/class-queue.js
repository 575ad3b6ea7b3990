/**
 * Work that the server hasn't acknowledged, question by question, and typed text until it is sent. Both survive a
 * reload and are lost with the tab, because students share school devices.
 *
 * @import {Queued} from "./queue.js"
 * @import {Answer, Send} from "./server.js"
 *
 * @typedef {object} Did  one action of a student
 * @property {string} letter  of the question
 * @property {"answer" | "hint" | "show"} did
 * @property {Record<string, string>} typed  text of the fields, by name
 * @property {number | null} took  milliseconds the question was on show
 *
 * @typedef {Queued & Did} Work
 */

import { Records } from "./device-storage.js";
import { deviceStorage, Queue } from "./queue.js";
import { send } from "./server.js";

/** Error codes that refuse the whole seat: its class is gone, or this device can't open it. */
export const SHUT_OUT = ["class.not_found", "not_found", "class.seat_not_found"];

/** @extends {Queue<Work>} */
export class ClassQueue extends Queue {
  /** By address. @type {Map<string, ClassQueue>} */
  static #here = new Map();

  /** The queue of a seat: one per page, however often it is redrawn. @param {string} api */
  static of(api) {
    const queue = ClassQueue.#here.get(api) ?? new ClassQueue(api, deviceStorage("sessionStorage"));
    ClassQueue.#here.set(api, queue);
    return queue;
  }

  /**
   * @param {string} api  address for the work of this seat
   * @param {Storage | null} storage
   * @param {Send} [ask]
   */
  constructor(api, storage, ask = send) {
    super(new Records(`scorekeeper:class:${api}:`, storage), ask);
    this.api = api;
    /** Typed text by question letter and field name. @type {Records<Record<string, string>>} */
    this.drafts = new Records(`scorekeeper:class-typed:${api}:`, storage);
  }

  /**
   * Queue an action; it replaces an unsent one at the same question.
   * @param {Did} did
   */
  submit(did) {
    this.put({ ...this.fresh(did.letter), ...did });
  }

  dropDrafts() {
    for (const letter of this.drafts.ids) this.drafts.drop(letter);
  }

  /** Drop unsent work too. */
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
    // A seat that is gone refuses all its work at once.
    const refused = SHUT_OUT.includes(code) ? this.all : this.all.filter(({ write }) => write === sent.write);
    for (const work of refused) this.change(work, { state: "needs-you", trouble: { code, message, problems } });
  }
}

/** Whether the whole seat is refused. @param {Work} work */
export function isShutOut({ trouble }) {
  return trouble !== null && SHUT_OUT.includes(trouble.code);
}
