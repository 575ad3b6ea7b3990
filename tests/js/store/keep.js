/** What a browser keeps in its database, in memory. */
export class MemoryKeep {
  constructor({ full = false } = {}) {
    this.full = full;
    /** @type {Map<string, Map<string, any>>} */
    this.stores = new Map();
  }

  /** @param {string} name @returns {Map<string, any>} */
  #store(name) {
    if (!this.stores.has(name)) this.stores.set(name, new Map());
    return /** @type {Map<string, any>} */ (this.stores.get(name));
  }

  /** @param {string} name */
  async getAll(name) {
    return structuredClone([...this.#store(name).values()]);
  }

  /** @param {string} name @param {string} key */
  async get(name, key) {
    return structuredClone(this.#store(name).get(key));
  }

  /** @param {string} name @param {any} value */
  async put(name, value) {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.#store(name).set(value.key ?? value.id, structuredClone(value));
  }

  /** @param {string} name @param {string} key */
  async delete(name, key) {
    this.#store(name).delete(key);
  }
}
