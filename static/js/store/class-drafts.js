/**
 * What a pupil has typed, question by question, until the server has it. It is kept in the moment in which it is typed,
 * survives loading the page anew, and goes with the tab.
 *
 * @typedef {object} ClassDraft
 * @property {Record<string, string>} typed  by the names of the fields
 * @property {number} took  milliseconds that the question had been on show by then
 */

export class ClassDrafts {
  /** By the letters of the questions. @type {Record<string, ClassDraft>} */
  #all = {};
  #key;

  /** @param {string} seat  the class and the number in it, `ABC234/7` */
  constructor(seat) {
    this.#key = `scorekeeper:class-draft:${seat}`;
    try {
      this.#all = JSON.parse(sessionStorage.getItem(this.#key) ?? "{}");
    } catch {
      // Blocked by the browser's settings: it is on the page all the same.
    }
  }

  /** The questions that something is kept for. */
  get letters() {
    return Object.keys(this.#all);
  }

  /** @param {string} letter */
  get(letter) {
    return this.#all[letter] ?? null;
  }

  /**
   * @param {string} letter
   * @param {ClassDraft} draft
   */
  keep(letter, draft) {
    this.#become({ ...this.#all, [letter]: draft });
  }

  /** @param {string} letter */
  drop(letter) {
    const { [letter]: _, ...others } = this.#all;
    this.#become(others);
  }

  dropAll() {
    this.#become({});
  }

  /** @param {Record<string, ClassDraft>} all */
  #become(all) {
    this.#all = all;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(all));
    } catch {
      // Full, or forbidden: it is still on the page.
    }
  }
}
