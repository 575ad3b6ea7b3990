/**
 * A game as this phone has it: what the server said last, and on top of it what was entered here and the server has not
 * acknowledged. Everything that shows a game draws from this, with the network and without.
 *
 * What an entry makes of a game mirrors what a phone can do by itself of scorekeeper/tally/editing.py: where the server would
 * refuse, the game stays as it is; whether another phone was quicker, only the server knows. The server may be of the next
 * release: fields that are not known are not looked at.
 *
 * @import {Waiting} from "./queue.js"
 * @import {Around, Connection} from "./server.js"
 * @import {Entry, Hole} from "../rules/game.js"
 * @import {House} from "../rules/house.js"
 *
 * @typedef {object} GameData  what a page of a game brings with it; see scorekeeper/web/game_json.py
 * @property {string} key
 * @property {any} answer  the game as JSON; see game_answer in scorekeeper/web/game_json.py
 * @property {string | null} [etag]  of the answer, as the server would send it
 * @property {any} rules  see scorekeeper/web/game_json.py
 * @property {number | null} seat  the player that this phone says it is
 *
 * @typedef {any} HoleAnswer  a hole that has begun, and its hands; hole_answer in scorekeeper/web/game_json.py
 *
 * @typedef {object} PageRules  what `GET /api/games/<key>/house` says under `rules`
 * @property {House} house
 * @property {Readonly<Record<string, string>>} sentences
 * @property {readonly [fewest: number, most: number]} [players]  not in what a phone has of an earlier release
 *
 * @typedef {{message: string, putBack: string | null}} WayBack
 *
 * @typedef {Pick<Waiting, "kind" | "hole" | "player" | "cards" | "points" | "confirm" | "state" | "body">} Wish
 */

import { Game } from "../rules/game.js";
import { nextClockwise } from "../rules/hole.js";
import { parseLayout } from "../rules/house.js";
import { gameUrls, KnownGames, startOf } from "./kept.js";
import { DELETED, deviceStorage, newWriteId, NOT_YET, Outbox, RENEWED } from "./queue.js";
import { Live, send } from "./server.js";

const HOUSE_AGAIN = 5_000; // milliseconds until a house that could not be read is asked for once more; doubled each time
const HOUSE_SELDOM = 300_000;

export class GameOnPhone extends EventTarget {
  /** Whether the server answers. @type {Connection} */
  connection = "online";
  /** Why this link leads nowhere any more; "" while it does. */
  closed = "";
  /** The game was deleted: what the server says, and where it is put back, if this phone may. @type {WayBack | null} */
  wayBack = null;
  /** Nothing can be entered: the game was deleted, or is gone. A link that was renewed is no reason. */
  isShut = false;
  /** @type {Game | null} */
  #game = null;
  /** @type {Game | null} */
  #saved = null;
  /** @type {Live | null} */
  #live = null;
  #isFollowing = false;
  #readingHouse = false;
  /** Of the answer that the page came with. @type {string | null} */
  #etag;
  /** The server has gone back to an older game, and what is kept has not yet. */
  #wentBack = false;
  /** The version of the house that `rules` are of. @type {string} */
  #rulesOf;

  /** The game of this page, one for all that show it. @type {GameOnPhone | null} */
  static #here = null;

  /** The game of this page, if it is a page of a game. */
  static here() {
    const text = GameOnPhone.#here === null && document.querySelector("script.game-data")?.textContent;
    if (text) {
      const page = JSON.parse(text);
      const games = new KnownGames(deviceStorage());
      GameOnPhone.#here = GameOnPhone.#open(startOf(page, games.get(page.key), isReplayed()), games, "online");
    }
    return GameOnPhone.#here;
  }

  /** The game as this phone saw it last, for a page that came without it. @param {string} key */
  static recall(key) {
    const games = new KnownGames(deviceStorage());
    const known = games.get(key);
    const connection = known?.answer.version === 0 ? "online" : "away"; // of a game that was never sent, nobody was asked
    if (known !== null) GameOnPhone.#here ??= GameOnPhone.#open(known, games, connection);
    return GameOnPhone.#here;
  }

