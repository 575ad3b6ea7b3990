/**
 * A game as this phone has it: what the server said last, and on top of it what was entered here and the server has not
 * acknowledged. Everything that shows a game draws from this, with the network and without.
 *
 * @import {Game} from "../rules/game.js"
 * @import {Around, Connection} from "./live.js"
 * @import {Waiting} from "./outbox.js"
 *
 * @typedef {object} GameUrls
 * @property {string} card
 * @property {string} hole  without the number at its end
 * @property {string} api
 * @property {string} start
 * @property {string} settle  what a player's cards count on a hole, `&hole=` and `&player=` still to be added
 *
 * @typedef {object} GameData  what a page of a game brings with it; see scorekeeper/web/game_json.py
 * @property {string} key
 * @property {any} answer  the game as JSON; see GameAnswer in scorekeeper/web/api/games.py
 * @property {string | null} [etag]  of the answer, as the server would send it
 * @property {any} rules  see scorekeeper/web/game_json.py
 * @property {number | null} seat  the player that this phone says it is
 * @property {GameUrls} urls
 */

import { openDatabase } from "./database.js";
import { KnownGames, startOf } from "./known-games.js";
import { gameOf } from "./known-game.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { send } from "./sending.js";

const HOUSE_AGAIN = 5_000; // milliseconds until a house that could not be read is asked for once more; doubled each time
const HOUSE_SELDOM = 300_000;

export class GameOnPhone extends EventTarget {
  /** Whether the server answers. @type {Connection} */
  connection = "online";
  /** Why this link leads nowhere any more; "" while it does. */
  closed = "";
  /** @type {Game | null} */
  #game = null;
  /** @type {Game | null} */
  #saved = null;
  /** @type {Live | null} */
  #live = null;
  #readingHouse = false;
  /** Of the answer that the page came with. @type {string | null} */
  #etag;
  /** The server has gone back to an older game, and what is kept has not yet. */
  #wentBack = false;
  /** The version of the house that `rules` are of. @type {string} */
  #rulesOf;

  /** The game of this page, one for all that show it. @type {Promise<GameOnPhone | null> | undefined} */
  static #here;

  /** The game of this page, if it is a page of a game. */
  static here() {
    GameOnPhone.#here ??= (async () => {
      const text = document.querySelector("script.game-data")?.textContent;
      if (!text) return null;
      const page = JSON.parse(text);
      const known = await new KnownGames(await openDatabase()).get(page.key).catch(() => null);
      return GameOnPhone.#open(startOf(page, known, isReplayed()), "online");
    })();
    return GameOnPhone.#here;
  }

  /**
   * The game as this phone saw it last, for a page that came without it.
   * @param {string} key
   */
  static recall(key) {
    GameOnPhone.#here ??= (async () => {
      const known = await new KnownGames(await openDatabase()).get(key);
      return known === null ? null : GameOnPhone.#open({ ...known, urls: /** @type {any} */ (known.urls) }, "away");
    })();
    return GameOnPhone.#here;
  }

  /**
   * @param {GameData} data
   * @param {Connection} connection
   */
  static async #open(data, connection) {
    const phone = new GameOnPhone(data, await Outbox.open(), new KnownGames(await openDatabase()));
    phone.connection = connection;
    await phone.begin();
    return phone;
  }

  /**
   * @param {GameData} data
   * @param {Outbox} outbox
   * @param {KnownGames} games
   */
  constructor({ key, answer, etag = null, rules, seat, urls }, outbox, games) {
    super();
    this.#etag = etag;
    this.key = key;
    this.answer = answer;
    this.rules = rules;
    this.seat = seat;
    this.urls = urls;
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

  /** Whether what waits survives closing the page. */
  get keeps() {
    return this.outbox.keeps;
  }

  /**
   * A hole as the server's last answer has it; null for one that has not begun there.
   * @param {number} number
   */
  hole(number) {
    return this.answer.holes.find((/** @type {any} */ hole) => hole.hole === number) ?? null;
  }

  /**
   * The server told how one hole stands, in answer to what was sent.
   * @param {any} hole
   */
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

  /**
   * Follow the server and the outbox from now on.
   * @param {Around} [around]
   */
  async begin(around) {
    const { outbox, answer, urls } = this;
    if (this.mayEdit) await outbox.readdress(this.uid, this.key, urls.api);
    outbox.addEventListener("change", () => this.#changed());
    outbox.addEventListener("answered", (event) => {
      const { entry, answer: told } = /** @type {CustomEvent} */ (event).detail;
      if (entry.game !== this.uid || told.kind !== "done") return;
      if (entry.kind === "hand") this.learn(told.body);
      else void this.look();
    });
    this.#live = new Live({
      url: urls.api,
      version: answer.version,
      etag: this.#etag,
      onAnswer: (told) => this.#take(told),
      onConnection: (connection, message) => this.#connected(connection, message),
    }, around);
    this.#live.start();
    (around?.window ?? window).addEventListener("pageshow", (event) => {
      if ("persisted" in event && event.persisted) void this.#wakeUp();
    });
    this.#remember();
    void outbox.flush();
  }

  /** The page is shown again as it was left, and the phone knows more than it does. */
  async #wakeUp() {
    await this.outbox.reload();
    const known = await this.games.get(this.key).catch(() => null);
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

  /**
   * @param {Connection} connection
   * @param {string} message
   */
  #connected(connection, message) {
    const wasAway = this.connection === "away";
    this.connection = connection;
    this.closed = connection === "closed" ? message : "";
    if (connection === "online" && (wasAway || this.outbox.trouble !== "")) void this.outbox.hurry();
    this.#changed();
  }

  #remember() {
    const { key, uid, answer, rules, seat, urls } = this;
    const wentBack = this.#wentBack;
    this.#wentBack = false;
    void this.games.remember({ key, uid, answer, rules, seat, urls: { ...urls }, seenAt: Date.now() }, { wentBack });
  }

  #changed() {
    this.#game = null;
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether this page was come back to, so that the browser may have taken it from where it keeps pages. */
function isReplayed() {
  const [how] = performance.getEntriesByType("navigation");
  return how instanceof PerformanceNavigationTiming && how.type === "back_forward";
}
