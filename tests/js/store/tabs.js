/** What tabs of one browser share, in memory: what is kept, whose turn it is, and a channel to tell each other. */

import { inMemory } from "../../../static/js/store/database.js";

/**
 * What a browser keeps, with room for more or without.
 * @returns {import("../../../static/js/store/database.js").Keep & {full: boolean}}
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
export class Turns {
  /** @type {{lost: (reason: DOMException) => void} | null} */
  #now = null;
  /** @type {(() => void)[]} */
  #waiting = [];

  /**
   * @param {string} _name
   * @param {{signal?: AbortSignal, steal?: boolean}} options
   * @param {() => Promise<unknown>} work
   */
  request(_name, { signal, steal = false }, work) {
    return new Promise((resolve, reject) => {
      const begin = () => {
        const mine = { lost: reject };
        this.#now = mine;
        void Promise.resolve().then(work).then(resolve, reject).finally(() => {
          if (this.#now !== mine) return;
          this.#now = null;
          this.#waiting.shift()?.();
        });
      };
      if (steal) {
        this.#now?.lost(new DOMException("taken away", "AbortError"));
        begin();
      } else if (this.#now === null) {
        begin();
      } else {
        this.#waiting.push(begin);
        signal?.addEventListener("abort", () => {
          if (!this.#waiting.includes(begin)) return;
          this.#waiting = this.#waiting.filter((other) => other !== begin);
          reject(signal.reason);
        });
      }
    });
  }

  /** @returns {LockManager} */
  get manager() {
    return /** @type {any} */ (this);
  }
}

/** Let everything that waits for a promise go on. */
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
}
