import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { numberedWithin, smallestTeam, teamsWithOneMore, usualTeams } from "../../../static/js/rules/teams.js";

/** @type {{usual: number[][], smallest: [number[], number][], added: [number[], number[]][],
  removed: [number[], number[]][]}} */
const cases = JSON.parse(readFileSync(String(process.env["CASES"]), "utf-8"));

test("the usual teams of every number of players", () => {
  assert.ok(cases.usual.length > 20);
  for (const teams of cases.usual) assert.deepEqual(usualTeams(teams.length), teams);
});

test("somebody new joins the same team", () => {
  assert.ok(cases.smallest.length > 100);
  for (const [here, team] of cases.smallest) assert.equal(smallestTeam(here), team, String(here));
});

test("a row more makes the same teams", () => {
  for (const [before, after] of cases.added) assert.deepEqual(teamsWithOneMore(before), after, String(before));
});

test("a row less keeps the teams under numbers that can be", () => {
  assert.ok(cases.removed.length > 100);
  for (const [before, after] of cases.removed) {
    const rest = before.slice(1);
    assert.deepEqual(numberedWithin(rest, Math.max(2, rest.length)), after, String(before));
  }
});
