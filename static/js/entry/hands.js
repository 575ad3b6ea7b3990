/**
 * TODO
 *
 * @import {Draft} from "../phone/drafts.js"
 * @import {Outbox, Place, Waiting} from "../phone/outbox.js"
 * @import {Answer} from "../phone/server.js"
 * @import {Card, Cell, PartialLayout} from "../rules/cards.js"
 * @import {House} from "../rules/house.js"
 *
 * @typedef {object} Saved  what the server has of a hand
 * @property {number} version
 * @property {string | null} cards  in notation
 * @property {number | null} points
 *
 * @typedef {object} Hand
 * @property {number} id  the player's
 * @property {string} name
 * @property {Saved} saved
 * @property {number} version  of what the server had when the change shown was begun
 * @property {LayoutEditor} editor
 * @property {number | null} points  a bare score instead of cards
 * @property {boolean} out  the table says that this player sat the hole out; nothing is entered
 * @property {boolean} clearing  what the server has is to be taken back
 * @property {"kept" | "begun" | "waiting" | "sending" | "conflict" | "refused"} state  kept: the server has all that is
 *   shown; begun: cards are missing, and a draft holds the others
 * @property {string | null} entry  the id under which it waits in the outbox
 * @property {string[]} sent  texts sent without hearing back, as in a Draft
 * @property {string} message  why it is not kept
 * @property {{version: number, text: string | null} | null} theirs  what somebody else entered meanwhile
 *
 * @typedef {{code: string, message: string, players: number[]}} DeckWarning
 *
 * @typedef {object} HoleData
 * @property {Place} place
 * @property {number} [holeVersion]
 * @property {({id: number, name: string} & Saved)[]} players  at the table on this hole, in seating order
 * @property {number | null} ender
 * @property {boolean} enderKnown
 * @property {boolean} confirmed
 */

import { Drafts, newWriteId } from "../phone/drafts.js";
import { textOf } from "../phone/entries.js";
import { formatCard } from "../rules/cards.js";
import { parseCard, parseLayout } from "../rules/house.js";
import { LayoutEditor } from "./board.js";

/**
 * A hand that shows what the server has.
 * @param {{id: number, name: string} & Saved} known
 * @param {House} house
 * @returns {Hand}
 */
export function savedHand({ id, name, version, cards, points }, house) {
  return {
    id, name, version, points, saved: { version, cards, points }, editor: new LayoutEditor(house, layoutOf(cards, house)),
    out: false, clearing: false, state: "kept", entry: null, sent: [], message: "", theirs: null,
  };
}

/**
 * Show what the server has, and nothing else.
 * @param {Hand} hand
 * @param {Saved} saved
 */
export function showSaved(hand, saved) {
  Object.assign(hand, savedHand({ id: hand.id, name: hand.name, ...saved }, hand.editor.house));
}

/**
 * Show what this device had not finished with.
 * @param {Hand} hand
 * @param {Draft} draft
 * @returns {boolean} whether there was something to finish
 */
export function showDraft(hand, draft) {
  const { house } = hand.editor;
  const layout = layoutOf(draft.cards, house);
  const text = draft.points === null ? draft.cards : String(draft.points);
  const unreadable = draft.cards !== "" && layout === null;
  if (unreadable || text === handText(hand)) return false;
  const { points, basedOn: version, sent, clearing } = draft;
  Object.assign(hand, { points, version, sent, clearing, entry: null, state: "begun", theirs: null, message: "", editor: new LayoutEditor(house, layout) });
  return true;
}

/**
 * Show what waits in the outbox; how it fares is told by `followEntry`.
 * @param {Hand} hand
 * @param {Waiting} entry
 */
export function showEntry(hand, entry) {
  const { house } = hand.editor;
  const clearing = textOf(entry) === "";
  if (handText(hand) !== textOf(entry)) hand.editor = new LayoutEditor(house, layoutOf(entry.cards, house));
  Object.assign(hand, { points: entry.points, entry: entry.id, sent: [], clearing, out: false });
}

/**
 * How the hand's entry in the outbox stands.
 * @param {Hand} hand
 * @param {Waiting} entry
 * @param {boolean} isSending
 */
export function followEntry(hand, entry, isSending) {
  hand.version = entry.basedOn ?? hand.version;
  hand.theirs = entry.trouble?.theirs ?? null;
  hand.message = entry.trouble?.message ?? "";
  if (entry.state === "waiting") hand.state = isSending ? "sending" : "waiting";
  else hand.state = hand.theirs === null ? "refused" : "conflict";
}

