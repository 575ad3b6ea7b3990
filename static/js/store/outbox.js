/**
 * What this phone entered and the server has not acknowledged: kept in the browser's database, sent in the order in which
 * it was entered, and removed only when the server's answer names it. What the server refuses stays, and says why, until
 * somebody decides.
 *
 * Two tabs share one outbox. They take turns at sending; and since the server does each id once, even an entry that went
 * out twice counts once.
 *
 * @import {Keep} from "./database.js"
 * @import {Answer, Send} from "./sending.js"
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
 * @property {Record<string, string>} seen  what each player, by id, had entered when the table confirmed
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
 * @property {string | null} cards  in notation
 * @property {number | null} points  a bare number; where both are null, what was entered is taken back
 * @property {number | null} basedOn  the version that was seen: of the hand, or of the hole that is confirmed. Null for a
 *   hole whose hands were waiting themselves: then what was `seen` decides
 * @property {string[]} sent  what this phone sent for the same hand before, without hearing back: if the server has one
 *   of these, no other phone is to blame
 * @property {Confirmation | null} confirm
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it went out
 * @property {"waiting" | "needs-you"} state
 * @property {Trouble | null} trouble
 *
 * @typedef {{game: string, key: string, api: string, hole: number}} Place
 * @typedef {{player: number, cards: string | null, points: number | null, basedOn: number, sent?: string[], id?: string}} HandChange
 */

import { openDatabase } from "./database.js";
import { newWriteId } from "./drafts.js";
import { send } from "./sending.js";

const NAME = "scorekeeper-outbox"; // of the turn at sending, and of the channel between tabs
const FIRST_WAIT = 1_000; // milliseconds until what did not get through is tried again; doubled each time
const LONGEST_WAIT = 30_000;
/** Milliseconds. A tab that the phone has frozen in the middle of its turn must not hold up the others for ever. */
const LONGEST_TURN = 25_000;

export class Outbox extends EventTarget {
  /** The id that is on its way from this tab. @type {string | null} */
  sending = null;
  /** Why nothing gets through at the moment; "" while it does. */
  trouble = "";
  /** @type {Waiting[]} */
  #all = [];
  /** Entries that the database does not have yet, or has no room for. @type {Map<string, Waiting>} */
  #unsaved = new Map();
  /** Ids on their way out of the database. @type {Set<string>} */
  #leaving = new Set();
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wanted = false;
  /** @type {Promise<void> | null} */
  #running = null;

  /** @type {Promise<Outbox> | undefined} */
  static #here;

