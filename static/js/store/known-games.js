/**
 * The games that this phone has seen, as they were when it saw them last: what is drawn when there is no network.
 *
 * @typedef {object} KnownGame
 * @property {1} format
 * @property {string} key  of the link by which this phone came
 * @property {string} uid  the same for every link of the game
 * @property {any} answer  the server's newest answer
 * @property {any} rules  of the house that the game is played by
 * @property {number | null} seat  the player that this phone says it is
 * @property {Record<string, string>} urls
 * @property {number} seenAt  milliseconds since 1970
 *
 * @typedef {Pick<import("./database.js").Keep, "getAll" | "get" | "put" | "delete">} Keep  what keeps them
 */

export const STORE = "games";
export const MOST = 60;

export class KnownGames {
  #keep;

  /** @param {Keep} keep */
  constructor(keep) {
    this.#keep = keep;
  }

  /**
   * Keep a game, in place of what was known of it. A newer version stays: another tab may have seen more. A link that was
   * renewed takes the place of the old one.
   * @param {Omit<KnownGame, "format">} game
   * @param {{wentBack?: boolean}} [how]  wentBack: the server itself has gone back to this older version
   * @returns {Promise<boolean>} whether it will be there when the page is opened again
   */
  async remember(game, { wentBack = false } = {}) {
    try {
      const known = await this.all();
      const before = known.find(({ key }) => key === game.key);
      const answer = !wentBack && before !== undefined && before.answer.version > game.answer.version ? before.answer : game.answer;
      await this.#keep.put(STORE, { ...game, answer, format: 1 });
      const others = known.filter(({ key }) => key !== game.key);
      const isReplaced = (/** @type {KnownGame} */ other) =>
        other.uid === game.uid && other.answer.may_edit === game.answer.may_edit;
      const gone = [...others.filter(isReplaced), ...others.filter((other) => !isReplaced(other)).slice(MOST - 1)];
      for (const { key } of gone) await this.#keep.delete(STORE, key);
      return true;
    } catch {
      return false; // full, or taken away meanwhile; the page goes on without
    }
  }

  /**
   * @param {string} key
   * @returns {Promise<KnownGame | null>}
   */
  async get(key) {
    const found = await this.#keep.get(STORE, key);
    return isKnownGame(found) ? found : null;
  }

  /**
   * Every game, the one seen last first.
   * @returns {Promise<KnownGame[]>}
   */
  async all() {
    const found = await this.#keep.getAll(STORE);
    return found.filter(isKnownGame).sort((one, other) => other.seenAt - one.seenAt);
  }

  /** @param {string} key */
  async forget(key) {
    await this.#keep.delete(STORE, key);
  }
}

/**
 * What a page of a game starts from: what came with it, or what the phone knows better. For a browser may show a page that
 * it has kept since before, above all on the way back and without a network; if the server has gone back itself, it tells.
 * @param {import("./game-on-phone.js").GameData} page
 * @param {KnownGame | null} known
 * @param {boolean} isReplayed  whether the page was come back to: then it has nothing that the phone had not seen
 * @returns {import("./game-on-phone.js").GameData}
 */
export function startOf(page, known, isReplayed) {
  if (known === null || known.answer.version < page.answer.version + (isReplayed ? 0 : 1)) return page;
  const { answer, rules, seat } = known;
  return { ...page, answer, rules, seat, etag: null };
}

/**
 * Whether this release understands the record; a later one may write others.
 * @param {any} record
 * @returns {record is KnownGame}
 */
function isKnownGame(record) {
  return (
    record?.format === 1 &&
    typeof record.key === "string" &&
    typeof record.uid === "string" &&
    typeof record.seenAt === "number" &&
    Number.isInteger(record.answer?.version) &&
    typeof record.rules === "object" &&
    record.rules !== null
  );
}
