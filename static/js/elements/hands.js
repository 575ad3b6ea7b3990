/**
 * Everybody's hands on one hole as this device knows them: entered here, kept as drafts, sent one after the other, and
 * taken over from the server's answers. Knows no page; tells its owner when something changed.
 *
 * @import {Hand, Saved} from "./hand.js"
 * @import {House} from "../rules/house.js"
 * @import {Send} from "../store/sending.js"
 *
 * @typedef {{code: string, message: string, players: number[]}} DeckWarning
 *
 * @typedef {object} HoleData  what the page brings; see _hole_data in scorekeeper/web/play/views.py
 * @property {string} game
 * @property {number} hole
 * @property {number} [holeVersion]
 * @property {({id: number, name: string} & Saved)[]} players
 * @property {DeckWarning[]} warnings
 * @property {number | null} ender
 * @property {boolean} enderKnown
 * @property {boolean} confirmed
 * @property {{hands: string}} urls
 */

import { Drafts, newWriteId } from "../store/drafts.js";
import { send, sendWrite } from "../store/sending.js";
import { draftOf, handText, isDone, savedHand, savedOf, savedText, showDraft, showSaved } from "./hand.js";
import { LayoutEditor } from "./layout-editor.js";

const FIRST_WAIT = 1_000; // milliseconds until a failed send is tried again; doubled each time
const LONGEST_WAIT = 30_000;

