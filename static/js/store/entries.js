/**
 * The entries that wait, as this tab knows them: shown from the moment of the call, and in the browser's database as soon
 * as that has them. Another tab may change the same ones at any time; what it has discarded does not come back.
 *
 * @import {Keep} from "./database.js"
 * @import {Waiting} from "./waiting.js"
 */

import { isReadable } from "./waiting.js";

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
