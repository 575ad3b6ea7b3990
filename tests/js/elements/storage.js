/**
 * What a browser keeps for a page, in memory.
 * @param {{full?: boolean}} [how]
 * @returns {Storage}
 */
export function aStorage({ full = false } = {}) {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (full) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}
