/**
 * The hands and the ends of holes that this phone entered and the server has not acknowledged: each hand goes before the
 * end of its hole, and holes in order.
 *
 * @import {Queued} from "./queue.js"
 * @import {Answer, Send} from "./server.js"
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
 * @property {"hand" | "confirm"} kind
 * @property {number | null} player  whose hand; null for a confirmation
 * @property {string} [name]  of the player at that time: the table may have no such player any more
 * @property {string | null} cards  in notation
 * @property {number | null} points  a bare number; where both are null, what was entered is taken back
 * @property {number | null} basedOn  the version that was seen: of the hand, or of the hole that is confirmed. Null for a
 *   hole whose hands were waiting themselves: then what was `seen` decides
 * @property {string[]} sent  what this phone sent for the same hand, or as the ender of the same hole, before, without
 *   hearing back: if the server has one of these, no other phone is to blame
 * @property {Confirmation | null} confirm
 * @property {boolean} [renamed]  its first write id stood for something else on the server
 *
 * @typedef {Queued & Place & Entered} Waiting
 * @typedef {{player: number, cards: string | null, points: number | null, basedOn: number, sent?: string[], write?: string, name?: string}} HandChange
 */

import { deviceStorage, DISCARDED, newWriteId, Queue, Records } from "./queue.js";
import { send } from "./server.js";

const PREFIX = "scorekeeper:waits:";

/** The server's word for a link that leads nowhere any more. */
export const RENEWED = "link.renewed";

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

  /**
   * @param {Storage | null} storage
   * @param {Send} ask
   * @param {EventTarget | null} [page]
   */
  constructor(storage, ask, page = null) {
    super(new Records(PREFIX, storage), ask, page);
  }

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.records.areSafe;
  }

  /**
   * What waits for one game.
   * @param {string} game  its uid
   */
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

  // --- what the table does ---------------------------------------------------------------------------------------------

  /**
   * A hand was entered, changed or taken back.
   * @param {Place} place
   * @param {HandChange} change
   */
  enter(place, { player, cards, points, basedOn, sent = [], write, name }) {
    const { game, hole } = place;
    const before = this.for(game, hole, player);
    const end = this.for(game, hole, null);
    const text = textOf({ cards, points });
    // The table confirmed a hole with this hand in it, and said nothing of one without.
    if (end !== null && text === "") this.records.drop(end.id);
    else if (end?.confirm) this.records.put(end.id, { ...end, confirm: { ...end.confirm, seen: { ...end.confirm.seen, [player]: text } } });
    this.put({
      ...this.fresh(placeOf(game, hole, player), write), ...place, kind: "hand", player, ...(name !== undefined && { name }), cards, points, basedOn,
      sent: [...new Set([...this.#unheard(before), ...sent])], confirm: null,
    });
  }

  /**
   * What was sent for a hand without hearing back.
   * @param {Waiting | null} entry
   */
  #unheard(entry) {
    if (entry === null) return [];
    return this.mayHaveLeft(entry) ? [...entry.sent, textOf(entry)] : entry.sent;
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
    const before = this.for(place.game, place.hole, null);
    const said = before?.confirm && this.mayHaveLeft(before) ? [enderText(before.confirm.ender, before.confirm.enderKnown)] : [];
    this.put({
      ...this.fresh(placeOf(place.game, place.hole, null), write), ...place, kind: "confirm", player: null, cards: null, points: null, basedOn,
      sent: [...(before?.sent ?? []), ...said], confirm,
    });
  }

  /**
   * What the server said to a write that went out from this page; null for nothing yet.
   * @param {string} write
   */
  answerTo(write) {
    return this.#answers.get(write) ?? null;
  }

  /**
   * A game is reached by this link now: what waits for it goes there, and so does what the link refused when it had been
   * renewed.
   * @param {string} game
   * @param {string} key
   * @param {string} api
   */
  readdress(game, key, api) {
    for (const entry of this.of(game)) {
      if (entry.key !== key || entry.trouble?.code === RENEWED) this.change(entry, { key, api, state: "waiting", trouble: null });
    }
  }

  // --- sending ---------------------------------------------------------------------------------------------------------

  /**
   * @override
   * @param {Waiting} one
   * @param {Waiting} other
   */
  compare(one, other) {
    if (one.game !== other.game) return one.game < other.game ? -1 : 1;
    return one.hole - other.hole || Number(one.kind === "confirm") - Number(other.kind === "confirm") || super.compare(one, other);
  }

  /**
   * @override
   * @param {Waiting} entry
   */
  lineOf({ game }) {
    return game;
  }

  /**
   * @override
   * @param {Waiting} entry
   */
  isHeldUp({ state, game, hole, kind }) {
    return state === "waiting" && this.of(game).some((other) =>
      other.state === "needs-you" && (other.hole < hole || (other.hole === hole && kind === "confirm")));
  }

  /**
   * @override
   * @param {Waiting} entry
   */
  async deliver(entry) {
    const answer = await (entry.kind === "hand" ? this.#sendHand(entry) : this.#sendConfirmation(entry));
    const { body } = answer.kind === "done" ? answer : { body: null };
    if (body === null || (body.write_id === entry.write && (entry.kind === "confirm" || Array.isArray(body.hands)))) return answer;
    // What does not name the entry, or tells nothing of its hole, is no answer to it.
    return /** @type {const} */ ({ kind: "later", reached: true, message: "something else answered in the server's place" });
  }

  /** @param {Waiting} entry */
  #sendHand({ api, hole, player, write, basedOn, cards, points }) {
    const content = points !== null ? { points } : cards !== null ? { cards } : {};
    return this.ask("PUT", `${api}/holes/${hole}/hands/${player}`, { write_id: write, based_on: basedOn, ...content });
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

  /**
   * @param {Waiting} entry
   * @param {Confirmation} confirm
   */
  #post({ write, api, hole, basedOn }, confirm) {
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
    if (here === null) return;
    if (here.write !== sent.write) this.#replacedMeanwhile(here, sent, answer);
    else if (answer.kind === "done") this.forget(here.id);
    else if (answer.kind === "conflict") this.#overtaken(here, answer.body);
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
    if (answer.kind !== "done" || here.kind !== "hand" || here.tries > 0) return;
    const kept = answer.body.hands.find((/** @type {any} */ hand) => hand.player === sent.player);
    if (kept !== undefined && textOf(kept) === textOf(sent)) this.change(here, { basedOn: kept.version, sent: [] });
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

  /**
   * @param {Waiting} entry
   * @param {import("./server.js").Refused} answer
   */
  #refused(entry, { code, message, problems }) {
    // The id stands for another content already, as after a tab that was frozen: under a new one, once.
    if (code === "write.id_reused" && !entry.renamed) this.change(entry, { write: newWriteId(), tries: 0, renamed: true });
    else this.#needsYou(entry, { code, message: problems.map((problem) => problem.message).join("; ") || message });
  }

  /**
   * @param {Waiting} entry
   * @param {import("./queue.js").Trouble} trouble
   */
  #needsYou(entry, trouble) {
    this.change(entry, { state: "needs-you", trouble });
  }
}

/**
 * What an entry replaces.
 * @param {string} game
 * @param {number} hole
 * @param {number | null} player
 */
function placeOf(game, hole, player) {
  return `${game}:${hole}:${player ?? "end"}`;
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
