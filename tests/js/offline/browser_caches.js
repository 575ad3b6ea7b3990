/** The part of a browser's cache storage, and of its network, that a service worker uses, in memory. */

const HOME = "http://golf.test";

export class BrowserCaches {
  /** @type {Map<string, BrowserCache>} */
  #all = new Map();

  /** @param {string} name */
  async open(name) {
    const found = this.#all.get(name) ?? new BrowserCache();
    this.#all.set(name, found);
    return found;
  }

  async keys() {
    return [...this.#all.keys()];
  }

  /** @param {string} name */
  async has(name) {
    return this.#all.has(name);
  }

  /** @param {string} name */
  async delete(name) {
    return this.#all.delete(name);
  }

  /** @param {string} address @param {{cacheName?: string, ignoreSearch?: boolean}} [options] */
  async match(address, options = {}) {
    const here = options.cacheName === undefined ? [...this.#all.values()] : [this.#all.get(options.cacheName)];
    for (const cache of here) {
      const found = await cache?.match(address, options);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

class BrowserCache {
  /** @type {Map<string, Response>} */
  #all = new Map();

  /** @param {string | Request} address @param {Response} answer */
  async put(address, answer) {
    this.#all.set(whole(address), answer);
  }

  /** @param {string | Request} address @param {{ignoreSearch?: boolean}} [options] */
  async match(address, { ignoreSearch = false } = {}) {
    const same = (/** @type {string} */ one) =>
      ignoreSearch ? one.split("?")[0] === whole(address).split("?")[0] : one === whole(address);
    return [...this.#all].find(([one]) => same(one))?.[1].clone();
  }

  /** @param {string | Request} address */
  async delete(address) {
    return this.#all.delete(whole(address));
  }

  async keys() {
    return [...this.#all.keys()].map((address) => new Request(address));
  }
}

/** @param {string | Request} address */
function whole(address) {
  return new URL(typeof address === "string" ? address : address.url, HOME).href;
}

/**
 * An answer of the app to a page of this host.
 * @param {number} status
 * @param {string} [text]
 * @returns {Response}
 */
export function ours(status, text = "") {
  return ofThisHost(
    new Response(text, { status, headers: { "Scorekeeper-Release": "abc", Date: new Date().toUTCString() } })
  );
}

/**
 * As a browser calls it that fetched it, and its copies too.
 * @param {Response} answer
 * @returns {Response}
 */
function ofThisHost(answer) {
  const copy = () => ofThisHost(Response.prototype.clone.call(answer));
  return Object.defineProperties(answer, { type: { value: "basic" }, clone: { value: copy } });
}
