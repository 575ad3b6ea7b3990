import assert from "node:assert/strict";
import { test } from "node:test";

import { factsOf } from "../../../static/js/elements/phone-facts.js";

/** @type {import("../../../static/js/elements/installing.js").Abilities} */
const OFFLINE = { offline: true, code: "", why: "" };
/** @type {import("../../../static/js/elements/installing.js").Abilities} */
const PLAIN = { offline: false, code: "plain-http", why: "This page came over plain http." };
const AROUND = { secure: true, standalone: false, apple: false, stays: true, vibrates: true, still: false };
const PHONE = { waiting: [], keeps: true, mayEdit: true };

/**
 * What is said of one ability, with a sign before it.
 * @param {string} what
 * @param {Partial<typeof AROUND>} around
 * @param {{can?: typeof OFFLINE, phone?: {waiting?: number[], keeps?: boolean}}} [more]
 */
function said(what, around, { can = OFFLINE, phone = {} } = {}) {
  const fact = factsOf(can, { ...AROUND, ...around }, { ...PHONE, ...phone }).find((one) => one.what === what);
  return fact && `${fact.good ? "+" : "-"} ${fact.words}`;
}

for (const [what, around, words, more] of /** @type {[string, Partial<typeof AROUND>, RegExp, any?][]} */ ([
  ["Without a network", {}, /^\+ The game opens/],
  ["Without a network", { secure: false }, /^- This page came over plain http\. .*https.*documentation/, { can: PLAIN }],
  ["On the home screen", {}, /^- In the browser's menu/],
  ["On the home screen", { apple: true }, /^- In Safari/],
  ["On the home screen", { standalone: true }, /^\+ It is there/],
  ["On the home screen", { secure: false }, /^- .*https/],
  ["Not sent yet", {}, /^\+ Nothing waits\.$/],
  ["Not sent yet", {}, /^- 1 entry waits/, { phone: { waiting: [1] } }],
  ["Not sent yet", {}, /^- 2 entries wait .* lost when the page is closed/, { phone: { waiting: [1, 2], keeps: false } }],
  ["Screen stays on", {}, /^\+/],
  ["Screen stays on", { stays: false }, /^- This browser cannot/],
  ["Screen stays on", { stays: false, secure: false }, /^- .*https/],
  ["Vibrates", {}, /^\+/],
  ["Vibrates", { still: true }, /^- .*less motion/],
  ["Vibrates", { vibrates: false }, /^- This browser cannot/],
])) {
  test(`${what}: ${words}`, () => assert.match(said(what, around, more) ?? "", words));
}

test("whoever only watches is told of watching alone", () => {
  const facts = factsOf(OFFLINE, AROUND, { ...PHONE, mayEdit: false });
  assert.deepEqual(facts.map(({ what }) => what), ["Without a network", "On the home screen"]);
});
