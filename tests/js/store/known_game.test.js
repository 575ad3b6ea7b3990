import assert from "node:assert/strict";
import { test } from "node:test";

import { gameOf } from "../../../static/js/phone/game-on-phone.js";
import { formatLayout } from "../../../static/js/rules/house.js";
import { aHouse, WORDING } from "../rules/houses.js";

const rules = { house: aHouse(), ...WORDING };
const FIVES = "5 * 7 / 5 Q K"; // counts 15

/**
 * A hand in the server's answer.
 * @param {number} player
 * @param {string} name
 * @param {string | number | null} entered
 */
function hand(player, name, entered = null) {
  const cards = typeof entered === "string" ? entered : null;
  const points = typeof entered === "number" ? entered : null;
  return { player, name, version: entered === null ? 0 : 3, cards, points, raw: points };
}

/**
 * @param {number} hole
 * @param {ReturnType<typeof hand>[]} hands
 * @param {object} [said]
 */
function hole(hole, hands, said = {}) {
  return {
    hole, version: 3, hole_version: 3, dealer: 1, playoff: [], hands, missing: [], warnings: [],
    warnings_accepted: false, ender: null, ender_known: false, confirmed: false, ...said,
  };
}

/** Ann and Bo are on hole 2, and Bo's hand is there. */
function anAnswer(changed = {}) {
  return {
    format: 1, uid: "0123456789ab", may_edit: true, title: "", house: "Test", house_version: "ba9876543210",
    version: 3, holes_planned: 9, first_dealer: 1, current_hole: 2,
    players: [{ id: 1, name: "Ann", joined: 1, left: null, team: null }, { id: 2, name: "Bo", joined: 1, left: null, team: null }],
    standings: [],
    holes: [
      hole(1, [hand(1, "Ann", FIVES), hand(2, "Bo", 20)], { confirmed: true }),
      hole(2, [hand(1, "Ann"), hand(2, "Bo", 7)], { dealer: 2 }),
    ],
    ...changed,
  };
}

/**
 * @param {number} number
 * @param {number} player
 * @param {string | number | null} entered
 * @param {"waiting" | "needs-you"} [state]
 */
function entered(number, player, entered, state = "waiting") {
  const { cards, points } = hand(player, "", entered);
  return { kind: /** @type {const} */ ("hand"), hole: number, player, cards, points, confirm: null, state };
}

/**
 * @param {number} number
 * @param {object} [said]
 */
function confirmed(number, said = {}) {
  const confirm = { ender: null, enderKnown: true, acceptWarnings: false, acceptMissing: false, seen: {}, ...said };
  return {
    kind: /** @type {const} */ ("confirm"), hole: number, player: null, cards: null, points: null, confirm,
    state: /** @type {const} */ ("waiting"),
  };
}

/**
 * The hole in a few words: who dealt it, and each entry.
 * @param {ReturnType<typeof gameOf>} game
 * @param {number} number
 */
function told(game, number) {
  const hole = game.hole(number);
  if (hole === null) return "not begun";
  const hands = game.atTable(number).map(({ id, name }) => {
    const entry = hole.entries.get(id);
    return `${name} ${entry ? (entry.layout ? formatLayout(entry.layout) : entry.points) : "-"}`;
  });
  return [`${game.dealer(number)?.name} deals`, ...hands, ...(hole.confirmed ? ["counts"] : [])].join(", ");
}

// That the server makes the same of all that can be entered is tested under parity/.

/** @type {[name: string, waiting: Parameters<typeof gameOf>[2], hole: number, told: string][]} */
const WAITING = [
  ["cards", [entered(2, 1, FIVES)], 2, `Bo deals, Ann ${FIVES}, Bo 7`],
  ["two of the same hand: the later one holds", [entered(2, 1, 4), entered(2, 1, 5)], 2, "Bo deals, Ann 5, Bo 7"],
  ["clearing opens a confirmed hole again", [entered(1, 2, null)], 1, `Ann deals, Ann ${FIVES}, Bo -`],
  ["a hole and its confirmation", [entered(2, 1, 4), confirmed(2)], 2, "Bo deals, Ann 4, Bo 7, counts"],
  ["what the server refused is left out", [entered(2, 1, 4, "needs-you")], 2, "Bo deals, Ann -, Bo 7"],
];

for (const [name, waiting, number, expected] of WAITING) {
  test(`what waits: ${name}`, () => {
    assert.equal(told(gameOf(anAnswer(), rules, waiting), number), expected);
  });
}

test("holes begun without the network are dealt in turn, and the standings go on", () => {
  const waiting = [2, 3, 4].flatMap((number) => [entered(number, 1, 1), entered(number, 2, 2), confirmed(number)]);
  const game = gameOf(anAnswer(), rules, waiting);
  assert.deepEqual([2, 3, 4, 5].map((number) => game.dealer(number)?.name), ["Bo", "Ann", "Bo", "Ann"]);
  assert.deepEqual(game.standings.map(({ player, total }) => [player.name, total]), [["Ann", 18], ["Bo", 26]]);
  assert.equal(game.currentHole, 5);
});
