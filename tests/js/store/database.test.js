import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST_OPENING, openDatabase } from "../../../static/js/phone/kept.js";
import { BrowserDatabase } from "./browser_database.js";
import { settle } from "./tabs.js";

/** @import {TestContext} from "node:test" */

const GAME = { key: "one" };

/** @param {TestContext} context */
function aBrowser(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const browser = new BrowserDatabase();
  Object.assign(globalThis, { indexedDB: browser.factory });
  context.after(() => Reflect.deleteProperty(globalThis, "indexedDB"));
  return { browser, clock: context.mock.timers };
}

test("what is put is there, alone and among all, until it is deleted; no connection stays open", async (context) => {
  const { browser } = aBrowser(context);
  const keep = await openDatabase();
  assert.equal(keep.durable, true);
  await keep.put(GAME);
  assert.deepEqual([await keep.get("one"), await keep.getAll()], [GAME, [GAME]]);
  await keep.delete("one");
  assert.deepEqual([await keep.get("one"), await keep.getAll()], [undefined, []]);
  assert.equal(browser.connections.size, 0, "it would hinder the next release");
});

test("what there is no room for, or no database any more, fails, and the next call tries once more", async (context) => {
  const { browser } = aBrowser(context);
  const keep = await openDatabase();
  browser.breaks = "QuotaExceededError";
  await assert.rejects(keep.put(GAME), { name: "QuotaExceededError" });
  browser.opens = "never";
  await assert.rejects(keep.put(GAME), { name: "UnknownError" });
  browser.opens = "now";
  await keep.put(GAME);
  assert.deepEqual(await keep.getAll(), [GAME]);
});

for (const opens of /** @type {const} */ (["never", "later"])) {
  test(`a database that opens ${opens === "later" ? "only when it is too late" : opens} gives way to memory`, async (context) => {
    const { browser, clock } = aBrowser(context);
    browser.opens = opens;
    const opening = openDatabase();
    await settle();
    clock.tick(LONGEST_OPENING);
    const keep = await opening;
    assert.equal(keep.durable, false);
    await keep.put(GAME);
    assert.deepEqual(await keep.getAll(), [GAME]);
    browser.answer();
    assert.equal(browser.connections.size, 0);
  });
}