export class Hands extends EventTarget {
  /** @type {Hand[]} */
  all;
  /** What the server finds impossible about the cards of this hole. @type {DeckWarning[]} */
  warnings;
  /** The hole as this device last saw it: a confirmation is about that. @type {number | undefined} */
  holeVersion;
  /** Who ended the hole, as the server has it. @type {{player: number | null, known: boolean}} */
  ender;
  /** The game's version in the newest answer: an older one that comes in later is not looked at. */
  #seen = 0;
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {HoleData} data
   * @param {House} house
   * @param {Drafts} [drafts]
   * @param {Send} [ask]
   */
  constructor(data, house, drafts = new Drafts(data.game, data.hole), ask = send) {
    super();
    this.house = house;
    this.url = data.urls.hands;
    this.drafts = drafts;
    this.ask = ask;
    this.warnings = data.warnings;
    this.holeVersion = data.holeVersion;
    this.ender = { player: data.ender, known: data.enderKnown };
    this.all = data.players.map((known) => this.#opened(known));
    // In a hole that counts already, whoever has nothing entered sat it out.
    for (const hand of this.all) this.setOut(hand, data.confirmed && !isDone(hand));
  }

  /** @param {number} id */
  of(id) {
    return this.all.find((hand) => hand.id === id);
  }

  get anyOut() {
    return this.all.some((hand) => hand.out);
  }

  /**
   * Whether some of this player's cards cannot have come from the decks.
   * @param {Hand} hand
   */
  isWarned(hand) {
    return this.warnings.some((warning) => warning.players.includes(hand.id));
  }

  get allDone() {
    return this.all.every(isDone);
  }

  get unsent() {
    return this.all.filter((hand) => hand.state !== "kept");
  }

  // --- what the table does ---------------------------------------------------------------------------------------------

  /**
   * The player sits this hole out, or plays it after all. Only the confirmation tells the server.
   * @param {Hand} hand
   * @param {boolean} out
   */
  setOut(hand, out) {
    hand.out = out && hand.state === "kept" && savedText(hand.saved) === "";
    this.#changed();
  }

  /**
   * Something was entered into this hand: keep it on this device, and send it once it is whole.
   * @param {Hand} hand
   */
  entered(hand) {
    hand.out = false;
    hand.clearing = false;
    this.#changeTo(hand);
  }

  /**
   * A number instead of cards, or back to cards.
   * @param {Hand} hand
   * @param {number | null} points
   */
  setPoints(hand, points) {
    hand.points = points;
    if (points !== null) hand.editor = new LayoutEditor(this.house.grid);
    this.entered(hand);
  }

  /**
   * Take back what the server has of this hand.
   * @param {Hand} hand
   */
  clear(hand) {
    hand.points = null;
    hand.editor = new LayoutEditor(this.house.grid);
    hand.clearing = true;
    this.#changeTo(hand);
  }

  /**
   * Give up what was begun here, for what the server has.
   * @param {Hand} hand
   */
  restore(hand) {
    this.#settle(hand, hand.saved);
    this.#changed();
  }

  /**
   * Settle two different entries of one hand.
   * @param {Hand} hand
   * @param {"mine" | "theirs"} choice
   */
  choose(hand, choice) {
    const { theirs } = hand;
    if (theirs === null) return;
    if (choice === "theirs") this.#settle(hand, savedOf(theirs.version, theirs.text));
    else {
      hand.version = theirs.version;
      this.#changeTo(hand);
    }
    this.#changed();
  }

  // --- the server ------------------------------------------------------------------------------------------------------

  /** Ask the server how the hole stands: other phones may have changed it. */
  async refresh() {
    const answer = await this.ask("GET", this.url.replace(/\/hands\/$/, ""));
    if (answer.kind === "done") this.#takeAnswer(answer.body, null);
    this.#changed();
  }

  /** Send at once what waits. */
  retry() {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    return this.flush();
  }

  /** Send what waits, one after the other; resolves when nothing more can be done now. */
  flush() {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendAll() {
    for (;;) {
      const hand = this.all.find((candidate) => candidate.state === "waiting");
      if (hand === undefined) return;
      if (!(await this.#sendOne(hand))) return;
    }
  }

  /**
   * @param {Hand} hand
   * @returns {Promise<boolean>} whether to go on with the next
   */
  async #sendOne(hand) {
    const { writeId, clearing } = hand;
    const text = handText(hand);
    hand.state = "sending";
    if (!hand.sent.includes(text)) hand.sent = [...hand.sent, text];
    this.drafts.keep(hand.id, draftOf(hand));
    this.#changed();
    const { cards, points } = savedOf(0, text);
    const content = points !== null ? { points } : cards !== null ? { cards } : {};
    const body = { write_id: writeId, based_on: hand.version, ...content };
    const answer = await sendWrite("PUT", this.url + hand.id, body, this.ask);
    const changedMeanwhile = hand.writeId !== writeId;
    if (answer.kind === "done") {
      this.#wait = FIRST_WAIT;
      const kept = answer.body.hands.find((/** @type {{player: number}} */ { player }) => player === hand.id);
      this.#sentIs(hand, kept, text, changedMeanwhile);
      this.#takeAnswer(answer.body, hand.id);
      if (clearing) await this.refresh();
    } else if (answer.kind === "conflict") {
      this.#overtaken(hand, answer.body, changedMeanwhile);
    } else if (answer.kind === "later") {
      if (!changedMeanwhile) hand.state = "waiting";
      if (hand.state === "waiting") hand.message = answer.message;
      this.#timer = setTimeout(() => void this.flush(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    } else if (!changedMeanwhile) {
      hand.state = "refused";
      const problems = answer.kind === "refused" ? answer.problems : [];
      hand.message = problems.map((problem) => problem.message).join("; ") || answer.message;
    }
    this.#changed();
    return answer.kind !== "later";
  }

  /**
   * The server has what was sent, or what somebody entered after it.
   * @param {Hand} hand
   * @param {Saved} kept
   * @param {string} text  what was sent
   * @param {boolean} changedMeanwhile
   */
  #sentIs(hand, kept, text, changedMeanwhile) {
    if (!changedMeanwhile || hand.state === "kept") {
      this.#settle(hand, kept);
      return;
    }
    hand.saved = savedFrom(kept);
    if (savedText(kept) !== text) return; // the change made meanwhile is not based on that
    hand.version = kept.version;
    hand.sent = [];
    this.drafts.keep(hand.id, draftOf(hand));
  }

  /**
   * The server has something else than this hand was based on. If this device sent it, its answer was lost or came too
   * late, and nobody need decide anything.
   * @param {Hand} hand
   * @param {{message?: string, version: number, theirs: string | null}} told
   * @param {boolean} changedMeanwhile
   */
  #overtaken(hand, told, changedMeanwhile) {
    const theirs = savedOf(told.version, told.theirs);
    const text = savedText(theirs);
    if (text === handText(hand) || hand.state === "kept") this.#settle(hand, theirs);
    else if (hand.sent.includes(text) && hand.version !== theirs.version) {
      hand.saved = theirs;
      hand.version = theirs.version;
      hand.sent = [];
      if (!changedMeanwhile) {
        hand.writeId = newWriteId();
        hand.state = "waiting";
      }
      this.drafts.keep(hand.id, draftOf(hand));
    } else if (!changedMeanwhile) {
      hand.state = "conflict";
      hand.message = told.message ?? "";
      hand.theirs = { version: told.version, text: told.theirs };
    }
  }

  /**
   * @param {any} body  the hole as the server now holds it
   * @param {number | null} settled  the player whose hand is dealt with already
   */
  #takeAnswer(body, settled) {
    if (body.version < this.#seen) return;
    this.#seen = body.version;
    this.warnings = body.warnings;
    this.holeVersion = body.hole_version;
    if (body.ender_known !== undefined) this.ender = { player: body.ender, known: body.ender_known };
    for (const known of body.hands) {
      const hand = this.of(known.player);
      if (hand === undefined || hand.id === settled) continue;
      if (hand.state === "kept" && known.version !== hand.version) this.#settle(hand, known);
      else hand.saved = savedFrom(known);
    }
  }

  // --- drafts ----------------------------------------------------------------------------------------------------------

  /** @param {Hand} hand */
  #changeTo(hand) {
    hand.writeId = newWriteId();
    hand.theirs = null;
    if (!hand.clearing && handText(hand) === "" && savedText(hand.saved) === "" && hand.sent.length === 0) {
      this.#settle(hand, hand.saved); // everything was erased again: as if nothing had been begun
    } else {
      const kept = this.drafts.keep(hand.id, draftOf(hand));
      hand.message = kept ? "" : "this browser keeps nothing: leave the page open";
      hand.state = isDone(hand) || hand.clearing ? "waiting" : "begun";
      if (hand.state === "waiting") void this.flush();
    }
    this.#changed();
  }

  /**
   * The server has it: show that, with no draft beside it.
   * @param {Hand} hand
   * @param {Saved} saved
   */
  #settle(hand, saved) {
    const plain = savedFrom(saved);
    this.drafts.drop(hand.id);
    if (savedText(plain) !== handText(hand)) showSaved(hand, plain);
    // The grid stays as it is shown, with its open cell.
    else Object.assign(hand, { saved: plain, version: plain.version, state: "kept", clearing: false, sent: [], message: "", theirs: null });
  }

  /**
   * @param {{id: number, name: string} & Saved} known
   * @returns {Hand}
   */
  #opened(known) {
    const hand = savedHand(known, this.house.grid);
    const draft = this.drafts.get(known.id);
    if (draft !== null && !showDraft(hand, draft)) this.drafts.drop(known.id);
    return hand;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {Saved} known  with whatever else an answer tells
 * @returns {Saved}
 */
function savedFrom({ version, cards, points }) {
  return { version, cards, points };
}
