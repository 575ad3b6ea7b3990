/**
 * All hands on one hole as this device knows them: unfinished here, waiting in the outbox once a hand is complete, or
 * saved on the server by this phone or others; and the end of the hole, which the table confirms. Hands don't know the
 * page, but tell their owner of changes; the end of a hole knows its form.
 *
 * @import {Outbox, Place, Trouble, Waiting} from "../phone/queue.js"
 * @import {Answer} from "../phone/server.js"
 * @import {House} from "../rules/house.js"
 *
 * @typedef {object} Saved  the server's state of a hand
 * @property {number} version
 * @property {string | null} cards  in notation
 * @property {number | null} points
 *
 * @typedef {object} Hand
 * @property {number} id  the player's
 * @property {string} name
 * @property {Saved} saved
 * @property {number} version  of the server's hand when this change was begun
 * @property {LayoutEditor} editor
 * @property {number | null} points  a bare score instead of cards
 * @property {boolean} out  this player sat the hole out; nothing is entered
 * @property {boolean} clearing  the server's cards will be removed
 * @property {"kept" | "begun" | "waiting" | "sending" | "conflict" | "refused"} state  kept: the server has all that
 *   is shown; begun: cards are missing, and a draft holds the others
 * @property {string | null} write  the id of its write in the outbox
 * @property {string[]} sent  texts sent without an answer: where the server has one of these, it came from this phone
 * @property {string} message  why it is not saved
 * @property {NonNullable<Trouble["theirs"]> | null} theirs  the entry of another phone
 *
 * @typedef {{cards: string, basedOn: number, sent: string[]}} Draft  an unfinished hand in notation, with a dot for
 *   each cell that is still empty
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

import { Records } from "../phone/device-storage.js";
import { deviceStorage, enderText, isKept, newWriteId, textOf } from "../phone/queue.js";
import { endedWords, layoutOf, layoutText, listing, roundWord } from "../rules/house.js";
import { Drawn, h, part, show } from "../shell/app.js";
import { LayoutEditor } from "./board.js";

/** The version of a sent hand before an answer is known, as from another tab. */
const NO_NEWS = -1;

const KEEPS_NOTHING = "This browser can’t save. Keep this page open.";

export class Hands extends EventTarget {
  /** @type {Hand[]} */
  all;
  /** Warnings for impossible cards of this hole. @type {readonly DeckWarning[]} */
  warnings = [];
  /** The version that this device last saw and a confirmation is about. @type {number | undefined} */
  holeVersion;
  /** Who ended the hole, as the server has it. @type {{player: number | null, known: boolean}} */
  savedEnder;
  /**
   * Who ended it, as chosen here and still waiting when the outbox last changed.
   * @type {{player: number | null, known: boolean} | null}
   */
  #named = null;
  /** Unfinished entries: hands by their players, and a number that is being typed. @type {Records<any>} */
  drafts;

