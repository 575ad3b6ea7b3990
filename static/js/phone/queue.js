/**
 * What was done here and the server has not acknowledged, by what it replaces: a hand of a hole, the end of a hole, the
 * answer to a question. The newest for a place takes that of the one before. All of it lies in the browser's storage from
 * the moment of the call, and is gone when the server's answer names it. What the server refuses stays, and says why,
 * until somebody decides.
 *
 * Pages of one browser share what they keep. Two may send the same: the server does each write once.
 *
 * @import {Answer, Problem, Send} from "./server.js"
 *
 * @typedef {object} Trouble  why something cannot go on by itself
 * @property {string} code
 * @property {string} message
 * @property {Problem[]} [problems]  with single boxes of a form
 * @property {{version: number, text: string | null, at?: number}} [theirs]  what another phone entered for the same hand
 *   meanwhile; `at` is the version of the hole that this was seen in, where it was changed again
 *
 * @typedef {object} Queued
 * @property {2} format
 * @property {string} id  what it replaces
 * @property {string} write  names its content to the server; never used for another one
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it may have left the phone
 * @property {"waiting" | "needs-you"} state
 * @property {Trouble | null} trouble
 */

import { deviceStorage, Records, WAITS } from "./kept.js";
import { send } from "./server.js";

const FIRST_WAIT = 1_000; // milliseconds until what did not get through is tried again; doubled each time
const LONGEST_WAIT = 30_000;

/** What does not name the work that was sent is no answer to it. @type {Answer} */
const STRANGER = { kind: "later", reached: true, message: "something else answered in the server's place" };

/** What comes of sending something that was replaced or discarded meanwhile. @type {Answer} */
export const DISCARDED = { kind: "refused", code: "queue.discarded", message: "this entry was discarded", problems: [] };

/**
 * @template {Queued} Work
 */
export class Queue extends EventTarget {
  /** What is on its way from this page, by what it replaces. @type {string | null} */
  sending = null;
  /** Why nothing gets through at the moment; "" while it does. */
  trouble = "";
  /** In the order in which it is sent. @type {readonly Work[] | null} */
  #all = null;
  /** What the server could not deal with just now: nothing of the same line goes before it. @type {Set<string>} */
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
   * @param {EventTarget | null} page  where it is heard that another tab has changed the storage
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

  /** Everything that waits, in order. @returns {readonly Work[]} */
  get all() {
    this.#all ??= this.records.ids.map((id) => this.records.get(id)).filter(isReadable).sort((one, other) => this.compare(one, other));
    return this.#all;
  }

  /** @param {string} id */
  get(id) {
    return this.all.find((work) => work.id === id) ?? null;
  }