/**
 * @param {Hand} hand
 * @returns {Draft}
 */
export function draftOf(hand) {
  const { points, version: basedOn, entry, sent, clearing } = hand;
  return { cards: hand.editor.empty ? "" : layoutText(hand.editor), points, basedOn, writeId: entry, sent, clearing };
}

/** @param {Hand} hand */
export function isDone(hand) {
  return hand.points !== null || hand.editor.complete || hand.out;
}

/**
 * Whether the server has something else than the unfinished hand that is shown.
 * @param {Hand} hand
 */
export function isBehind(hand) {
  return hand.state === "begun" && savedText(hand.saved) !== "";
}

/**
 * What is shown, as one text: cards, a number, or "".
 * @param {Hand} hand
 */
export function handText(hand) {
  if (hand.points !== null) return String(hand.points);
  return hand.editor.empty ? "" : layoutText(hand.editor);
}

/** @param {Saved} saved */
export function savedText(saved) {
  return textOf(saved);
}

/**
 * @param {number} version
 * @param {string | null} text  what an entry is written as: cards, a number, or nothing
 * @returns {Saved}
 */
export function savedOf(version, text) {
  if (text === null || text === "") return { version, cards: null, points: null };
  return /^-?\d+$/.test(text) ? { version, cards: null, points: Number(text) } : { version, cards: text, points: null };
}

/**
 * What stands for a cell that is still empty: a dot, unless that is a place whose card has gone.
 * @param {House} house
 */
function noCard({ cancelling }) {
  return cancelling?.leave ? "_" : ".";
}

/**
 * A layout in notation, with a sign for each cell that is still empty.
 * @param {LayoutEditor} editor
 */
export function layoutText({ rows, hidden, house }) {
  const faceDown = new Set(hidden.map(String));
  /** @type {(card: Card | null, row: number, column: number) => string} */
  const written = (card, row, column) => {
    if (card === null) return noCard(house);
    return faceDown.has(String([row, column])) ? `[${formatCard(card)}]` : formatCard(card);
  };
  return rows.map((cards, row) => cards.map((card, column) => written(card, row, column)).join(" ")).join(" / ");
}

/**
 * @param {string | null} text  as layoutText() writes it, or as the server does
 * @param {House} house
 * @returns {PartialLayout | null} null for no cards, and for cards of another grid
 */
export function layoutOf(text, house) {
  if (!text) return null;
  const { grid } = house;
  const layout = text.includes(noCard(house)) ? partOf(text, noCard(house)) : parseLayout(text);
  const fits = layout?.rows.length === grid.rows && layout.rows.every((row) => row.length === grid.columns);
  return fits ? layout : null;
}

/**
 * @param {string} text
 * @param {string} empty
 * @returns {PartialLayout}
 */
function partOf(text, empty) {
  /** @type {Cell[]} */
  const hidden = [];
  const rows = text.split(" / ").map((line, row) =>
    line.split(" ").map((word, column) => {
      const down = /^\[(.*)\]$/.exec(word);
      if (down) hidden.push([row, column]);
      return word === empty ? null : parseCard(down?.[1] ?? word);
    }));
  return { rows, hidden };
}

export class Hands extends EventTarget {
  /** @type {Hand[]} */
  all;
  /** What is impossible about the cards of this hole. @type {readonly DeckWarning[]} */
  warnings = [];
  /** The hole as this device last saw it: a confirmation is about that. @type {number | undefined} */
  holeVersion;
  /** Who ended the hole, as the server has it. @type {{player: number | null, known: boolean}} */
  ender;