  /**
   * @param {HoleData} data
   * @param {House} house
   * @param {Outbox} outbox
   * @param {Storage | null} [storage]
   */
  constructor(data, house, outbox, storage = deviceStorage()) {
    super();
    this.house = house;
    this.place = data.place;
    this.outbox = outbox;
    this.drafts = new Records(`scorekeeper:draft:${data.place.game}:${data.place.hole}:`, storage);
    this.holeVersion = data.holeVersion;
    this.savedEnder = { player: data.ender, known: data.enderKnown };
    this.all = data.players.map((known) => this.#opened(known));
    // In a final hole, players without an entry sat it out.
    for (const hand of this.all) this.setOut(hand, data.confirmed && !isDone(hand));
    outbox.addEventListener("change", this.#follow);
  }

  /** The page shows another hole now. */
  leave() {
    this.outbox.removeEventListener("change", this.#follow);
  }

  /** @param {number} id */
  of(id) {
    return this.all.find((hand) => hand.id === id);
  }

  get anyOut() {
    return this.all.some((hand) => hand.out);
  }

  /** Whether some of this player's cards are impossible. @param {Hand} hand */
  isWarned(hand) {
    return this.warnings.some((warning) => warning.players.includes(hand.id));
  }

  /** Who ended the hole: as chosen here and waiting, or as the server has it. */
  get ender() {
    return this.outbox.enderOf(this.place.game, this.place.hole) ?? this.savedEnder;
  }

  get allDone() {
    return this.all.every(isDone);
  }

  /** Hands that are being sent, wait offline, or were sent by another tab without an answer yet. */
  get waiting() {
    return this.all.filter(({ state, version }) => state === "waiting" || state === "sending" || version === NO_NEWS);
  }

  /** Hands that are not sent without help. */
  get stuck() {
    return this.all.filter(({ state }) => state === "begun" || state === "refused" || state === "conflict");
  }

  // --- what the table does -------------------------------------------------------------------------------------------

  /**
   * The player sits this hole out, or plays it after all. The server learns it with the confirmation.
   * @param {Hand} hand
   * @param {boolean} out
   */
  setOut(hand, out) {
    hand.out = out && hand.state === "kept" && textOf(hand.saved) === "";
    this.#changed();
  }

  /** Cards were entered: save them on this device, and send the hand once it is complete. @param {Hand} hand */
  entered(hand) {
    hand.out = false;
    hand.clearing = false;
    this.#changeTo(hand);
  }

  /** A number instead of cards, or back to cards. @param {Hand} hand @param {number | null} points */
  setPoints(hand, points) {
    hand.points = points;
    if (points !== null) hand.editor = new LayoutEditor(this.house);
    this.entered(hand);
  }

  /** Remove the server's cards of this hand. @param {Hand} hand */
  clear(hand) {
    hand.points = null;
    hand.editor = new LayoutEditor(this.house);
    hand.clearing = true;
    this.#changeTo(hand);
  }

  /**
   * These cards are the other player's: swap both entries in one write.
   * @param {Hand} one
   * @param {Hand} other
   */
  exchange(one, other) {
    const { editor, points } = one;
    Object.assign(one, { editor: other.editor, points: other.points });
    Object.assign(other, { editor, points });
    const begun = [one, other].filter((hand) => hand.state === "begun" && handText(hand) === "");
    const changed = [one, other].filter((hand) => !begun.includes(hand));
    for (const hand of changed) Object.assign(hand, { out: false, clearing: handText(hand) === "" });
    this.#changeTo(...changed);
    for (const hand of begun) this.restore(hand);
  }

  /**
   * The table says who ended the hole; all phones learn it before the confirmation.
   * @param {{player: number | null, known: boolean}} ender
   */
  nameEnder(ender) {
    if (enderValue(ender) !== enderValue(this.ender)) this.outbox.nameEnder(this.place, ender, this.savedEnder);
  }

  /** Drop the unfinished change and show the server's hand. @param {Hand} hand */
  restore(hand) {
    this.drafts.drop(String(hand.id));
    this.#show(hand, hand.saved);
    this.#follow();
  }

  /**
   * Settle two different entries of one hand. The choice is sent, based on the shown version: if a third phone was
   * quicker, the table is asked again.
   * @param {Hand} hand
   * @param {"mine" | "theirs"} choice
   */
  choose(hand, choice) {
    const { theirs } = hand;
    if (theirs === null) return;
    if (choice === "theirs" && !this.#showTheirs(hand, theirs)) return;
    hand.version = theirs.version;
    this.#changeTo(hand);
  }

  /**
   * @param {Hand} hand
   * @param {NonNullable<Trouble["theirs"]>} theirs
   * @returns {boolean} false for cards that this page cannot read or send
   */
  #showTheirs(hand, { version, text }) {
    const entry = this.entryOf(hand);
    if (entry !== null) this.outbox.forget(entry.id);
    this.#show(hand, savedOf(version, text));
    hand.clearing = (text ?? "") === "";
    if (handText(hand) === (text ?? "")) return true;
    void this.outbox.flush();
    this.#changed();
    return false;
  }

  /** The waiting entry of a hand, or of the hole's confirmation for null. @param {Hand | null} hand */
  entryOf(hand) {
    return this.outbox.for(this.place.game, this.place.hole, hand?.id ?? null);
  }

  /** Send waiting entries at once, and refused ones again; resolves when no more can be done now. */
  async retry() {
    for (const hand of this.all) {
      const entry = hand.state === "refused" ? this.entryOf(hand) : null;
      if (entry !== null) await this.outbox.retry(entry.id);
    }
    await this.outbox.hurry();
  }

  // --- what the server says ------------------------------------------------------------------------------------------

  /** Take the server's state of the hole. @param {any} hole */
  take(hole) {
    this.holeVersion = hole.hole_version;
    this.savedEnder = { player: hole.ender, known: hole.ender_known };
    for (const { player, version, cards, points } of hole.hands) {
      const hand = this.of(player);
      if (hand === undefined) continue;
      const saved = { version, cards, points };
      if (hand.state === "kept" && version !== hand.version) this.#show(hand, saved);
      else hand.saved = saved;
      this.#recognize(hand);
      this.#askAboutNow(hand);
    }
    this.#changed();
  }

  /**
   * An entry sent before the current change arrived after all, so it came from this phone.
   * @param {Hand} hand
   */
  #recognize(hand) {
    const { state, saved, sent } = hand;
    if (state !== "begun" || saved.version === hand.version || !sent.includes(textOf(saved))) return;
    hand.version = saved.version;
    this.#keepDraft(hand);
  }

  /**
   * Two entries are side by side, and another phone changed the hand again: ask about the newest. This page may know an
   * older version than the answer, or another tab.
   * @param {Hand} hand
   */
  #askAboutNow(hand) {
    const entry = this.entryOf(hand),
      theirs = entry?.trouble?.theirs;
    const { version } = hand.saved,
      at = this.holeVersion ?? 0;
    if (!entry || !theirs || version === theirs.version) return;
    const isOld = theirs.version === 0 && version === entry.basedOn;
    if (!isOld && at > Math.max(theirs.version, theirs.at ?? entry.basedOn ?? 0)) {
      this.outbox.askAgain(entry, { version, text: textOf(hand.saved) || null, at });
    }
  }

  /** An entry of the outbox is being sent, arrived or was refused, here or in another tab. */
  #follow = () => {
    let isNews = this.#isNameLost();
    for (const hand of this.all) {
      if (hand.state === "begun") continue;
      if (!this.#showWaiting(hand) && hand.write !== null) isNews = this.#arrived(hand) || isNews;
    }
    this.#changed();
    if (isNews) this.dispatchEvent(new Event("look"));
  };

  /** Whether the ender chosen here no longer waits, and the server may not have it. */
  #isNameLost() {
    const before = this.#named;
    this.#named = this.outbox.enderOf(this.place.game, this.place.hole);
    return before !== null && this.#named === null && enderValue(before) !== enderValue(this.savedEnder);
  }