  /** Look again at what the browser keeps: another tab may have changed it. Should that be closed, this one sends. */
  reload() {
    this.changed();
    if (this.#running === null && this.trouble === "" && this.next() !== undefined) this.#again(LONGEST_WAIT);
  }

  /** What every new record begins with. @param {string} id @param {string} [write] @returns {Queued} */
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
   * @param {Partial<Work>} what  all else stays as it is
   * @returns {Work | null} null where it was discarded, or something newer has taken its place
   */
  change({ id, write }, what) {
    const now = this.records.get(id);
    if (now?.write !== write) return null;
    const changed = { ...now, ...what };
    this.records.put(id, changed);
    this.changed();
    return changed;
  }

  /** Give something up; what waited for a decision about it goes on. @param {string} id */
  drop(id) {
    this.forget(id);
    void this.flush();
  }

  /** @param {string} id  of what is settled */
  forget(id) {
    this.records.drop(id);
    this.changed();
  }

  /** Try once more what the server refused. @param {string} id */
  async retry(id) {
    const work = this.get(id);
    if (work !== null) this.change(work, /** @type {Partial<Work>} */ ({ state: "waiting", trouble: null }));
    await this.flush();
  }

  /** The network is back, or somebody asks: wait no longer than needed from now on. */
  hurry() {
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  /** Send what waits, one after the other; resolves when nothing more can be done now. */
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
    let trouble = "", away = false;
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
    // A page that is closed now must find later that this may have arrived.
    const sent = this.change(known, /** @type {Partial<Work>} */ ({ tries: known.tries + 1 }));
    const told = sent === null ? DISCARDED : await this.deliver(sent);
    const answer = told.kind === "done" && told.body.write_id !== known.write ? STRANGER : told;
    this.sending = null;
    if (sent === null || answer.kind === "later") return answer;
    if (answer.kind === "done") this.dispatchEvent(new CustomEvent("done", { detail: { work: sent, body: answer.body } }));
    this.answered(sent, this.records.get(sent.id), answer);
    return answer;
  }

  /** The next to send. */
  next() {
    return this.all.find((work) => work.state === "waiting" && !this.#stuck.has(this.lineOf(work)) && !this.isHeldUp(work));
  }

  changed() {
    this.#all = null;
    this.dispatchEvent(new Event("change"));
  }

  // --- what each kind of work says for itself ----------------------------------------------------------------------------

  /** Below 0 where the one is sent before the other. @param {Work} one @param {Work} other */
  compare(one, other) {
    return one.madeAt - other.madeAt || (one.id < other.id ? -1 : 1);
  }

  /** What goes one after the other: where one does not get through, those behind it wait. @param {Work} _work */
  lineOf(_work) {
    return "";
  }

  /** Whether it cannot go before somebody has decided on one that comes earlier. @param {Work} _work */
  isHeldUp(_work) {
    return false;
  }

  /** @param {Work} _work @returns {Promise<Answer>} */
  deliver(_work) {
    throw new Error("every queue knows where its work goes");
  }

  /**
   * Do what the answer means.
   * @param {Work} _sent  as it went out
   * @param {Work | null} _here  what is in its place by now; null where it was discarded
   * @param {Answer} _answer
   */
  answered(_sent, _here, _answer) {}
}

export { deviceStorage };

/** An id for one content, made by the sender. */
export function newWriteId() {
  // randomUUID needs https; a phone on the home network may come by http.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Records of a later release stay where they are, for that release to send.
 * @template {Queued} Work
 * @param {Work | null} record
 * @returns {record is Work}
 */
function isReadable(record) {
  return record?.format === 2 && typeof record.id === "string" && typeof record.write === "string";
}

// --- hands and the ends of holes -----------------------------------------------------------------------------------------

/**
 * The hands and the ends of holes that this phone entered and the server has not acknowledged: each hand goes before the
 * end of its hole, and holes in order.
 *
 * @typedef {{game: string, key: string, api: string, hole: number}} Place  the game's uid, which outlives its links; the link
 *   that it goes by; the address of its JSON, `/api/games/<key>`
 *
 * @typedef {object} Confirmation  the table is done with a hole
 * @property {number | null} ender
 * @property {boolean} enderKnown
 * @property {boolean} acceptWarnings
 * @property {boolean} acceptMissing
 * @property {Record<string, string>} seen  what each player, by id, had entered when the table confirmed; and under
 *   `ender` who had ended the hole as far as the server knew, as `enderText` writes it
 *
 * @typedef {object} Entered
 * @property {"begin" | "table" | "playoff" | "hand" | "ender" | "confirm"} kind  a game that was begun here, on hole 0; who joined
 *   or left; an extra hole; a hand; who ended the hole, said before its end is confirmed
 * @property {number | null} player  whose hand; null for all else
 * @property {string} [name]  of the player at that time: the table may have no such player any more
 * @property {string | null} cards  in notation
 * @property {number | null} points  a bare number; where both are null, what was entered is taken back
 * @property {number | null} basedOn  the version that was seen: of the hand, or of the hole that is confirmed. Null for a
 *   hole whose hands were waiting themselves: then what was `seen` decides
 * @property {string[]} sent  what this phone sent for the same hand, or as the ender of the same hole, before, without
 *   hearing back: if the server has one of these, no other phone is to blame
 * @property {Confirmation | null} confirm
 * @property {number} [also]  the player with whom these cards were exchanged: both go in one write, so that one undo
 *   takes both back
 * @property {any} [body]  of what is neither: as it is sent, see scorekeeper/web/api/
 * @property {boolean} [renamed]  its first write id stood for something else on the server
 *
 * @typedef {Queued & Place & Entered} Waiting
 * @typedef {{player: number, cards: string | null, points: number | null, basedOn: number, sent?: string[], write?: string, name?: string, also?: number | undefined}} HandChange
 */

/** In this order on the same hole. @type {readonly Entered["kind"][]} */
const KINDS = ["begin", "table", "playoff", "hand", "ender", "confirm"];

/** The server's word for a link that leads nowhere any more. */
export const RENEWED = "link.renewed";

/** And for a game that was deleted, and may be put back. */
export const DELETED = "game.deleted";

/** Why nothing is wrong with an entry: its game is not reached, for now or for good. */
const NOT_REACHED = [RENEWED, DELETED, "game.gone"];

/** What an entry waits for where the table is not done with a hole before its own. */
export const NOT_YET = "hole.not_yet";

/** Where it lies who ended a hole. */
const ENDER = "ender";

/** @typedef {{player: number | null, known: boolean}} Ender */

/** @extends {Queue<Waiting>} */
export class Outbox extends Queue {
  /** By their write ids: what came of those that were sent from this page. @type {Map<string, Answer>} */
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

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.records.areSafe;
  }

  /** What waits for one game. @param {string} game  its uid */
  of(game) {
    return this.all.filter((entry) => entry.game === game);
  }

  /**
   * What waits for one hand.
   * @param {string} game
   * @param {number} hole
   * @param {number | null} player  null for the hole's confirmation
   */
  for(game, hole, player) {
    return this.get(placeOf(game, hole, player));
  }

  /**
   * Who ended a hole, as it was chosen here and the server does not know yet.
   * @param {string} game
   * @param {number} hole
   * @returns {Ender | null}
   */
  enderOf(game, hole) {
    const named = this.get(placeOf(game, hole, ENDER)), end = this.for(game, hole, null);
    if (named?.state === "waiting") return { player: named.body.ender, known: named.body.ender_known };
    return end?.state === "waiting" && end.confirm ? { player: end.confirm.ender, known: end.confirm.enderKnown } : null;
  }

  // --- what the table does ---------------------------------------------------------------------------------------------

  /**
   * A hand was entered, changed or taken back; or two were exchanged.
   * @param {Place} place
   * @param {...HandChange} changes
   */
  enter(place, ...changes) {
    const { game, hole } = place;
    const end = this.for(game, hole, null);
    const texts = Object.fromEntries(changes.map((change) => [change.player, textOf(change)]));
    // The table confirmed a hole with this hand in it, and said nothing of one without.
    if (end !== null && Object.values(texts).includes("")) this.records.drop(end.id);
    else if (end?.confirm) this.records.put(end.id, { ...end, confirm: { ...end.confirm, seen: { ...end.confirm.seen, ...texts } } });
    for (const { player, cards, points, basedOn, sent = [], write, name, also } of changes) {
      const id = placeOf(game, hole, player);
      this.records.put(id, {
        ...this.fresh(id, write), ...place, kind: "hand", player, ...(name !== undefined && { name }), cards, points, basedOn,
        sent: [...new Set([...this.#unheard(this.get(id)), ...sent])], confirm: null, ...(also !== undefined && { also }),
      });
    }
    this.changed();
    void this.flush();
  }

  /** What was sent for a hand, or as the ender, without hearing back. @param {Waiting | null} entry */
  #unheard(entry) {
    if (entry === null) return [];
    return this.mayHaveLeft(entry) ? [...entry.sent, saidBy(entry)] : entry.sent;
  }

  /**
   * The table says who ended a hole, to be seen on every phone before it is confirmed. A confirmation that waits says it
   * itself.
   * @param {Place} place
   * @param {Ender} ender
   * @param {Ender} seen  as the server has it
   */
  nameEnder(place, ender, seen) {
    const id = placeOf(place.game, place.hole, ENDER), end = this.for(place.game, place.hole, null);
    if (end?.state === "waiting" && end.confirm) {
      this.confirm(place, end.basedOn, { ...end.confirm, ender: ender.player, enderKnown: ender.known });
      return;
    }
    this.put({
      ...this.fresh(id), ...place, kind: "ender", player: null, cards: null, points: null, basedOn: null,
      sent: this.#unheard(this.get(id)), confirm: null, body: { ...enderBody(ender), based_on: enderBody(seen) },
    });
  }

  /**
   * The finger begins to change a hand. What waited for it and never went out is taken back, unless a confirmation relies
   * on it.
   * @param {string} game
   * @param {number} hole
   * @param {number} player
   * @returns {string[]} what was sent for it without hearing back
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
   * The table is done with a hole.
   * @param {Place} place
   * @param {number | null} basedOn
   * @param {Confirmation} confirm
   * @param {string} [write]
   */
  confirm(place, basedOn, confirm, write) {
    const before = this.for(place.game, place.hole, null), named = this.get(placeOf(place.game, place.hole, ENDER));
    const sent = [before, named].flatMap((entry) => this.#unheard(entry));
    if (named !== null) this.records.drop(named.id); // the confirmation says it too
    this.put({
      ...this.fresh(placeOf(place.game, place.hole, null), write), ...place, kind: "confirm", player: null, cards: null, points: null, basedOn,
      sent, confirm,
    });
  }

  /** What the server said to a write that went out from this page; null for nothing yet. @param {string} write */
  answerTo(write) {
    return this.#answers.get(write) ?? null;
  }

  /**
   * A game is reached by this link now: what waits for it goes there, and so does what was refused when the link had been
   * renewed or the game deleted.
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
   * Two entries for one hand are to be chosen from, and another phone has changed that hand again: from now on it is this
   * one that is asked about.
   * @param {Waiting} entry
   * @param {NonNullable<Trouble["theirs"]>} theirs
   */
  askAgain(entry, theirs) {
    if ((theirs.text ?? "") === textOf(entry)) this.drop(entry.id);
    else if (entry.trouble !== null) this.change(entry, { trouble: { ...entry.trouble, theirs } });
  }

  // --- sending ---------------------------------------------------------------------------------------------------------

  /** @override @param {Waiting} one @param {Waiting} other */
  compare(one, other) {
    const begun = Number(other.kind === "begin") - Number(one.kind === "begin");
    if (begun !== 0 || one.kind === "begin") return begun || super.compare(one, other); // a rematch after its game
    if (one.game !== other.game) return one.game < other.game ? -1 : 1;
    return one.hole - other.hole || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || super.compare(one, other);
  }

  /** @override @param {Waiting} entry */
  lineOf({ game }) {
    return game;
  }

  /** @override @param {Waiting} entry */
  isHeldUp({ state, game, hole, kind }) {
    return state === "waiting" && this.of(game).some((other) =>
      other.state === "needs-you" && (other.hole < hole || (other.hole === hole && KINDS.indexOf(other.kind) < KINDS.indexOf(kind))));
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
   * Where the server has another ender than was seen here, this phone may have sent that before without hearing back.
   * @param {Waiting} entry
   * @returns {Promise<Answer>}
   */
  async #sendEnder(entry) {
    const { api, hole, write, body, sent } = entry;
    const post = (/** @type {object} */ content) => this.ask("POST", `${api}/holes/${hole}/ender`, { ...content, write_id: write });
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
    const put = (/** @type {object} */ content) => this.ask("PUT", `${api}/holes/${hole}/hands/${player}`, { write_id: write, ...content });
    const other = this.#other(entry);
    if (other === null) return put(contentOf(entry));
    this.change(other, { tries: other.tries + 1 });
    const answer = await put({ ...contentOf(entry), also: { player: other.player, ...contentOf(other) } });
    // Where one of them cannot be, each goes by itself, and it is shown which.
    return answer.kind === "done" || answer.kind === "later" ? answer : put(contentOf(entry));
  }

  /** What waits of the hand that this one was exchanged with, unless one of them was changed since. @param {Waiting} entry */
  #other({ game, hole, player, also }) {
    const other = this.for(game, hole, also ?? null);
    return other?.kind === "hand" && other.also === player && other.state === "waiting" ? other : null;
  }

  /**
   * Whether the hole is still as the table saw it, its version tells; where that is not known or has changed, what is
   * entered there does.
   * @param {Waiting} entry
   * @returns {Promise<Answer>}
   */
  async #sendConfirmation(entry) {
    const { confirm } = entry;
    if (confirm === null) return { kind: "refused", code: "outbox.unreadable", message: "this entry cannot be read", problems: [] };
    const first = entry.basedOn === null ? null : await this.#post(entry, confirm);
    if (first !== null && first.kind !== "overtaken") return first;
    const now = await this.ask("GET", `${entry.api}/holes/${entry.hole}`);
    if (now.kind !== "done" || !Array.isArray(now.body.hands)) return now;
    if (!isAsSeen(now.body, confirm, entry.sent)) return first ?? { kind: "overtaken", message: "Another phone changed this hole meanwhile." };
    const seen = this.change(entry, { basedOn: now.body.hole_version }); // if the answer is lost, the very same goes again
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
    if (answer.kind === "done" && other !== null && textOf(handIn(answer.body, other)) === textOf(other)) this.forget(other.id);
    if (here === null) return;
    if (here.write !== sent.write) this.#replacedMeanwhile(here, sent, answer);
    else if (answer.kind === "done") this.forget(here.id);
    else if (answer.kind === "conflict") this.#overtaken(here, answer.body);
    else if (answer.kind === "overtaken" && here.kind === "ender") this.forget(here.id); // the page shows who it is by now
    else if (answer.kind === "overtaken") this.#needsYou(here, { code: "store.hole_conflict", message: answer.message });
    else if (answer.kind === "refused" && here.key === sent.key) this.#refused(here, answer);
  }

  /**
   * What was entered while this was on its way is based on it, unless somebody else came after it. What went out already,
   * from another tab, must stay the same.
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
   * The server has something else than this was based on. If this phone sent that, its answer was lost or came too late,
   * and nobody need decide anything.
   * @param {Waiting} entry
   * @param {{message: string, version: number, theirs: string | null}} told
   */
  #overtaken(entry, { message, version, theirs }) {
    if ((theirs ?? "") === textOf(entry)) this.forget(entry.id);
    else if (entry.sent.includes(theirs ?? "") && entry.basedOn !== version) this.change(entry, { basedOn: version, sent: [] });
    else this.#needsYou(entry, { code: "store.conflict", message, theirs: { version, text: theirs } });
  }

  /** @param {Waiting} entry @param {import("./server.js").Refused} answer */
  #refused(entry, { code, message, problems }) {
    // The id stands for another content already, as after a tab that was frozen: under a new one, once.
    if (entry.kind === "begin" && NOT_REACHED.includes(code)) this.forget(entry.id); // it had arrived
    else if (code === "write.id_reused" && !entry.renamed) this.change(entry, { write: newWriteId(), tries: 0, renamed: true });
    else this.#needsYou(entry, { code, message: problems.map((problem) => problem.message).join("; ") || message });
  }

  #needsYou(/** @type {Waiting} */ entry, /** @type {Trouble} */ trouble) {
    this.change(entry, { state: "needs-you", trouble });
  }
}

