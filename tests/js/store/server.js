/**
 * One game of a server, in memory, with what the phones rely on: the same versions, ids and conflicts as
 * scorekeeper/tally/editing.py and changing.py. That the real one does so is tested in Python and in the browser.
 *
 * @typedef {{status: number, body: any}} Told
 * @typedef {{id: string, kind: "hand" | "ender" | "confirm", hole: number, player: number, text: string, before: string, hands: Record<string, string>}} Done
 */

import { enderText, textOf } from "../../../static/js/phone/queue.js";

const NAMES = ["", "Ann", "Bo", "Cy"];

export class Server {
  version = 1;
  /** What was done, in order; a repeated write is not done again. @type {Done[]} */
  done = [];
  /** @type {Map<number, {version: number, ender: number | null, known: boolean, confirmed: boolean, hands: Map<number, {version: number, cards: string | null, points: number | null}>}>} */
  #holes = new Map();
  /** @type {Map<string, string>} */
  #writes = new Map();

  /** @param {number} [players] @param {number} [holes] */
  constructor(players = 2, holes = 3) {
    this.players = Array.from({ length: players }, (_, index) => index + 1);
    this.planned = holes;
  }

  /** @param {number} number */
  ender(number) {
    const { ender, ender_known } = this.#hole(number);
    return enderText(ender, ender_known);
  }

  /** @param {number} number @param {number} player */
  text(number, player) {
    const hand = this.#holes.get(number)?.hands.get(player);
    return hand === undefined ? "" : textOf(hand);
  }

  /**
   * @param {string} method
   * @param {string} url
   * @param {any} [body]
   * @returns {Told}
   */
  answer(method, url, body) {
    const [, hole, player] = /\/holes\/(\d+)(?:\/hands\/(\d+))?/.exec(url) ?? [];
    if (hole === undefined) return { status: 200, body: structuredClone(this.game()) };
    const number = Number(hole);
    if (method === "GET") return { status: 200, body: this.#hole(number) };
    const { write_id: id, ...content } = body;
    const written = JSON.stringify([url.replace(/^.*\/holes/, ""), content]);
    if (content.based_on < 0)
      return { status: 422, body: { code: "form", message: "based_on is at least 0", problems: [] } };
    const before = this.#writes.get(id);
    if (before !== undefined && before !== written) {
      return { status: 409, body: { code: "write.id_reused", message: "used", problems: [] } };
    }
    const isEnder = url.endsWith("/ender");
    const no =
      before !== undefined
        ? null
        : method === "PUT"
          ? this.#enter(id, number, Number(player), content)
          : isEnder
            ? this.#nameEnder(id, number, content)
            : this.#confirm(id, number, content);
    if (no !== null) return no;
    this.#writes.set(id, written);
    return method === "PUT" || isEnder
      ? { status: 200, body: { ...this.#hole(number), write_id: id } }
      : { status: 200, body: { write_id: id, version: this.version, next: "/g/key" } };
  }

  game() {
    const numbers = [...this.#holes.keys()].sort((one, other) => one - other);
    return {
      format: 1,
      uid: "game",
      may_edit: true,
      title: "",
      house: "Test",
      house_version: "house",
      version: this.version,
      holes_planned: this.planned,
      first_dealer: 1,
      current_hole: 1,
      standings: [],
      players: this.players.map((id) => ({ id, name: NAMES[id] ?? String(id), joined: 1, left: null })),
      holes: numbers.map((number) => this.#hole(number)),
    };
  }

  /** @param {number} number */
  #hole(number) {
    const hole = this.#holes.get(number);
    const hands = this.players.map((player) => {
      const { version = 0, cards = null, points = null } = hole?.hands.get(player) ?? {};
      return { player, name: NAMES[player] ?? String(player), version, cards, points, raw: points };
    });
    return {
      write_id: null,
      hole: number,
      version: this.version,
      hands,
      dealer: 1,
      playoff: [],
      missing: [],
      warnings: [],
      warnings_accepted: false,
      hole_version: Math.max(hole?.version ?? 0, ...hands.map(({ version }) => version)),
      ender: hole?.ender ?? null,
      ender_known: hole?.known ?? false,
      confirmed: hole?.confirmed ?? false,
    };
  }

  /** @param {number} number */
  #begun(number) {
    const hole = this.#holes.get(number) ?? {
      version: this.version,
      ender: null,
      known: false,
      confirmed: false,
      hands: new Map(),
    };
    this.#holes.set(number, hole);
    return hole;
  }

  /** @param {string} id @param {number} number @param {number} player @param {any} content @returns {Told | null} */
  #enter(id, number, player, { also, ...content }) {
    const hands = [{ player, ...content }, ...(also ? [also] : [])];
    for (const { player, cards = null, points = null, based_on } of hands) {
      const before = this.text(number, player),
        text = textOf({ cards, points });
      const version = this.#holes.get(number)?.hands.get(player)?.version ?? 0;
      if (text !== before && based_on !== version) {
        return {
          status: 409,
          body: {
            code: "store.conflict",
            message: "both",
            problems: [],
            player,
            version,
            theirs: before || null,
            yours: text || null,
          },
        };
      }
    }
    for (const hand of hands) this.#set(hand === also ? `${id}, also` : id, number, hand);
    return null;
  }

  /** @param {string} id @param {number} number @param {any} hand */
  #set(id, number, { player, cards = null, points = null }) {
    const before = this.text(number, player),
      text = textOf({ cards, points });
    if (text !== before) {
      this.version += 1;
      const hole = this.#begun(number);
      if (text !== "") hole.hands.set(player, { version: this.version, cards, points });
      else {
        hole.hands.delete(player);
        Object.assign(hole, { confirmed: false, version: this.version });
      }
    }
    this.done.push({ id, kind: "hand", hole: number, player, text, before, hands: {} });
  }

