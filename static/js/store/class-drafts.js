/**
 * What a pupil has typed and not sent, question by question. It is kept in the moment in which it is typed, survives
 * closing the page, and goes with the answer; with its question, once that takes none any more; with its class; and in any
 * case when it is older than a class can be.
 *
 * And how many answers there were at each question when this phone sent its last one: its page may be older than that. And
 * whose page of a class was opened here last, so that no other tab goes on showing somebody else's; and whose turn it became
 * without a network, for the server to be told.
 *
 * @typedef {object} ClassDraft
 * @property {Record<string, string>} typed  by the names of the fields
 * @property {number} took  milliseconds that the question had been on show by then
 *
 * @typedef {object} Passing  how a device was passed on while the server heard nothing of it
 * @property {number} from  the seat whose pupil has it as the server knows; 0 where that is not known
 * @property {number} to  the seat whose pupil has it now; 0 where that is nobody
 * @property {string} typed  the code by which that pupil took it
 */

import { deviceStorage } from "./drafts.js";

const PREFIX = "scorekeeper:class-draft:";
const ANSWERS = "scorekeeper:class-answers:";
const HAND = "scorekeeper:class-hand:";
const UNTOLD = "scorekeeper:class-untold:";
const PREFIXES = [PREFIX, ANSWERS, HAND, UNTOLD];

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
 * server, or offline/seats.js without it: this is only for pages that are open.
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
 * What the server does not know yet of who has this device in hand. Until it does it would show the page of the pupil who
 * had it before.
 */
export class Untold {
  /**
   * @param {string} code  of the class
   * @param {Storage | null} [storage]
   */
  constructor(code, storage = deviceStorage()) {
    this.storage = storage;
    this.key = `${UNTOLD}${code}/`;
  }

  /** @returns {Passing | null} null where it knows everything */
  get passing() {
    try {
      const { from, to, typed } = JSON.parse(this.storage?.getItem(this.key) ?? "null") ?? {};
      return Number.isInteger(from) && Number.isInteger(to) && typeof typed === "string" ? { from, to, typed } : null;
    } catch {
      return null; // written by something else
    }
  }

  /**
   * That pupil has passed the device on: nobody has it.
   * @param {number} from
   */
  pass(from) {
    this.#keep({ from, to: 0, typed: "" });
  }

  /**
   * A pupil has taken it.
   * @param {number} from  who had it; 0 for nobody
   * @param {number} to
   * @param {string} typed  the code of that pupil
   */
  take(from, to, typed) {
    this.#keep({ from, to, typed });
  }

  /** Somebody is about to tell the server who it is: the code of the one before must not be sent after that. */
  forgetCode() {
    if (this.passing !== null) this.#keep({ from: 0, to: 0, typed: "" });
  }

  /**
   * The server was told, unless something else was noted meanwhile.
   * @param {Passing} passing
   */
  settle({ from, to, typed }) {
    const now = this.passing;
    if (now === null || (now.from === from && now.to === to && now.typed === typed)) this.storage?.removeItem(this.key);
  }

  /**
   * Whether it is somebody else's turn, of which the server has heard nothing.
   * @param {number} number
   */
  isAnothers(number) {
    const { passing } = this;
    return passing !== null && passing.to !== number;
  }

  /** @param {Passing} passing */
  #keep({ from, to, typed }) {
    const known = this.passing?.from || from; // the server is where it was when the first of them began
    try {
      this.storage?.setItem(this.key, JSON.stringify({ from: known, to, typed, at: Date.now() }));
    } catch {
      // Full, or forbidden: the server then asks for the code again, or hears of it with the next form.
    }
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
