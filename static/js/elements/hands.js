/**
 * Everybody's hands on one hole as this device knows them: entered here, kept as drafts, sent one after the other, and
 * taken over from the server's answers. Knows no page; tells its owner when something changed.
 *
 * @import {Draft} from "../store/drafts.js"
 * @import {House} from "../rules/house.js"
 * @import {Card} from "../rules/cards.js"
 *
 * @typedef {{id: number, name: string, version: number, cards: string | null, points: number | null}} KnownHand
 *
 * @typedef {{code: string, message: string, players: number[]}} DeckWarning
 *
 * @typedef {object} Hand
 * @property {number} id  the player's
 * @property {string} name
 * @property {number} version  of what the server holds
 * @property {LayoutEditor} editor
 * @property {number | null} points  a bare score instead of cards
 * @property {boolean} out  the table says that this player sat the hole out; nothing is entered
 * @property {"kept" | "waiting" | "sending" | "conflict" | "refused"} state  kept: the server has all that is shown
 * @property {string} writeId
 * @property {string} message  why it is not kept
 * @property {{version: number, text: string | null} | null} theirs  what somebody else entered meanwhile
 */

import { parseCard } from "../rules/notation.js";
import { formatCard } from "../rules/cards.js";
import { isComplete } from "../rules/layout.js";
import { Drafts, newWriteId } from "../store/drafts.js";
import { send } from "../store/sending.js";
import { LayoutEditor } from "./layout-editor.js";

const FIRST_WAIT = 1_000; // milliseconds until a failed send is tried again; doubled each time
const LONGEST_WAIT = 30_000;

export class Hands extends EventTarget {
  /** @type {Hand[]} */
  all;
  /** What the server finds impossible about the cards of this hole. @type {DeckWarning[]} */
  warnings = [];
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {{game: string, hole: number, players: KnownHand[], urls: {hands: string}, warnings: DeckWarning[], confirmed: boolean}} data
   * @param {House} house
   */
  constructor(data, house) {
    super();
    this.house = house;
    this.url = data.urls.hands;
    this.warnings = data.warnings;
    this.drafts = new Drafts(data.game, data.hole);
    this.all = data.players.map((known) => this.#opened(known));
    // In a hole that counts already, whoever has nothing entered sat it out.
    for (const hand of this.all) this.setOut(hand, data.confirmed && !this.isDone(hand));
    addEventListener("online", () => this.retry());
  }

  /** @param {number} id */
  of(id) {
    return this.all.find((hand) => hand.id === id);
  }

  /** @param {Hand} hand */
  isDone(hand) {
    return hand.points !== null || hand.editor.complete || hand.out;
  }

  get anyOut() {
    return this.all.some((hand) => hand.out);
  }

  /**
   * The player sits this hole out, or plays it after all. Only the confirmation tells the server.
   * @param {Hand} hand
   * @param {boolean} out
   */
  setOut(hand, out) {
    hand.out = out && hand.editor.empty && hand.points === null;
    this.#changed();
  }

  /**
   * Whether some of this player's cards cannot have come from the decks.
   * @param {Hand} hand
   */
  isWarned(hand) {
    return this.warnings.some((warning) => warning.players.includes(hand.id));
  }

  get allDone() {
    return this.all.every((hand) => this.isDone(hand));
  }

  get unsent() {
    return this.all.filter((hand) => hand.state !== "kept");
  }

  /**
   * Something was entered into this hand: keep it on this device, and send it once it is whole.
   * @param {Hand} hand
   */
  entered(hand) {
    hand.out = false;
    hand.writeId = newWriteId();
    hand.theirs = null;
    const kept = this.drafts.keep(hand.id, draftOf(hand));
    hand.message = kept ? "" : "this browser keeps nothing: leave the page open";
    if (this.isDone(hand)) {
      hand.state = "waiting";
      void this.flush();
    }
    this.#changed();
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
   * Settle two different entries of one hand.
   * @param {Hand} hand
   * @param {"mine" | "theirs"} choice
   */
  choose(hand, choice) {
    const theirs = hand.theirs;
    if (theirs === null) return;
    hand.version = theirs.version;
    hand.theirs = null;
    if (choice === "mine") this.entered(hand);
    else {
      this.#take(hand, { version: theirs.version, ...known(theirs.text) });
      this.drafts.drop(hand.id);
      this.#changed();
    }
  }

  /** Ask the server how the hole stands: other phones may have changed it. */
  async refresh() {
    const answer = await send("GET", this.url.replace(/\/hands\/$/, ""));
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
      const hand = this.all.find((candidate) => candidate.state === "waiting" && this.isDone(candidate));
      if (hand === undefined) return;
      if (!(await this.#sendOne(hand))) return;
    }
  }

  /**
   * @param {Hand} hand
   * @returns {Promise<boolean>} whether to go on with the next
   */
  async #sendOne(hand) {
    const { writeId } = hand;
    hand.state = "sending";
    this.#changed();
    const answer = await send("PUT", this.url + hand.id, {
      write_id: writeId,
      based_on: hand.version,
      ...(hand.points === null ? { cards: textOf(hand.editor) } : { points: hand.points }),
    });
    const changedMeanwhile = hand.writeId !== writeId;
    if (answer.kind === "later") {
      hand.state = "waiting";
      hand.message = answer.message;
      this.#timer = setTimeout(() => void this.flush(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    } else if (answer.kind === "conflict") {
      hand.state = "conflict";
      hand.message = answer.body?.message ?? "";
      hand.theirs = { version: answer.body?.version ?? hand.version, text: answer.body?.theirs ?? null };
    } else if (answer.kind === "refused") {
      hand.state = "refused";
      hand.message = answer.problems.map((problem) => problem.message).join("; ") || answer.message;
    } else {
      this.#wait = FIRST_WAIT;
      hand.message = "";
      hand.state = changedMeanwhile ? "waiting" : "kept";
      if (!changedMeanwhile) this.drafts.drop(hand.id);
      this.#takeAnswer(answer.body, hand.id);
    }
    this.#changed();
    return answer.kind !== "later";
  }

  /**
   * @param {any} body  the hole as the server now holds it
   * @param {number | null} sent  the player whose hand was sent: its version holds what this device entered
   */
  #takeAnswer(body, sent) {
    this.warnings = body.warnings;
    for (const known of body.hands) {
      const hand = this.of(known.player);
      if (hand === undefined) continue;
      const untouched = hand.state === "kept" && this.drafts.get(hand.id) === null;
      if (hand.id === sent) hand.version = known.version;
      else if (untouched && known.version > hand.version) this.#take(hand, known);
    }
  }

  /**
   * Show what the server holds.
   * @param {Hand} hand
   * @param {{version: number, cards: string | null, points: number | null}} known
   */
  #take(hand, known) {
    hand.version = known.version;
    hand.points = known.points;
    hand.editor = new LayoutEditor(this.house.grid, rowsOf(known.cards) ?? undefined);
    hand.out = false;
    hand.state = "kept";
    hand.message = "";
  }