  /**
   * @param {HoleData} data
   * @param {House} house
   * @param {Outbox} outbox
   * @param {Drafts} [drafts]
   */
  constructor(data, house, outbox, drafts = new Drafts(data.place.game, data.place.hole)) {
    super();
    this.house = house;
    this.place = data.place;
    this.outbox = outbox;
    this.drafts = drafts;
    this.holeVersion = data.holeVersion;
    this.ender = { player: data.ender, known: data.enderKnown };
    this.all = data.players.map((known) => this.#opened(known));
    // In a hole that counts already, whoever has nothing entered sat it out.
    for (const hand of this.all) this.setOut(hand, data.confirmed && !isDone(hand));
    outbox.addEventListener("answered", this.#told);
    outbox.addEventListener("change", this.#moved);
  }

  /** The page shows another hole now. */
  leave() {
    this.outbox.removeEventListener("answered", this.#told);
    this.outbox.removeEventListener("change", this.#moved);
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

  /** Whoever's cards are on their way, wait for the network, or went with another tab and nobody has told yet. */
  get waiting() {
    return this.all.filter(({ state, version }) => state === "waiting" || state === "sending" || version === NO_NEWS);
  }

  /** Whoever's cards do not get anywhere by themselves. */
  get stuck() {
    return this.all.filter(({ state }) => state === "begun" || state === "refused" || state === "conflict");
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
    if (points !== null) hand.editor = new LayoutEditor(this.house);
    this.entered(hand);
  }

  /**
   * Take back what the server has of this hand.
   * @param {Hand} hand
   */
  clear(hand) {
    hand.points = null;
    hand.editor = new LayoutEditor(this.house);
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
    const { theirs, entry } = hand;
    if (theirs === null) return;
    if (choice === "mine") {
      hand.version = theirs.version;
      this.#changeTo(hand);
    } else {
      this.#settle(hand, savedOf(theirs.version, theirs.text));
      if (entry !== null) void this.outbox.drop(entry);
    }
    this.#changed();
  }

  /** Send at once what waits, and once more what was refused; resolves when nothing more can be done now. */
  async retry() {
    for (const { state, entry } of this.all) if (state === "refused" && entry !== null) await this.outbox.retry(entry);
    await this.outbox.hurry();
  }

  // --- what the server says --------------------------------------------------------------------------------------------

  /**
   * How the hole stands for all, as the server tells it.
   * @param {any} hole
   */
  take(hole) {
    this.holeVersion = hole.hole_version;
    this.ender = { player: hole.ender, known: hole.ender_known };
    for (const known of hole.hands) {
      const hand = this.of(known.player);
      if (hand === undefined) continue;
      if (hand.state === "kept" && known.version !== hand.version) this.#settle(hand, known);
      else hand.saved = savedFrom(known);
    }
    this.#changed();
  }

  /** What this page sent was answered. */
  #told = (/** @type {Event} */ event) => {
    const { entry, answer } = /** @type {CustomEvent<{entry: Waiting, answer: Answer}>} */ (event).detail;
    const hand = this.#isHere(entry) ? this.of(entry.player ?? -1) : undefined;
    if (hand === undefined) return;
    const changedMeanwhile = hand.entry !== entry.id;
    if (answer.kind === "done") {
      const kept = answer.body.hands.find((/** @type {{player: number}} */ { player }) => player === hand.id);
      this.#arrived(hand, kept, textOf(entry), changedMeanwhile);
    } else if (answer.kind === "conflict") {
      this.#overtaken(hand, savedOf(answer.body.version, answer.body.theirs), changedMeanwhile);
    }
    this.#changed();
  };

  /** Something in the outbox moved: it goes out, was refused, or another tab of this device had a hand in it. */
  #moved = () => {
    for (const hand of this.all) {
      if (hand.entry !== null && hand.entry === this.outbox.sending) hand.state = "sending";
      else if (hand.entry !== null || hand.state === "kept") this.#follow(hand);
    }
    this.#changed();
  };

  /** @param {Hand} hand */
  #follow(hand) {
    const { outbox, place } = this;
    const entry = outbox.newest(place.game, place.hole, hand.id);
    if (entry !== null) {
      if (entry.id !== hand.entry) showEntry(hand, entry);
      followEntry(hand, entry, outbox.sending === entry.id);
    } else if (hand.entry !== null) {
      // Another tab brought it to the server: what the game tells next counts.
      Object.assign(hand, { entry: null, state: "kept", version: NO_NEWS, clearing: false, sent: [handText(hand)], message: "", theirs: null });
      this.drafts.drop(hand.id);
      this.dispatchEvent(new Event("look"));
    }
  }

  /**
   * The server has what was sent, or what somebody entered after it.
   * @param {Hand} hand
   * @param {Saved} kept
   * @param {string} text  what was sent
   * @param {boolean} changedMeanwhile
   */
  #arrived(hand, kept, text, changedMeanwhile) {
    if (!changedMeanwhile || hand.state === "kept") {
      this.#settle(hand, kept);
      return;
    }
    hand.saved = savedFrom(kept);
    if (savedText(kept) !== text) return; // the change made meanwhile is not based on that
    hand.version = kept.version;
    hand.sent = [];
    if (hand.state === "begun") this.drafts.keep(hand.id, draftOf(hand));
  }

  /**
   * The server has something else than this hand was based on. What the outbox still holds of it, the table decides. If
   * this device sent what the server has, before the change that is being made, nobody need decide anything.
   * @param {Hand} hand
   * @param {Saved} theirs
   * @param {boolean} changedMeanwhile
   */
  #overtaken(hand, theirs, changedMeanwhile) {
    const { outbox, place } = this;
    hand.saved = theirs;
    if (!changedMeanwhile) {
      const entry = outbox.newest(place.game, place.hole, hand.id);
      if (entry === null) this.#settle(hand, theirs);
      else followEntry(hand, entry, false);
    } else if (hand.state === "begun" && hand.sent.includes(savedText(theirs))) {
      hand.version = theirs.version;
      hand.sent = [];
      this.drafts.keep(hand.id, draftOf(hand));
    }
  }

  // --- keeping ---------------------------------------------------------------------------------------------------------

  /** @param {Hand} hand */
  #changeTo(hand) {
    const { outbox, place } = this;
    hand.theirs = null;
    hand.message = "";
    if (hand.version === NO_NEWS) hand.version = hand.saved.version; // and should the server have more, it was `sent`
    if (isDone(hand) || hand.clearing) {
      this.#enter(hand);
    } else {
      const before = outbox.newest(place.game, place.hole, hand.id);
      if (before !== null) hand.sent = outbox.mayBeReplaced(before) ? before.sent : [...before.sent, textOf(before)];
      hand.entry = null;
      hand.state = "begun";
      outbox.withdraw(place.game, place.hole, hand.id);
      // Everything was erased again: as if nothing had been begun.
      if (handText(hand) === "" && savedText(hand.saved) === "" && hand.sent.length === 0) this.#settle(hand, hand.saved);
      else if (!this.drafts.keep(hand.id, draftOf(hand))) hand.message = KEEPS_NOTHING;
    }
    this.#changed();
  }

