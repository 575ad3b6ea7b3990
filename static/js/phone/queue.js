/**
 * What was done here and the server has not acknowledged, by what it replaces: a hand of a hole, the end of a hole, the
 * answer to a question. The newest for a place takes that of the one before. All of it lies in the browser's storage from
 * the moment of the call, and is gone when the server's answer names it. What the server refuses stays, and says why,
 * until somebody decides.
 *
 * Pages of one browser share what they keep. Two may send the same: the server does each write once.
 *
 * @import {Answer, Problem, Send} from "./server.js"
 *
 * @typedef {object} Trouble  why something cannot go on by itself
 * @property {string} code
 * @property {string} message
 * @property {Problem[]} [problems]  with single boxes of a form
 * @property {{version: number, text: string | null}} [theirs]  what another phone entered for the same hand meanwhile
 *
 * @typedef {object} Queued
 * @property {2} format
 * @property {string} id  what it replaces
 * @property {string} write  names its content to the server; never used for another one
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it may have left the phone
 * @property {"waiting" | "needs-you"} state
 * @property {Trouble | null} trouble
 */

const FIRST_WAIT = 1_000; // milliseconds until what did not get through is tried again; doubled each time
const LONGEST_WAIT = 30_000;

/** What comes of sending something that was replaced or discarded meanwhile. @type {Answer} */
export const DISCARDED = { kind: "refused", code: "queue.discarded", message: "this entry was discarded", problems: [] };

/**
 * Records in the browser's storage; in memory where that is forbidden or full.
 * @template {object} Kept
 */
export class Records {
  /** What the storage has no room for. @type {Map<string, Kept>} */
  #unkept = new Map();

  /**
   * @param {string} prefix  of its keys
   * @param {Storage | null} storage
   */
  constructor(prefix, storage) {
    this.prefix = prefix;
    this.storage = storage;
  }

  /** Whether all of it survives closing the page. */
  get areSafe() {
    return this.#unkept.size === 0;
  }

