import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { smallestTeam } from "../../../static/js/rules/teams.js";

/** @type {[number[], number][]} */
const cases = JSON.parse(readFileSync(String(process.env["CASES"]), "utf-8"));

test("somebody new joins the same team", () => {
  assert.ok(cases.length > 100);
  for (const [here, team] of cases) assert.equal(smallestTeam(here), team, String(here));
});
