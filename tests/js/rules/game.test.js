import assert from "node:assert/strict";
import { test } from "node:test";

import { nextClockwise } from "../../../static/js/rules/dealing.js";
import { comparesPlayers } from "../../../static/js/rules/house.js";
import { comparisonSentence, leadSentence } from "../../../static/js/rules/leading.js";
import { aGame, aHole, aPlayer } from "./games.js";
import { aHouse } from "./houses.js";

const [ann, bo, cy] = [1, 2, 3].map((id) => aPlayer(id));
assert.ok(ann && bo && cy);
const penalty = aHouse({ penalty: { kind: "add", points: 10, when: "someone-lower", each_rival: false } });
const mostHoles = aHouse({ match: { winner: "most-holes", tie: "shared" } });
const extraHoles = aHouse({ match: { winner: "lowest-total", tie: "extra-hole" } });
/** @param {object} match */
const byRules = (match) => aHouse({ match: { winner: "lowest-total", tie: "shared", ...match } });
const [annAndCy, alone] = [[{ ...ann, team: 1 }, bo, { ...cy, team: 1 }], [ann, bo, cy]];
const FIVES = "5 * 7 / 5 Q K"; // counts 15

// --- people and turns -----------------------------------------------------------------------------------------------

test("the next seat is found clockwise, one's own comes last", () => {
  assert.equal(nextClockwise([1, 2, 3], 3, new Set([2, 3])), 2);
  assert.equal(nextClockwise([1, 2, 3], 2, new Set([2])), 2);
  assert.equal(nextClockwise([1, 2, 3], 9, new Set([1, 2])), 1, "somebody without a seat");
  assert.equal(nextClockwise([1, 2, 3], 1, new Set()), null);
});

/** @type {[name: string, game: ReturnType<typeof aGame>, dealers: string][]} */
const DEALS = [
  ["nothing played: the deal goes round", aGame(), "ABCA"],
  ["the first dealer is whom the table chose", aGame({ firstDealer: 3 }), "CABC"],
  ["the table dealt out of turn", aGame({ holes: [aHole(1, {}, { dealer: 2 })] }), "BCAB"],
  ["a player left", aGame({ players: [ann, { ...bo, left: 1 }, cy], holes: [aHole(1, {})] }), "ACAC"],
  ["a player joins at the third hole", aGame({ players: [ann, bo, { ...cy, joined: 3 }] }), "ABCA"],
  ["the first dealer never played", aGame({ players: [{ ...ann, left: 0 }, bo, cy] }), "BCBC"],
  ["nobody is there any more", aGame({ players: [{ ...ann, left: 1 }, { ...bo, left: 1 }] }), "A---"],
];

for (const [name, game, dealers] of DEALS) {
  test(`who deals: ${name}`, () => {
    assert.equal([1, 2, 3, 4].map((hole) => game.dealer(hole)?.name[0] ?? "-").join(""), dealers);
  });
}

test("the player to the dealer's left plays first", () => {
  assert.equal(aGame().starter(1)?.name, "Bo");
  assert.equal(aGame().starter(3)?.name, "Ann");
});

test("nobody is to start where the cards that are turned up decide", () => {
  const game = aGame({ house: byRules({ deal: "highest-opening-starts" }) });
  assert.equal(game.starter(1), null);
  assert.equal(game.startWords(1), "the highest open cards start");
  assert.equal(aGame().startWords(1), "Bo starts");
});

test("the table must say who ended a hole where that decides a tie", () => {
  const game = aGame({ house: byRules({ tie: "ender-loses" }), holes: [aHole(1, { 1: 1, 2: 1, 3: 5 })] });
  assert.deepEqual(game.confirmProblems(1, { enderKnown: false }).map(({ code }) => code), ["hole.ender_missing"]);
  assert.ok(!comparesPlayers(game.house), "a score is known without the others'");
});

test("an extra hole is played by those tied alone", () => {
  const game = aGame({ holes: [aHole(4, {}, { playoff: [1, 3] })] });
  assert.deepEqual(game.atTable(4).map(({ name }) => name), ["Ann", "Cy"]);
  assert.deepEqual(game.atTable(3).map(({ name }) => name), ["Ann", "Bo", "Cy"]);
});

// --- holes ----------------------------------------------------------------------------------------------------------

test("a hole has the results of those entered, in seating order, with the lines of their scores", () => {
  const game = aGame({ holes: [aHole(1, { 3: FIVES, 1: 4 }, { confirmed: false })] });
  assert.deepEqual(
    game.result(1)?.map(({ name, score, wins, worked }) => [name, score, wins, worked?.lines.length]),
    [["Ann", 4, true, undefined], ["Cy", 15, false, 3]]);
  assert.deepEqual(game.missing(1), [bo]);
  assert.equal(game.playerResult(1, bo), null);
  assert.equal(game.result(2), null, "not begun");
});

test("a game is asked often and scores each hole once", () => {
  const game = aGame({ holes: [aHole(1, { 1: FIVES, 2: FIVES, 3: FIVES })] });
  assert.equal(game.result(1), game.result(1));
  assert.equal(game.standings, game.standings);
});