  /** @param {GameData} data @param {KnownGames} games @param {Connection} connection */
  static #open(data, games, connection) {
    const phone = new GameOnPhone(data, Outbox.open(), games);
    phone.connection = connection;
    const deleted = connection === "away" && games.get(data.key)?.deleted;
    if (deleted) Object.assign(phone, { wayBack: { message: deleted, putBack: null }, isShut: true });
    phone.begin();
    return phone;
  }

  /** @param {GameData} data @param {Outbox} outbox @param {KnownGames} games */
  constructor({ key, answer, etag = null, rules, seat }, outbox, games) {
    super();
    this.#etag = etag;
    this.key = key;
    this.answer = answer;
    this.rules = rules;
    this.seat = seat;
    this.urls = gameUrls(key);
    this.outbox = outbox;
    this.games = games;
    this.#rulesOf = answer.house_version;
  }

  /** The game with all that waits in it. @returns {Game} */
  get game() {
    this.#game ??= gameOf(this.answer, this.rules, this.waiting);
    return this.#game;
  }

  /** The game as the server has it. @returns {Game} */
  get saved() {
    this.#saved ??= gameOf(this.answer, this.rules);
    return this.#saved;
  }

  /** Names the game, whichever link leads to it. @returns {string} */
  get uid() {
    return this.answer.uid;
  }

  /** @returns {boolean} */
  get mayEdit() {
    return this.answer.may_edit;
  }

  /** @returns {Waiting[]} */
  get waiting() {
    return this.outbox.of(this.uid);
  }

  /** Whether this phone alone has the game. */
  get isUnsent() {
    return this.waiting.some(({ kind }) => kind === "begin");
  }

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.outbox.keeps && this.games.areSafe;
  }

  /** A hole as the server's last answer has it; null for one that has not begun there. @param {number} number */
  hole(number) {
    return this.answer.holes.find((/** @type {any} */ hole) => hole.hole === number) ?? null;
  }

  /** The server told how one hole stands, in answer to what was sent. @param {any} hole */
  learn(hole) {
    const { version } = this.answer;
    if (hole.version <= version) return;
    const others = this.answer.holes.filter((/** @type {any} */ other) => other.hole !== hole.hole);
    const holes = [...others, hole].sort((one, other) => one.hole - other.hole);
    const isNext = hole.version === version + 1;
    this.#live?.knows(hole.version);
    this.#take({ ...this.answer, version: isNext ? hole.version : version, holes });
    if (!isNext) void this.#live?.now(); // more than this hole has changed
  }

  /** Ask the server at once how the game stands. */
  async look() {
    await this.#live?.now();
  }

  /** Follow the server and the outbox from now on. @param {Around} [around] */
  begin(around) {
    const { outbox, answer, urls } = this;
    if (this.mayEdit) outbox.readdress(this.uid, this.key, urls.api);
    outbox.addEventListener("change", () => this.#changed());
    outbox.addEventListener("done", (event) => {
      const { work, body } = /** @type {CustomEvent} */ (event).detail;
      if (work.game !== this.uid) return;
      if (work.kind === "hand" || work.kind === "ender") this.learn(body);
      else void this.look();
    });
    this.#live = new Live({
      url: urls.api,
      version: answer.version,
      etag: this.#etag,
      onAnswer: (told) => this.#take(told),
      onConnection: (connection, message, refusal) => this.#connected(connection, message, refusal),
    }, around);
    this.#follow();
    (around?.window ?? window).addEventListener("pageshow", (event) => {
      if ("persisted" in event && event.persisted) this.#wakeUp();
    });
    this.#remember();
    if (this.waiting.some(({ kind }) => kind === "table" || kind === "playoff")) void import("./table.js").then(() => this.#changed());
    void outbox.flush();
  }

  /** Ask how the game stands, once there is a game to ask for. */
  #follow() {
    if (this.#isFollowing || this.isUnsent) return;
    this.#isFollowing = true;
    this.#live?.start();
  }

  /** The page is shown again as it was left, and the phone knows more than it does. */
  #wakeUp() {
    this.outbox.reload();
    const known = this.games.get(this.key);
    if (known === null || known.answer.version <= this.answer.version) return;
    const { answer, rules, seat } = known;
    Object.assign(this, { answer, rules, seat });
    this.#rulesOf = answer.house_version;
    this.#live?.knows(answer.version);
    this.#saved = null;
    this.#changed();
  }

  /** @param {any} answer */
  #take(answer) {
    // An older one comes only where the server keeps to it: it has a copy of its games again, and what is kept here of
    // the lost ones must not return with the next page.
    if (answer.version < this.answer.version) this.#wentBack = true;
    this.answer = answer;
    this.#saved = null;
    this.#changed();
    if (answer.house_version !== this.#rulesOf) void this.#readHouse();
    else this.#remember();
    const early = this.waiting.filter(({ trouble }) => trouble?.code === NOT_YET);
    if (early.some(({ hole }) => hole === this.saved.currentHole || this.hole(hole) !== null)) void this.outbox.hurry();
  }

  /** The table chose other readings: the page scores by them from now on. */
  async #readHouse() {
    if (this.#readingHouse) return;
    this.#readingHouse = true;
    const read = () => send("GET", `${this.urls.api}/house`);
    let told = await read();
    // One that was chosen in between comes with the game's next answer.
    for (let wait = HOUSE_AGAIN; told.kind !== "done" || told.body.house_version !== this.answer.house_version; wait = Math.min(wait * 2, HOUSE_SELDOM)) {
      await new Promise((done) => setTimeout(done, wait));
      told = await read();
    }
    this.#readingHouse = false;
    this.rules = told.body.rules;
    this.#rulesOf = told.body.house_version;
    this.#saved = null;
    this.#changed();
    this.#remember();
  }

  /** Put the deleted game back, for every phone. */
  async putBack() {
    const address = this.wayBack?.putBack ?? null;
    if (address === null) return;
    await send("POST", address, { write_id: newWriteId() });
    await this.look();
  }

  #connected(/** @type {Connection} */ connection, /** @type {string} */ message, /** @type {any} */ refusal) {
    const wasAway = this.connection === "away", wasShut = this.isShut;
    this.connection = connection;
    this.closed = connection === "closed" ? message : "";
    if (connection !== "away") { // without a network it stays as it was
      this.wayBack = refusal?.code === DELETED ? { message, putBack: refusal.put_back ?? null } : null;
      this.isShut = connection === "closed" && refusal?.code !== RENEWED;
    }
    if (wasShut !== this.isShut) this.#remember();
    if (wasShut && connection === "online" && this.mayEdit) this.outbox.readdress(this.uid, this.key, this.urls.api);
    if (wasShut && connection === "online") void this.outbox.hurry();
    if (connection === "online" && (wasAway || this.outbox.trouble !== "")) void this.outbox.hurry();
    this.#changed();
  }

  #remember() {
    const { key, uid, answer, rules, seat } = this;
    const wentBack = this.#wentBack;
    this.#wentBack = false;
    this.games.remember({ key, uid, answer, rules, seat, seenAt: Date.now() }, { wentBack, deleted: this.wayBack?.message ?? "" });
  }

  #changed() {
    this.#game = null;
    this.#follow();
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether this page was come back to, so that the browser may have taken it from where it keeps pages. */
function isReplayed() {
  const [how] = performance.getEntriesByType("navigation");
  return how instanceof PerformanceNavigationTiming && how.type === "back_forward";
}

