/**
 * A game on this phone: the server's last answer plus this phone's unacknowledged entries. Everything that shows a game
 * draws from it, online and offline.
 *
 * Entries change the game as scorekeeper/tally/editing.py does, as far as a phone can know: an entry that the server
 * would refuse changes nothing, and only the server knows about other phones. The server may be a newer release, so
 * unknown fields are ignored.
 *
 * @import {Waiting} from "./queue.js"
 * @import {Around, Connection} from "./server.js"
 * @import {Entry, Hole} from "../rules/game.js"
 * @import {House} from "../rules/house.js"
 *
 * @typedef {object} GameData  the data in a page of a game; see scorekeeper/web/game_json.py
 * @property {string} key
 * @property {any} answer  the game as JSON; see game_answer in scorekeeper/web/game_json.py
 * @property {string | null} [etag]  of the answer, as the server would send it
 * @property {any} rules  see scorekeeper/web/game_json.py
 * @property {number | null} seat  the player who uses this phone
 *
 * @typedef {any} HoleAnswer  a started hole and its hands; hole_answer in scorekeeper/web/game_json.py
 *
 * @typedef {object} PageRules  the `rules` of `GET /api/games/<key>/house`
 * @property {House} house
 * @property {Readonly<Record<string, string>>} sentences
 * @property {readonly [fewest: number, most: number]} [players]  missing in records of earlier releases
 *
 * @typedef {{message: string, putBack: string | null}} WayBack
 *
 * @typedef {Pick<Waiting, "kind" | "hole" | "player" | "cards" | "points" | "confirm" | "state" | "body">} Wish
 */

import { Game } from "../rules/game.js";
import { nextClockwise } from "../rules/hole.js";
import { parseLayout } from "../rules/house.js";
import { gameUrls, KnownGames, startOf } from "./device-storage.js";
import { DELETED, deviceStorage, newWriteId, NOT_YET, Outbox, RENEWED } from "./queue.js";
import { Live, send } from "./server.js";

const HOUSE_AGAIN = 5_000; // milliseconds until a house that could not be read is fetched again; doubled each time
const HOUSE_SELDOM = 300_000;

export class GameOnPhone extends EventTarget {
  /** Whether the server answers. @type {Connection} */
  connection = "online";
  /** Why this link no longer works; "" while it does. */
  closed = "";
  /** For a deleted game, the server's message and the address that puts it back. @type {WayBack | null} */
  wayBack = null;
  /** Whether nothing can be entered because the game was deleted. A replaced link does not count. */
  isShut = false;
  /** @type {Game | null} */
  #game = null;
  /** @type {Game | null} */
  #saved = null;
  /** @type {Live | null} */
  #live = null;
  #isFollowing = false;
  #readingHouse = false;
  /** The ETag of the answer in the page. @type {string | null} */
  #etag;
  /** Whether the server went back to an older game, and the kept copy has not. */
  #wentBack = false;
  /** The house version of `rules`. @type {string} */
  #rulesOf;

  /** The game of this page, shared by all its elements. @type {GameOnPhone | null} */
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

