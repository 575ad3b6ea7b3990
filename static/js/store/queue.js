/**
 * What this phone has not sent yet, or has not heard back about: sent one after the other, in the order in which it was
 * entered, and tried again for as long as it takes. What one entry is, and what an answer to it means, say those that
 * extend this.
 *
 * Two tabs share one queue. They take turns at sending; and since the server does each id once, even an entry that went
 * out twice counts once.
 *
 * @import {Keep} from "./database.js"
 * @import {Queued} from "./entries.js"
 * @import {Answer, Send} from "./sending.js"
 * @import {Turn} from "./turns.js"
 */

import { Entries } from "./entries.js";
import { Turns } from "./turns.js";

const FIRST_WAIT = 1_000; // milliseconds until what did not get through is tried again; doubled each time
const LONGEST_WAIT = 30_000;

/** What comes of sending an entry that was discarded meanwhile. @type {Answer} */
export const DISCARDED = { kind: "refused", code: "outbox.discarded", message: "this entry was discarded", problems: [] };

/** @template {Queued} Entry */
export class Queue extends EventTarget {
  /** The id that is on its way from this tab. @type {string | null} */
  sending = null;
  /** Why nothing gets through at the moment; "" while it does. */
  trouble = "";
  /** Groups of entries one of which the server could not deal with just now. @type {Set<string>} */
  stuck = new Set();
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wanted = false;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {string} name  of the turn at sending
   * @param {{store: string, isReadable: (entry: any) => entry is Entry}} kind  where the entries are kept, and which of
   *   those that are there this release knows how to send
   * @param {Keep} keep
   * @param {Send} ask
   * @param {LockManager | null} [locks]  browsers have turns to take only over https
   * @param {BroadcastChannel | null} [channel]
   */
  constructor(name, kind, keep, ask, locks = null, channel = null) {
    super();
    this.keep = keep;
    /** @type {Entries<Entry>} */
    this.entries = new Entries(keep, kind, () => this.changed(), () => channel?.postMessage("changed"));
    this.ask = ask;
    this.turns = new Turns(name, locks);
    this.channel = channel;
    if (channel !== null) channel.onmessage = () => void this.#hear();
  }

  /** Everything that waits, in order. @returns {readonly Entry[]} */
  get all() {
    return this.entries.all;
  }

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.keep.durable && this.entries.areSaved;
  }

  // --- what those that extend this say -----------------------------------------------------------------------------------

  /** The next to send. @returns {Entry | undefined} */
  next() {
    throw new Error("not said");
  }

  /**
   * What is stuck together with an entry that the server cannot deal with just now.
   * @param {Entry} _entry
   * @returns {string}
   */
  groupOf(_entry) {
    throw new Error("not said");
  }

  /**
   * Ask the server for it. Only an answer that names the entry may be "done".
   * @param {Entry} _entry
   * @returns {Promise<Answer>}
   */
  deliver(_entry) {
    throw new Error("not said");
  }

  /**
   * Do what the answer means.
   * @param {Entry} _entry  as it is now
   * @param {Answer} _answer
   * @param {Entry} _sent  as it went out
   * @returns {Promise<void>}
   */
  settle(_entry, _answer, _sent) {
    throw new Error("not said");
  }

  // --- sending -----------------------------------------------------------------------------------------------------------

  /** Send what waits, one after the other; resolves when nothing more can be done now. */
  flush() {
    this.#wanted = true;
    clearTimeout(this.#timer);
    this.#running ??= this.#sendWhatIsWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** The network is back, or somebody asks: wait no longer than needed from now on. */
  hurry() {
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  async #sendWhatIsWanted() {
    while (this.#wanted) {
      this.#wanted = false;
      if (this.all.length > 0) await this.turns.take((turn) => this.#sendAll(turn));
      else this.#isWell();
    }
  }

  /** @param {Turn} turn */
  async #sendAll(turn) {
    await this.reload(); // another tab may have sent some of it
    this.stuck.clear();
    let away = false;
    for (let entry = this.next(); entry !== undefined && !turn.over && !away; entry = this.next()) {
      const answer = await this.#send(entry);
      if (answer.kind !== "later") this.#wait = FIRST_WAIT;
      else if (answer.reached) this.stuck.add(this.groupOf(entry));
      else away = true;
    }
    if (away || this.stuck.size > 0) {
      this.#again(this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    } else if (turn.over) this.#again(LONGEST_WAIT);
    else this.#isWell();
  }

  /** @param {number} wait  milliseconds */
  #again(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  #isWell() {
    if (this.trouble === "") return;
    this.trouble = "";
    this.changed();
  }

  /**
   * @param {Entry} known
   * @returns {Promise<Answer>}
   */
  async #send(known) {
    this.sending = known.id;
    // A page that is closed now must find later that this may have arrived.
    const sent = await this.entries.change(known, /** @type {Partial<Entry>} */ ({ tries: known.tries + 1 }));
    if (sent === null) {
      this.sending = null;
      this.changed();
      return DISCARDED;
    }
    const answer = await this.deliver(sent);
    if (answer.kind === "later") this.trouble = answer.message;
    else if (this.stuck.size === 0) this.trouble = "";
    await this.reload();
    // What was given up meanwhile, here or in another tab, does not come back.
    const here = this.all.find(({ id }) => id === sent.id);
    if (here !== undefined) await this.settle(here, answer, sent);
    this.dispatchEvent(new CustomEvent("answered", { detail: { entry: sent, answer } }));
    this.sending = null;
    this.changed();
    return answer;
  }

  // --- keeping -----------------------------------------------------------------------------------------------------------

  /** Another tab did something. Should it be closed before it has sent what it left, this one does. */
  async #hear() {
    await this.reload();
    if (this.next() !== undefined && this.#running === null && this.trouble === "") this.#again(LONGEST_WAIT);
  }

  /** Look again at what the browser keeps: another tab may have changed it. */
  reload() {
    return this.entries.reload();
  }

  /** What every new entry begins with. @param {string} id */
  fresh(id) {
    const last = this.all.at(-1)?.order ?? 0;
    const now = Date.now();
    /** @type {{format: 1, state: "waiting", trouble: null}} */
    const plain = { format: 1, state: "waiting", trouble: null };
    // A clock that was set back must not let the second entry overtake the first.
    return { ...plain, id, order: Math.max(now, last + 1), madeAt: now, tries: 0 };
  }

  /**
   * @param {Entry} entry
   * @returns {Promise<boolean>} whether it survives closing the page; it waits from the moment of the call
   */
  async add(entry) {
    const isSaved = await this.entries.add(entry);
    void this.flush();
    return isSaved && this.keep.durable;
  }

  /**
   * Give an entry up; what waited for a decision about it goes on.
   * @param {string} id
   */
  async drop(id) {
    await this.entries.remove(id);
    void this.flush();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