// --- the game as it will be once everything that waits has arrived -------------------------------------------------------

/**
 * What needs somebody's word is not part of it: the server refused it, and the game goes on without. What it will
 * refuse for a reason that can be seen from here is left out as well.
 * @param {any} answer  what `GET /api/games/<key>` says
 * @param {PageRules} rules
 * @param {readonly Wish[]} waiting  in the order in which they were entered
 * @returns {Game}
 */
export function gameOf(answer, rules, waiting = []) {
  const { players, holes_planned: holesPlanned, cut_from: cutFrom, first_dealer: firstDealer } = answer;
  const parts = { house: rules.house, players, holesPlanned, cutFrom, firstDealer, holes: [] };
  const saved = [...answer.holes]
    .sort((one, other) => one.hole - other.hole)
    .reduce((game, hole) => game.withHole(holeOf(hole, game)), new Game(parts, rules));
  return waiting.reduce((game, wish) => withWish(game, wish, rules), saved);
}

/**
 * @param {HoleAnswer} answer
 * @param {Game} game  with every hole before
 * @returns {Hole}
 */
function holeOf(answer, game) {
  const number = answer.hole;
  const entries = answer.hands.flatMap((/** @type {any} */ { player, cards, points, raw }) => {
    const entry = entryOf(cards, points, raw, game.house);
    return entry === null ? [] : [/** @type {[number, Entry]} */ ([player, entry])];
  });
  return {
    number,
    dealer: answer.dealer ?? game.dealer(number)?.id ?? game.firstDealer,
    entries: new Map(entries),
    ender: answer.ender,
    enderKnown: answer.ender_known,
    confirmed: answer.confirmed,
    warningsAccepted: answer.warnings_accepted,
    playoff: answer.playoff,
    byHand: new Map(answer.hands.flatMap((/** @type {any} */ { player, by_hand: added }) =>
      (added ? [[player, { points: added.points, reason: added.reason }]] : []))),
  };
}

/**
 * Cards that cannot be read here, because the server knows more than this page, count what the server says they do.
 * @param {string | null | undefined} cards
 * @param {number | null | undefined} points
 * @param {number | null | undefined} raw
 * @param {House} house
 * @returns {Entry | null}
 */