  /** The game as this phone last saw it, for a page without data. @param {string} key */
  static recall(key) {
    const games = new KnownGames(deviceStorage());
    const known = games.get(key);
    // A game that was never sent has not asked the server.
    const connection = known?.answer.version === 0 ? "online" : "away";
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

  /** The game with all unsent entries. @returns {Game} */
  get game() {
    this.#game ??= gameOf(this.answer, this.rules, this.waiting);
    return this.#game;
  }

  /** The game as the server has it. @returns {Game} */
  get saved() {
    this.#saved ??= gameOf(this.answer, this.rules);
    return this.#saved;
  }

  /** The id of the game, the same by either link. @returns {string} */
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

  /** Whether only this phone has the game. */
  get isUnsent() {
    return this.waiting.some(({ kind }) => kind === "begin");
  }

  /** Whether unsent entries survive closing the page. */
  get keeps() {
    return this.outbox.keeps && this.games.areSafe;
  }

  /** A hole in the server's last answer; null for one not started there. @param {number} number */
  hole(number) {
    return this.answer.holes.find((/** @type {any} */ hole) => hole.hole === number) ?? null;
  }

  /** Take over one hole from the server's answer to an entry. @param {any} hole */
  learn(hole) {
    const { version } = this.answer;
    if (hole.version <= version) return;
    const others = this.answer.holes.filter((/** @type {any} */ other) => other.hole !== hole.hole);
    const holes = [...others, hole].sort((one, other) => one.hole - other.hole);
    const isNext = hole.version === version + 1;
    this.#live?.knows(hole.version);
    this.#take({ ...this.answer, version: isNext ? hole.version : version, holes });
    if (!isNext) void this.#live?.now(); // other things have changed too
  }

  /** Ask the server for the game at once. */
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
    this.#live = new Live(
      {
        url: urls.api,
        version: answer.version,
        etag: this.#etag,
        onAnswer: (told) => this.#take(told),
        onConnection: (connection, message, refusal) => this.#connected(connection, message, refusal),
      },
      around
    );
    this.#follow();
    (around?.window ?? window).addEventListener("pageshow", (event) => {
      if ("persisted" in event && event.persisted) this.#wakeUp();
    });
    this.#remember();
    if (this.waiting.some(({ kind }) => kind === "table" || kind === "playoff"))
      void import("./table.js").then(() => this.#changed());
    void outbox.flush();
  }

  /** Start polling, once the server has the game. */
  #follow() {
    if (this.#isFollowing || this.isUnsent) return;
    this.#isFollowing = true;
    this.#live?.start();
  }

  /** Catch up with the phone's newer data after the page is shown again. */
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
    // An older version means that the server has restored a backup. The next page must not bring the lost changes back.
    if (answer.version < this.answer.version) this.#wentBack = true;
    this.answer = answer;
    this.#saved = null;
    this.#changed();
    if (answer.house_version !== this.#rulesOf) void this.#readHouse();
    else this.#remember();
    const early = this.waiting.filter(({ trouble }) => trouble?.code === NOT_YET);
    if (early.some(({ hole }) => hole === this.saved.currentHole || this.hole(hole) !== null)) void this.outbox.hurry();
  }

  /** Fetch the house again after its readings changed. */
  async #readHouse() {
    if (this.#readingHouse) return;
    this.#readingHouse = true;
    const read = () => send("GET", `${this.urls.api}/house`);
    let told = await read();
    // A reading chosen since then comes with the game's next answer.
    for (
      let wait = HOUSE_AGAIN;
      told.kind !== "done" || told.body.house_version !== this.answer.house_version;
      wait = Math.min(wait * 2, HOUSE_SELDOM)
    ) {
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

  /** Put the deleted game back on every phone. */
  async putBack() {
    const address = this.wayBack?.putBack ?? null;
    if (address === null) return;
    await send("POST", address, { write_id: newWriteId() });
    await this.look();
  }

  #connected(/** @type {Connection} */ connection, /** @type {string} */ message, /** @type {any} */ refusal) {
    const wasAway = this.connection === "away",
      wasShut = this.isShut;
    this.connection = connection;
    this.closed = connection === "closed" ? message : "";
    if (connection !== "away") {
      // offline it stays as it was
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
    this.games.remember(
      { key, uid, answer, rules, seat, seenAt: Date.now() },
      { wentBack, deleted: this.wayBack?.message ?? "" }
    );
  }

  #changed() {
    this.#game = null;
    this.#follow();
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether the visitor came back to this page, so that it may be an old copy of the browser's. */
function isReplayed() {
  const [how] = performance.getEntriesByType("navigation");
  return how instanceof PerformanceNavigationTiming && how.type === "back_forward";
}

// --- the game with all unsent entries --------------------------------------------------------------------------------

/**
 * The game with unsent entries applied. Refused entries are left out, and so are those that the server will refuse for
 * a reason known here.
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
 * @param {Game} game  with all holes before it
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
    byHand: new Map(
      answer.hands.flatMap((/** @type {any} */ { player, by_hand: added }) =>
        added ? [[player, { points: added.points, reason: added.reason }]] : []
      )
    ),
  };
}

