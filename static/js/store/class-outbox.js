/**
 * What the pupils of this device did and the server has not acknowledged: kept in the browser's database, sent in the order
 * in which it was done, and removed only when the server's answer names it. Several pupils may share a device by turns:
 * each has a seat, and what waits names it.
 *
 * Nobody else writes for a seat but its own pupil, who may use two devices: each answer tells on how many it is based, and
 * where the other device was quicker the pupil decides. What the server refuses stays with its reason until the page has
 * shown it.
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
 * @property {Newer} [newer]  what the same pupil answered at another device
 *
 * @typedef {object} Newer
 * @property {number} answers  how many there are
 * @property {Record<string, string>} typed  what counts
 * @property {string} there  that in words
 * @property {string} here  in words what was not taken
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
 * @property {number | null} [basedOn]  how many answers to the question the page knew; none where it tells nothing of that
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it may have left the phone
 * @property {"waiting" | "needs-you"} state
 * @property {Refusal | null} trouble
 * @property {string[]} [replaces]  ids in whose place it came
 */

import { ClassDrafts, OLD } from "./class-drafts.js";
import { openDatabase } from "./database.js";
import { newWriteId } from "./drafts.js";
import { Queue } from "./queue.js";
import { send } from "./sending.js";

const NAME = "scorekeeper-class-outbox"; // of the turn at sending, and of the channel between tabs

/** The server's word where there is no such class any more. */
export const NOT_FOUND = "class.not_found";

/** And where it is there, but this device does not know the seat, as without its cookies. */
export const SEAT_NOT_FOUND = "class.seat_not_found";

/** And where the teacher has removed the seat, from which nothing had come. */
export const SEAT_GONE = "class.seat_gone";

/** And where the pupil answered at another device meanwhile. */
export const NEWER = "class.newer_answer";

