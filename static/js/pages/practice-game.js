/**
 * Holes in a row against the phone. They are kept as a game of this phone, with the product's own scorecard and result;
 * the server gets it like any game that was started offline.
 *
 * @import {Playable} from "../phone/begin.js"
 * @import {Layout} from "../rules/house.js"
 */

import { beginGame, goTo } from "../phone/begin.js";
import { KnownGames } from "../phone/device-storage.js";
import { GameOnPhone } from "../phone/game-on-phone.js";
import { deviceStorage, Outbox } from "../phone/queue.js";
import { formatLayout } from "../rules/house.js";
import { leadSentence } from "../rules/leading.js";
import { nameKey } from "../rules/names.js";

/** The phone's players, in the order in which they sit down. */
export const RIVALS = ["Bo", "Cy", "Di", "Ed"];

export class PracticeGame {
  /** The last hole that was entered here. */
  #entered = 0;

  /** @param {GameOnPhone} phone */
  constructor(phone) {
    this.phone = phone;
  }

  /**
   * Start a game of that many holes.
   * @param {Playable} playable @param {string} name  of the learner @param {number} rivals @param {number} holes
   */
  static begin(playable, name, rivals, holes) {
    const others = RIVALS.filter((other) => nameKey(other) !== nameKey(name)).slice(0, rivals);
    const players = [name, ...others].map((one) => ({ name: one }));
    const wanted = {
      ...playable,
      players,
      holesPlanned: holes,
      firstDealer: players.length,
      seat: 1,
      practice: location.pathname,
    };
    const address = beginGame(wanted, new KnownGames(deviceStorage()), Outbox.open());
    return PracticeGame.goOn(/** @type {string} */ (address.split("?game=")[1]));
  }

  /** The game of that key, as this phone knows it; null for none. @param {string} key */
  static goOn(key) {
    const phone = GameOnPhone.recall(key);
    return phone === null || !phone.answer.practice ? null : new PracticeGame(phone);
  }

  get #game() {
    return this.phone.game;
  }

  /** The hole to play next, or null once all are played. */
  get hole() {
    const { currentHole, holesPlanned } = this.#game;
    // Between the answer to a hole's end and the answer with the game, the game has not ended the hole.
    if (currentHole === null || currentHole > this.#entered) return currentHole;
    return this.#entered < holesPlanned ? this.#entered + 1 : null;
  }

  /** The players at the table, the learner first. */
  get names() {
    return this.#game.players.map(({ name }) => name);
  }

  /** Where the player sits who starts the hole: the house says who, or else the one after the dealer. */
  get starter() {
    const { hole, names } = this;
    const seats = this.#game.seats;
    const starts = hole === null ? null : this.#game.starter(hole);
    const dealer = hole === null ? null : this.#game.dealer(hole);
    return starts ? seats.indexOf(starts.id) : (seats.indexOf(dealer?.id ?? 0) + 1) % names.length;
  }

  /** What is played: `Hole 4 of 9`. */
  get title() {
    return this.hole === null ? "" : this.#game.holeWords(this.hole);
  }

  /** Who leads, or has won. */
  get lead() {
    return leadSentence(this.#game);
  }

  /** Each player's total so far. @returns {[name: string, total: number, leads: boolean][]} */
  get totals() {
    const { ahead, places } = this.#game;
    return places.map((place) => [place.side.players[0]?.name ?? "", place.total, ahead.includes(place)]);
  }

  /** The address of its scorecard. */
  get card() {
    return this.phone.urls.card;
  }

  showResults() {
    void goTo(`${this.card}/end`, this.phone.outbox);
  }

  /**
   * Finish the hole with these hands, in the order of the seats.
   * @param {readonly Layout[]} layouts @param {number | null} ender  the seat of the player who ended it
   */
  enter(layouts, ender) {
    const { phone, hole } = this;
    if (hole === null) return;
    const { uid: game, key, urls, outbox } = phone;
    const place = { game, key, api: urls.api, hole };
    const hands = this.#game.players.map(({ id, name }, seat) => ({
      player: id,
      name,
      cards: formatLayout(/** @type {Layout} */ (layouts[seat])),
      points: null,
      basedOn: 0,
    }));
    this.#entered = hole;
    outbox.enter(place, ...hands);
    const seen = Object.fromEntries(hands.map(({ player, cards }) => [player, cards]));
    outbox.confirm(place, null, {
      ender: ender === null ? null : (this.#game.players[ender]?.id ?? null),
      enderKnown: true,
      acceptWarnings: true,
      acceptMissing: false,
      seen: { ...seen, ender: "" },
    });
  }
}