  /** Show the waiting entry of a hand and its state; false where there is none. @param {Hand} hand */
  #showWaiting(hand) {
    const entry = this.entryOf(hand);
    if (entry === null) return false;
    if (entry.write !== hand.write) showEntry(hand, entry);
    followEntry(hand, entry, this.outbox.sending === entry.id);
    return true;
  }

  /**
   * The entry no longer waits: the server has it, or another tab dropped it.
   * @param {Hand} hand
   * @returns {boolean} whether to ask the server for its state
   */
  #arrived(hand) {
    const text = handText(hand);
    const isKnown = textOf(hand.saved) === text;
    Object.assign(hand, KEPT, { version: isKnown ? hand.saved.version : NO_NEWS, sent: isKnown ? [] : [text] });
    return !isKnown;
  }

  // --- keeping -------------------------------------------------------------------------------------------------------

  /** @param {...Hand} hands  that change together */
  #changeTo(...hands) {
    for (const hand of hands) {
      hand.theirs = null;
      hand.message = "";
      if (hand.version === NO_NEWS) hand.version = hand.saved.version; // if the server has more, it was `sent`
    }
    const whole = hands.filter((hand) => isDone(hand) || hand.clearing);
    for (const hand of hands) if (!whole.includes(hand)) this.#begin(hand);
    const changes = whole.map((hand) => this.#sending(hand, whole.find((other) => other !== hand)?.id));
    if (changes.length > 0) this.outbox.enter(this.place, ...changes);
  }

  /** @param {Hand} hand @param {number} [also]  the player of the hand that changes in the same write */
  #sending(hand, also) {
    const { id: player, name, version: basedOn, sent } = hand;
    const { cards, points } = savedOf(0, handText(hand));
    const write = newWriteId();
    Object.assign(hand, { write, state: "waiting", sent: [] });
    this.drafts.drop(String(player));
    return { player, name, cards, points, basedOn, sent, write, also };
  }

  /** @param {Hand} hand */
  #begin(hand) {
    const { outbox, place } = this;
    hand.state = "begun";
    hand.write = null;
    hand.sent = [...new Set([...hand.sent, ...outbox.withdraw(place.game, place.hole, hand.id)])];
    // Everything was erased again, as if never begun.
    if (handText(hand) === "" && textOf(hand.saved) === "" && hand.sent.length === 0) this.restore(hand);
    else {
      this.#keepDraft(hand);
      if (!this.drafts.areSafe) hand.message = KEEPS_NOTHING;
    }
    this.#changed();
  }

  /** @param {Hand} hand */
  #keepDraft({ id, editor, version: basedOn, sent }) {
    this.drafts.put(String(id), { cards: editor.empty ? "" : layoutText(editor, editor.house), basedOn, sent });
  }

  /**
   * Show the server's hand. Where it is the same, the grid stays with its open cell.
   * @param {Hand} hand
   * @param {Saved} saved
   */
  #show(hand, saved) {
    if (textOf(saved) !== handText(hand)) Object.assign(hand, savedHand({ ...hand, ...saved }, this.house));
    else Object.assign(hand, KEPT, { saved, version: saved.version });
  }

  /** @param {{id: number, name: string} & Saved} known @returns {Hand} */
  #opened(known) {
    const hand = savedHand(known, this.house);
    this.#askAboutNow(hand);
    this.#showWaiting(hand);
    const draft = this.drafts.get(String(known.id));
    if (draft !== null && !showDraft(hand, draft)) this.drafts.drop(String(known.id));
    this.#recognize(hand);
    return hand;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @type {Pick<Hand, "state" | "write" | "clearing" | "sent" | "message" | "theirs">} */
