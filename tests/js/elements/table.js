/**
 * A table with several phones and a bad network, played by dice: what people do, and what happens to what they sent, comes
 * in any order. Everything else is real: the outbox, the drafts, the game on the phone, the hands of the entry page.
 *
 * @import {Hand} from "../../../static/js/entry/hands.js"
 * @import {Answer} from "../../../static/js/phone/server.js"
 * @import {Told} from "../store/server.js"
 */

import assert from "node:assert/strict";

import { Hands, handText, isBehind, isDone } from "../../../static/js/entry/hands.js";
import { KnownGames } from "../../../static/js/phone/device-storage.js";
import { GameOnPhone } from "../../../static/js/phone/game-on-phone.js";
import { enderText, Outbox, textOf } from "../../../static/js/phone/queue.js";
import { answerOf } from "../../../static/js/phone/server.js";
import { aHouse, WORDING } from "../rules/houses.js";
import { Server } from "../store/server.js";
import { settle, Shared } from "../store/tabs.js";

const RANKS = /** @type {const} */ (["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "*"]);

/** @typedef {{page: Page, work: () => Told, tell: (told: Told | null) => void, told: Told | null}} Request */

/** Dice that fall the same for the same seed. */
export class Dice {
  /** @param {number} seed */
  constructor(seed) {
    this.state = seed;
  }

  /** From 0 to 1. */
  roll() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @template T @param {readonly T[]} all @returns {T} */
  one(all) {
    const chosen = all[Math.floor(this.roll() * all.length)];
    assert.ok(chosen !== undefined);
    return chosen;
  }
}

/** What one phone has through all its pages, and what the person who holds it saw and wants. */
class Phone {
  shared = new Shared();
  offline = false;
  /** How many were open at a time, at most. */
  tabs = 1;
  /** @type {Page[]} */
  pages = [];
  /** What the person saw of each hand until now. @type {Map<string, Set<string>>} */
  saw = new Map();
  /**
   * What the person wants in the end, by hand: an entry that was made and not given up.
   * @type {Map<string, {id: string, text: string}>}
   */
  wants = new Map();

  /** @param {Table} table @param {string} name */
  constructor(table, name) {
    this.table = table;
    this.name = name;
  }

  /** @param {number} hole */
  async open(hole) {
    const page = new Page(this, hole);
    this.pages.push(page);
    await page.begin();
    return page;
  }

  /** @param {string} key */
  sawOf(key) {
    const saw = this.saw.get(key) ?? new Set();
    this.saw.set(key, saw);
    return saw;
  }
}

/** A page of the entry of a hole, open in a tab. */
class Page {
  closed = false;
  /** @type {Hands | null} */
  #hands = null;

  /** @param {Phone} phone @param {number} hole */
  constructor(phone, hole) {
    this.phone = phone;
    this.table = phone.table;
    this.number = hole;
    this.tab = phone.shared.open();
    const ask = (/** @type {string} */ method, /** @type {string} */ url, /** @type {any} */ body) =>
      this.#ask(method, url, body);
    this.outbox = new Outbox(this.tab.storage, ask, this.tab.page);
    this.games = new KnownGames(this.tab.storage);
  }

  async begin() {
    const { table, games, outbox } = this;
    const known = games.get("key");
    const answer = known === null || table.dice.roll() < 0.5 ? structuredClone(table.server.game()) : known.answer;
    const rules = { house: aHouse(), ...WORDING };
    this.game = new GameOnPhone({ key: "key", answer, rules, seat: null }, outbox, games);
    this.game.addEventListener("change", () => this.#follow());
    this.game.begin({
      fetch: /** @type {any} */ ((/** @type {string} */ url, /** @type {any} */ options) => this.#fetch(url, options)),
      now: () => Date.now(),
      after: (milliseconds, what) => {
        const timer = setTimeout(() => this.closed || what(), milliseconds);
        return () => clearTimeout(timer);
      },
      listen: () => () => {}, // a server without rings
      page: Object.assign(new EventTarget(), { visibilityState: /** @type {const} */ ("visible") }),
      window: new EventTarget(),
    });
    this.show(this.number);
  }

  get hands() {
    assert.ok(this.#hands);
    return this.#hands;
  }

  /** Go to a hole, as hole-entry.js does. @param {number} number */
  show(number) {
    const { game, outbox } = this;
    assert.ok(game);
    this.#hands?.leave();
    this.number = number;
    const known = this.#known(number);
    const hole = game.game.hole(number);
    this.#hands = new Hands(
      {
        place: { game: "game", key: "key", api: "/api/games/key", hole: number },
        holeVersion: known.hole_version,
        players: known.hands.map((/** @type {any} */ { player, version, cards, points }) => ({
          id: player,
          name: `player ${player}`,
          version,
          cards,
          points,
        })),
        ender: known.ender,
        enderKnown: known.ender_known,
        confirmed: hole?.confirmed ?? false,
      },
      aHouse(),
      outbox,
      this.tab.storage
    );
    this.#hands.addEventListener("change", () => this.look());
    this.#hands.addEventListener("look", () => void game.look().then(() => this.#follow()));
    this.look();
  }

  close() {
    this.closed = true;
    this.phone.pages = this.phone.pages.filter((other) => other !== this);
    this.tab.close();
    this.hands.leave();
  }

  /** The person looks at the page. */
  look() {
    if (this.closed) return;
    for (const hand of this.hands.all) {
      const saw = this.phone.sawOf(this.key(hand));
      if (hand.state === "kept") saw.add(handText(hand));
      saw.add(textOf(hand.saved));
      if (hand.theirs !== null) saw.add(hand.theirs.text ?? "");
    }
  }

  /** @param {Hand} hand */
  key(hand) {
    return `${this.number}/${hand.id}`;
  }

  #follow() {
    if (this.#hands !== null && !this.closed) this.#hands.take(this.#known(this.number));
  }

  /** @param {number} number */
  #known(number) {
    const hands = this.table.server.players.map((player) => ({ player, version: 0, cards: null, points: null }));
    return this.game?.hole(number) ?? { hole_version: 0, ender: null, ender_known: false, hands };
  }

  /** @param {string} method @param {string} url @param {any} body @returns {Promise<Answer>} */
  #ask(method, url, body) {
    const wire = structuredClone(body);
    return new Promise((resolve) => {
      this.table.send({
        page: this,
        told: null,
        work: () => this.table.server.answer(method, url, wire),
        tell: (told) =>
          resolve(
            told === null
              ? { kind: "later", reached: false, message: "no connection" }
              : answerOf(told.status, told.body)
          ),
      });
    });
  }

  /** @param {string} url @param {{signal: AbortSignal}} options @returns {Promise<Response>} */
  #fetch(url, { signal }) {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      this.table.send({
        page: this,
        told: null,
        work: () => this.table.server.answer("GET", url),
        tell: (told) =>
          told === null ? reject(new TypeError("Failed to fetch")) : resolve(Response.json(told.body, told)),
      });
    });
  }
}

