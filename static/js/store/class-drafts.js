/**
 * What a pupil has typed and not sent, question by question. It is kept in the moment in which it is typed, survives
 * closing the page, and goes with the answer.
 *
 * @typedef {object} ClassDraft
 * @property {Record<string, string>} typed  by the names of the fields
 * @property {number} took  milliseconds that the question had been on show by then
 */

import { deviceStorage } from "./drafts.js";

const PREFIX = "scorekeeper:class-draft:";

export class ClassDrafts {
  /**
   * @param {string} seat  the class and the number in it, `ABC234/7`
   * @param {Storage | null} [storage]
   */
  constructor(seat, storage = deviceStorage()) {
    this.storage = storage;
    this.prefix = `${PREFIX}${seat}:`;
  }

  /**
   * @param {string} letter
   * @returns {ClassDraft | null}
   */
  get(letter) {
    try {
      const { typed, took } = JSON.parse(this.storage?.getItem(this.prefix + letter) ?? "null") ?? {};
      if (typeof typed !== "object" || typed === null || !Object.values(typed).every((text) => typeof text === "string")) return null;
      return { typed, took: typeof took === "number" && took >= 0 ? took : 0 };
    } catch {
      return null; // written by something else
    }
  }

  /**
   * @param {string} letter
   * @param {ClassDraft} draft
   */
  keep(letter, draft) {
    try {
      this.storage?.setItem(this.prefix + letter, JSON.stringify(draft));
    } catch {
      // Full, or forbidden in private browsing: it is still on the page.
    }
  }

  /** @param {string} letter */
  drop(letter) {
    this.storage?.removeItem(this.prefix + letter);
  }

  /** Everything of the seat. */
  dropAll() {
    const keys = Array.from({ length: this.storage?.length ?? 0 }, (_, index) => this.storage?.key(index) ?? "");
    for (const key of keys) if (key.startsWith(this.prefix)) this.storage?.removeItem(key);
  }
}