const KEPT = { state: "kept", write: null, clearing: false, sent: [], message: "", theirs: null };

/**
 * A hand that shows the server's state.
 * @param {{id: number, name: string} & Saved} known
 * @param {House} house
 * @returns {Hand}
 */
function savedHand({ id, name, version, cards, points }, house) {
  return {
    id,
    name,
    version,
    points,
    saved: { version, cards, points },
    editor: new LayoutEditor(house, layoutOf(cards, house)),
    out: false,
    ...KEPT,
  };
}

/**
 * Show the unfinished cards of this device.
 * @param {Hand} hand
 * @param {Draft} draft
 * @returns {boolean} whether there was something to finish
 */
function showDraft(hand, draft) {
  const { house } = hand.editor;
  const layout = layoutOf(draft.cards, house);
  const isUnreadable = typeof draft.cards !== "string" || (draft.cards !== "" && layout === null);
  if (isUnreadable || draft.cards === handText(hand)) return false;
  const { basedOn: version, sent } = draft;
  Object.assign(hand, {
    ...KEPT,
    points: null,
    version,
    sent,
    state: "begun",
    editor: new LayoutEditor(house, layout),
  });
  return true;
}

/** Show an entry of the outbox; `followEntry` adds its state. @param {Hand} hand @param {Waiting} entry */
function showEntry(hand, entry) {
  const { house } = hand.editor;
  const clearing = textOf(entry) === "";
  if (handText(hand) !== textOf(entry)) hand.editor = new LayoutEditor(house, layoutOf(entry.cards, house));
  Object.assign(hand, { points: entry.points, write: entry.write, sent: [], clearing, out: false });
}