/** What says that the class is gone: a page that is missing is missing in the same words as any other. */
export const GONE = [NOT_FOUND, "not_found"];

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
   * @param {(seat: string) => Pick<ClassDrafts, "answersAt" | "noteAnswers">} [known]  what this phone knows of a seat
   */
  constructor(keep, ask, locks = null, channel = null, hasNetwork = () => globalThis.navigator?.onLine !== false, known = (seat) => new ClassDrafts(seat)) {
    super(NAME, { store: "work", isReadable }, keep, ask, locks, channel);
    this.hasNetwork = hasNetwork;
    this.known = known;
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
   * @param {{letter: string, did: Did, typed: Record<string, string>, took: number | null, basedOn?: number | null}} what
   * @param {string} [id]
   * @returns {Promise<boolean>} whether it survives closing the page; it waits from the moment of the call
   */
  submit({ seat, api }, { basedOn = null, ...what }, id = newWriteId()) {
    const replaced = this.all.filter((work) => work.seat === seat && work.letter === what.letter && this.#mayBeReplaced(work));
    const told = replaced.map(({ trouble }) => trouble?.newer?.answers ?? 0);
    const base = basedOn === null ? null : Math.max(basedOn, this.known(seat).answersAt(what.letter), ...told);
    const added = this.add({ ...this.fresh(id), seat, api, ...what, basedOn: base, replaces: replaced.map((before) => before.id) });
    for (const before of replaced) void this.entries.remove(before.id);
    return added;
  }

  /**
   * Of two answers the one from this phone is to count: it goes under another name, for it is based on the other one.
   * @param {string} id
   */
  async sendAllTheSame(id) {
    const work = this.all.find((one) => one.id === id);
    if (work !== undefined) await this.submit(work, { letter: work.letter, did: work.did, typed: work.typed, took: work.took, basedOn: work.basedOn ?? 0 });
  }

  /**
   * Of two answers the one from the other device is to count.
   * @param {string} id
   */
  async keepTheOther(id) {
    const work = this.all.find((one) => one.id === id);
    if (work?.trouble?.newer) this.known(work.seat).noteAnswers(work.letter, work.trouble.newer.answers);
    await this.drop(id);
  }

  /** @param {Work} work */
  #mayBeReplaced({ id, state, tries }) {
    return state === "needs-you" || (tries === 0 && id !== this.sending);
  }

  /**
   * What of a seat may still come to count: it waits, for the network or for its pupil. What was refused for good does not.
   * @param {string} seat
   */
  unsettled(seat) {
    return this.of(seat).filter((work) => work.state === "waiting" || isUnknownHere(work) || isOvertaken(work));
  }

  /**
   * Give up what of a seat was refused for good.
   * @param {string} seat
   */
  async forgetSettled(seat) {
    const unsettled = new Set(this.unsettled(seat).map(({ id }) => id));
    for (const { id } of this.of(seat)) if (!unsettled.has(id)) await this.drop(id);
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
  async #asked({ id, api, letter, did, typed, took, basedOn }) {
    const base = did === "answer" && typeof basedOn === "number" ? { based_on: basedOn } : {};
    const answer = await this.ask("POST", api, { write_id: id, letter, did, typed, took, ...base });
    if (answer.kind !== "done" || answer.body.write_id === id) return answer;
    return { kind: "later", reached: true, message: "something else answered in the server's place" };
  }

  /**
   * @override
   * @param {Work} work
   * @param {Answer} answer
   */
  async settle(work, answer) {
    if (answer.kind === "done") await this.#acknowledged(work, answer.body);
    else if (answer.kind === "conflict") await this.#overtaken(work, answer.body);
    else if (answer.kind === "refused") await this.#refused(work, answer);
    else if (answer.kind === "later" && !answer.reached && !this.#mayHaveLeft) {
      await this.entries.change(work, { tries: work.tries - 1 });
    }
  }

  /**
   * What this phone answered after it is based on it.
   * @param {Work} work
   * @param {any} body
   */
  async #acknowledged(work, { answers }) {
    if (work.did === "answer" && typeof answers === "number") {
      this.known(work.seat).noteAnswers(work.letter, answers);
      for (const later of this.#answersAfter(work)) {
        // What went out already, from a tab that was frozen, must stay the same.
        if (later.tries === 0 && typeof later.basedOn === "number") await this.entries.change(later, { basedOn: Math.max(later.basedOn, answers) });
      }
    }
    await this.entries.remove(work.id);
  }

  /**
   * The pupil answered at another device. Where this phone has a later answer, that one is asked about.
   * @param {Work} work
   * @param {any} body
   */
  async #overtaken(work, { code, message, newer }) {
    if (this.#answersAfter(work).length > 0) await this.entries.remove(work.id);
    else await this.entries.change(work, { state: "needs-you", trouble: { code, message, problems: [], newer } });
  }

  /** @param {Work} work */
  #answersAfter({ id, seat, letter }) {
    const at = this.all.findIndex((other) => other.id === id);
    return this.all.filter((other, index) => index > at && other.seat === seat && other.letter === letter && other.did === "answer" && other.state === "waiting");
  }

  /**
   * @param {Work} work
   * @param {Refusal} refusal
   */
  async #refused(work, { code, message, problems }) {
    // Whose class or seat is gone need not ask for each thing that waits, and neither need the others of that class.
    const isOfSeat = code === SEAT_NOT_FOUND || code === SEAT_GONE;
    const refused = GONE.includes(code) ? this.ofClass(classOf(work.seat)) : isOfSeat ? this.of(work.seat) : [work];
    for (const one of refused) await this.entries.change(one, { state: "needs-you", trouble: { code, message, problems } });
  }
}

/**
 * Whether it was refused because its class is not there any more.
 * @param {Work} work
 */
export function isGone({ state, trouble }) {
  return state === "needs-you" && GONE.includes(trouble?.code ?? "");
}

/**
 * Whether it was refused because the teacher has removed its seat: it never comes to count, and the pupil joins again.
 * @param {Work} work
 */
export function isRemoved({ state, trouble }) {
  return state === "needs-you" && trouble?.code === SEAT_GONE;
}

/**
 * Whether it was refused because the pupil answered at another device, so that there are two to choose from.
 * @param {Work} work
 */
export function isOvertaken({ state, trouble }) {
  return state === "needs-you" && trouble?.code === NEWER && trouble.newer !== undefined;
}

/**
 * Whether it was refused because this device does not know the seat; the pupil can come back to it.
 * @param {Work} work
 */
export function isUnknownHere({ state, trouble }) {
  return state === "needs-you" && trouble?.code === SEAT_NOT_FOUND;
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