for (const [name, entered, confirmed, score] of /** @type {const} */ ([
  ["everybody is in", { 1: 5, 2: 3, 3: 9 }, false, 15],
  ["somebody is missing", { 1: 5, 2: 3 }, false, 5],
  ["somebody sat out and the table is done", { 1: 5, 2: 3 }, true, 15],
])) {
  test(`the ender's penalty when ${name}`, () => {
    const game = aGame({ house: penalty, holes: [aHole(1, entered, { ender: 1, confirmed })] });
    assert.equal(game.playerResult(1, ann)?.score, score);
  });
}

test("impossible cards are warned of, in an extra hole by the decks of the whole table", () => {
  const players = [1, 2, 3, 4, 5].map((id) => aPlayer(id));
  const kings = "K K K / K K 2";
  assert.equal(aGame({ holes: [aHole(1, { 1: kings })] }).warnings(1)[0]?.code, "deck.too_many_of_a_rank");
  assert.deepEqual(aGame({ players, holes: [aHole(4, { 1: kings }, { playoff: [1, 2] })] }).warnings(4), []);
  assert.deepEqual(aGame().warnings(1), []);
});

test("what the table should settle before a hole counts", () => {
  const open = { confirmed: false };
  const kings = "K K K / K K 2";
  const game = aGame({ house: penalty, holes: [aHole(1, { 1: kings }, open)] });
  assert.deepEqual(game.confirmProblems(1, { enderKnown: false }), [
    { code: "hole.hands_missing", message: "Bo and Cy have no cards yet" },
    { code: "hole.ender_missing", message: "say who ended the hole; nobody is an answer too" },
    { code: "hole.impossible_cards", message: "five kings (Ann five), but one deck holds four" },
  ]);
  const accepted = aGame({ holes: [aHole(1, { 1: kings, 2: 1, 3: 1 }, { ...open, warningsAccepted: true })] });
  assert.deepEqual(accepted.confirmProblems(1, { enderKnown: false }), []);
});

test("the current hole is the first that does not count yet, extra holes included", () => {
  const three = [1, 2, 3].map((number) => aHole(number, {}));
  assert.equal(aGame().currentHole, 1);
  assert.equal(aGame({ holes: three.slice(1) }).currentHole, 1);
  assert.equal(aGame({ holes: three }).currentHole, null);
  const extra = aHole(4, {}, { playoff: [1, 2], confirmed: false });
  assert.equal(aGame({ holes: [...three, extra] }).currentHole, 4);
});

// --- standings ------------------------------------------------------------------------------------------------------

