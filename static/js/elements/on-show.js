/**
 * How long each question of a page has been seen: only while it is the one on show, and the page itself is.
 */

/** Milliseconds. Beyond this nobody worked at it any more. */
export const LONGEST_LOOK = 3_600_000;

export class OnShow {
  /** @type {Map<string, number>} */
  #seen = new Map();
  /** @type {string | null} */
  #letter = null;
  #isVisible = true;
  #since = 0;

  /** @param {() => number} [now]  milliseconds that never go back */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /**
   * This question is on show from now on; null for none.
   * @param {string | null} letter
   */
  show(letter) {
    if (letter === this.#letter) return;
    this.#count();
    this.#letter = letter;
  }

  /** @param {boolean} isVisible  the page */
  see(isVisible) {
    this.#count();
    this.#isVisible = isVisible;
  }

  /**
   * What an earlier visit saw of it.
   * @param {string} letter
   * @param {number} took  milliseconds
   */
  recall(letter, took) {
    this.#seen.set(letter, Math.max(took, this.#seen.get(letter) ?? 0));
  }

  /**
   * @param {string} letter
   * @returns {number} whole milliseconds
   */
  took(letter) {
    this.#count();
    return Math.min(Math.round(this.#seen.get(letter) ?? 0), LONGEST_LOOK);
  }

  #count() {
    const now = this.now();
    if (this.#letter !== null && this.#isVisible) this.#seen.set(this.#letter, (this.#seen.get(this.#letter) ?? 0) + now - this.#since);
    this.#since = now;
  }
}