/**
 * Copy the state of the hand's entry in the outbox.
 * @param {Hand} hand @param {Waiting} entry @param {boolean} isSending
 */
function followEntry(hand, entry, isSending) {
  hand.version = entry.basedOn ?? hand.version;
  hand.theirs = entry.trouble?.theirs ?? null;
  const isRefused = entry.state === "needs-you" && !isKept(entry); // for other states the hole or the note says why
  hand.message = isRefused ? (entry.trouble?.message ?? "") : "";
  if (!isRefused) hand.state = isSending ? "sending" : "waiting";
  else hand.state = hand.theirs === null ? "refused" : "conflict";
}

/** @param {Hand} hand */
export function isDone(hand) {
  return hand.points !== null || hand.editor.complete || hand.out;
}

/** Whether the server has other cards than the unfinished hand shown. @param {Hand} hand */
export function isBehind(hand) {
  return hand.state === "begun" && textOf(hand.saved) !== "";
}

/** The shown hand as one text: cards, a number, or "". @param {Hand} hand */
export function handText(hand) {
  if (hand.points !== null) return String(hand.points);
  return hand.editor.empty ? "" : layoutText(hand.editor, hand.editor.house);
}

/**
 * @param {number} version
 * @param {string | null} text  cards, a number, or nothing
 * @returns {Saved}
 */
export function savedOf(version, text) {
  if (text === null || text === "") return { version, cards: null, points: null };
  return /^-?\d+$/.test(text) ? { version, cards: null, points: Number(text) } : { version, cards: text, points: null };
}

// --- the end of a hole -----------------------------------------------------------------------------------------------

/**
 * The end of a hole on the entry page: who ended it, warnings for impossible cards, and the one button. The table sees
 * every answer of the server. Offline the confirmation waits in the outbox like any entry, and the table goes on.
 *
 * @typedef {object} Owner
 * @property {(text: string) => void} tell  show the result in words; "" for none
 * @property {() => Promise<void>} look  ask for the game's state
 * @property {(next: string | null) => void} leave  the hole is final; `next` is the server's next page, null where the
 *   confirmation waits offline
 */

/** In milliseconds: the longest that a table waits for an answer before it goes on offline. */
const PATIENCE = 4_000;

export class Confirming {
  /** Whether a confirmation is on its way: a second tap does nothing. */
  busy = false;
  #drawn = new Drawn();

