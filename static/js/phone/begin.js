/**
 * Games that this phone begins by itself. Their link and their uid are made here, in the form and strength of the server's
 * own, so what is entered in them waits under the address that it will have.
 *
 * @import {Game} from "../rules/game.js"
 * @import {KnownGame, KnownGames} from "./kept.js"
 * @import {Outbox} from "./queue.js"
 * @import {PageRules} from "./game-on-phone.js"
 *
 * @typedef {{house: string, readings: Record<string, string>} | {house_of: string}} HouseSpec  how the server finds a house: by
 *   its key, or by the uid of a game that is played by it
 *
 * @typedef {object} KnownHouse
 * @property {HouseSpec} spec
 * @property {string} version  of the rules, as the server tells them apart
 * @property {PageRules} rules
 * @property {string} group
 * @property {string} summary
 * @property {number} length  in holes
 * @property {readonly [players: number | null, question: string, answer: string][]} said  what is answered for tables of that
 *   size, or of any
 *
 * @typedef {Pick<KnownHouse, "spec" | "version" | "rules"> & GameWanted} Wanted
 *
 * @typedef {object} GameWanted
 * @property {readonly {name: string, team?: number | null}[]} players
 * @property {number} holesPlanned
 * @property {number} firstDealer  counted from 1
 * @property {string} [title]
 * @property {string} [rematchOf]  the key of the game before
 * @property {number | null} [seat]
 */

import { nextClockwise } from "../rules/hole.js";
import { HOUSES, MATCHING } from "./kept.js";
import { newWriteId } from "./queue.js";

/** As long as the server's: 128 bits. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** An id for somebody new, which no other phone makes. */
export function newPlayerId() {
  return 1_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2_000_000_000;
}

/**
 * Begin it: from now on it is a game like any other of this phone.
 * @param {Wanted} wanted
 * @param {KnownGames} games
 * @param {Outbox} outbox
 * @returns {string} the address of its first hole
 */
export function beginGame({ spec, version, rules, players, holesPlanned, firstDealer, title = "", rematchOf = "", seat = null }, games, outbox) {
  const key = newKey(), uid = newWriteId();
  const card = `/g/${key}`, api = `/api/games/${key}`;
  const told = { title, holes_planned: holesPlanned, first_dealer: firstDealer };
  const answer = {
    ...told, uid, may_edit: true, house_version: version, version: 0, holes: [],
    players: players.map(({ name, team = null }, place) => ({ id: place + 1, name, team, joined: 1, left: null })),
  };
  const urls = { card, api, hole: `${card}/hole/`, start: "/", settle: `/score?game=${key}` };
  games.remember({ key, uid, answer, rules, seat, urls, seenAt: Date.now() });
  outbox.say({ game: uid, key, api, hole: 0 }, "begin", { ...told, ...spec, key, uid, players, rematch_of: rematchOf });
  return `${urls.hole}1`;
}

/**
 * The same people under the same house; the deal goes on to the next player.
 * @param {Pick<KnownGame, "key" | "uid" | "answer" | "rules" | "seat">} known
 * @param {Game} game  the same with what waits
 * @param {Outbox} outbox
 * @returns {Wanted}
 */
export function rematchOf({ key, uid, answer, rules, seat }, game, outbox) {
  const here = game.players.filter(({ left }) => left === null);
  const ids = here.map(({ id }) => id);
  const dealt = game.holes.at(-1)?.dealer;
  const deals = dealt === undefined ? game.firstDealer : (nextClockwise(game.seats, dealt, new Set(ids)) ?? dealt);
  const inTeams = new Set(here.map(({ team }) => team)).size > 1;
  return {
    spec: specOf(uid, outbox), version: answer.house_version, rules, holesPlanned: game.holesPlanned, title: answer.title, rematchOf: key,
    players: here.map(({ name, team }) => ({ name, team: inTeams ? team : null })),
    firstDealer: ids.indexOf(deals) + 1 || 1, seat: (seat !== null && ids.indexOf(seat) + 1) || null,
  };
}

/**
 * How the server finds the house of a game: one that it does not have yet is no help to it.
 * @param {string} uid
 * @param {Outbox} outbox
 * @returns {HouseSpec}
 */
function specOf(uid, outbox) {
  const begun = outbox.of(uid).find(({ kind }) => kind === "begin")?.body;
  return begun === undefined ? { house_of: uid } : begun.house === undefined ? { house_of: begun.house_of } : { house: begun.house, readings: begun.readings };
}

/**
 * Every house that this phone knows: those of its games, then those that came with the release.
 * @param {KnownGames} games
 * @param {Outbox} outbox
 * @returns {Promise<KnownHouse[]>}
 */
export async function knownHouses(games, outbox) {
  const kept = await globalThis.caches?.match(HOUSES, MATCHING);
  const builtIn = kept === undefined ? [] : await kept.json();
  const seen = new Set(builtIn.map((/** @type {KnownHouse} */ { version }) => version));
  const played = games.all.flatMap(({ uid, rules, answer: { house_version: version, holes_planned: length } }) => {
    if (seen.has(version) || (rules.house.match.teams ?? "none") !== "none") return [];
    seen.add(version);
    return [{ spec: specOf(uid, outbox), version, rules, group: "As you played", summary: "", length, said: [] }];
  });
  return [...played, ...builtIn];
}