  /** @returns {string[]} */
  get ids() {
    const { storage, prefix } = this;
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
    const kept = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return [...new Set([...kept, ...this.#unkept.keys()])];
  }

  /**
   * @param {string} id
   * @returns {Kept | null}  null also for what something else wrote
   */
  get(id) {
    try {
      return this.#unkept.get(id) ?? JSON.parse(this.storage?.getItem(this.prefix + id) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * @param {string} id
   * @param {Kept} record
   */
  put(id, record) {
    this.#unkept.delete(id);
    try {
      if (this.storage === null) throw new DOMException("forbidden", "SecurityError");
      this.storage.setItem(this.prefix + id, JSON.stringify(record));
    } catch {
      this.storage?.removeItem(this.prefix + id);
      this.#unkept.set(id, record);
    }
  }

  /** @param {string} id */
  drop(id) {
    this.#unkept.delete(id);
    this.storage?.removeItem(this.prefix + id);
  }
}

/**
 * @template {Queued} Work
 */
export class Queue extends EventTarget {
  /** What is on its way from this page, by what it replaces. @type {string | null} */
  sending = null;
  /** Why nothing gets through at the moment; "" while it does. */
  trouble = "";
  /** In the order in which it is sent. @type {readonly Work[] | null} */
  #all = null;
  /** What the server could not deal with just now: nothing of the same line goes before it. @type {Set<string>} */
  #stuck = new Set();
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wanted = false;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {Records<Work>} records
   * @param {Send} ask
   * @param {EventTarget | null} page  where it is heard that another tab has changed the storage
   */
  constructor(records, ask, page = null) {
    super();
    this.records = records;
    this.ask = ask;
    page?.addEventListener("storage", (event) => {
      const key = /** @type {StorageEvent} */ (event).key;
      if (key === null || key.startsWith(records.prefix)) this.reload();
    });
  }

  /** Everything that waits, in order. @returns {readonly Work[]} */
  get all() {
    this.#all ??= this.records.ids.map((id) => this.records.get(id)).filter(isReadable).sort((one, other) => this.compare(one, other));
    return this.#all;
  }

  /** @param {string} id */
  get(id) {
    return this.all.find((work) => work.id === id) ?? null;
  }

  /** Look again at what the browser keeps: another tab may have changed it. Should that be closed, this one sends. */
  reload() {
    this.changed();
    if (this.#running === null && this.trouble === "" && this.next() !== undefined) this.#again(LONGEST_WAIT);
  }

  /**
   * What every new record begins with.
   * @param {string} id
   * @param {string} [write]
   * @returns {Queued}
   */
  fresh(id, write = newWriteId()) {
    return { format: 2, id, write, madeAt: Date.now(), tries: 0, state: "waiting", trouble: null };
  }

  /** @param {Work} work */
  put(work) {
    this.records.put(work.id, work);
    this.changed();
    void this.flush();
  }

  /**
   * @param {Work} work
   * @param {Partial<Work>} what  all else stays as it is
   * @returns {Work | null} null where it was discarded, or something newer has taken its place
   */
  change({ id, write }, what) {
    const now = this.records.get(id);
    if (now?.write !== write) return null;
    const changed = { ...now, ...what };
    this.records.put(id, changed);
    this.changed();
    return changed;
  }

  /**
   * Give something up; what waited for a decision about it goes on.
   * @param {string} id
   */
  drop(id) {
    this.forget(id);
    void this.flush();
  }

  /** @param {string} id  of what is settled */
  forget(id) {
    this.records.drop(id);
    this.changed();
  }

  /**
   * Try once more what the server refused.
   * @param {string} id
   */
  async retry(id) {
    const work = this.get(id);
    if (work !== null) this.change(work, /** @type {Partial<Work>} */ ({ state: "waiting", trouble: null }));
    await this.flush();
  }

  /** The network is back, or somebody asks: wait no longer than needed from now on. */
  hurry() {
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  /** Send what waits, one after the other; resolves when nothing more can be done now. */
  flush() {
    this.#wanted = true;
    clearTimeout(this.#timer);
    this.#running ??= this.#sendWhatIsWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendWhatIsWanted() {
    while (this.#wanted) {
      this.#wanted = false;
      await this.#sendAll();
    }
  }

  async #sendAll() {
    this.#stuck.clear();
    let trouble = "", away = false;
    for (let work = this.next(); work !== undefined && !away; work = this.next()) {
      const answer = await this.#send(work);
      if (answer.kind !== "later") this.#wait = FIRST_WAIT;
      else {
        trouble = this.trouble = answer.message;
        if (answer.reached) this.#stuck.add(this.lineOf(work));
        else away = true;
      }
      this.changed();
    }
    if (this.trouble !== trouble) {
      this.trouble = trouble;
      this.changed();
    }
    if (trouble === "") return;
    this.#again(this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** @param {number} wait  milliseconds */
  #again(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /**
   * @param {Work} known
   * @returns {Promise<Answer>}
   */
  async #send(known) {
    this.sending = known.id;
    // A page that is closed now must find later that this may have arrived.
    const sent = this.change(known, /** @type {Partial<Work>} */ ({ tries: known.tries + 1 }));
    const answer = sent === null ? DISCARDED : await this.deliver(sent);
    this.sending = null;
    if (sent === null || answer.kind === "later") return answer;
    if (answer.kind === "done") this.dispatchEvent(new CustomEvent("done", { detail: { work: sent, body: answer.body } }));
    this.answered(sent, this.records.get(sent.id), answer);
    return answer;
  }

  /** The next to send. */
  next() {
    return this.all.find((work) => work.state === "waiting" && !this.#stuck.has(this.lineOf(work)) && !this.isHeldUp(work));
  }

  changed() {
    this.#all = null;
    this.dispatchEvent(new Event("change"));
  }

  // --- what each kind of work says for itself ----------------------------------------------------------------------------

  /**
   * Below 0 where the one is sent before the other.
   * @param {Work} one
   * @param {Work} other
   */
  compare(one, other) {
    return one.madeAt - other.madeAt || (one.id < other.id ? -1 : 1);
  }

  /**
   * What goes one after the other: where one does not get through, those behind it wait.
   * @param {Work} _work
   */
  lineOf(_work) {
    return "";
  }

  /**
   * Whether it cannot go before somebody has decided on one that comes earlier.
   * @param {Work} _work
   */
  isHeldUp(_work) {
    return false;
  }

  /**
   * @param {Work} _work
   * @returns {Promise<Answer>}
   */
  deliver(_work) {
    throw new Error("every queue knows where its work goes");
  }

  /**
   * Do what the answer means.
   * @param {Work} _sent  as it went out
   * @param {Work | null} _here  what is in its place by now; null where it was discarded
   * @param {Answer} _answer
   */
  answered(_sent, _here, _answer) {}
}

/** @returns {Storage | null} */
export function deviceStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // blocked by the browser's settings
  }
}

/** An id for one content, made by the sender. */
export function newWriteId() {
  // randomUUID needs https; a phone on the home network may come by http.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Records of a later release stay where they are, for that release to send.
 * @template {Queued} Work
 * @param {Work | null} record
 * @returns {record is Work}
 */
function isReadable(record) {
  return record?.format === 2 && typeof record.id === "string" && typeof record.write === "string";
}