export class Table {
  server = new Server();
  /** @type {Request[]} */
  requests = [];
  /** What is told when something is wrong: all that happened. @type {string[]} */
  story = [];
  /**
   * What the person had seen of a hand when they entered something, by the entry's id.
   * @type {Map<string, Set<string>>}
   */
  sawBefore = new Map();
  /** @type {Map<string, string>} */
  enteredBy = new Map();
  /** What was to be confirmed, by id. @type {Map<string, Record<string, string>>} */
  confirmations = new Map();
  /** How often a phone was told that an id stands for another content. */
  reused = 0;
  #number = 100;
  #peace = false;

  constructor(/** @type {number} */ seed, /** @type {import("node:test").TestContext} */ context) {
    this.dice = new Dice(seed);
    this.clock = context.mock.timers;
    this.clock.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
    this.phones = ["one", "two"].map((name) => new Phone(this, name));
  }

  async play(/** @type {number} */ steps) {
    for (const phone of this.phones) await phone.open(1);
    for (let step = 0; step < steps; step += 1) {
      await this.#step();
      await settle();
    }
    await this.#makePeace();
    this.#judge();
  }

  /** Everybody goes home. */
  end() {
    for (const { pages } of this.phones) for (const page of [...pages]) page.close();
  }

  /** @param {Request} request */
  send(request) {
    if (request.page.phone.offline) request.tell(null);
    else this.requests.push(request);
  }