  constructor(/** @type {HTMLElement} */ form, /** @type {Hands} */ hands, /** @type {Owner} */ owner) {
    this.form = form;
    this.hands = hands;
    this.owner = owner;
    this.ender = enderValue(hands.ender);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.busy) void this.#confirm();
    });
    form.addEventListener(
      "invalid",
      (event) => {
        event.preventDefault(); // the browser's own bubble would cover the choices
        owner.tell(`Who ${endedWords(hands.house)}? Choose a player or No one.`);
        form.querySelector("input")?.focus();
      },
      true
    );
    form.addEventListener("change", () => {
      owner.tell("");
      hands.nameEnder({ player: this.chosen.ender, known: this.chosen.enderKnown });
    });
  }

  draw() {
    const { warnings, all, ender } = this.hands;
    const sitting = all.filter(({ out }) => out).map(({ id }) => id);
    if (!this.#drawn.changes(this.form, warnings, sitting, ender)) return;
    const list = part(this.form, ".confirm__warnings");
    list.hidden = warnings.length === 0;
    const items = warnings.map(({ message }) => h("li", null, message));
    list.querySelector("ul")?.replaceChildren(...items);
    const button = part(this.form, "button[type=submit]");
    const plain = button.dataset["plain"] ?? "";
    // Equal words stay: a browser drops a tap when the text under the finger is rewritten.
    show(button, warnings.length === 0 ? plain : (button.dataset["warned"] ?? plain));
    this.#drawEnder();
  }

  /**
   * Another phone said who ended the hole: choose that here too, until this table changes it. A player who sits out
   * cannot end the hole.
   */
  #drawEnder() {
    const value = enderValue(this.hands.ender),
      isNews = value !== this.ender;
    for (const choice of this.form.querySelectorAll("input[name=ender]")) {
      if (!(choice instanceof HTMLInputElement)) continue;
      choice.disabled = this.hands.of(Number(choice.value))?.out ?? false;
      choice.checked = !choice.disabled && (isNews ? choice.value === value : choice.checked);
    }
    if (!isNews) return;
    this.ender = value;
    const fold = this.form.querySelector("details.confirm__ender");
    if (fold instanceof HTMLDetailsElement) fold.open = value !== "";
  }

  async #confirm() {
    this.#setBusy(true);
    const { hands, owner } = this;
    const before = enderValue(hands.ender),
      { ender, enderKnown } = this.chosen;
    try {
      await Promise.race([hands.retry(), aWhile()]);
      const { stuck } = hands;
      if (stuck.length > 0) {
        owner.tell(
          [`Not saved yet: ${listing(stuck.map(({ name }) => name))}.`, ...new Set(stuck.map(({ message }) => message))]
            .join(" ")
            .trim()
        );
      } else if (![before, enderText(ender, enderKnown)].includes(enderValue(hands.ender))) {
        owner.tell(overtaken(hands.house)); // the answer has another phone's choice
      } else {
        await this.#settled(await this.#send());
      }
    } finally {
      this.#setBusy(false);
    }
  }

  /** Who ended the hole, as now chosen. */
  get chosen() {
    const chosen = this.form.querySelector("input[name=ender]:checked");
    const said = chosen instanceof HTMLInputElement && !chosen.disabled ? chosen.value : "";
    const known = said !== "";
    return { ender: known && said !== "nobody" ? Number(said) : null, enderKnown: known };
  }

  /** @returns {Promise<Answer | null>} null while offline */
  async #send() {
    const { hands } = this;
    const write = newWriteId();
    const isMoving = hands.waiting.length > 0 || hands.ender !== hands.savedEnder;
    hands.outbox.confirm(
      hands.place,
      isMoving ? null : (hands.holeVersion ?? null),
      {
        ...this.chosen,
        acceptWarnings: hands.warnings.length > 0,
        acceptMissing: hands.anyOut,
        seen: {
          ...Object.fromEntries(hands.all.map((hand) => [hand.id, handText(hand)])),
          ender: enderValue(hands.savedEnder),
        },
      },
      write
    );
    await Promise.race([hands.outbox.flush(), aWhile()]);
    return hands.outbox.answerTo(write);
  }

  /** @param {Answer | null} answer */
  async #settled(answer) {
    const { owner, hands } = this;
    if (answer === null || answer.kind === "later") {
      owner.leave(null);
      return;
    }
    if (answer.kind === "done") {
      owner.tell("");
      owner.leave(answer.body.next);
      return;
    }
    const entry = hands.entryOf(null);
    if (entry !== null) hands.outbox.drop(entry.id); // the table sees the reason here, and confirms again
    await owner.look();
    if (answer.kind === "overtaken") owner.tell(overtaken(hands.house));
    else if (answer.kind === "conflict") owner.tell(answer.body.message);
    else owner.tell(answer.problems.map((problem) => problem.message).join(" ") || answer.message);
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    this.busy = busy;
    const button = part(this.form, "button[type=submit]");
    if (busy) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}

/** @param {House} house */
function overtaken(house) {
  return `Another phone changed this ${roundWord(house)}. Check it, then finish.`;
}

/** @returns {Promise<void>} */
function aWhile() {
  return new Promise((done) => setTimeout(done, PATIENCE));
}

/** The value of the page's choice. @param {{player: number | null, known: boolean}} ender */
function enderValue({ player, known }) {
  return enderText(player, known);
}