  /** The outbox of this browser, one for each page. */
  static open() {
    Outbox.#here ??= openDatabase().then(async (keep) => {
      const outbox = new Outbox(keep, send, globalThis.navigator?.locks ?? null, new BroadcastChannel(NAME));
      await outbox.reload();
      return outbox;
    });
    return Outbox.#here;
  }

  /**
   * @param {Keep} keep
   * @param {Send} ask
   * @param {LockManager | null} [locks]  browsers have turns to take only over https
   * @param {BroadcastChannel | null} [channel]
   */
  constructor(keep, ask, locks = null, channel = null) {
    super();
    this.keep = keep;
    this.ask = ask;
    this.locks = locks;
    this.channel = channel;
    if (channel !== null) channel.onmessage = () => void this.reload();
  }

  /** Everything that waits, in order. @returns {readonly Waiting[]} */
  get all() {
    return this.#all;
  }

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.keep.durable && this.#unsaved.size === 0;
  }

  /**
   * What waits for one game.
   * @param {string} game  its uid
   */
  of(game) {
    return this.#all.filter((entry) => entry.game === game);
  }

  /**
   * The last thing that waits for one hand.
   * @param {string} game
   * @param {number} hole
   * @param {number} player
   */
  newest(game, hole, player) {
    return this.#all.findLast((entry) => entry.kind === "hand" && isFor(entry, game, hole, player)) ?? null;
  }

  // --- what the table does ---------------------------------------------------------------------------------------------

  /**
   * A hand was entered, changed or taken back. What waited for it and was never sent is replaced.
   * @param {Place} place
   * @param {HandChange} change
   * @returns {Promise<boolean>} whether it survives closing the page; it waits from the moment of the call
   */
  enter(place, { player, cards, points, basedOn, sent = [], id = newWriteId() }) {
    const before = this.newest(place.game, place.hole, player);
    const isReplaced = before !== null && this.mayBeReplaced(before);
    const earlier = before === null || isReplaced ? (before?.sent ?? []) : [...before.sent, textOf(before)];
    const added = this.#add({
      ...place, ...this.#fresh(id), kind: "hand", player, cards, points, basedOn, sent: [...new Set([...earlier, ...sent])], confirm: null,
    });
    if (isReplaced && before.id !== id) void this.drop(before.id);
    return added;
  }

  /**
   * Take back what was entered for a hand and never sent.
   * @param {string} game
   * @param {number} hole
   * @param {number} player
   */
  withdraw(game, hole, player) {
    const before = this.newest(game, hole, player);
    if (before !== null && this.mayBeReplaced(before)) void this.drop(before.id);
  }

  /**
   * The table is done with a hole.
   * @param {Place} place
   * @param {number | null} basedOn
   * @param {Confirmation} confirm
   * @param {string} id
   * @returns {Promise<boolean>} as `enter`
   */
  confirm(place, basedOn, confirm, id = newWriteId()) {
    const before = this.#all.findLast((entry) => entry.kind === "confirm" && isFor(entry, place.game, place.hole, null));
    const added = this.#add({
      ...place, ...this.#fresh(id), kind: "confirm", player: null, cards: null, points: null, basedOn, sent: [], confirm,
    });
    if (before !== undefined && this.mayBeReplaced(before)) void this.drop(before.id);
    return added;
  }

  /**
   * Try once more what the server refused.
   * @param {string} id
   */
  async retry(id) {
    const entry = this.#all.find((candidate) => candidate.id === id);
    if (entry === undefined) return;
    await this.#save({ ...entry, state: "waiting", trouble: null });
    await this.flush();
  }

  /**
   * Give an entry up, or away: the server has it.
   * @param {string} id
   */
  async drop(id) {
    this.#all = this.#all.filter((entry) => entry.id !== id);
    this.#unsaved.delete(id);
    this.#leaving.add(id);
    this.#changed();
    await this.keep.delete("outbox", id).catch(() => undefined);
    this.#leaving.delete(id);
    this.channel?.postMessage("changed");
  }

  /**
   * A game is reached by another link now: what waits for it goes there.
   * @param {string} game
   * @param {string} key
   * @param {string} api
   */
  async readdress(game, key, api) {
    for (const entry of this.of(game)) {
      if (entry.key !== key) await this.#save({ ...entry, key, api, state: "waiting", trouble: null });
    }
  }

  // --- sending ---------------------------------------------------------------------------------------------------------

  /** Send what waits, one after the other; resolves when nothing more can be done now. */
  flush() {
    this.#wanted = true;
    clearTimeout(this.#timer);
    this.#running ??= this.#sendWhatIsWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** The network is back, or somebody asks: wait no longer than needed from now on. */
  hurry() {
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  async #sendWhatIsWanted() {
    while (this.#wanted) {
      this.#wanted = false;
      if (this.#all.length > 0) await this.#inTurn(() => this.#sendAll());
    }
  }

  /** @param {() => Promise<void>} work */
  async #inTurn(work) {
    if (this.locks === null) return work();
    let begun = false;
    const once = () => {
      begun = true;
      return work();
    };
    try {
      await this.locks.request(NAME, { signal: AbortSignal.timeout(LONGEST_TURN) }, once);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Either the turn of another tab took too long, or this one was the tab that took too long.
      if (!begun) await this.locks.request(NAME, { steal: true }, once);
    }
  }

  async #sendAll() {
    await this.reload(); // another tab may have sent some of it
    /** Games whose entry the server could not deal with just now. @type {Set<string>} */
    const stuck = new Set();
    for (let entry = this.#next(stuck); entry !== undefined; entry = this.#next(stuck)) {
      const answer = await this.#send(entry);
      if (answer.kind !== "later") this.#wait = FIRST_WAIT;
      else if (answer.reached) stuck.add(entry.game);
      else break;
    }
    if (stuck.size === 0 && this.trouble === "") return;
    this.#timer = setTimeout(() => void this.flush(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /**
   * The next to send. Within a game the order counts: a hole cannot be confirmed, nor the next one begun, before what
   * comes earlier is settled.
   * @param {Set<string>} stuck
   */
  #next(stuck) {
    return this.#all.find((entry) => {
      if (entry.state !== "waiting" || stuck.has(entry.game)) return false;
      const earlier = this.#all.filter((other) => other.game === entry.game && other.order < entry.order);
      return !earlier.some((other) => other.state === "needs-you" && (other.hole < entry.hole || (entry.kind === "confirm" && other.hole === entry.hole)));
    });
  }

  /**
   * @param {Waiting} known
   * @returns {Promise<Answer>}
   */
  async #send(known) {
    const entry = { ...known, tries: known.tries + 1 };
    this.sending = entry.id;
    await this.#save(entry); // a page that is closed now must find later that this may have arrived
    const answer = named(entry.kind === "hand" ? await this.#sendHand(entry) : await this.#sendConfirmation(entry), entry.id);
    this.trouble = answer.kind === "later" ? answer.message : "";
    // What was entered for the same hand while this was on its way knows nothing of the answer yet.
    const later = this.#all.filter((other) => other.order > entry.order && entry.kind === "hand" && other.kind === "hand" && isFor(other, entry.game, entry.hole, entry.player));
    if (answer.kind === "done") await this.#acknowledged(entry, answer.body, later);
    else if (answer.kind === "conflict") await this.#overtaken(entry, answer.body, later);
    else if (answer.kind === "overtaken") await this.#needsYou(entry, { code: "store.hole_conflict", message: answer.message });
    else if (answer.kind === "refused" && answer.code === "write.id_reused") await this.#renamed(entry);
    else if (answer.kind === "refused") {
      const message = answer.problems.map((problem) => problem.message).join("; ") || answer.message;
      await this.#needsYou(entry, { code: answer.code, message });
    }
    this.dispatchEvent(new CustomEvent("answered", { detail: { entry, answer } }));
    this.sending = null;
    this.#changed();
    return answer;
  }

  /** @param {Waiting} entry */
  #sendHand(entry) {
    const content = entry.points !== null ? { points: entry.points } : entry.cards !== null ? { cards: entry.cards } : {};
    return this.ask("PUT", `${entry.api}/holes/${entry.hole}/hands/${entry.player}`, { write_id: entry.id, based_on: entry.basedOn, ...content });
  }

  /**
   * @param {Waiting} entry
   * @returns {Promise<Answer>}
   */
  async #sendConfirmation(entry) {
    const { confirm } = entry;
    if (confirm === null) return { kind: "refused", code: "outbox.unreadable", message: "this entry cannot be read", problems: [] };
    let basedOn = entry.basedOn;
    if (basedOn === null) {
      const now = await this.ask("GET", `${entry.api}/holes/${entry.hole}`);
      if (now.kind !== "done") return now;
      if (!now.body.hands.every((/** @type {any} */ hand) => textOf(hand) === (confirm.seen[hand.player] ?? ""))) {
        return { kind: "overtaken", message: "Another phone changed this hole meanwhile." };
      }
      basedOn = now.body.hole_version;
    }
    return this.ask("POST", `${entry.api}/holes/${entry.hole}/confirm`, {
      write_id: entry.id,
      based_on: basedOn,
      ender: confirm.ender,
      ender_known: confirm.enderKnown,
      accept_warnings: confirm.acceptWarnings,
      accept_missing: confirm.acceptMissing,
    });
  }

  /**
   * @param {Waiting} entry
   * @param {any} body
   * @param {Waiting[]} later
   */
  async #acknowledged(entry, body, later) {
    const kept = entry.kind === "hand" ? body.hands.find((/** @type {any} */ hand) => hand.player === entry.player) : undefined;
    // Unless somebody else came after it, what follows is based on this.
    if (kept !== undefined && textOf(kept) === textOf(entry)) {
      for (const other of later) await this.#save({ ...other, basedOn: kept.version, sent: [] });
    }
    await this.drop(entry.id);
  }

  /**
   * The server has something else than this was based on. If this phone sent that, its answer was lost or came too late,
   * and nobody need decide anything.
   * @param {Waiting} entry
   * @param {{message: string, version: number, theirs: string | null}} told
   * @param {Waiting[]} later
   */
  async #overtaken(entry, told, later) {
    const theirs = told.theirs ?? "";
    if (later.length > 0 || theirs === textOf(entry)) await this.drop(entry.id);
    else if (entry.sent.includes(theirs) && entry.basedOn !== told.version) await this.#save({ ...entry, basedOn: told.version, sent: [] });
    else await this.#needsYou(entry, { code: "store.conflict", message: told.message, theirs: { version: told.version, text: told.theirs } });
  }

  /**
   * The id stands for another content already, which no entry of this release brings about: under a new one.
   * @param {Waiting} entry
   */
  async #renamed(entry) {
    await this.drop(entry.id);
    await this.#save({ ...entry, id: newWriteId(), tries: 0 });
  }

  /**
   * @param {Waiting} entry
   * @param {Trouble} trouble
   */
  #needsYou(entry, trouble) {
    return this.#save({ ...entry, state: "needs-you", trouble });
  }

  // --- keeping ---------------------------------------------------------------------------------------------------------

  /** Look again at what the browser keeps: another tab may have changed it. */
  async reload() {
    const kept = await this.keep.getAll("outbox").catch(() => []);
    const all = new Map(kept.filter(isReadable).map((entry) => [entry.id, entry]));
    for (const id of this.#leaving) all.delete(id);
    for (const [id, entry] of this.#unsaved) all.set(id, entry);
    const before = JSON.stringify(this.#all);
    this.#all = [...all.values()].sort((one, other) => one.order - other.order);
    if (JSON.stringify(this.#all) !== before) this.#changed();
  }

  /** @param {string} id */
  #fresh(id) {
    const last = this.#all.at(-1)?.order ?? 0;
    const now = Date.now();
    /** @type {Pick<Waiting, "format" | "state">} */
    const plain = { format: 1, state: "waiting" };
    // A clock that was set back must not let the second entry overtake the first.
    return { ...plain, id, order: Math.max(now, last + 1), madeAt: now, tries: 0, trouble: null };
  }

  /** @param {Waiting} entry */
  async #add(entry) {
    await this.#save(entry);
    void this.flush();
    return !this.#unsaved.has(entry.id) && this.keep.durable;
  }

  /**
   * Whether nobody can have seen it: it never went out, or the server did not take it.
   * @param {Waiting} entry
   */
  mayBeReplaced(entry) {
    return entry.state === "needs-you" || (entry.tries === 0 && entry.id !== this.sending);
  }

  /** @param {Waiting} entry */
  async #save(entry) {
    this.#all = [...this.#all.filter((other) => other.id !== entry.id), entry].sort((one, other) => one.order - other.order);
    this.#unsaved.set(entry.id, entry);
    this.#changed();
    try {
      await this.keep.put("outbox", entry);
      if (this.#unsaved.get(entry.id) === entry) this.#unsaved.delete(entry.id);
      this.channel?.postMessage("changed");
    } catch {
      // No room, or the database is gone: it stays in memory, and `keeps` tells.
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * What an entry, or a hand in the server's answer, is written as: cards, a number, or "" for nothing.
 * @param {{cards: string | null, points: number | null}} entry
 */
export function textOf({ cards, points }) {
  return points !== null ? String(points) : (cards ?? "");
}

/**
 * @param {Waiting} entry
 * @param {string} game
 * @param {number} hole
 * @param {number | null} player
 */
function isFor(entry, game, hole, player) {
  return entry.game === game && entry.hole === hole && entry.player === player;
}

/**
 * An answer that does not name the entry is no answer to it.
 * @param {Answer} answer
 * @param {string} id
 * @returns {Answer}
 */
function named(answer, id) {
  if (answer.kind !== "done" || answer.body.write_id === id) return answer;
  return { kind: "later", reached: true, message: "something else answered in the server's place" };
}

/**
 * Records of a later release stay where they are, for that release to send.
 * @param {any} entry
 * @returns {entry is Waiting}
 */
function isReadable(entry) {
  return entry?.format === 1 && typeof entry.id === "string" && (entry.kind === "hand" || entry.kind === "confirm");
}