function entryOf(cards, points, raw, house) {
  const layout = typeof cards === "string" ? parseLayout(cards, house) : null;
  if (layout !== null) return { layout, points: null };
  const bare = points ?? raw ?? null;
  return bare === null ? null : { layout: null, points: bare };
}

/** What rare wishes make of a game, by their kind: table.js. @type {Map<string, (game: Game, said: any, rules: PageRules) => Game>} */
export const RARE = new Map();

// --- what an entry makes of a game ---------------------------------------------------------------------------------------

/**
 * @param {Game} game
 * @param {Wish} wish
 * @param {PageRules} rules
 * @returns {Game}
 */
function withWish(game, { kind, hole: number, player, cards, points, confirm, state, body }, rules) {
  if (state === "needs-you") return game;
  if (kind !== "hand" && kind !== "ender" && kind !== "confirm") return RARE.get(kind)?.(game, body, rules) ?? game;
  const atTable = (/** @type {number} */ who) => game.atTable(number).some(({ id }) => id === who);
  const hole = game.hole(number) ?? begin(game, number);
  if (hole === null) return game;
  if (kind === "confirm") return confirm === null || (confirm.ender !== null && !atTable(confirm.ender)) ? game : confirmed(game, hole, confirm);
  if (kind === "ender") {
    const { ender, ender_known: enderKnown } = body;
    return ender !== null && !atTable(ender) ? game : game.withHole({ ...hole, ender, enderKnown: enderKnown || ender !== null });
  }
  if (player === null || !atTable(player)) return game;
  const entries = new Map(hole.entries);
  if (cards === null && points === null) {
    // The table confirmed a hole with this hand in it, and said nothing of one without.
    return entries.delete(player) ? withoutStaleAcceptance(game, { ...hole, entries, confirmed: false }) : game;
  }
  const entry = entryOf(cards, points, null, game.house);
  return entry === null ? game : withoutStaleAcceptance(game, { ...hole, entries: entries.set(player, entry) });
}

/**
 * The table is done with a hole: from now on it counts, unless something is still to be settled.
 * @param {Game} game
 * @param {Hole} hole
 * @param {import("./queue.js").Confirmation} said
 * @returns {Game}
 */
function confirmed(game, hole, { ender, enderKnown: said, acceptWarnings, acceptMissing }) {
  const enderKnown = said || ender !== null;
  const accepted = [acceptWarnings ? "hole.impossible_cards" : "", acceptMissing ? "hole.hands_missing" : ""];
  const problems = game.confirmProblems(hole.number, { enderKnown });
  if (problems.some((code) => !accepted.includes(code))) return game;
  return game.withHole({ ...hole, ender, enderKnown, confirmed: true, warningsAccepted: acceptWarnings || hole.warningsAccepted });
}

/**
 * A new planned hole; null for one that cannot begin. Extra holes begin with a wish of their own.
 * @param {Game} game
 * @param {number} number
 * @returns {Hole | null}
 */
function begin(game, number) {
  if (!(number >= 1 && number <= game.holesPlanned)) return null;
  const atTable = new Set(game.atTable(number).map((player) => player.id));
  const next = game.dealer(number)?.id ?? game.firstDealer;
  const dealer = atTable.has(next) ? next : nextClockwise(game.seats, next, atTable);
  return dealer === null ? null : newHole(number, dealer, []);
}

/** @type {(number: number, dealer: number, playoff: readonly number[]) => Hole} */
export function newHole(number, dealer, playoff) {
  return { number, dealer, playoff, entries: new Map(), byHand: new Map(), ender: null, enderKnown: false, confirmed: false, warningsAccepted: false };
}

/**
 * The game with that hole, on which no impossible cards pass as accepted that were not there to be seen.
 * @param {Game} before
 * @param {Hole} hole
 */
function withoutStaleAcceptance(before, hole) {
  const after = before.withHole(hole);
  if (!hole.warningsAccepted) return after;
  const seen = tooMany(before, hole.number);
  const isStale = [...tooMany(after, hole.number)].some(([what, count]) => count > (seen.get(what) ?? 0));
  return isStale ? before.withHole({ ...hole, warningsAccepted: false }) : after;
}

/**
 * How many there are of each card of which there cannot be so many, whoever holds them.
 * @param {Game} game
 * @param {number} hole
 * @returns {Map<string, number>}
 */
function tooMany(game, hole) {
  return new Map(game.warnings(hole).map(({ code, card, holders }) =>
    [`${code} ${card}`, holders.reduce((sum, [, count]) => sum + count, 0)]));
}
