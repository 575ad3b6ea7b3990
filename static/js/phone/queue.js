/**
 * Entries that the server has not acknowledged, by the place that they fill: a hand, the end of a hole, the answer to a
 * question. A newer entry for a place replaces the older one. All are in the browser's storage from the moment of the
 * call until the server's answer names them. Refused entries stay, with the reason, until the player decides.
 *
 * The pages of a browser share its queue. Two may send the same entry: the server does each write once.
 *
 * @import {Answer, Problem, Send} from "./server.js"
 *
 * @typedef {object} Trouble  why an entry waits
 * @property {string} code
 * @property {string} message
 * @property {Problem[]} [problems]  of single boxes of a form
 * @property {{version: number, text: string | null, at?: number}} [theirs]  another phone's entry for the same hand;
 *   `at` is the hole's version in which it was seen, if it has changed again
 *
 * @typedef {object} Queued
 * @property {2} format
 * @property {string} id  the place that it fills
 * @property {string} write  the write id, used for this content only
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  the number of times that it may have been sent
 * @property {"waiting" | "needs-you"} state
 * @property {Trouble | null} trouble
 */

import { deviceStorage, Records, WAITS } from "./device-storage.js";
import { send } from "./server.js";

const FIRST_WAIT = 1_000; // milliseconds until the next try; doubled each time
const LONGEST_WAIT = 30_000;

/** The result for an answer that does not name the sent write. @type {Answer} */
const STRANGER = {
  kind: "later",
  reached: true,
  message: "The reply didn’t come from the Scorekeeper server. Does this Wi-Fi need a sign-in?",
};

/** The result of sending an entry that has been replaced or discarded. @type {Answer} */
export const DISCARDED = { kind: "refused", code: "queue.discarded", message: "You deleted this entry.", problems: [] };

/**
 * @template {Queued} Work
 */
export class Queue extends EventTarget {
  /** The place of the entry that this page is sending. @type {string | null} */
  sending = null;
  /** Why nothing gets through; "" while it does. */
  trouble = "";
  /** All entries in the order of sending. @type {readonly Work[] | null} */
  #all = null;
  /** Lines whose first entry has to wait, and with it all others of the line. @type {Set<string>} */
  #stuck = new Set();
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wanted = false;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {Records<Work>} records
   * @param {Send} ask
   * @param {EventTarget | null} page  gets the event when another tab changes the storage
   */
  constructor(records, ask, page = null) {
    super();
    this.records = records;
    this.ask = ask;
    page?.addEventListener("storage", (event) => {
      const key = /** @type {StorageEvent} */ (event).key;
      if (key === null || key.startsWith(records.prefix)) this.reload();
    });
  }

  /** All entries, in order. @returns {readonly Work[]} */
  get all() {
    this.#all ??= this.records.ids
      .map((id) => this.records.get(id))
      .filter(isReadable)
      .sort((one, other) => this.compare(one, other));
    return this.#all;
  }

  /** @param {string} id */
  get(id) {
    return this.all.find((work) => work.id === id) ?? null;
  }

