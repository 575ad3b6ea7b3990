/**
 * TODO
 *
 * @import {Keep} from "./database.js"
 * @import {Answer} from "./server.js"
 *
 * @typedef {object} Trouble  why an entry cannot go on by itself
 * @property {string} code
 * @property {string} message
 * @property {{version: number, text: string | null}} [theirs]  what another phone entered for the same hand meanwhile
 *
 * @typedef {object} Confirmation  the table is done with a hole
 * @property {number | null} ender
 * @property {boolean} enderKnown
 * @property {boolean} acceptWarnings
 * @property {boolean} acceptMissing
 * @property {Record<string, string>} seen  what each player, by id, had entered when the table confirmed; and under
 *   `ender` who had ended the hole as far as the server knew, as `enderText` writes it
 *
 * @typedef {object} Waiting  one entry that waits
 * @property {1} format
 * @property {string} id  names it to the server; never used for another content
 * @property {number} order  entries are sent from the lowest to the highest
 * @property {string} game  the game's uid, which outlives its links
 * @property {string} key  of the link that it goes by
 * @property {string} api  address of the game's JSON, `/api/games/<key>`
 * @property {"hand" | "confirm"} kind
 * @property {number} hole
 * @property {number | null} player  whose hand; null for a confirmation
 * @property {string} [name]  of the player at that time: the table may have no such player any more
 * @property {string | null} cards  in notation
 * @property {number | null} points  a bare number; where both are null, what was entered is taken back
 * @property {number | null} basedOn  the version that was seen: of the hand, or of the hole that is confirmed. Null for a
 *   hole whose hands were waiting themselves: then what was `seen` decides
 * @property {string[]} sent  what this phone sent for the same hand, or as the ender of the same hole, before, without
 *   hearing back: if the server has one of these, no other phone is to blame
 * @property {Confirmation | null} confirm
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it went out
 * @property {"waiting" | "needs-you"} state
 * @property {Trouble | null} trouble
 * @property {boolean} [renamed]  its first id stood for something else on the server
 */

/**
 * Records of a later release stay where they are, for that release to send.
 * @param {any} entry
 * @returns {entry is Waiting}
 */
export function isReadable(entry) {
  return entry?.format === 1 && typeof entry.id === "string" && (entry.kind === "hand" || entry.kind === "confirm");
}

/**
 * What an entry, or a hand in the server's answer, is written as: cards, a number, or "" for nothing.
 * @param {{cards: string | null, points: number | null}} entry
 */
export function textOf({ cards, points }) {
  return points !== null ? String(points) : (cards ?? "");
}

/**
 * Who ended a hole, written as one word; "" where that was not said.
 * @param {number | null} ender
 * @param {boolean} known
 */
export function enderText(ender, known) {
  return known || ender !== null ? String(ender ?? "nobody") : "";
}

/**
 * @param {Waiting} entry
 * @param {string} game
 * @param {number} hole
 * @param {number | null} player  null for the hole's confirmation
 */
export function isFor(entry, game, hole, player) {
  return entry.game === game && entry.hole === hole && entry.player === player;
}

/**
 * Whether a hole stands, in the server's answer, as the table saw it when it confirmed.
 * @param {any} hole
 * @param {Confirmation} confirm
 * @param {string[]} sent
 */
export function isAsSeen(hole, { ender, enderKnown, seen }, sent) {
  const told = enderText(hole.ender, hole.ender_known);
  const ours = ["", seen["ender"], enderText(ender, enderKnown), ...sent];
  return ours.includes(told) && hole.hands.every((/** @type {any} */ hand) => textOf(hand) === (seen[hand.player] ?? ""));
}

/**
 * An answer that does not name the entry, or tells nothing of its hole, is no answer to it.
 * @param {Answer} answer
 * @param {Waiting} entry
 * @returns {Answer}
 */
export function answerTo(answer, { id, kind }) {
  const { body } = answer.kind === "done" ? answer : { body: null };
  if (body === null || (body.write_id === id && (kind === "confirm" || Array.isArray(body.hands)))) return answer;
  return { kind: "later", reached: true, message: "something else answered in the server's place" };
}

const STORE = "outbox";

