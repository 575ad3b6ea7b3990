/**
 * Everybody's hands on one hole as this device knows them: entered here, kept as drafts until they are whole, waiting in
 * the outbox until the server has them, and taken over from what others entered. Knows no page; tells its owner when
 * something changed.
 *
 * @import {Hand, Saved} from "./hand.js"
 * @import {House} from "../rules/house.js"
 * @import {Outbox, Place, Waiting} from "../store/outbox.js"
 * @import {Answer} from "../store/sending.js"
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

import { Drafts, newWriteId } from "../store/drafts.js";
import { textOf } from "../store/waiting.js";
import { draftOf, followEntry, handText, isDone, savedHand, savedOf, savedText, showDraft, showEntry, showSaved } from "./hand.js";
import { LayoutEditor } from "./layout-editor.js";

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