  /** Read the storage again, because another tab may have changed it. If that tab closes, this one sends. */
  reload() {
    this.changed();
    if (this.#running === null && this.trouble === "" && this.next() !== undefined) this.#again(LONGEST_WAIT);
  }

  /** The common part of every new record. @param {string} id @param {string} [write] @returns {Queued} */
  fresh(id, write = newWriteId()) {
    return { format: 2, id, write, madeAt: Date.now(), tries: 0, state: "waiting", trouble: null };
  }

  /** @param {Work} work */
  put(work) {
    this.records.put(work.id, work);
    this.changed();
    void this.flush();
  }

  /**
   * @param {Work} work
   * @param {Partial<Work>} what  the fields to change
   * @returns {Work | null} null if it has been discarded or replaced
   */
  change({ id, write }, what) {
    const now = this.records.get(id);
    if (now?.write !== write) return null;
    const changed = { ...now, ...what };
    this.records.put(id, changed);
    this.changed();
    return changed;
  }

  /** Delete an entry, so that those behind it go on. @param {string} id */
  drop(id) {
    this.forget(id);
    void this.flush();
  }

  /** Remove a settled entry. @param {string} id */
  forget(id) {
    this.records.drop(id);
    this.changed();
  }

  /** Send a refused entry again. @param {string} id */
  async retry(id) {
    const work = this.get(id);
    if (work !== null) this.change(work, /** @type {Partial<Work>} */ ({ state: "waiting", trouble: null }));
    await this.flush();
  }

  /** Send at once, because the phone is back online or the player asks. */
  hurry() {
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  /** Send all entries in order; resolves when nothing more can be done now. */
  flush() {
    this.#wanted = true;
    clearTimeout(this.#timer);
    this.#running ??= this.#sendWhatIsWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendWhatIsWanted() {
    while (this.#wanted) {
      this.#wanted = false;
      await this.#sendAll();
    }
  }

  async #sendAll() {
    this.#stuck.clear();
    let trouble = "",
      away = false;
    for (let work = this.next(); work !== undefined && !away; work = this.next()) {
      const answer = await this.#send(work);
      if (answer.kind !== "later") this.#wait = FIRST_WAIT;
      else {
        trouble = this.trouble = answer.message;
        if (answer.reached) this.#stuck.add(this.lineOf(work));
        else away = true;
      }
      this.changed();
    }
    if (this.trouble !== trouble) {
      this.trouble = trouble;
      this.changed();
    }
    if (trouble === "") return;
    this.#again(this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** @param {number} wait  milliseconds */
  #again(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /** @param {Work} known @returns {Promise<Answer>} */
  async #send(known) {
    this.sending = known.id;
    // If the page closes now, it must later know that this may have arrived.
    const sent = this.change(known, /** @type {Partial<Work>} */ ({ tries: known.tries + 1 }));
    const told = sent === null ? DISCARDED : await this.deliver(sent);
    const answer = told.kind === "done" && told.body.write_id !== known.write ? STRANGER : told;
    this.sending = null;
    if (sent === null || answer.kind === "later") return answer;
    if (answer.kind === "done")
      this.dispatchEvent(new CustomEvent("done", { detail: { work: sent, body: answer.body } }));
    this.answered(sent, this.records.get(sent.id), answer);
    return answer;
  }

  /** The next entry to send. */
  next() {
    return this.all.find(
      (work) => work.state === "waiting" && !this.#stuck.has(this.lineOf(work)) && !this.isHeldUp(work)
    );
  }

  changed() {
    this.#all = null;
    this.dispatchEvent(new Event("change"));
  }

  // --- defined by each queue -----------------------------------------------------------------------------------------

  /** Negative if `one` is sent before `other`. @param {Work} one @param {Work} other */
  compare(one, other) {
    return one.madeAt - other.madeAt || (one.id < other.id ? -1 : 1);
  }

  /** The line of an entry: if one does not get through, those behind it in the line wait. @param {Work} _work */
  lineOf(_work) {
    return "";
  }

  /** Whether an entry waits for the player's decision on an earlier one. @param {Work} _work */
  isHeldUp(_work) {
    return false;
  }

  /** @param {Work} _work @returns {Promise<Answer>} */
  deliver(_work) {
    throw new Error("a queue must define deliver()");
  }

  /**
   * Handle an answer.
   * @param {Work} _sent  as it was sent
   * @param {Work | null} _here  the entry in its place now; null if it was discarded
   * @param {Answer} _answer
   */
  answered(_sent, _here, _answer) {}
}

export { deviceStorage };

/** Do this when the page has been painted; at once where nothing paints. @param {() => void} work */
export function afterPaint(work) {
  if (globalThis.document?.hidden === false) requestAnimationFrame(() => setTimeout(work));
  else work();
}

/** A new write id. */
export function newWriteId() {
  // randomUUID needs https; a phone on a home network may use http.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether this release can read a record. Records of later releases stay for those to send.
 * @template {Queued} Work
 * @param {Work | null} record
 * @returns {record is Work}
 */
function isReadable(record) {
  return record?.format === 2 && typeof record.id === "string" && typeof record.write === "string";
}

// --- hands and the ends of holes -------------------------------------------------------------------------------------

/**
 * This phone's unacknowledged entries in games: each hand is sent before the end of its hole, and holes in order.
 *
 * @typedef {{game: string, key: string, api: string, hole: number}} Place  the game's uid, which outlives its links;
 *   the key of its link; the address of its JSON, `/api/games/<key>`
 *
 * @typedef {object} Confirmation  of a finished hole
 * @property {number | null} ender
 * @property {boolean} enderKnown
 * @property {boolean} acceptWarnings
 * @property {boolean} acceptMissing
 * @property {Record<string, string>} seen  each player's entry, by id, when the hole was confirmed; under `ender` the
 *   server's ender at that time, as `enderText` writes it
 *
 * @typedef {object} Entered
 * @property {"begin" | "table" | "playoff" | "hand" | "ender" | "confirm"} kind  a game started here, on hole 0;
 *   players who join or leave; an extra hole; a hand; the ender of a hole that is not confirmed; a confirmation
 * @property {number | null} player  the hand's player; null for other kinds
 * @property {string} [name]  of the player at that time, who may have been removed since
 * @property {string | null} cards  in notation
 * @property {number | null} points  a bare number; if cards and points are null, the hand is removed
 * @property {number | null} basedOn  the version of the hand or hole that the player saw. Null for a confirmed hole
 *   with unsent hands: then `seen` decides
 * @property {string[]} sent  earlier entries for the same hand or ender without an answer: if the server has one of
 *   these, it came from this phone
 * @property {Confirmation | null} confirm
 * @property {number} [also]  the player whose cards were exchanged with these: one write changes both, so one undo does
 *   too
 * @property {any} [body]  the body of other kinds, see scorekeeper/web/api/
 * @property {boolean} [renamed]  whether its first write id was already used on the server
 *
 * @typedef {Queued & Place & Entered} Waiting
 * @typedef {{player: number, cards: string | null, points: number | null, basedOn: number, sent?: string[],
 *   write?: string, name?: string, also?: number | undefined}} HandChange
 */

/** The order of sending on the same hole. @type {readonly Entered["kind"][]} */
const KINDS = ["begin", "table", "playoff", "hand", "ender", "confirm"];

/** The server's code for a replaced link. */
export const RENEWED = "link.renewed";

/** The code for a deleted game that may be put back. */
export const DELETED = "game.deleted";

/** The codes for a game that cannot be reached; its entries have no fault. */
const NOT_REACHED = [RENEWED, DELETED, "game.gone"];

/** The code for an entry that waits for an earlier hole to be finished. */
export const NOT_YET = "hole.not_yet";

/** The place of a hole's ender. */
const ENDER = "ender";

/** @typedef {{player: number | null, known: boolean}} Ender */

/** @extends {Queue<Waiting>} */
export class Outbox extends Queue {
  /** Answers to this page's entries, by write id. @type {Map<string, Answer>} */
  #answers = new Map();

  /** @type {Outbox | undefined} */
  static #here;

  /** The outbox of this browser, one for each page. */
  static open() {
    Outbox.#here ??= new Outbox(deviceStorage(), send, window);
    return Outbox.#here;
  }

  /** @param {Storage | null} storage @param {Send} ask @param {EventTarget | null} [page] */
  constructor(storage, ask, page = null) {
    super(new Records(WAITS, storage), ask, page);
  }

  /** Whether unsent entries survive closing the page. */
  get keeps() {
    return this.records.areSafe;
  }

  /** The entries of one game. @param {string} game  its uid */
  of(game) {
    return this.all.filter((entry) => entry.game === game);
  }

  /**
   * The entry for one hand.
   * @param {string} game
   * @param {number} hole
   * @param {number | null} player  null for the hole's confirmation
   */
  for(game, hole, player) {
    return this.get(placeOf(game, hole, player));
  }

  /**
   * The ender of a hole, if it was chosen here and not sent yet.
   * @param {string} game
   * @param {number} hole
   * @returns {Ender | null}
   */
  enderOf(game, hole) {
    const named = this.get(placeOf(game, hole, ENDER)),
      end = this.for(game, hole, null);
    if (named?.state === "waiting") return { player: named.body.ender, known: named.body.ender_known };
    return end?.state === "waiting" && end.confirm
      ? { player: end.confirm.ender, known: end.confirm.enderKnown }
      : null;
  }

  // --- entering ------------------------------------------------------------------------------------------------------

  /**
   * Enter, change or remove a hand, or exchange two.
   * @param {Place} place
   * @param {...HandChange} changes
   */
  enter(place, ...changes) {
    const { game, hole } = place;
    const end = this.for(game, hole, null);
    const texts = Object.fromEntries(changes.map((change) => [change.player, textOf(change)]));
    // The hole was confirmed with this hand in it, not without it.
    if (end !== null && Object.values(texts).includes("")) this.records.drop(end.id);
    else if (end?.confirm)
      this.records.put(end.id, { ...end, confirm: { ...end.confirm, seen: { ...end.confirm.seen, ...texts } } });
    for (const { player, cards, points, basedOn, sent = [], write, name, also } of changes) {
      const id = placeOf(game, hole, player);
      this.records.put(id, {
        ...this.fresh(id, write),
        ...place,
        kind: "hand",
        player,
        ...(name !== undefined && { name }),
        cards,
        points,
        basedOn,
        sent: [...new Set([...this.#unheard(this.get(id)), ...sent])],
        confirm: null,
        ...(also !== undefined && { also }),
      });
    }
    // The phone has it. Others are told once the tap is painted.
    afterPaint(() => {
      this.changed();
      void this.flush();
    });
  }

  /** Texts sent for a hand or an ender without an answer. @param {Waiting | null} entry */
  #unheard(entry) {
    if (entry === null) return [];
    return this.mayHaveLeft(entry) ? [...entry.sent, saidBy(entry)] : entry.sent;
  }

  /**
   * Say who ended a hole, so that all phones see it before the hole is confirmed. An unsent confirmation carries it.
   * @param {Place} place
   * @param {Ender} ender
   * @param {Ender} seen  as the server has it
   */
  nameEnder(place, ender, seen) {
    const id = placeOf(place.game, place.hole, ENDER),
      end = this.for(place.game, place.hole, null);
    if (end?.state === "waiting" && end.confirm) {
      this.confirm(place, end.basedOn, { ...end.confirm, ender: ender.player, enderKnown: ender.known });
      return;
    }
    this.put({
      ...this.fresh(id),
      ...place,
      kind: "ender",
      player: null,
      cards: null,
      points: null,
      basedOn: null,
      sent: this.#unheard(this.get(id)),
      confirm: null,
      body: { ...enderBody(ender), based_on: enderBody(seen) },
    });
  }

  /**
   * Drop a hand's unsent entry when the player starts to change it, unless it was sent or a confirmation relies on it.
   * @param {string} game
   * @param {number} hole
   * @param {number} player
   * @returns {string[]} texts sent for it without an answer
   */
  withdraw(game, hole, player) {
    const entry = this.for(game, hole, player);
    const unheard = this.#unheard(entry);
    if (entry === null || this.mayHaveLeft(entry)) return unheard;
    if (this.for(game, hole, null) !== null) return [...unheard, textOf(entry)];
    this.drop(entry.id);
    return unheard;
  }

  /** @param {Waiting} entry */
  mayHaveLeft(entry) {
    return entry.tries > 0 || entry.id === this.sending;
  }

  /**
   * Confirm a hole.
   * @param {Place} place
   * @param {number | null} basedOn
   * @param {Confirmation} confirm
   * @param {string} [write]
   */
  confirm(place, basedOn, confirm, write) {
    const before = this.for(place.game, place.hole, null),
      named = this.get(placeOf(place.game, place.hole, ENDER));
    const sent = [before, named].flatMap((entry) => this.#unheard(entry));
    if (named !== null) this.records.drop(named.id); // the confirmation says it too
    this.put({
      ...this.fresh(placeOf(place.game, place.hole, null), write),
      ...place,
      kind: "confirm",
      player: null,
      cards: null,
      points: null,
      basedOn,
      sent,
      confirm,
    });
  }

  /** The server's answer to a write of this page, or null. @param {string} write */
  answerTo(write) {
    return this.#answers.get(write) ?? null;
  }

  /**
   * Send a game's entries by a new link, including those refused because the link was replaced or the game deleted.
   * @param {string} game
   * @param {string} key
   * @param {string} api
   */
  readdress(game, key, api) {
    for (const entry of this.of(game)) {
      if (entry.key !== key || isKept(entry)) this.change(entry, { key, api, state: "waiting", trouble: null });
    }
  }

  /**
   * Update a conflict after another phone has changed the same hand again.
   * @param {Waiting} entry
   * @param {NonNullable<Trouble["theirs"]>} theirs
   */
  askAgain(entry, theirs) {
    if ((theirs.text ?? "") === textOf(entry)) this.drop(entry.id);
    else if (entry.trouble !== null) this.change(entry, { trouble: { ...entry.trouble, theirs } });
  }

  // --- sending -------------------------------------------------------------------------------------------------------

  /** @override @param {Waiting} one @param {Waiting} other */
  compare(one, other) {
    const begun = Number(other.kind === "begin") - Number(one.kind === "begin");
    if (begun !== 0 || one.kind === "begin") return begun || super.compare(one, other); // a rematch follows its game
    if (one.game !== other.game) return one.game < other.game ? -1 : 1;
    return one.hole - other.hole || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || super.compare(one, other);
  }

  /** @override @param {Waiting} entry */
  lineOf({ game }) {
    return game;
  }

  /** @override @param {Waiting} entry */
  isHeldUp({ state, game, hole, kind }) {
    return (
      state === "waiting" &&
      this.of(game).some(
        (other) =>
          other.state === "needs-you" &&
          (other.hole < hole || (other.hole === hole && KINDS.indexOf(other.kind) < KINDS.indexOf(kind)))
      )
    );
  }

  /** @override @param {Waiting} entry */
  async deliver(entry) {
    const answer = await this.#sendByKind(entry);
    if (answer.kind === "later" && answer.code === NOT_YET) {
      this.change(entry, { trouble: { code: NOT_YET, message: answer.message } });
    }
    const tellsHole = entry.kind === "hand" || entry.kind === "ender";
    return answer.kind === "done" && tellsHole && !Array.isArray(answer.body.hands) ? STRANGER : answer;
  }

  /** @param {Waiting} entry @returns {Promise<Answer>} */
  #sendByKind(entry) {
    if (entry.kind === "confirm") return this.#sendConfirmation(entry);
    if (entry.kind === "ender") return this.#sendEnder(entry);
    if (entry.kind === "hand") return this.#sendHand(entry);
    const address = entry.kind === "begin" ? "/api/games" : `${entry.api}/${entry.kind}`;
    return this.ask("POST", address, { ...entry.body, write_id: entry.write });
  }

  /**
   * Send an ender. If the server has a different one than expected, this phone may have sent it before without an
   * answer.
   * @param {Waiting} entry
   * @returns {Promise<Answer>}
   */
  async #sendEnder(entry) {
    const { api, hole, write, body, sent } = entry;
    const post = (/** @type {object} */ content) =>
      this.ask("POST", `${api}/holes/${hole}/ender`, { ...content, write_id: write });
    const first = await post(body);
    if (first.kind !== "overtaken" || sent.length === 0) return first;
    const now = await this.ask("GET", `${api}/holes/${hole}`);
    if (now.kind !== "done") return now;
    const { ender, ender_known } = now.body;
    if (!sent.includes(enderText(ender, ender_known))) return first;
    const rebased = this.change(entry, { body: { ...body, based_on: { ender, ender_known } } });
    return rebased === null ? DISCARDED : post(rebased.body);
  }

  /** @param {Waiting} entry */
  async #sendHand(entry) {
    const { api, hole, player, write } = entry;
    const put = (/** @type {object} */ content) =>
      this.ask("PUT", `${api}/holes/${hole}/hands/${player}`, { write_id: write, ...content });
    const other = this.#other(entry);
    if (other === null) return put(contentOf(entry));
    this.change(other, { tries: other.tries + 1 });
    const answer = await put({ ...contentOf(entry), also: { player: other.player, ...contentOf(other) } });
    // If one of the two is refused, each is sent separately, to show which.
    return answer.kind === "done" || answer.kind === "later" ? answer : put(contentOf(entry));
  }

  /** The unsent other hand of an exchange, unless one of the two has changed since. @param {Waiting} entry */
  #other({ game, hole, player, also }) {
    const other = this.for(game, hole, also ?? null);
    return other?.kind === "hand" && other.also === player && other.state === "waiting" ? other : null;
  }

  /**
   * Send a confirmation if the hole is still as the player saw it: by its version, or else by its entries.
   * @param {Waiting} entry
   * @returns {Promise<Answer>}
   */
  async #sendConfirmation(entry) {
    const { confirm } = entry;
    if (confirm === null)
      return { kind: "refused", code: "outbox.unreadable", message: "This entry can’t be read.", problems: [] };
    const first = entry.basedOn === null ? null : await this.#post(entry, confirm);
    if (first !== null && first.kind !== "overtaken") return first;
    const now = await this.ask("GET", `${entry.api}/holes/${entry.hole}`);
    if (now.kind !== "done" || !Array.isArray(now.body.hands)) return now;
    if (!isAsSeen(now.body, confirm, entry.sent))
      return first ?? { kind: "overtaken", message: "Another phone changed it." };
    // If the answer is lost, the same request goes again.
    const seen = this.change(entry, { basedOn: now.body.hole_version });
    return seen === null ? DISCARDED : this.#post(seen, confirm);
  }

  #post(/** @type {Waiting} */ { write, api, hole, basedOn }, /** @type {Confirmation} */ confirm) {
    return this.ask("POST", `${api}/holes/${hole}/confirm`, {
      write_id: write,
      based_on: basedOn,
      ender: confirm.ender,
      ender_known: confirm.enderKnown,
      accept_warnings: confirm.acceptWarnings,
      accept_missing: confirm.acceptMissing,
    });
  }