/** Whether it goes once its game is reached again. @param {Waiting} entry */
export function isKept({ trouble }) {
  return trouble !== null && NOT_REACHED.includes(trouble.code);
}

/** What an entry replaces. @param {string} game @param {number} hole @param {number | typeof ENDER | null} player */
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

/** A hand as the server takes it. @param {Waiting} entry */
function contentOf({ basedOn, cards, points }) {
  return { based_on: basedOn, ...(points !== null ? { points } : cards !== null ? { cards } : {}) };
}

/**
 * What an entry, or a hand in the server's answer, is written as: cards, a number, or "" for nothing.
 * @param {{cards: string | null, points: number | null}} entry
 */
export function textOf({ cards, points }) {
  return points !== null ? String(points) : (cards ?? "");
}

/** What an entry says: a hand as `textOf` writes it, the ender as `enderText` does. @param {Waiting} entry */
function saidBy(entry) {
  if (entry.confirm !== null) return enderText(entry.confirm.ender, entry.confirm.enderKnown);
  return entry.kind === "ender" ? enderText(entry.body.ender, entry.body.ender_known) : textOf(entry);
}

/** As the server takes it. @param {Ender} ender */
function enderBody({ player, known }) {
  return { ender: player, ender_known: known };
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
 * Whether a hole stands, in the server's answer, as the table saw it when it confirmed.
 * @param {any} hole
 * @param {Confirmation} confirm
 * @param {string[]} sent
 */
function isAsSeen(hole, { ender, enderKnown, seen }, sent) {
  const told = enderText(hole.ender, hole.ender_known);
  const ours = ["", seen["ender"], enderText(ender, enderKnown), ...sent];
  return ours.includes(told) && hole.hands.every((/** @type {any} */ hand) => textOf(hand) === (seen[hand.player] ?? ""));
}
