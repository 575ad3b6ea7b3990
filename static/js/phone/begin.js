/**
 * Games that this phone begins by itself. Their link and their uid are made here, in the form and strength of the server's
 * own, so what is entered in them waits under the address that it will have. The houses are those that came with the release,
 * and those of the games that this phone has seen.
 *
 * @import {Game} from "../rules/game.js"
 * @import {KnownGame} from "./kept.js"
 * @import {Outbox} from "./queue.js"
 * @import {PageRules} from "./game-on-phone.js"
 *
 * @typedef {{house: string, readings: Record<string, string>} | {house_of: string}} HouseSpec  how the server finds it: by its
 *   key, or by the uid of a game that is played by it
 *
 * @typedef {object} KnownHouse
 * @property {HouseSpec} spec
 * @property {string} key
 * @property {string} name
 * @property {string} summary  "" for one of a game
 * @property {string} group
 * @property {readonly number[]} lengths
 * @property {readonly [players: number | null, question: string, answer: string][]} said  what is answered for the table; with
 *   null whatever its size
 * @property {string} version  of the rules, as the server tells them apart
 * @property {PageRules} rules
 *
 * @typedef {object} Wanted
 * @property {string} version
 * @property {HouseSpec} spec
 * @property {PageRules} rules
 * @property {readonly {name: string, team?: number | null}[]} players
 * @property {number} holesPlanned
 * @property {number} firstDealer  counted from 1
 * @property {string} [title]
 * @property {string} [rematchOf]  the key of the game before
 * @property {number | null} [seat]
 */

import { nextClockwise } from "../rules/hole.js";
import { HOUSES, KnownGames, MATCHING } from "./kept.js";
import { newWriteId } from "./queue.js";

/** As long as the server's: 128 bits. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** An id for somebody new, which no other phone makes. */
export function newPlayerId() {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1_000_000 + (random % 2_000_000_000);
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
  const answer = {
    uid, title, may_edit: true, house_version: version, version: 0, holes_planned: holesPlanned, first_dealer: firstDealer, holes: [],
    players: players.map(({ name, team = null }, place) => ({ id: place + 1, name, team, joined: 1, left: null })),
  };
  const urls = { card, api, hole: `${card}/hole/`, start: "/", settle: `/settle?game=${key}` };
  games.remember({ key, uid, answer, rules, seat, urls, seenAt: Date.now() });
  const body = { key, uid, ...spec, players, holes_planned: holesPlanned, first_dealer: firstDealer, title, rematch_of: rematchOf };
  outbox.say({ game: uid, key, api, hole: 0 }, "begin", body);
  return `${urls.hole}1`;
}

/**
 * The same people under the same house; the deal goes on to the next player.
 * @param {KnownGame} known
 * @param {Game} game  the same with what waits
 * @param {Outbox} outbox
 * @returns {Wanted}
 */
export function rematchOf(known, game, outbox) {
  const here = game.players.filter(({ left }) => left === null);
  const ids = here.map(({ id }) => id);
  const dealt = game.holes.at(-1)?.dealer;
  const deals = dealt === undefined ? game.firstDealer : (nextClockwise(game.seats, dealt, new Set(ids)) ?? dealt);
  const inTeams = new Set(here.map(({ team }) => team)).size > 1;
  const place = (/** @type {number | null} */ id) => (id === null ? 0 : ids.indexOf(id) + 1);
  return {
    spec: specOf(known, outbox), version: known.answer.house_version, rules: known.rules, holesPlanned: game.holesPlanned, title: known.answer.title, rematchOf: known.key,
    players: here.map(({ name, team }) => ({ name, team: inTeams ? team : null })),
    firstDealer: place(deals) || 1, seat: place(known.seat) || null,
  };
}

/**
 * How the server finds the house of a game: one that it does not have yet is no help to it.
 * @param {KnownGame} known
 * @param {Outbox} outbox
 * @returns {HouseSpec}
 */
function specOf({ uid }, outbox) {
  const begun = outbox.of(uid).find(({ kind }) => kind === "begin")?.body;
  if (begun === undefined) return { house_of: uid };
  return begun.house_of === undefined ? { house: begun.house, readings: begun.readings } : { house_of: begun.house_of };
}

/**
 * Every house that this phone knows: those of its games first, then those of the release.
 * @param {KnownGames} games
 * @param {Outbox} outbox
 * @returns {Promise<KnownHouse[]>}
 */
export async function knownHouses(games, outbox) {
  const kept = await globalThis.caches?.match(HOUSES, MATCHING).catch(() => undefined);
  const told = kept === undefined ? [] : await kept.json();
  const builtIn = told.map((/** @type {any} */ one) => ({ ...one, spec: { house: one.key, readings: one.readings } }));
  const seen = new Set(builtIn.map((/** @type {KnownHouse} */ { version }) => version));
  const played = games.all.flatMap((known) => {
    const { rules, answer: { house_version: version, holes_planned: length } } = known;
    if (seen.has(version) || rules.players === undefined || (rules.house.match.teams ?? "none") !== "none") return [];
    seen.add(version);
    const { key, name } = rules.house;
    return [{ spec: specOf(known, outbox), key, name, summary: "", group: "As you played", lengths: [length], said: [], version, rules }];
  });
  return [...played, ...builtIn];
}