  /** @param {string} id @param {number} number @param {any} content @returns {Told | null} */
  #nameEnder(id, number, { ender, ender_known, based_on }) {
    const now = this.#hole(number),
      before = enderText(now.ender, now.ender_known),
      text = enderText(ender, ender_known);
    if (![text, enderText(based_on.ender, based_on.ender_known)].includes(before)) {
      return { status: 409, body: { code: "store.hole_conflict", message: "the hole was changed", problems: [] } };
    }
    if (text !== before) {
      this.version += 1;
      Object.assign(this.#begun(number), { ender, known: ender_known, version: this.version });
    }
    this.done.push({ id, kind: "ender", hole: number, player: 0, text, before, hands: {} });
    return null;
  }

  /** @param {string} id @param {number} number @param {any} content @returns {Told | null} */
  #confirm(id, number, { based_on, ender, ender_known, accept_missing }) {
    const now = this.#hole(number);
    if (based_on !== null && based_on !== now.hole_version) {
      return { status: 409, body: { code: "store.hole_conflict", message: "the hole was changed", problems: [] } };
    }
    if (!accept_missing && now.hands.some((hand) => textOf(hand) === "")) {
      return { status: 422, body: { code: "hole.not_settled", message: "hands are missing", problems: [] } };
    }
    const before = this.#holes.get(number);
    const isNew = !before?.confirmed || enderText(before.ender, before.known) !== enderText(ender, ender_known);
    if (isNew) {
      this.version += 1;
      Object.assign(this.#begun(number), {
        confirmed: true,
        ender,
        known: ender_known || ender !== null,
        version: this.version,
      });
    }
    const hands = Object.fromEntries(now.hands.map((hand) => [hand.player, textOf(hand)]));
    this.done.push({
      id,
      kind: "confirm",
      hole: number,
      player: 0,
      text: enderText(ender, ender_known),
      before: enderText(now.ender, now.ender_known),
      hands,
    });
    return null;
  }
}