export class Entries {
  /** In order. @type {Waiting[]} */
  all = [];
  /** Those that the database does not have yet, or has no room for. @type {Map<string, Waiting>} */
  #unsaved = new Map();
  /** Ids that the database had when it was last looked at. @type {Set<string>} */
  #kept = new Set();
  /** Ids on their way out of the database. @type {Set<string>} */
  #leaving = new Set();
  #keep;
  #changed;
  #tell;

  /**
   * @param {Keep} keep
   * @param {() => void} changed  something is to be shown in another way
   * @param {() => void} tell  other tabs find something else in the database now
   */
  constructor(keep, changed, tell) {
    this.#keep = keep;
    this.#changed = changed;
    this.#tell = tell;
  }

  /** Whether the database has everything. */
  get areSaved() {
    return this.#unsaved.size === 0;
  }

  /** Look again at what the browser keeps: another tab may have changed it. */
  async reload() {
    const found = await this.#keep.getAll(STORE).catch(() => null);
    if (found === null) return; // the database was taken away, as by a newer release: what is known here still waits
    const all = new Map(found.filter(isReadable).map((entry) => [entry.id, entry]));
    for (const [id, entry] of this.#unsaved) {
      if (this.#kept.has(id) && !all.has(id)) this.#unsaved.delete(id); // a change to what another tab has discarded
      else all.set(id, entry);
    }
    this.#kept = new Set(found.map(({ id }) => id));
    for (const id of this.#leaving) all.delete(id);
    const before = JSON.stringify(this.all);
    this.all = [...all.values()].sort(inOrder);
    if (JSON.stringify(this.all) !== before) this.#changed();
  }

  /**
   * @param {Waiting} entry
   * @returns {Promise<boolean>} whether the database has it
   */
  async add(entry) {
    this.#show(entry);
    try {
      await this.#keep.put(STORE, entry);
      this.#isKept(entry);
    } catch {
      // No room, or the database is gone: it stays in memory, and `areSaved` tells.
    }
    return !this.#unsaved.has(entry.id);
  }

  /**
   * @param {Waiting} entry
   * @param {Partial<Waiting>} what  all else stays as it is, or as another tab has made it meanwhile
   * @returns {Promise<Waiting | null>} the entry as it is now; null where it was discarded
   */
  async change({ id }, what) {
    const before = this.all.find((other) => other.id === id);
    if (before === undefined) return null;
    const changed = { ...before, ...what };
    this.#show(changed);
    try {
      let kept = await this.#keep.update(STORE, id, (/** @type {Waiting} */ record) => ({ ...record, ...what }));
      if (kept === undefined && !this.#unsaved.has(id)) return null; // given up here meanwhile
      if (kept === undefined && this.#kept.has(id)) {
        this.#forget(id);
        return null;
      }
      if (kept === undefined) await this.#keep.put(STORE, changed); // there was no room for it before
      kept ??= changed;
      if (this.#unsaved.get(id) === changed) this.#replace(kept);
      this.#isKept(changed);
      return kept;
    } catch {
      return this.all.find((other) => other.id === id) ?? null;
    }
  }

  /** @param {string} id */
  async remove(id) {
    this.#leaving.add(id);
    this.#forget(id);
    await this.#keep.delete(STORE, id).catch(() => undefined);
    this.#leaving.delete(id);
    this.#tell();
  }

  /** @param {Waiting} entry */
  #show(entry) {
    this.#replace(entry);
    this.#unsaved.set(entry.id, entry);
    this.#changed();
  }

  /** @param {Waiting} entry */
  #replace(entry) {
    this.all = [...this.all.filter((other) => other.id !== entry.id), entry].sort(inOrder);
  }

  /** @param {string} id */
  #forget(id) {
    this.all = this.all.filter((entry) => entry.id !== id);
    this.#unsaved.delete(id);
    this.#kept.delete(id);
    this.#changed();
  }

  /** @param {Waiting} entry */
  #isKept(entry) {
    if (this.#unsaved.get(entry.id) === entry) this.#unsaved.delete(entry.id);
    if (this.all.some(({ id }) => id === entry.id)) this.#kept.add(entry.id);
    this.#tell();
  }
}

/**
 * One after the other as they are sent. Two in the same place are a replacement that a closed page left half done.
 * @param {Waiting} one
 * @param {Waiting} other
 */
function inOrder(one, other) {
  return one.order - other.order || one.madeAt - other.madeAt;
}
