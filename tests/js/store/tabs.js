/** What tabs of one browser share, in memory: what is kept, whose turn it is, and a channel to tell each other. */

import { inMemory } from "../../../static/js/phone/database.js";

/**
 * What a browser keeps, with room for more or without.
 * @returns {import("../../../static/js/phone/database.js").Keep & {full: boolean}}
 */
export function aKeep() {
  const plain = inMemory();
  const keep = {
    ...plain,
    durable: true,
    full: false,
    put: async (/** @type {string} */ store, /** @type {any} */ value) => {
      if (keep.full) throw new DOMException("full", "QuotaExceededError");
      await plain.put(store, value);
    },
    update: async (/** @type {string} */ store, /** @type {string} */ key, /** @type {(record: any) => any} */ change) => {
      if (keep.full) throw new DOMException("full", "QuotaExceededError");
      return plain.update(store, key, change);
    },
  };
  return keep;
}

/** Channels between tabs: each hears the others and not itself. */
export class Channels {
  /** @type {Set<any>} */
  all = new Set();

  /** @returns {BroadcastChannel} */
  open() {
    const channel = {
      onmessage: /** @type {((event: unknown) => void) | null} */ (null),
      postMessage: (/** @type {unknown} */ data) => {
        for (const other of this.all) if (other !== channel) queueMicrotask(() => other.onmessage?.({ data }));
      },
    };
    this.all.add(channel);
    return /** @type {any} */ (channel);
  }

  /** The tab is closed. @param {unknown} channel */
  close(channel) {
    this.all.delete(channel);
  }
}

/** Turns that are taken one after the other, as `navigator.locks` gives them: who waits too long may take one away. */
export class TurnsOfTabs {
  /** @type {{tab: unknown, lost: (reason: DOMException) => void} | null} */
  #now = null;
  /** @type {{tab: unknown, begin: () => void}[]} */
  #waiting = [];
  /** @type {Set<unknown>} */
  #closed = new Set();

  /** A tab is opened. @returns {LockManager} */
  open() {
    const tab = { request: (/** @type {unknown} */ _name, /** @type {any} */ options, /** @type {any} */ work) => this.#request(tab, options, work) };
    return /** @type {any} */ (tab);
  }

  /** The tab is closed, in its turn perhaps. @param {unknown} tab */
  close(tab) {
    this.#closed.add(tab);
    this.#waiting = this.#waiting.filter((other) => other.tab !== tab);
    if (this.#now?.tab === tab) this.#next();
  }

  #next() {
    this.#now = null;
    this.#waiting.shift()?.begin();
  }

  /**
   * @param {unknown} tab
   * @param {{signal?: AbortSignal, steal?: boolean}} options
   * @param {() => Promise<unknown>} work
   */
  #request(tab, { signal, steal = false }, work) {
    return new Promise((resolve, reject) => {
      if (this.#closed.has(tab)) return; // its timers do not run any more
      const begin = () => {
        const mine = { tab, lost: reject };
        this.#now = mine;
        void Promise.resolve().then(work).then(resolve, reject).finally(() => {
          if (this.#now === mine) this.#next();
        });
      };
      if (steal) {
        this.#now?.lost(new DOMException("taken away", "AbortError"));
        begin();
      } else if (this.#now === null) {
        begin();
      } else {
        const waiting = { tab, begin };
        this.#waiting.push(waiting);
        signal?.addEventListener("abort", () => {
          if (!this.#waiting.includes(waiting)) return;
          this.#waiting = this.#waiting.filter((other) => other !== waiting);
          reject(signal.reason);
        });
      }
    });
  }
}

/** Let everything that waits for a promise go on. */
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
}
