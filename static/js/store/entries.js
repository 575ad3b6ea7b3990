/**
 * The entries that wait, as this tab knows them: shown from the moment of the call, and in the browser's database as soon
 * as that has them. Another tab may change the same ones at any time; what it has discarded does not come back.
 *
 * @import {Keep} from "./database.js"
 *
 * @typedef {object} Queued  what every entry has
 * @property {string} id  names it to the server; never used for another content
 * @property {number} order  entries are sent from the lowest to the highest
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it went out
 */

/** @template {Queued} Entry */
export class Entries {
  /** In order. @type {Entry[]} */
  all = [];
  /** Those that the database does not have yet, or has no room for. @type {Map<string, Entry>} */
  #unsaved = new Map();
  /** Ids that the database had when it was last looked at. @type {Set<string>} */
  #kept = new Set();
  /** Ids on their way out of the database. @type {Set<string>} */
  #leaving = new Set();
  #keep;
  #store;
  #isReadable;
  #changed;
  #tell;

  /**
   * @param {Keep} keep
   * @param {{store: string, isReadable: (entry: any) => entry is Entry}} kind  records of a later release stay where they
   *   are, for that release to send
   * @param {() => void} changed  something is to be shown in another way
   * @param {() => void} tell  other tabs find something else in the database now
   */
  constructor(keep, { store, isReadable }, changed, tell) {
    this.#keep = keep;
    this.#store = store;
    this.#isReadable = isReadable;
    this.#changed = changed;
    this.#tell = tell;
  }

  /** Whether the database has everything. */
  get areSaved() {
    return this.#unsaved.size === 0;
  }

  /** Look again at what the browser keeps: another tab may have changed it. */
  async reload() {
    const found = await this.#keep.getAll(this.#store).catch(() => null);
    if (found === null) return; // the database was taken away, as by a newer release: what is known here still waits
    const all = new Map(found.filter(this.#isReadable).map((entry) => [entry.id, entry]));
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
   * @param {Entry} entry
   * @returns {Promise<boolean>} whether the database has it
   */
  async add(entry) {
    this.#show(entry);
    try {
      await this.#keep.put(this.#store, entry);
      this.#isKept(entry);
    } catch {
      // No room, or the database is gone: it stays in memory, and `areSaved` tells.
    }
    return !this.#unsaved.has(entry.id);
  }

  /**
   * @param {Entry} entry
   * @param {Partial<Entry>} what  all else stays as it is, or as another tab has made it meanwhile
   * @returns {Promise<Entry | null>} the entry as it is now; null where it was discarded
   */
  async change({ id }, what) {
    const before = this.all.find((other) => other.id === id);
    if (before === undefined) return null;
    const changed = { ...before, ...what };
    this.#show(changed);
    try {
      let kept = await this.#keep.update(this.#store, id, (/** @type {Entry} */ record) => ({ ...record, ...what }));
      if (kept === undefined && !this.#unsaved.has(id)) return null; // given up here meanwhile
      if (kept === undefined && this.#kept.has(id)) {
        this.#forget(id);
        return null;
      }
      if (kept === undefined) await this.#keep.put(this.#store, changed); // there was no room for it before
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
    await this.#keep.delete(this.#store, id).catch(() => undefined);
    this.#leaving.delete(id);
    this.#tell();
  }

  /** @param {Entry} entry */
  #show(entry) {
    this.#replace(entry);
    this.#unsaved.set(entry.id, entry);
    this.#changed();
  }

  /** @param {Entry} entry */
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

  /** @param {Entry} entry */
  #isKept(entry) {
    if (this.#unsaved.get(entry.id) === entry) this.#unsaved.delete(entry.id);
    if (this.all.some(({ id }) => id === entry.id)) this.#kept.add(entry.id);
    this.#tell();
  }
}

/**
 * One after the other as they are sent. Two in the same place are a replacement that a closed page left half done.
 * @param {Queued} one
 * @param {Queued} other
 */
function inOrder(one, other) {
  return one.order - other.order || one.madeAt - other.madeAt;
}