  /**
   * @param {KnownHand} known
   * @returns {Hand}
   */
  #opened(known) {
    const { id, name, version } = known;
    const rows = rowsOf(known.cards) ?? undefined;
    /** @type {Hand} */
    const hand = {
      id, name, version, points: known.points, out: false, state: "kept", message: "", theirs: null,
      writeId: newWriteId(), editor: new LayoutEditor(this.house.grid, rows),
    };
    const draft = this.drafts.get(id);
    if (draft === null) return hand;
    const draftRows = rowsOf(draft.cards) ?? undefined;
    const fits = draftRows === undefined ||
      (draftRows.length === this.house.grid.rows && draftRows.every((row) => row.length === this.house.grid.columns));
    const alreadyThere = draft.points === known.points && draft.cards === (known.cards ?? "");
    if (!fits || alreadyThere) {
      this.drafts.drop(id);
      return hand;
    }
    hand.points = draft.points;
    hand.editor = new LayoutEditor(this.house.grid, draftRows);
    hand.version = draft.basedOn;
    hand.writeId = draft.writeId;
    if (this.isDone(hand)) hand.state = "waiting";
    return hand;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {Hand} hand
 * @returns {Draft}
 */
function draftOf(hand) {
  const cards = hand.editor.empty ? "" : textOf(hand.editor);
  return { cards, points: hand.points, basedOn: hand.version, writeId: hand.writeId };
}

/** @param {LayoutEditor} editor */
function textOf(editor) {
  return editor.rows.map((row) => row.map((card) => (card === null ? "." : formatCard(card))).join(" ")).join(" / ");
}

/**
 * @param {string | null} text  a layout in notation, dots for empty cells
 * @returns {(Card | null)[][] | null}
 */
function rowsOf(text) {
  if (!text) return null;
  const rows = text.split(" / ").map((row) => row.split(" ").map((word) => (word === "." ? null : parseCard(word).card)));
  return isComplete({ rows }) || text.includes(".") ? rows : null;
}

/**
 * @param {string | null} text  what an entry is written as: cards, a number, or nothing
 * @returns {{cards: string | null, points: number | null}}
 */
function known(text) {
  if (text === null || text === "") return { cards: null, points: null };
  return text.includes("/") || !/^-?\d+$/.test(text) ? { cards: text, points: null } : { cards: null, points: Number(text) };
}
