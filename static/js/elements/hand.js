/**
 * One player's hand on the entry page: what this device shows, what the server has, and how both are written down.
 *
 * @import {Draft} from "../store/drafts.js"
 * @import {Waiting} from "../store/outbox.js"
 * @import {House} from "../rules/house.js"
 * @import {Card} from "../rules/cards.js"
 * @import {Cell, PartialLayout} from "../rules/layout.js"
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
 */

import { formatCard } from "../rules/cards.js";
import { parseCard, parseLayout } from "../rules/notation.js";
import { textOf } from "../store/waiting.js";
import { LayoutEditor } from "./layout-editor.js";

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
