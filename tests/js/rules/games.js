/**
 * Games for tests, in few words. The cards count as under aHouse(): aces 1, a column pair 0, kings 0, jokers minus 2.
 *
 * @import {Entry, GameParts, Hole, Player} from "../../../static/js/rules/game.js"
 */

import { Game } from "../../../static/js/rules/game.js";
import { parseLayout } from "../../../static/js/rules/house.js";
import { aHouse, WORDING } from "./houses.js";

/** Who may sit at the table, by their ids. @type {Record<number, string>} */
const NAMES = { 1: "Ann", 2: "Bo", 3: "Cy", 4: "Di" };

/**
 * @param {number} id
 * @param {Partial<Player>} [stay]
 * @returns {Player}
 */
export function aPlayer(id, stay = {}) {
  return { id, name: NAMES[id] ?? `Player ${id}`, joined: 1, left: null, team: null, ...stay };
}

/**
 * Ann, Bo and Cy play three holes, and Ann deals first; with the given changes.
 * @param {Partial<GameParts>} [parts]
 */
export function aGame(parts = {}) {
  const players = [1, 2, 3].map((id) => aPlayer(id));
  return new Game({ house: aHouse(), players, holesPlanned: 3, firstDealer: 1, holes: [], ...parts }, WORDING);
}

/**
 * What was entered: cards in notation, or a bare number.
 * @param {string | number} entered
 * @returns {Entry}
 */
export function anEntry(entered) {
  if (typeof entered === "number") return { layout: null, points: entered };
  return { layout: parseLayout(entered), points: null };
}

/**
 * A hole that counts, dealt by Ann; with the given changes.
 * @param {number} number
 * @param {Record<number, string | number>} entered  by player id
 * @param {Partial<Hole>} [said]
 * @returns {Hole}
 */
export function aHole(number, entered, said = {}) {
  const entries = new Map(Object.entries(entered).map(([id, entry]) => [Number(id), anEntry(entry)]));
  return {
    number,
    dealer: 1,
    entries,
    ender: null,
    enderKnown: true,
    confirmed: true,
    warningsAccepted: false,
    playoff: [],
    byHand: new Map(),
    ...said,
  };
}
