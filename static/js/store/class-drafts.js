/**
 * What a pupil has typed and not sent, question by question. It is kept in the moment in which it is typed, survives
 * closing the page, and goes with the answer; with its question, once that takes none any more; with its class; and in any
 * case when it is older than a class can be.
 *
 * And how many answers there were at each question when this phone sent its last one: its page may be older than that. And
 * whose page of a class was opened here last, so that no other tab goes on showing somebody else's.
 *
 * @typedef {object} ClassDraft
 * @property {Record<string, string>} typed  by the names of the fields
 * @property {number} took  milliseconds that the question had been on show by then
 */

import { deviceStorage } from "./drafts.js";

const PREFIX = "scorekeeper:class-draft:";
const ANSWERS = "scorekeeper:class-answers:";
const HAND = "scorekeeper:class-hand:";
const PREFIXES = [PREFIX, ANSWERS, HAND];

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
    this.answers = `${ANSWERS}${seat}:`;
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

  /**
   * How many answers to a question this phone knows of, whatever its page says.
   * @param {string} letter
   * @returns {number}
   */
  answersAt(letter) {
    try {
      const { answers } = JSON.parse(this.storage?.getItem(this.answers + letter) ?? "null") ?? {};
      return Number.isInteger(answers) && answers > 0 ? answers : 0;
    } catch {
      return 0; // written by something else
    }
  }

  /**
   * There are so many, and this phone knows them all.
   * @param {string} letter
   * @param {number} answers
   */
  noteAnswers(letter, answers) {
    if (answers <= this.answersAt(letter)) return;
    try {
      this.storage?.setItem(this.answers + letter, JSON.stringify({ answers, at: Date.now() }));
    } catch {
      // Full, or forbidden: then the next answer may be asked about once more, and is not lost.
    }
  }

  /** Everything of the seat. */
  dropAll() {
    const own = [this.prefix, this.answers];
    for (const key of keysOf(this.storage)) if (own.some((prefix) => key.startsWith(prefix))) this.storage?.removeItem(key);
  }
}

/**
 * Which pupil of a class has this device in hand, as all tabs of the browser are told. Whether a page may be shown says the
 * server, or offline/keeping.js without it: this is only for pages that are open.
 */
export class Hand {
  /**
   * @param {string} code
   * @param {Storage | null} [storage]
   */
  constructor(code, storage = deviceStorage()) {
    this.storage = storage;
    /** Where it is kept: a tab hears of what another one changes there. */
    this.key = `${HAND}${code}/`;
  }

  /** The number of the seat; 0 for nobody's; null where nothing is known. @returns {number | null} */
  get number() {
    try {
      const { number } = JSON.parse(this.storage?.getItem(this.key) ?? "null") ?? {};
      return Number.isInteger(number) ? number : null;
    } catch {
      return null; // written by something else
    }
  }

  /**
   * That pupil has it from now on.
   * @param {number} number
   */
  give(number) {
    try {
      // Said again although it is so already: a tab that missed it last time hears it now.
      this.storage?.setItem(this.key, JSON.stringify({ number, at: Date.now() }));
    } catch {
      // Full, or forbidden: a tab that asks the server for anything is told there.
    }
  }

  /**
   * That pupil has left this device.
   * @param {number} number
   */
  leave(number) {
    if (this.number === number) this.give(0);
  }

  /**
   * Whether somebody else has it.
   * @param {number} number
   */
  isAnothers(number) {
    return this.number !== null && this.number !== number;
  }
}

/**
 * Whether something is kept of a class.
 * @param {string} code
 * @param {Storage | null} [storage]
 */
export function hasDraftsOf(code, storage = deviceStorage()) {
  return keysOf(storage).some((key) => PREFIXES.some((prefix) => key.startsWith(`${prefix}${code}/`)));
}

/**
 * Drop what was typed at all seats of a class.
 * @param {string} code
 * @param {Storage | null} [storage]
 */
export function dropDraftsOf(code, storage = deviceStorage()) {
  for (const key of keysOf(storage)) if (PREFIXES.some((prefix) => key.startsWith(`${prefix}${code}/`))) storage?.removeItem(key);
}

/**
 * Drop what is older than any class: nobody may ever open that page again.
 * @param {Storage | null} [storage]
 */
export function dropOldDrafts(storage = deviceStorage()) {
  for (const key of keysOf(storage)) {
    if (!PREFIXES.some((prefix) => key.startsWith(prefix))) continue;
    try {
      const draft = JSON.parse(storage?.getItem(key) ?? "null");
      if (typeof draft?.at === "number" && Date.now() - draft.at <= OLD) continue;
      // Kept by the release before, which wrote down no time: it is as old as this moment at the least.
      if (typeof draft?.typed === "object" && draft.at === undefined) storage?.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
      else storage?.removeItem(key);
    } catch {
      storage?.removeItem(key); // written by something else, or no room for the time
    }
  }
}

/**
 * @param {Storage | null} storage
 * @returns {string[]}
 */
function keysOf(storage) {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
}
