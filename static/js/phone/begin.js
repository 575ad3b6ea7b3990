/**
 * Games that this phone starts offline. It makes their links and uids, as strong as the server's own, so that entries
 * already have their final address.
 *
 * @import {Game} from "../rules/game.js"
 * @import {KnownGame} from "./device-storage.js"
 * @import {Outbox, Place} from "./queue.js"
 * @import {PageRules} from "./game-on-phone.js"
 *
 * @typedef {{house: string, readings: Record<string, string>} | {house_of: string}} HouseSpec  how the server finds a
 *   house: by its key, or by the uid of a game played with it
 *
 * @typedef {{spec: HouseSpec, version: string, rules: PageRules}} Playable  the version is the server's name for these
 *   rules
 * @typedef {Playable & {group: string, summary: string, length: number, usual: boolean, said: readonly Said[]}}
 *   KnownHouse
 * @typedef {[players: number | null, question: string, answer: string]} Said  an answer for games with that many
 *   players, or with any
 * @typedef {{players: readonly {name: string, team?: number | null}[], holesPlanned: number, firstDealer: number}}
 *   Agreed  the dealer by the place among the players, from 1
 * @typedef {Playable & Agreed & {title?: string, rematchOf?: string, seat?: number | null, practice?: string}} Wanted
 *   with the key of the game before, and where the game is played on if the others are players of the phone
 */

import { nextClockwise } from "../rules/hole.js";
import { isPlanned, longestGame } from "../rules/house.js";
import { gameUrls, KnownGames, MATCHING } from "./device-storage.js";
import { deviceStorage, newWriteId } from "./queue.js";

/**
 * Open a page, after giving the server a moment to learn of what waits.
 * @param {string} address @param {Outbox} outbox
 */
export async function goTo(address, outbox) {
  await Promise.race([outbox.flush(), new Promise((done) => setTimeout(done, 1_500))]);
  location.assign(address);
}

/** As long as the server's: 128 bits. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** An id for a new player, which no other phone makes. */
export function newPlayerId() {
  return 1_000_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2_000_000_000);
}

/**
 * Start a game on this phone and return the address of its first hole.
 * @type {(wanted: Wanted, games: KnownGames, outbox: Outbox) => string}
 */
export function beginGame(
  { spec, version, rules, players, holesPlanned, firstDealer, title = "", rematchOf = "", seat = null, practice = "" },
  games,
  outbox
) {
  const key = newKey(),
    uid = newWriteId();
  const { api, hole } = gameUrls(key);
  const told = { title, holes_planned: holesPlanned, first_dealer: firstDealer };
  const answer = {
    ...told,
    uid,
    practice,
    may_edit: true,
    house_version: version,
    version: 0,
    holes: [],
    players: players.map(({ name, team = null }, place) => ({ id: place + 1, name, team, joined: 1, left: null })),
  };
  games.remember({ key, uid, answer, rules, seat, seenAt: Date.now() });
  say(outbox, { game: uid, key, api, hole: 0 }, "begin", {
    ...told,
    ...spec,
    key,
    uid,
    players,
    practice: practice !== "",
    rematch_of: rematchOf,
  });
  return practice ? `${practice}?game=${key}` : `${hole}1`;
}

/**
 * Queue the start of a game, a change of players or an extra hole.
 * @param {Outbox} outbox
 * @param {Place} place
 * @param {"begin" | "table" | "playoff"} kind
 * @param {any} body  as it is sent
 */
export function say(outbox, place, kind, body) {
  const write = newWriteId();
  // Earlier changes of players stay in the queue.
  const id = `${place.game}:${place.hole}:${kind === "table" ? write : kind}`;
  const none = { player: null, cards: null, points: null, basedOn: null, sent: [], confirm: null };
  outbox.put({ ...outbox.fresh(id, write), ...place, ...none, kind, body });
}

/**
 * Discard a game that was never sent; its start last, because it holds the others up.
 * @type {(outbox: Outbox, id: string) => void}
 */
export function giveUp(outbox, id) {
  const { game = "", key = "" } = outbox.get(id) ?? {};
  for (const one of outbox.of(game).reverse()) outbox.drop(one.id);
  new KnownGames(deviceStorage()).forget(key);
  location.assign("/");
}

/**
 * A rematch: the same players and rules, dealt by the next player. `game` is the known game with its unsent entries.
 * @type {(known: Pick<KnownGame, "key" | "uid" | "answer" | "rules" | "seat">, game: Game, outbox: Outbox) => Wanted}
 */
export function rematchOf({ key, uid, answer, rules, seat }, game, outbox) {
  const here = game.players.filter(({ left }) => left === null);
  const ids = here.map(({ id }) => id);
  const dealt = game.holes.at(-1)?.dealer;
  const deals = dealt === undefined ? game.firstDealer : (nextClockwise(game.seats, dealt, new Set(ids)) ?? dealt);
  const inTeams = new Set(here.map(({ team }) => team)).size > 1;
  return {
    spec: specOf(uid, outbox),
    version: answer.house_version,
    rules,
    holesPlanned: isPlanned(rules.house) ? game.fullLength : longestGame(rules.house),
    title: answer.title,
    practice: answer.practice ?? "",
    rematchOf: key,
    players: here.map(({ name, team }) => ({ name, team: inTeams ? team : null })),
    firstDealer: ids.indexOf(deals) + 1 || 1,
    seat: (seat !== null && ids.indexOf(seat) + 1) || null,
  };
}

/**
 * How the server finds a game's house, also if it does not have the game yet.
 * @type {(uid: string, outbox: Outbox) => HouseSpec}
 */
function specOf(uid, outbox) {
  const begun = outbox.of(uid).find(({ kind }) => kind === "begin")?.body;
  const { house_of, house, readings } = begun ?? { house_of: uid };
  return house === undefined ? { house_of } : { house, readings };
}

/**
 * The houses of this phone's games, then those of the release.
 * @type {(games: KnownGames, outbox: Outbox) => Promise<KnownHouse[]>}
 */
export async function knownHouses(games, outbox) {
  const kept = await globalThis.caches?.match("/api/houses", MATCHING);
  const builtIn = kept === undefined ? [] : await kept.json();
  const seen = new Set(builtIn.map((/** @type {KnownHouse} */ { version }) => version));
  const played = games.all.flatMap(
    ({ uid, rules, answer: { house_version: version, holes_planned: planned, cut_from: cutFrom } }) => {
      if (seen.has(version) || (rules.house.match.teams ?? "none") !== "none") return [];
      seen.add(version);
      return [
        {
          spec: specOf(uid, outbox),
          version,
          rules,
          group: "As you played",
          summary: "",
          length: cutFrom ?? planned,
          usual: false,
          said: [],
        },
      ];
    }
  );
  return [...played, ...builtIn];
}
