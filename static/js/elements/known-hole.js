/**
 * What a phone knows of one hole, in the shape that the entry page works with.
 *
 * @import {DeckWarning, HoleData} from "./hands.js"
 * @import {GameOnPhone} from "../store/game-on-phone.js"
 */

/**
 * What the server knows of a hole, as Hands takes it.
 * @param {GameOnPhone} phone
 * @param {number} number
 * @returns {HoleData}
 */
export function holeData(phone, number) {
  const known = knownHole(phone, number);
  const hole = phone.game.hole(number);
  return {
    place: { game: phone.uid, key: phone.key, api: phone.urls.api, hole: number },
    holeVersion: known.hole_version,
    players: phone.game.atTable(number).map(({ id, name }) => {
      const hand = known.hands.find((/** @type {{player: number}} */ { player }) => player === id);
      return { id, name, version: hand?.version ?? 0, cards: hand?.cards ?? null, points: hand?.points ?? null };
    }),
    ender: hole?.ender ?? null,
    enderKnown: hole?.enderKnown ?? false,
    confirmed: hole?.confirmed ?? false,
  };
}

/**
 * A hole as the server has it; one that it has nothing of is a hole without cards.
 * @param {GameOnPhone} phone
 * @param {number} number
 */
export function knownHole(phone, number) {
  const known = phone.hole(number);
  if (known !== null) return known;
  const hands = phone.game.atTable(number).map(({ id }) => ({ player: id, version: 0, cards: null, points: null }));
  return { hole_version: 0, ender: null, ender_known: false, hands };
}

/**
 * What is impossible about the cards of a hole, with the players that hold them.
 * @param {GameOnPhone} phone
 * @param {number} number
 * @returns {DeckWarning[]}
 */
export function warningsOf({ game }, number) {
  return game.warnings(number).map(({ code, message, holders }) => ({
    code,
    message,
    players: holders.flatMap(([name]) => game.players.filter((player) => player.name === name).map(({ id }) => id)),
  }));
}