  /**
   * A finished hand goes to the outbox. The draft stays until that has it for good; should it never, the outbox tells.
   * @param {Hand} hand
   * @param {string} id
   */
  #enter(hand, id = newWriteId()) {
    const { cards, points } = savedOf(0, handText(hand));
    hand.entry = id;
    hand.state = "waiting";
    this.drafts.keep(hand.id, draftOf(hand));
    const kept = this.outbox.enter(this.place, { player: hand.id, name: hand.name, cards, points, basedOn: hand.version, sent: hand.sent, id });
    hand.sent = [];
    void kept.then((durable) => {
      if (durable && this.drafts.get(hand.id)?.writeId === id) this.drafts.drop(hand.id);
    });
  }

  /**
   * The server has it: show that, with no draft beside it. A hand that nothing was entered into here may have a draft
   * of another tab, which is that tab's to drop.
   * @param {Hand} hand
   * @param {Saved} saved
   */
  #settle(hand, saved) {
    const plain = savedFrom(saved);
    if (hand.state !== "kept") this.drafts.drop(hand.id);
    if (savedText(plain) !== handText(hand)) showSaved(hand, plain);
    // The grid stays as it is shown, with its open cell.
    else Object.assign(hand, { saved: plain, version: plain.version, state: "kept", entry: null, clearing: false, sent: [], message: "", theirs: null });
  }

  /**
   * @param {{id: number, name: string} & Saved} known
   * @returns {Hand}
   */
  #opened(known) {
    const { outbox, place } = this;
    const hand = savedHand(known, this.house);
    const entry = outbox.newest(place.game, place.hole, known.id);
    if (entry !== null) {
      showEntry(hand, entry);
      followEntry(hand, entry, outbox.sending === entry.id);
    }
    const draft = this.drafts.get(known.id);
    if (draft === null) return hand;
    if (draft.writeId === entry?.id || !showDraft(hand, draft)) this.drafts.drop(known.id);
    // The page was closed before the outbox had it.
    else if (isDone(hand) || hand.clearing) this.#enter(hand, draft.writeId ?? undefined);
    return hand;
  }

  /** @param {Waiting} entry */
  #isHere({ game, hole, kind }) {
    return game === this.place.game && hole === this.place.hole && kind === "hand";
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** The version of a hand that another tab sent, until the game tells. */
const NO_NEWS = -1;

const KEEPS_NOTHING = "this browser keeps nothing: leave the page open";

/**
 * @param {Saved} known  with whatever else an answer tells
 * @returns {Saved}
 */
function savedFrom({ version, cards, points }) {
  return { version, cards, points };
}
