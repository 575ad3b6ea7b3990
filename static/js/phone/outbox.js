/**
 * TODO
 *
 * @import {Keep} from "./database.js"
 * @import {Trouble} from "./entries.js"
 * @import {Answer, Send} from "./server.js"
 *
 * @typedef {import("./entries.js").Confirmation} Confirmation
 *
 * @typedef {import("./entries.js").Waiting} Waiting
 *
 * @typedef {{game: string, key: string, api: string, hole: number}} Place
 *
 * @typedef {{over: boolean}} Turn  at sending. Over: another tab has it now, and this one is to stop as soon as it can
 *
 * @typedef {{player: number, cards: string | null, points: number | null, basedOn: number, sent?: string[], id?: string, name?: string}} HandChange
 */

import { openDatabase } from "./database.js";
import { newWriteId } from "./drafts.js";
import { answerTo, enderText, Entries, isAsSeen, isFor, textOf } from "./entries.js";
import { send } from "./server.js";

const NAME = "scorekeeper-outbox"; // of the turn at sending, and of the channel between tabs

/** The server's word for a link that leads nowhere any more. */
const RENEWED = "link.renewed";

const FIRST_WAIT = 1_000; // milliseconds until what did not get through is tried again; doubled each time
const LONGEST_WAIT = 30_000;

/** Milliseconds. A tab that the phone has frozen in the middle of its turn must not hold up the others for ever. */
const LONGEST_TURN = 25_000;

/** What comes of sending an entry that was discarded meanwhile. @type {Answer} */
const DISCARDED = { kind: "refused", code: "outbox.discarded", message: "this entry was discarded", problems: [] };

