/**
 * What Python answered (the file named by CASES, written by tests/js/test_rules.py), the pages must answer too.
 *
 * @import {House, Layout} from "../../../static/js/rules/house.js"
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { bandOf, plural, RANKS, word } from "../../../static/js/rules/house.js";
import { scoreHole } from "../../../static/js/rules/hole.js";
import { deckWarnings, formatLayout, parseLayout, parsePoints } from "../../../static/js/rules/house.js";
import { score } from "../../../static/js/rules/scoring.js";

const cases = JSON.parse(readFileSync(process.env.CASES ?? "", "utf8"));
const SHOWN = 5;

/** The sentences that a page is handed with that house. @param {string} house */
function wording(house) {
  return { sentences: cases.sentences[house] };
}

/**
 * Compare every case, and show the first few that differ with both answers.
 *
 * @param {any[]} expected  the cases with Python's answers
 * @param {(given: any, house: House) => any} answer  the same case with ours
 */
function compare(expected, answer) {
  assert.ok(expected.length > 0, "no case was written");
  const different = [];
  for (const given of expected) {
    let ours;
    try {
      ours = answer(given, cases.houses[given.house]);
    } catch (error) {
      ours = String(error);
    }
    if (JSON.stringify(ours) === JSON.stringify(given)) continue;
    different.push(`Python      ${JSON.stringify(given)}\nJavaScript  ${JSON.stringify(ours)}`);
  }
  assert.equal(
    different.length,
    0,
    `${different.length} of ${expected.length} differ:\n\n${different.slice(0, SHOWN).join("\n\n")}`
  );
}

/**
 * A layout that Python wrote, without a word about the house: it must be readable.
 * @param {string} text
 * @returns {Layout}
 */
function read(text) {
  const layout = parseLayout(text);
  assert.ok(layout, `${text} cannot be read`);
  return layout;
}

test("ranks have the same names", () => {
  assert.deepEqual(Object.fromEntries(RANKS.map((rank) => [rank, [word(rank), plural(rank)]])), cases.rankNames);
});

test("layouts count the same, line by line", () => {
  compare(cases.scores, ({ house, layout }, rules) => {
    const { total, columnPoints, lines } = score(read(layout), rules, wording(house));
    return { house, layout: formatLayout(read(layout)), total, columnPoints, lines };
  });
});

test("the same layouts can be scored under a house", () => {
  compare(cases.texts, ({ house, text }, rules) => ({ house, text, fits: parseLayout(text, rules) !== null }));
});

test("cards have the same colors", () => {
  compare(cases.colors, ({ house, rank }, rules) => ({ house, rank, color: bandOf(rank, rules) }));
});

test("the same bare numbers are read", () => {
  compare(cases.points, ({ text }) => ({ text, points: parsePoints(text).points }));
});

test("players pay and earn the same, and the same players win", () => {
  compare(cases.holes, ({ house, entries, ender, complete }, rules) => {
    const taken = entries.map((/** @type {[string, string | number]} */ [name, entry]) => [
      name,
      typeof entry === "number" ? entry : read(entry),
    ]);
    const results = scoreHole(taken, rules, ender, wording(house), complete).map(
      ({ name, raw, adjustment, score, wins }) => ({ name, raw, adjustment, score, wins })
    );
    return { house, entries, ender, complete, results };
  });
});

test("the same cards are impossible", () => {
  compare(cases.decks, ({ house, players, layouts }, rules) => ({
    house,
    players,
    layouts,
    warnings: deckWarnings(
      layouts.map((/** @type {[string, string]} */ [name, text]) => [name, read(text)]),
      rules,
      players
    ),
  }));
});