  /**
   * @override
   * @param {Waiting} sent
   * @param {Waiting | null} here
   * @param {Answer} answer
   */
  answered(sent, here, answer) {
    this.#answers.set(sent.write, answer);
    const other = this.#other(sent);
    if (answer.kind === "done" && other !== null && textOf(handIn(answer.body, other)) === textOf(other))
      this.forget(other.id);
    if (here === null) return;
    if (here.write !== sent.write) this.#replacedMeanwhile(here, sent, answer);
    else if (answer.kind === "done") this.forget(here.id);
    else if (answer.kind === "conflict") this.#overtaken(here, answer.body);
    else if (answer.kind === "overtaken" && here.kind === "ender")
      this.forget(here.id); // the page already shows the new ender
    else if (answer.kind === "overtaken")
      this.#needsYou(here, { code: "store.hole_conflict", message: answer.message });
    else if (answer.kind === "refused" && here.key === sent.key) this.#refused(here, answer);
  }

  /**
   * Base an entry made during the request on its result, unless another phone changed that since. An entry that another
   * tab has already sent stays the same.
   * @param {Waiting} here
   * @param {Waiting} sent
   * @param {Answer} answer
   */
  #replacedMeanwhile(here, sent, answer) {
    if (answer.kind !== "done" || here.tries > 0) return;
    if (here.kind === "ender") {
      const { ender, ender_known } = sent.body;
      this.change(here, { body: { ...here.body, based_on: { ender, ender_known } }, sent: [] });
    }
    if (here.kind !== "hand") return;
    const kept = handIn(answer.body, sent);
    if (textOf(kept) === textOf(sent)) this.change(here, { basedOn: kept.version, sent: [] });
  }

  /**
   * Handle a conflict. If this phone sent the server's version itself, its answer was lost or late, and no one has to
   * decide.
   * @param {Waiting} entry
   * @param {{message: string, version: number, theirs: string | null}} told
   */
  #overtaken(entry, { message, version, theirs }) {
    if ((theirs ?? "") === textOf(entry)) this.forget(entry.id);
    else if (entry.sent.includes(theirs ?? "") && entry.basedOn !== version)
      this.change(entry, { basedOn: version, sent: [] });
    else this.#needsYou(entry, { code: "store.conflict", message, theirs: { version, text: theirs } });
  }

  /** @param {Waiting} entry @param {import("./server.js").Refused} answer */
  #refused(entry, { code, message, problems }) {
    // If the id was already used, as by a frozen tab, try once with a new one.
    if (entry.kind === "begin" && NOT_REACHED.includes(code))
      this.forget(entry.id); // it had arrived
    else if (code === "write.id_reused" && !entry.renamed)
      this.change(entry, { write: newWriteId(), tries: 0, renamed: true });
    else this.#needsYou(entry, { code, message: problems.map((problem) => problem.message).join(" ") || message });
  }

  #needsYou(/** @type {Waiting} */ entry, /** @type {Trouble} */ trouble) {
    this.change(entry, { state: "needs-you", trouble });
  }
}