export class Outbox extends EventTarget {
  /** The id that is on its way from this tab. @type {string | null} */
  sending = null;
  /** Why nothing gets through at the moment; "" while it does. */
  trouble = "";
  /** Games one of whose entries the server could not deal with just now. @type {Set<string>} */
  #stuck = new Set();
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wanted = false;
  /** @type {Promise<void> | null} */
  #running = null;
  #keep;
  #entries;

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
    this.#keep = keep;
    this.#entries = new Entries(keep, () => this.#changed(), () => channel?.postMessage("changed"));
    this.ask = ask;
    this.locks = locks;
    if (channel !== null) channel.onmessage = () => void this.#hear();
  }

  /** Everything that waits, in order. @returns {readonly Waiting[]} */
  get all() {
    return this.#entries.all;
  }

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.#keep.durable && this.#entries.areSaved;
  }

  /**
   * What waits for one game.
   * @param {string} game  its uid
   */
  of(game) {
    return this.all.filter((entry) => entry.game === game);
  }

  /**
   * The last thing that waits for one hand.
   * @param {string} game
   * @param {number} hole
   * @param {number} player
   */
  newest(game, hole, player) {
    return this.all.findLast((entry) => entry.kind === "hand" && isFor(entry, game, hole, player)) ?? null;
  }

  // --- what the table does ---------------------------------------------------------------------------------------------

  /**
   * A hand was entered, changed or taken back. What waited for it and was never sent, or was refused, is replaced; in its
   * place, for what came after it may count on it.
   * @param {Place} place
   * @param {HandChange} change
   * @returns {Promise<boolean>} whether it survives closing the page; it waits from the moment of the call
   */
  enter(place, { player, cards, points, basedOn, sent = [], id = newWriteId(), name }) {
    const before = this.newest(place.game, place.hole, player);
    const isReplaced = before !== null && this.mayBeReplaced(before);
    const earlier = before === null || isReplaced ? (before?.sent ?? []) : [...before.sent, textOf(before)];
    const added = this.#add({
      ...place, ...this.#fresh(id), ...(isReplaced && { order: before.order }), kind: "hand", player, ...(name !== undefined && { name }), cards, points, basedOn,
      sent: [...new Set([...earlier, ...sent])], confirm: null,
    });
    if (isReplaced && before.id !== id) {
      const relying = this.#confirmationsAfter(before);
      void this.#entries.remove(before.id);
      for (const entry of relying) void this.#entries.change(entry, { confirm: seenWith(entry.confirm, player, textOf({ cards, points })) });
    }
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
    const before = this.all.findLast((entry) => isFor(entry, place.game, place.hole, null));
    const isReplaced = before !== undefined && this.mayBeReplaced(before);
    const said = before?.confirm && !isReplaced ? [enderText(before.confirm.ender, before.confirm.enderKnown)] : [];
    const added = this.#add({
      ...place, ...this.#fresh(id), kind: "confirm", player: null, cards: null, points: null, basedOn,
      sent: [...(before?.sent ?? []), ...said], confirm,
    });
    if (isReplaced) void this.#entries.remove(before.id);
    return added;
  }

  /**
   * Try once more what the server refused.
   * @param {string} id
   */
  async retry(id) {
    const entry = this.all.find((candidate) => candidate.id === id);
    if (entry === undefined) return;
    await this.#entries.change(entry, { state: "waiting", trouble: null, renamed: false });
    await this.flush();
  }

  /**
   * A game is reached by this link now: what waits for it goes there, and so does what the link refused when it had been
   * renewed.
   * @param {string} game
   * @param {string} key
   * @param {string} api
   */
  async readdress(game, key, api) {
    for (const entry of this.of(game)) {
      if (entry.key !== key || entry.trouble?.code === RENEWED) await this.#entries.change(entry, { key, api, state: "waiting", trouble: null });
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
      if (this.all.length > 0) await takeTurn(this.locks, (turn) => this.#sendAll(turn));
      else this.#isWell();
    }
  }

  /** @param {Turn} turn */
  async #sendAll(turn) {
    await this.reload(); // another tab may have sent some of it
    this.#stuck.clear();
    let away = false;
    for (let entry = this.#next(); entry !== undefined && !turn.over && !away; entry = this.#next()) {
      const answer = await this.#send(entry);
      if (answer.kind !== "later") this.#wait = FIRST_WAIT;
      else if (answer.reached) this.#stuck.add(entry.game);
      else away = true;
    }
    if (away || this.#stuck.size > 0) {
      this.#again(this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    } else if (turn.over) this.#again(LONGEST_WAIT);
    else this.#isWell();
  }

  /** @param {number} wait  milliseconds */
  #again(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  #isWell() {
    if (this.trouble === "") return;
    this.trouble = "";
    this.#changed();
  }

  /**
   * @param {Waiting} known
   * @returns {Promise<Answer>}
   */
  async #send(known) {
    this.sending = known.id;
    // A page that is closed now must find later that this may have arrived.
    const sent = await this.#entries.change(known, { tries: known.tries + 1 });
    if (sent === null) {
      this.sending = null;
      this.#changed();
      return DISCARDED;
    }
    const answer = await this.#deliver(sent);
    if (answer.kind === "later") this.trouble = answer.message;
    else if (this.#stuck.size === 0) this.trouble = "";
    await this.reload();
    // What was given up meanwhile, here or in another tab, does not come back.
    const here = this.all.find(({ id }) => id === sent.id);
    if (here !== undefined) await this.#settle(here, answer, sent);
    this.dispatchEvent(new CustomEvent("answered", { detail: { entry: sent, answer } }));
    this.sending = null;
    this.#changed();
    return answer;
  }

  /**
   * The next to send. Within a game the order counts: a hole cannot be confirmed, nor the next one begun, before what
   * comes earlier is settled. A hole that was confirmed once more counts before the later ones, whenever that was.
   */
  #next() {
    return this.all.find((entry) => entry.state === "waiting" && !this.#stuck.has(entry.game) && !this.isHeldUp(entry) &&
      !this.#confirmationsBefore(entry).some(({ state }) => state === "waiting"));
  }

  /**
   * Whether it cannot go before somebody has decided on one that comes earlier.
   * @param {Waiting} entry
   */
  isHeldUp(entry) {
    const { id, state, game, hole, kind } = entry;
    const at = this.all.findIndex((other) => other.id === id);
    const needing = this.all.filter((other, index) => index < at && other.game === game && other.state === "needs-you");
    return state === "waiting" && (needing.some((other) => other.hole < hole || (kind === "confirm" && other.hole === hole)) ||
      this.#confirmationsBefore(entry).some((other) => other.state === "needs-you"));
  }

  /**
   * The ends of earlier holes that are not settled yet.
   * @param {Waiting} entry
   */
  #confirmationsBefore({ game, hole }) {
    return this.all.filter((other) => other.kind === "confirm" && other.game === game && other.hole < hole);
  }

  /** @param {Waiting} entry */
  async #deliver(entry) {
    return answerTo(await (entry.kind === "hand" ? this.#sendHand(entry) : this.#sendConfirmation(entry)), entry);
  }

  /**
   * Do what the answer means.
   * @param {Waiting} entry  as it is now
   * @param {Answer} answer
   * @param {Waiting} sent  as it went out
   */
  async #settle(entry, answer, sent) {
    // What a link refused says nothing where the entry goes by another one by now.
    if (answer.kind === "refused" && entry.key !== sent.key) return;
    // What was entered for the same hand while this was on its way knows nothing of the answer yet.
    const after = this.all.slice(this.all.findIndex(({ id }) => id === entry.id) + 1);
    const later = after.filter((other) => entry.kind === "hand" && isFor(other, entry.game, entry.hole, entry.player));
    if (answer.kind === "done") await this.#acknowledged(entry, answer.body, later);
    else if (answer.kind === "conflict") await this.#overtaken(entry, answer.body, later);
    else if (answer.kind === "overtaken") await this.#needsYou(entry, { code: "store.hole_conflict", message: answer.message });
    else if (answer.kind === "refused" && answer.code === "write.id_reused" && !entry.renamed) await this.#renamed(entry);
    else if (answer.kind === "refused") {
      const message = answer.problems.map((problem) => problem.message).join("; ") || answer.message;
      await this.#needsYou(entry, { code: answer.code, message });
    }
  }

  /** @param {Waiting} entry */
  #sendHand(entry) {
    const content = entry.points !== null ? { points: entry.points } : entry.cards !== null ? { cards: entry.cards } : {};
    return this.ask("PUT", `${entry.api}/holes/${entry.hole}/hands/${entry.player}`, { write_id: entry.id, based_on: entry.basedOn, ...content });
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
    const seen = await this.#entries.change(entry, { basedOn: now.body.hole_version }); // if the answer is lost, the very same goes again
    return seen === null ? DISCARDED : this.#post(seen, confirm);
  }

  /**
   * @param {Waiting} entry
   * @param {Confirmation} confirm
   */
  #post({ id, api, hole, basedOn }, confirm) {
    return this.ask("POST", `${api}/holes/${hole}/confirm`, {
      write_id: id,
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
    // Unless somebody else came after it, what follows is based on this. What went out already, from a tab that was
    // frozen, must stay the same.
    if (kept !== undefined && textOf(kept) === textOf(entry)) {
      for (const other of later) if (other.tries === 0) await this.#entries.change(other, { basedOn: kept.version, sent: [] });
    }
    await this.#entries.remove(entry.id);
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
    if (later.length > 0 || theirs === textOf(entry)) await this.#entries.remove(entry.id);
    else if (entry.sent.includes(theirs) && entry.basedOn !== told.version) await this.#entries.change(entry, { basedOn: told.version, sent: [] });
    else await this.#needsYou(entry, { code: "store.conflict", message: told.message, theirs: { version: told.version, text: told.theirs } });
  }

  /**
   * The id stands for another content already, as after a tab that was frozen on its turn: under a new one, once.
   * @param {Waiting} entry
   */
  async #renamed(entry) {
    // A page that is closed in between has it twice, and the server knows the second one to say nothing new.
    await this.#entries.add({ ...entry, id: newWriteId(), tries: 0, renamed: true });
    await this.#entries.remove(entry.id);
  }

  /**
   * @param {Waiting} entry
   * @param {Trouble} trouble
   */
  #needsYou(entry, trouble) {
    return this.#entries.change(entry, { state: "needs-you", trouble });
  }

  /**
   * Whether nobody can have seen it: the server did not take it; or it never went out, and no confirmation relies on it.
   * @param {Waiting} entry
   */
  mayBeReplaced(entry) {
    return entry.state === "needs-you" || (entry.tries === 0 && entry.id !== this.sending && this.#confirmationsAfter(entry).length === 0);
  }

  /** @param {Waiting} entry */
  #confirmationsAfter(entry) {
    const at = this.all.findIndex(({ id }) => id === entry.id);
    return this.all.filter((other, index) => index > at && isFor(other, entry.game, entry.hole, null));
  }

  // --- keeping ---------------------------------------------------------------------------------------------------------

  /** Another tab did something. Should it be closed before it has sent what it left, this one does. */
  async #hear() {
    await this.reload();
    if (this.#next() !== undefined && this.#running === null && this.trouble === "") this.#again(LONGEST_WAIT);
  }

  /** Look again at what the browser keeps: another tab may have changed it. */
  reload() {
    return this.#entries.reload();
  }

  /** What every new entry begins with. @param {string} id */
  #fresh(id) {
    const last = this.all.at(-1)?.order ?? 0;
    const now = Date.now();
    /** @type {{format: 1, state: "waiting", trouble: null}} */
    const plain = { format: 1, state: "waiting", trouble: null };
    // A clock that was set back must not let the second entry overtake the first.
    return { ...plain, id, order: Math.max(now, last + 1), madeAt: now, tries: 0 };
  }

  /**
   * @param {Waiting} entry
   * @returns {Promise<boolean>} whether it survives closing the page; it waits from the moment of the call
   */
  async #add(entry) {
    const isSaved = await this.#entries.add(entry);
    void this.flush();
    return isSaved && this.#keep.durable;
  }

  /**
   * Give an entry up; what waited for a decision about it goes on.
   * @param {string} id
   */
  async drop(id) {
    await this.#entries.remove(id);
    void this.flush();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {Confirmation | null} confirm
 * @param {number} player
 * @param {string} text  what is entered for that player instead
 */
function seenWith(confirm, player, text) {
  return confirm && { ...confirm, seen: { ...confirm.seen, [player]: text } };
}

/**
 * Do the work when it is this tab's turn; resolves when the work has ended.
 * @param {LockManager | null} locks  without, every tab goes ahead
 * @param {(turn: Turn) => Promise<void>} work
 */
async function takeTurn(locks, work) {
  const turn = { over: false };
  if (locks === null) return work(turn);
  /** @type {Promise<void> | null} */
  let mine = null;
  const begin = () => (mine = work(turn));
  const lost = (/** @type {unknown} */ error) => {
    if (!(error instanceof DOMException)) throw error;
    turn.over = mine !== null;
  };
  await locks.request(NAME, { signal: AbortSignal.timeout(LONGEST_TURN) }, begin).catch(lost);
  if (mine === null) await locks.request(NAME, { steal: true }, begin).catch(lost);
  await mine;
}
