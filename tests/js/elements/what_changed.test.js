import assert from "node:assert/strict";
import { test } from "node:test";

import "./no_page.js";
import { whatChanged } from "../../../static/js/pages/scorecard.js";
import { aGame, aHole, aPlayer } from "../rules/games.js";

const OPEN = { confirmed: false, enderKnown: false };
const empty = aGame();
const begun = aGame({ holes: [aHole(1, { 1: 5 }, OPEN)] });
const full = aGame({ holes: [aHole(1, { 1: 5, 2: 7, 3: -2 }, OPEN)] });
const done = aGame({ holes: [aHole(1, { 1: 5, 2: 7, 3: -2 })] });
const long = aGame({ holesPlanned: 9, holes: [1, 2, 3, 4, 5].map((hole) => aHole(hole, { 1: 5, 2: 7, 3: 4 })) });

/** @type {[string, ReturnType<typeof aGame>, ReturnType<typeof aGame>, string][]} */
const CHANGES = [
  ["nothing", full, full, ""],
  ["one entry", empty, begun, "Hole 1: Ann 5."],
  ["two at once, with a true minus sign", begun, full, "Hole 1: Bo 7, Cy \u22122."],
  ["an entry taken back", full, begun, "Hole 1: Bo cleared, Cy cleared."],
  ["a hole that is done", full, done, "Hole 1 is final. Cy leads with \u22122, 7 ahead of Ann."],
  ["someone joined", full, aGame({ players: [1, 2, 3, 4].map((id) => aPlayer(id)), holes: full.holes }), "Di joined."],
  ["after an hour it is told how it stands", empty, long, "Cy leads with 20, 5 ahead of Ann."],
];

for (const [name, before, after, said] of CHANGES) {
  test(`said of ${name}`, () => assert.equal(whatChanged(before, after), said));
}
