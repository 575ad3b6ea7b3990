/**
 * What this phone entered and the server has not acknowledged: one entry, and how two of them compare.
 *
 * @import {Answer} from "./sending.js"
 *
 * @typedef {object} Trouble  why an entry cannot go on by itself
 * @property {string} code
 * @property {string} message
 * @property {{version: number, text: string | null}} [theirs]  what another phone entered for the same hand meanwhile
 *
 * @typedef {object} Confirmation  the table is done with a hole
 * @property {number | null} ender
 * @property {boolean} enderKnown
 * @property {boolean} acceptWarnings
 * @property {boolean} acceptMissing
 * @property {Record<string, string>} seen  what each player, by id, had entered when the table confirmed; and under
 *   `ender` who had ended the hole as far as the server knew, as `enderText` writes it
 *
 * @typedef {object} Waiting  one entry that waits
 * @property {1} format
 * @property {string} id  names it to the server; never used for another content
 * @property {number} order  entries are sent from the lowest to the highest
 * @property {string} game  the game's uid, which outlives its links
 * @property {string} key  of the link that it goes by
 * @property {string} api  address of the game's JSON, `/api/games/<key>`
 * @property {"hand" | "confirm"} kind
 * @property {number} hole
 * @property {number | null} player  whose hand; null for a confirmation
 * @property {string} [name]  of the player at that time: the table may have no such player any more
 * @property {string | null} cards  in notation
 * @property {number | null} points  a bare number; where both are null, what was entered is taken back
 * @property {number | null} basedOn  the version that was seen: of the hand, or of the hole that is confirmed. Null for a
 *   hole whose hands were waiting themselves: then what was `seen` decides
 * @property {string[]} sent  what this phone sent for the same hand, or as the ender of the same hole, before, without
 *   hearing back: if the server has one of these, no other phone is to blame
 * @property {Confirmation | null} confirm
 * @property {number} madeAt  milliseconds of the phone's clock
 * @property {number} tries  how often it went out
 * @property {"waiting" | "needs-you"} state
 * @property {Trouble | null} trouble
 * @property {boolean} [renamed]  its first id stood for something else on the server
 */

/**
 * Records of a later release stay where they are, for that release to send.
 * @param {any} entry
 * @returns {entry is Waiting}
 */
export function isReadable(entry) {
  return entry?.format === 1 && typeof entry.id === "string" && (entry.kind === "hand" || entry.kind === "confirm");
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
 * @param {Waiting} entry
 * @param {string} game
 * @param {number} hole
 * @param {number | null} player  null for the hole's confirmation
 */
export function isFor(entry, game, hole, player) {
  return entry.game === game && entry.hole === hole && entry.player === player;
}

/**
 * Whether a hole stands, in the server's answer, as the table saw it when it confirmed.
 * @param {any} hole
 * @param {Confirmation} confirm
 * @param {string[]} sent
 */
export function isAsSeen(hole, { ender, enderKnown, seen }, sent) {
  const told = enderText(hole.ender, hole.ender_known);
  const ours = ["", seen["ender"], enderText(ender, enderKnown), ...sent];
  return ours.includes(told) && hole.hands.every((/** @type {any} */ hand) => textOf(hand) === (seen[hand.player] ?? ""));
}

/**
 * An answer that does not name the entry, or tells nothing of its hole, is no answer to it.
 * @param {Answer} answer
 * @param {Waiting} entry
 * @returns {Answer}
 */
export function answerTo(answer, { id, kind }) {
  const { body } = answer.kind === "done" ? answer : { body: null };
  if (body === null || (body.write_id === id && (kind === "confirm" || Array.isArray(body.hands)))) return answer;
  return { kind: "later", reached: true, message: "something else answered in the server's place" };
}
