import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST_OPENING, openDatabase } from "../../../static/js/phone/database.js";
import { BrowserDatabase } from "./browser_database.js";
import { settle } from "./tabs.js";

/** @import {TestContext} from "node:test" */

const ENTRY = { id: "one", format: 1, tries: 0 };

/** @param {TestContext} context */
function aBrowser(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const browser = new BrowserDatabase();
  Object.assign(globalThis, { indexedDB: browser.factory });
  context.after(() => Reflect.deleteProperty(globalThis, "indexedDB"));
  return { browser, clock: context.mock.timers };
}

test("what is put is there, alone and among all, until it is deleted", async (context) => {
  aBrowser(context);
  const keep = await openDatabase();
  assert.equal(keep.durable, true);
  await keep.put("outbox", ENTRY);
  assert.deepEqual([await keep.get("outbox", "one"), await keep.getAll("outbox"), await keep.getAll("games")], [ENTRY, [ENTRY], []]);
  await keep.delete("outbox", "one");
  assert.deepEqual([await keep.get("outbox", "one"), await keep.getAll("outbox")], [undefined, []]);
});

test("a record is changed where there is one, and does not come back where there is none", async (context) => {
  aBrowser(context);
  const keep = await openDatabase();
  const more = (/** @type {any} */ entry) => ({ ...entry, tries: entry.tries + 1 });
  assert.equal(await keep.update("outbox", "one", more), undefined);
  assert.deepEqual(await keep.getAll("outbox"), []);
  await keep.put("outbox", ENTRY);
  assert.deepEqual(await keep.update("outbox", "one", more), { ...ENTRY, tries: 1 });
  assert.deepEqual(await keep.getAll("outbox"), [{ ...ENTRY, tries: 1 }]);
});

test("a connection that the browser closed by itself is opened once more, and nobody notices", async (context) => {
  const { browser } = aBrowser(context);
  const keep = await openDatabase();
  browser.closeAll();
  await Promise.all([keep.put("outbox", ENTRY), keep.put("games", { key: "K" })]);
  assert.deepEqual([await keep.getAll("outbox"), await keep.getAll("games"), browser.opened], [[ENTRY], [{ key: "K" }], 2]);
});

for (const reason of ["InvalidStateError", "UnknownError", "AbortError"]) {
  test(`what breaks off with ${reason} is asked once more, on a new connection`, async (context) => {
    const { browser } = aBrowser(context);
    const keep = await openDatabase();
    browser.breaks = reason;
    await keep.put("outbox", ENTRY);
    assert.deepEqual([await keep.getAll("outbox"), browser.opened], [[ENTRY], 2]);
  });
}

test("what there is no room for is not asked again", async (context) => {
  const { browser } = aBrowser(context);
  const keep = await openDatabase();
  browser.breaks = "QuotaExceededError";
  await assert.rejects(keep.put("outbox", ENTRY), { name: "QuotaExceededError" });
  assert.equal(browser.opened, 1);
});

test("where it does not open again the call fails, and the next one tries once more", async (context) => {
  const { browser } = aBrowser(context);
  const keep = await openDatabase();
  browser.closeAll();
  browser.opens = "never";
  await assert.rejects(keep.put("outbox", ENTRY), { name: "UnknownError" });
  browser.opens = "now";
  await keep.put("outbox", ENTRY);
  assert.deepEqual(await keep.getAll("outbox"), [ENTRY]);
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
    await keep.put("outbox", ENTRY);
    assert.deepEqual(await keep.getAll("outbox"), [ENTRY]);
    browser.answer();
    assert.equal(browser.connections.size, 0, "a connection that nobody uses would hinder the next release");
  });
}
