/**
 * TODO
 *
 * @typedef {object} Draft
 * @property {string} cards  in notation, with a dot for each cell that is still empty; "" where a number was entered
 * @property {number | null} points
 * @property {number} basedOn  the version of the hand that was changed
 * @property {string | null} writeId  the id under which a finished hand goes to the outbox; null for a half-entered one
 * @property {string[]} sent  what this device sent for the hand without hearing back: if the server has one of these, no
 *   other phone is to blame
 * @property {boolean} clearing  the table takes back what the server has; cards and points are empty
 */

const PREFIX = "scorekeeper:draft:";

export class Drafts {
  /**
   * @param {string} game  its uid
   * @param {number} hole
   * @param {Storage | null} [storage]
   */
  constructor(game, hole, storage = deviceStorage()) {
    this.storage = storage;
    this.prefix = `${PREFIX}${game}:${hole}:`;
  }

  /**
   * @param {number} player
   * @returns {Draft | null}
   */
  get(player) {
    const text = this.storage?.getItem(this.prefix + player);
    if (!text) return null;
    try {
      const draft = JSON.parse(text);
      return typeof draft.cards === "string" ? draft : null;
    } catch {
      return null; // written by something else; the hand on the server counts
    }
  }

  /**
   * @param {number} player
   * @param {Draft} draft
   * @returns {boolean} whether it will survive closing the page
   */
  keep(player, draft) {
    try {
      this.storage?.setItem(this.prefix + player, JSON.stringify(draft));
      return this.storage !== null;
    } catch {
      return false; // full, or forbidden in private browsing
    }
  }

  /**
   * A bare number that is being typed.
   * @returns {{player: number, text: string} | null}
   */
  number() {
    try {
      const typed = JSON.parse(this.storage?.getItem(`${this.prefix}number`) ?? "null");
      return typeof typed?.player === "number" && typeof typed.text === "string" ? typed : null;
    } catch {
      return null;
    }
  }

  /** @param {{player: number, text: string}} typed */
  keepNumber(typed) {
    try {
      this.storage?.setItem(`${this.prefix}number`, JSON.stringify(typed));
    } catch {
      // Full, or forbidden: it is still on the page.
    }
  }

  dropNumber() {
    this.storage?.removeItem(`${this.prefix}number`);
  }

  /** @param {number} player */
  drop(player) {
    this.storage?.removeItem(this.prefix + player);
  }
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