/**
 * An entry. Cards that this page cannot read, because the server is newer, become the server's raw score.
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

/**
 * The effects of rare edits on a game, by kind; table.js fills it.
 * @type {Map<string, (game: Game, said: any, rules: PageRules) => Game>}
 */
export const LAZY_EDITS = new Map();

// --- applying an entry to a game -------------------------------------------------------------------------------------

/**
 * @param {Game} game
 * @param {Wish} wish
 * @param {PageRules} rules
 * @returns {Game}
 */
function withWish(game, { kind, hole: number, player, cards, points, confirm, state, body }, rules) {
  if (state === "needs-you") return game;
  if (kind !== "hand" && kind !== "ender" && kind !== "confirm")
    return LAZY_EDITS.get(kind)?.(game, body, rules) ?? game;
  const atTable = (/** @type {number} */ who) => game.atTable(number).some(({ id }) => id === who);
  const hole = game.hole(number) ?? begin(game, number);
  if (hole === null) return game;
  if (kind === "confirm")
    return confirm === null || (confirm.ender !== null && !atTable(confirm.ender))
      ? game
      : confirmed(game, hole, confirm);
  if (kind === "ender") {
    const { ender, ender_known: enderKnown } = body;
    return ender !== null && !atTable(ender)
      ? game
      : game.withHole({ ...hole, ender, enderKnown: enderKnown || ender !== null });
  }
  if (player === null || !atTable(player)) return game;
  const entries = new Map(hole.entries);
  if (cards === null && points === null) {
    // The hole was confirmed with this hand in it, not without it.
    return entries.delete(player) ? withoutStaleAcceptance(game, { ...hole, entries, confirmed: false }) : game;
  }
  const entry = entryOf(cards, points, null, game.house);
  return entry === null ? game : withoutStaleAcceptance(game, { ...hole, entries: entries.set(player, entry) });
}

/**
 * The game with a hole confirmed, so that it counts, unless the hole still has problems.
 * @param {Game} game
 * @param {Hole} hole
 * @param {import("./queue.js").Confirmation} said
 * @returns {Game}
 */
function confirmed(game, hole, { ender, enderKnown: said, acceptWarnings, acceptMissing }) {
  const enderKnown = said || ender !== null;
  const accepted = [acceptWarnings ? "hole.impossible_cards" : "", acceptMissing ? "hole.hands_missing" : ""];
  const problems = game.withHole({ ...hole, ender }).confirmProblems(hole.number, { enderKnown });
  if (problems.some((code) => !accepted.includes(code))) return game;
  return game.withHole({
    ...hole,
    ender,
    enderKnown,
    confirmed: true,
    warningsAccepted: acceptWarnings || hole.warningsAccepted,
  });
}

/**
 * A new planned hole; null for one that cannot start. Extra holes start by their own kind of edit.
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
  return {
    number,
    dealer,
    playoff,
    entries: new Map(),
    byHand: new Map(),
    ender: null,
    enderKnown: false,
    confirmed: false,
    warningsAccepted: false,
  };
}

/**
 * The game with a hole, whose acceptance of impossible cards is dropped if there are new ones.
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
 * The count, over all hands, of each card that exceeds the decks.
 * @param {Game} game
 * @param {number} hole
 * @returns {Map<string, number>}
 */
function tooMany(game, hole) {
  return new Map(
    game
      .warnings(hole)
      .map(({ code, card, holders }) => [`${code} ${card}`, holders.reduce((sum, [, count]) => sum + count, 0)])
  );
}