  // --- what happens --------------------------------------------------------------------------------------------------

  async #step() {
    const roll = this.dice.roll();
    const phone = this.dice.one(this.phones);
    if (roll < 0.42) this.#network();
    else if (roll < 0.5) {
      const milliseconds = this.dice.one([1, 500, 1_500, 4_000, 31_000]);
      this.story.push(`${milliseconds} ms pass`);
      this.clock.tick(milliseconds);
    } else if (roll < 0.53) {
      phone.offline = !phone.offline;
      this.story.push(`${phone.name} ${phone.offline ? "loses" : "finds"} the network`);
    } else if (roll < 0.55) await this.#reload(phone);
    else if (roll < 0.56) await this.#anotherTab(phone);
    else this.#act(this.dice.one(phone.pages));
  }

  #network() {
    const open = this.requests.filter(({ page }) => !page.closed || this.dice.roll() < 0.3);
    if (open.length === 0) return;
    const request = this.dice.one(open);
    const roll = this.#peace ? 0 : this.dice.roll();
    const who = request.page.phone.name;
    if (roll < 0.7) {
      this.#tell(request, (request.told ??= this.#work(request)), `${who} hears`);
    } else if (roll < 0.8) {
      request.told ??= this.#work(request);
    } else if (roll < 0.88) {
      request.told ??= this.#work(request);
      this.#tell(request, null, `${who} does not hear`);
    } else if (roll < 0.95) this.#tell(request, null, `${who} is not heard`);
    else
      this.#tell(
        request,
        {
          status: this.dice.one([500, 503, 429, 200]),
          body: this.dice.one([null, { ok: true }, { code: "", message: "busy" }]),
        },
        `${who} meets a stranger`
      );
  }

  /** @param {Request} request */
  #work(request) {
    const { length } = this.server.done;
    const told = request.work();
    for (const done of this.server.done.slice(length))
      this.story.push(
        `the server has ${done.hole}/${done.player} ${done.text} (${done.before}) of ${this.enteredBy.get(done.id)} as ${done.id.slice(0, 4)}`
      );
    return told;
  }

  /** @param {Request} request @param {Told | null} told @param {string} story */
  #tell(request, told, story) {
    this.requests = this.requests.filter((other) => other !== request);
    if (request.page.closed) return;
    this.story.push(
      `${story}: ${told && (told.body?.code ?? told.body?.write_id?.slice(0, 4) ?? `version ${told.body?.version}`)}`
    );
    if (told?.body?.code === "write.id_reused") this.reused += 1;
    request.tell(told);
  }

  /** @param {Phone} phone */
  async #reload(phone) {
    const page = this.dice.one(phone.pages);
    const alone = phone.pages.length === 1;
    const shared = phone.tabs > 1; // then what one tab began the other may have ended
    const before = page.hands.all.map((hand) => ({ state: hand.state, text: handText(hand) }));
    page.close();
    this.story.push(`${phone.name} reloads hole ${page.number}`);
    await settle();
    if (!alone && this.dice.roll() < 0.5) return; // or just closes that tab
    const opened = await phone.open(page.number);
    for (const [index, { state, text }] of before.entries()) {
      const hand = opened.hands.all[index];
      assert.ok(hand);
      if (!shared && state !== "kept")
        assert.equal(handText(hand), text, `player ${hand.id}, ${state}, after a reload`);
    }
  }

  /** @param {Phone} phone */
  async #anotherTab(phone) {
    if (phone.pages.length > 1) return;
    phone.tabs = 2;
    this.story.push(`${phone.name} opens another tab`);
    await phone.open(this.dice.one([1, 2, 3]));
  }

  // --- what people do ------------------------------------------------------------------------------------------------

  /** @param {Page} page */
  #act(page) {
    const { hands } = page;
    const hand = this.dice.one(hands.all);
    if (hand.theirs !== null && this.dice.roll() < 0.5) {
      this.#choose(page, hand);
      return;
    }
    const roll = this.dice.roll();
    if (roll < 0.3) this.#entered(page, hand, () => hands.setPoints(hand, (this.#number += 1)));
    else if (roll < 0.55) {
      this.#entered(page, hand, () => {
        for (
          const count = this.dice.one([1, 2, 6]);
          hand.editor.open !== null && !hand.editor.complete && this.#putOne(page, hand) < count;
        );
      });
    } else if (roll < 0.7) {
      this.#entered(page, hand, () => {
        if (hand.points !== null) hands.setPoints(hand, null);
        else if (hand.editor.erase()) hands.entered(hand);
      });
    } else if (roll < 0.74) {
      if (isBehind(hand)) this.#restore(page, hand);
    } else if (roll < 0.78) {
      if (textOf(hand.saved) !== "") this.#entered(page, hand, () => hands.clear(hand));
    } else if (roll < 0.81) {
      const other = hands.all.find((one) => one !== hand);
      const isFree = other !== undefined && other.theirs === null && hand.theirs === null && handText(hand) !== "";
      if (isFree) this.#entered(page, hand, () => hands.exchange(hand, other), other);
    } else if (roll < 0.83) this.#nameEnder(page);
    else if (roll < 0.9) this.#confirm(page);
    else if (roll < 0.94) {
      page.show(this.dice.one([1, 2, 3]));
      this.story.push(`${page.phone.name} goes to hole ${page.number}`);
    } else void hands.retry();
  }

  #put = 0;

  /** @param {Page} page @param {Hand} hand */
  #putOne(page, hand) {
    hand.points = null;
    hand.editor.put(this.dice.one(RANKS));
    page.hands.entered(hand);
    return hand.editor.complete ? Infinity : (this.#put = (this.#put + 1) % 7);
  }

  /**
   * @param {Page} page
   * @param {Hand} hand
   * @param {() => void} enter
   * @param {Hand} [other]  that changes in the same write
   */
  #entered(page, hand, enter, other) {
    page.look();
    const told = [this.#watch(page, hand, other), ...(other === undefined ? [] : [this.#watch(page, other, hand)])];
    enter();
    for (const tell of told) tell();
  }

  /**
   * @param {Page} page @param {Hand} hand @param {Hand | undefined} other
   * @returns {() => void} notes what was entered since
   */
  #watch(page, hand, other) {
    const { phone } = page;
    const key = page.key(hand);
    const saw = new Set(phone.sawOf(key));
    const before = [hand.write, handText(hand), hand.state].join();
    return () => {
      if ([hand.write, handText(hand), hand.state].join() === before) return;
      this.story.push(
        `${phone.name} ${key}: ${before} becomes ${[hand.write?.slice(0, 4), handText(hand), hand.state].join()}, based on ${hand.version}`
      );
      phone.wants.delete(key);
      if (hand.write === null) return;
      phone.wants.set(key, { id: hand.write, text: handText(hand) });
      if (handText(hand) === "") phone.wants.delete(`${page.number}/confirmed`); // the table said nothing of a hole without
      for (const id of [hand.write, `${other?.write}, also`]) {
        this.sawBefore.set(id, saw);
        this.enteredBy.set(id, phone.name);
      }
    };
  }

  /** @param {Page} page @param {Hand} hand */
  #restore(page, hand) {
    this.story.push(`${page.phone.name} ${page.key(hand)}: shows what is saved, ${textOf(hand.saved)}`);
    page.phone.wants.delete(page.key(hand));
    page.hands.restore(hand);
  }

  /** @param {Page} page @param {Hand} hand */
  #choose(page, hand) {
    const choice = this.dice.one(/** @type {const} */ (["mine", "theirs"]));
    this.story.push(`${page.phone.name} ${page.key(hand)}: ${choice} of ${handText(hand)} and ${hand.theirs?.text}`);
    this.#entered(page, hand, () => page.hands.choose(hand, choice));
  }

  /** As a tap on a name at the end of a hole. @param {Page} page */
  #nameEnder({ hands, phone, number }) {
    const player = this.dice.one([1, 2, null]);
    this.story.push(`${phone.name} says that ${player ?? "nobody"} ended hole ${number}`);
    hands.nameEnder({ player, known: true });
    // A confirmation that waits goes as a new one.
    const end = hands.entryOf(null),
      wanted = phone.wants.get(`${number}/confirmed`);
    if (end?.confirm && !this.confirmations.has(end.write)) {
      const { ender: _, ...seen } = end.confirm.seen;
      this.confirmations.set(end.write, seen);
      this.enteredBy.set(end.write, phone.name);
      if (wanted !== undefined) phone.wants.set(`${number}/confirmed`, { ...wanted, id: end.write });
    }
  }

  /** As the end of a hole does. @param {Page} page */
  #confirm({ hands, outbox, phone, number }) {
    if (
      hands.stuck.length > 0 ||
      outbox.all.some((entry) => entry.kind === "confirm" && entry.hole === number && entry.state === "waiting")
    )
      return;
    for (const hand of hands.all) if (!isDone(hand)) hands.setOut(hand, true);
    if (!hands.allDone) return;
    const seen = Object.fromEntries(hands.all.map((hand) => [hand.id, handText(hand)]));
    const id = `confirm-${(this.#number += 1)}`;
    this.confirmations.set(id, seen);
    phone.wants.set(`${number}/confirmed`, { id, text: "" });
    this.enteredBy.set(id, phone.name);
    this.story.push(`${phone.name} confirms hole ${number} as ${id}: ${JSON.stringify(seen)}`);
    const isMoving = hands.waiting.length > 0 || hands.ender !== hands.savedEnder;
    void outbox.confirm(
      hands.place,
      isMoving ? null : (hands.holeVersion ?? null),
      {
        ender: this.dice.one([1, 2]),
        enderKnown: true,
        acceptWarnings: hands.warnings.length > 0,
        acceptMissing: hands.anyOut,
        seen: { ...seen, ender: enderText(hands.savedEnder.player, hands.savedEnder.known) },
      },
      id
    );
  }

  // --- the end -------------------------------------------------------------------------------------------------------

  /** The network is well again, and everybody decides what they are asked. */
  async #makePeace() {
    this.story.push("--- the network is well again");
    this.#peace = true;
    for (const phone of this.phones) {
      phone.offline = false;
      for (const page of [...phone.pages].slice(1)) page.close();
      for (const page of phone.pages) void page.outbox.hurry();
    }
    for (let round = 0; round < 60; round += 1) {
      await this.#quiet();
      let busy = false;
      for (const {
        pages: [page],
      } of this.phones) {
        assert.ok(page);
        busy = this.#decide(page) || busy;
      }
      if (!busy) break;
    }
    await this.#quiet();
  }

  async #quiet() {
    for (let round = 0; round < 6; round += 1) {
      await settle();
      for (let count = 0; this.requests.length > 0; count += 1) {
        assert.ok(count < 1_000, "the phones never stop asking");
        this.requests = this.requests.filter(({ page }) => !page.closed);
        this.#network();
        await settle();
      }
      this.clock.tick(31_000);
    }
  }

  /** @param {Page} page */
  #decide(page) {
    let busy = page.outbox.all.length > 0;
    for (const number of [1, 2, 3]) {
      page.show(number); // with what a tab that was closed had begun
      for (const hand of page.hands.all) {
        if (hand.theirs !== null) this.#choose(page, hand);
        else if (hand.state === "begun" && (isBehind(hand) || this.dice.roll() < 0.5)) this.#restore(page, hand);
        else if (hand.state === "begun")
          this.#entered(page, hand, () => page.hands.setPoints(hand, (this.#number += 1)));
        else continue;
        busy = true;
      }
    }
    for (const entry of page.outbox.all) {
      if (entry.state !== "needs-you") continue;
      if (entry.kind === "confirm") {
        void page.outbox.drop(entry.id);
        this.story.push(`${page.phone.name} gives up ${entry.write}`);
        if (page.phone.wants.get(`${entry.hole}/confirmed`)?.id === entry.write)
          page.phone.wants.delete(`${entry.hole}/confirmed`);
      } else assert.ok(entry.trouble?.theirs, `${entry.trouble?.message} of a hand`);
    }
    return busy;
  }

  /**
   * Whether what was entered last for a hand, before that was done, came from the same phone.
   * @param {import("../store/server.js").Done} done
   * @param {number} player
   * @param {string} who
   */
  #isOwn(done, player, who) {
    const before = this.server.done.slice(0, this.server.done.indexOf(done));
    const last = before.findLast(
      (other) => other.kind === "hand" && other.hole === done.hole && other.player === player
    );
    return this.enteredBy.get(last?.id ?? "") === who;
  }

  #judge() {
    const { server, phones } = this;
    const ids = server.done.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, "a write was done twice");
    for (const done of server.done.filter(({ kind }) => kind !== "ender")) {
      const who = this.enteredBy.get(done.id);
      if (who === undefined) assert.ok(this.reused > 0, `nobody entered ${done.id}`);
      else if (done.kind === "confirm") {
        for (const [player, text] of Object.entries(this.confirmations.get(done.id) ?? {})) {
          assert.ok(
            done.hands[player] === text || this.#isOwn(done, Number(player), who),
            `${done.id} confirmed ${done.hands[player]} where the table saw ${text}`
          );
        }
      } else if (done.before !== "" && done.before !== done.text) {
        assert.ok(
          this.#isOwn(done, done.player, who) || this.sawBefore.get(done.id)?.has(done.before),
          `${who} overwrote ${done.before} with ${done.text} without having seen it`
        );
      }
    }
    for (const phone of phones) {
      const [page] = phone.pages;
      assert.ok(page);
      assert.deepEqual(
        [page.outbox.all, page.outbox.keeps, page.outbox.sending, page.outbox.trouble],
        [[], true, null, ""],
        `${phone.name}'s outbox`
      );
      for (const [key, { id, text }] of phone.wants) {
        const [hole, player] = key.split("/").map(Number);
        const arrived =
          ids.includes(id) ||
          server.done.some((done) => done.hole === hole && done.player === player && done.text === text);
        assert.ok(arrived, `${phone.name} wants ${text || id} for ${key}, and the server never had it`);
      }
      for (const number of [1, 2, 3]) {
        page.show(number);
        assert.equal(
          enderText(page.hands.ender.player, page.hands.ender.known),
          server.ender(number),
          `${phone.name}, who ended hole ${number}`
        );
        for (const hand of page.hands.all) {
          assert.deepEqual(
            [hand.state, handText(hand), hand.message],
            ["kept", server.text(number, hand.id), ""],
            `${phone.name}, hole ${number}, player ${hand.id}`
          );
        }
      }
      assert.deepEqual(phone.shared.kept("scorekeeper:draft:"), [], `${phone.name}'s drafts`);
    }
  }
}