/** Whether an entry is sent once its game can be reached again. @param {Waiting} entry */
export function isKept({ trouble }) {
  return trouble !== null && NOT_REACHED.includes(trouble.code);
}

/** The place of an entry. @param {string} game @param {number} hole @param {number | typeof ENDER | null} player */
function placeOf(game, hole, player) {
  return `${game}:${hole}:${player ?? "end"}`;
}

/**
 * A player's hand in the server's answer.
 * @param {{hands: (import("../entry/hands.js").Saved & {player: number})[]}} hole
 * @param {Waiting} entry
 */
function handIn({ hands }, { player }) {
  return hands.find((hand) => hand.player === player) ?? { version: 0, cards: null, points: null };
}

/** A hand in the server's form. @param {Waiting} entry */
function contentOf({ basedOn, cards, points }) {
  return { based_on: basedOn, ...(points !== null ? { points } : cards !== null ? { cards } : {}) };
}

/**
 * An entry or a hand of the server as text: cards, a number, or "" for nothing.
 * @param {{cards: string | null, points: number | null}} entry
 */
export function textOf({ cards, points }) {
  return points !== null ? String(points) : (cards ?? "");
}

/** An entry as text: a hand by `textOf`, an ender by `enderText`. @param {Waiting} entry */
function saidBy(entry) {
  if (entry.confirm !== null) return enderText(entry.confirm.ender, entry.confirm.enderKnown);
  return entry.kind === "ender" ? enderText(entry.body.ender, entry.body.ender_known) : textOf(entry);
}

/** An ender in the server's form. @param {Ender} ender */
function enderBody({ player, known }) {
  return { ender: player, ender_known: known };
}

/**
 * The ender of a hole as one word; "" if not known.
 * @param {number | null} ender
 * @param {boolean} known
 */
export function enderText(ender, known) {
  return known || ender !== null ? String(ender ?? "nobody") : "";
}

/**
 * Whether the server's hole is as the player saw it when confirming.
 * @param {any} hole
 * @param {Confirmation} confirm
 * @param {string[]} sent
 */
function isAsSeen(hole, { ender, enderKnown, seen }, sent) {
  const told = enderText(hole.ender, hole.ender_known);
  const ours = ["", seen["ender"], enderText(ender, enderKnown), ...sent];
  return (
    ours.includes(told) && hole.hands.every((/** @type {any} */ hand) => textOf(hand) === (seen[hand.player] ?? ""))
  );
}
