/** What tabs of one browser share, in memory: a storage that tells the others what one has changed. */

/** What a browser keeps for its tabs, with room for more or without. */
export class Shared {
  full = false;
  /** @type {Map<string, string>} */
  items = new Map();
  /** @type {Set<EventTarget>} */
  #pages = new Set();

  /** A tab is opened: its view of the storage, and its page, which hears of the others. */
  open() {
    const page = new EventTarget(),
      { items } = this;
    this.#pages.add(page);
    const tell = (/** @type {string} */ key) => {
      for (const other of this.#pages)
        if (other !== page) queueMicrotask(() => other.dispatchEvent(Object.assign(new Event("storage"), { key })));
    };
    const isOpen = () => this.#pages.has(page); // a page that is closed does nothing any more
    /** @type {Storage} */
    const storage = {
      getItem: (key) => (isOpen() ? (items.get(key) ?? null) : null),
      setItem: (key, value) => {
        if (!isOpen()) return;
        if (this.full) throw new DOMException("full", "QuotaExceededError");
        items.set(key, value);
        tell(key);
      },
      removeItem(key) {
        if (isOpen() && items.delete(key)) tell(key);
      },
      clear: () => items.clear(),
      key: (index) => [...items.keys()][index] ?? null,
      get length() {
        return isOpen() ? items.size : 0;
      },
    };
    return { page, storage, close: () => void this.#pages.delete(page) };
  }

  /** What is kept under keys that begin so. @param {string} [prefix] @returns {any[]} */
  kept(prefix = "scorekeeper:waits:") {
    return [...this.items].filter(([key]) => key.startsWith(prefix)).map(([, value]) => JSON.parse(value));
  }
}

/** Let everything that waits for a promise go on. */
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
}
