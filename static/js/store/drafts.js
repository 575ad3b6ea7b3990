/**
 * Hands that this device has entered and the server has not yet confirmed: half-entered ones, and finished ones on their
 * way. They survive closing the page. A draft goes only when the server has answered with what it holds.
 *
 * @typedef {object} Draft
 * @property {string} cards  in notation, with a dot for each cell that is still empty; "" where a number was entered
 * @property {number | null} points
 * @property {number} basedOn  the version of the hand that was changed
 * @property {string} writeId  names this content to the server, so that sending it again does nothing more
 * @property {string[]} sent  what this device sent for the hand without hearing back: if the server has one of these, no
 *   other phone is to blame
 * @property {boolean} clearing  the table takes back what the server has; cards and points are empty
 */

const PREFIX = "scorekeeper:draft:";

export class Drafts {
  /**
   * @param {string} game
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
      if (typeof draft.cards !== "string" || typeof draft.writeId !== "string") return null;
      return { ...draft, sent: Array.isArray(draft.sent) ? draft.sent : [], clearing: draft.clearing === true };
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

  /** @param {number} player */
  drop(player) {
    this.storage?.removeItem(this.prefix + player);
  }
}

/** @returns {Storage | null} */
function deviceStorage() {
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
