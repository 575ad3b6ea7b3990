/**
 * What a pupil has typed and not sent, question by question. It is kept in the moment in which it is typed, survives
 * closing the page, and goes with the answer; with its question, once that takes none any more; with its class; and in any
 * case when it is older than a class can be.
 *
 * @typedef {object} ClassDraft
 * @property {Record<string, string>} typed  by the names of the fields
 * @property {number} took  milliseconds that the question had been on show by then
 */

import { deviceStorage } from "./drafts.js";

const OURS = "scorekeeper:class-";
const PREFIX = `${OURS}draft:`;

/** Milliseconds: longer than a class is kept anywhere. */
export const OLD = 31 * 24 * 60 * 60 * 1_000;

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
      this.storage?.setItem(this.prefix + letter, JSON.stringify({ ...draft, at: Date.now() }));
    } catch {
      // Full, or forbidden in private browsing: it is still on the page.
    }
  }

  /** @param {string} letter */
  drop(letter) {
    this.storage?.removeItem(this.prefix + letter);
  }

  /** The questions that something is kept for. */
  get letters() {
    return keysOf(this.storage).filter((key) => key.startsWith(this.prefix)).map((key) => key.slice(this.prefix.length));
  }

  /** Everything of the seat. */
  dropAll() {
    for (const letter of this.letters) this.drop(letter);
  }
}

/**
 * Drop what was typed at all seats of a class.
 * @param {string} code
 * @param {Storage | null} [storage]
 */
export function dropDraftsOf(code, storage = deviceStorage()) {
  for (const key of keysOf(storage)) if (key.startsWith(`${PREFIX}${code}/`)) storage?.removeItem(key);
}

/**
 * Drop what is older than any class: nobody may ever open that page again.
 * @param {Storage | null} [storage]
 */
export function dropOldDrafts(storage = deviceStorage()) {
  for (const key of keysOf(storage)) {
    if (!key.startsWith(OURS)) continue;
    try {
      const { at } = JSON.parse(storage?.getItem(key) ?? "null") ?? {};
      if (typeof at === "number" && Date.now() - at <= OLD) continue;
    } catch {
      // Written by something else.
    }
    storage?.removeItem(key);
  }
}

/**
 * @param {Storage | null} storage
 * @returns {string[]}
 */
function keysOf(storage) {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
}