/** @type {[name: string, game: ReturnType<typeof aGame>, ranks: string, lead: string][]} */
const STANDINGS = [
  ["before the first hole", aGame(), "Ann - Bo - Cy -", "No hole is finished yet."],
  ["one hole", aGame({ holes: [aHole(1, { 1: 5, 2: -3, 3: 5 })] }), "Bo 1 Ann 2 Cy 2",
    "Bo leads with \u22123, 8 ahead of Ann and Cy."],
  ["a hole that is not confirmed does not count", aGame({ holes: [aHole(1, { 1: 5 }, { confirmed: false })] }),
    "Ann - Bo - Cy -", "No hole is finished yet."],
  ["a shared lead", aGame({ holes: [aHole(1, { 1: 1, 2: 1, 3: 5 })] }), "Ann 1 Bo 1 Cy 3",
    "Ann and Bo share the lead with 1."],
  ["points per hole, where somebody sat out",
    aGame({ holes: [aHole(1, { 1: 3, 2: 1, 3: 9 }), aHole(2, { 1: 4, 2: 5 })] }), "Bo 1 Ann 2 Cy 3",
    "Bo leads with 3.0 points a hole."],
  ["a third of a point is no less than two sixths",
    aGame({ holesPlanned: 6, holes: [
      ...[1, 2, 3].map((hole) => aHole(hole, { 1: hole === 1 ? 1 : 0, 2: hole === 1 ? 2 : 0 })),
      ...[4, 5, 6].map((hole) => aHole(hole, { 2: 0 })),
    ] }), "Ann 1 Bo 1 Cy -", "Ann and Bo share the win with 0.3 points a hole."],
  ["whoever left has no place", aGame({ players: [{ ...ann, left: 1 }, bo, cy],
    holes: [aHole(1, { 1: 0, 2: 1, 3: 2 })] }), "Bo 1 Cy 2 Ann -", "Bo leads with 1, 1 ahead of Cy."],
  ["most holes", aGame({ house: mostHoles,
    holes: [aHole(1, { 1: 1, 2: 2, 3: 2 }), aHole(2, { 1: 1, 2: 2, 3: 2 }), aHole(3, { 1: 60, 2: 2, 3: 4 })] }),
  "Ann 1 Bo 2 Cy 3", "Ann wins with 2 holes won, 1 ahead of Bo."],
  ["a tie is shared", aGame({ holesPlanned: 1, holes: [aHole(1, { 1: 1, 2: 1, 3: 5 })] }), "Ann 1 Bo 1 Cy 3",
    "Ann and Bo share the win with 1."],
  ["a tie is still to be broken",
    aGame({ house: extraHoles, holesPlanned: 1, holes: [aHole(1, { 1: 1, 2: 1, 3: 5 })] }), "Ann 1 Bo 1 Cy 3",
    "Ann and Bo are tied with 1: an extra hole is still to break the tie."],
  ["an extra hole breaks a tie", aGame({ house: extraHoles, holesPlanned: 1,
    holes: [aHole(1, { 1: 1, 2: 1, 3: 5 }), aHole(2, { 1: 8, 2: 7 }, { playoff: [1, 2] })] }), "Bo 1 Ann 2 Cy 3",
  "Bo wins with 1."],
  ["the points of a team are added up", aGame({ house: byRules({ teams: "sum" }),
    players: [...annAndCy.map((player) => ({ ...player, team: player.team ?? 2 })), aPlayer(4, { team: 2 })],
    holes: [aHole(1, { 1: 1, 2: 7, 3: 4, 4: 0 })] }), "Ann 1 Cy 1 Bo 2 Di 2", "Ann & Cy lead with 5, 2 ahead of Bo & Di."],
  ["points per hole, where one plays against two", aGame({ house: byRules({ teams: "sum" }), players: annAndCy,
    holes: [aHole(1, { 1: 1, 2: 4, 3: 4 })] }), "Ann 1 Cy 1 Bo 2", "Ann & Cy lead with 2.5 points per player and hole."],
  ["the best of a team counts", aGame({ house: byRules({ teams: "best-ball" }), players: annAndCy, holesPlanned: 1,
    holes: [aHole(1, { 1: 30, 2: 7, 3: 9 })] }), "Bo 1 Ann 2 Cy 2", "Bo wins with 7, 2 ahead of Ann & Cy."],
  ["a team of which one has left", aGame({ house: byRules({ teams: "best-ball" }),
    players: [{ ...ann, team: 1, left: 1 }, bo, { ...cy, team: 1 }], holes: [aHole(1, { 1: 1, 2: 7, 3: 9 })] }),
  "Cy 1 Bo 2 Ann -", "Ann & Cy lead with 1, 6 ahead of Bo."],
  ["people in teams, by a house without", aGame({ players: annAndCy, holes: [aHole(1, { 1: 1, 2: 7, 3: 4 })] }),
    "Ann 1 Cy 2 Bo 3", "Ann leads with 1, 3 ahead of Cy."],
  ["people without teams, by a house with", aGame({ house: byRules({ teams: "sum" }), players: alone,
    holes: [aHole(1, { 1: 1, 2: 7, 3: 4 })] }), "Ann 1 Cy 2 Bo 3", "Ann leads with 1, 3 ahead of Cy."],
  ["whoever ended the last hole loses a tie", aGame({ house: byRules({ tie: "ender-loses" }), holesPlanned: 1,
    holes: [aHole(1, { 1: 1, 2: 1, 3: 5 }, { ender: 1 })] }), "Bo 1 Ann 2 Cy 3",
  "Bo wins with 1. Ann ended the last hole and so loses the tie."],
];

for (const [name, game, ranks, lead] of STANDINGS) {
  test(`standings: ${name}`, () => {
    assert.equal(game.standings.map(({ player, rank }) => `${player.name} ${rank ?? "-"}`).join(" "), ranks);
    assert.equal(leadSentence(game), lead);
  });
}

test("what wins is said with the house's way to win", () => {
  assert.equal(comparisonSentence(aGame()), "The lowest score wins.");
  assert.match(comparisonSentence(aGame({ house: mostHoles })), /^Whoever wins the most holes wins/);
  const unequal = aGame({ holes: [aHole(1, { 1: 1, 2: 1, 3: 1 }), aHole(2, { 1: 1 })] });
  assert.match(comparisonSentence(unequal), /points per hole are compared/);
  const sum = aGame({ house: byRules({ teams: "sum" }) });
  assert.equal(comparisonSentence(sum), "The lowest score wins. The points of a team are added up.");
});

test("running totals are there while somebody is at the table", () => {
  const holes = [aHole(1, { 1: 4, 2: 1 }), aHole(2, { 2: 3, 3: 5 })];
  const game = aGame({ players: [{ ...ann, left: 1 }, bo, { ...cy, joined: 2 }], holes });
  assert.deepEqual(game.players.map((player) => game.runningTotals(player)), [[4, null], [1, 4], [null, 5]]);
});

test("a changed hole makes another game and leaves the first as it was", () => {
  const before = aGame({ holes: [aHole(2, { 1: 4 })] });
  const after = before.withHole(aHole(1, { 1: 7 })).withHole(aHole(2, { 1: 5 }));
  assert.deepEqual(after.holes.map(({ number }) => number), [1, 2]);
  assert.equal(after.playerResult(2, ann)?.score, 5);
  assert.equal(before.playerResult(2, ann)?.score, 4);
});
