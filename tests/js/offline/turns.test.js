import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { cacheName, keepPage } from "../../../static/js/offline/keeping.js";
import { Release } from "../../../static/js/offline/release.js";
import { forgetOldSeatPages, forgetPage, forgetSeatPagesOf, handTo, handToNobody, isAtHand, seeWhoseTurn } from "../../../static/js/offline/seats.js";
import { BrowserCaches, ours } from "./browser_caches.js";

const [ANN, BO, OTHER] = ["/join/ABC234/1", "/join/ABC234/12", "/join/ABC23/1"];
const TOLD = { release: "abc", base: "/static/one/", files: [], shell: "/offline", pages: [] };
const DAY = 24 * 60 * 60 * 1_000;

/** What the server answers to what the worker itself asks. @type {Map<string, Response>} */
let server = new Map();
let time = Date.now();
let release = new Release(TOLD);

beforeEach(() => {
  time = Date.now() - DAY;
  server = new Map([["/api/class/ABC234", ours(200, "{}")]]);
  release = new Release(TOLD);
  Object.assign(globalThis, { caches: new BrowserCaches(), fetch: async (/** @type {string} */ address) => server.get(address) ?? ours(404) });
});

/**
 * The server answers with a pupil's page, one after the other.
 * @param {string} path
 * @param {number} status
 * @param {number} [begun]
 */
const see = (path, status, begun = (time += 1)) => release.seePage(path, ours(status, status === 200 ? `the page ${path.split("?")[0]}` : ""), begun);

/** What is shown of them without a network. @param {string[]} paths */
const shown = async (...paths) => Promise.all(paths.map(async (path) => (await release.page(path))?.text()));

/** Which of them the phone keeps. @param {string[]} paths */
const kept = async (...paths) => Promise.all(paths.map((path) => release.hasSeatPage(path)));

test("of several pupils at one device only the page that the server gave last is shown, and all are kept", async () => {
  await see(ANN, 200);
  assert.deepEqual(await shown(ANN, BO), [`the page ${ANN}`, undefined]);
  await see(BO, 200);
  assert.deepEqual([await shown(ANN, BO), await kept(ANN, BO)], [[undefined, `the page ${BO}`], [true, true]]);
  await see(OTHER, 200); // of another class
  assert.deepEqual(await shown(ANN, BO, OTHER), [undefined, `the page ${BO}`, `the page ${OTHER}`]);
});

test("whatever is asked of a page, it is that pupil's", async () => {
  await see(ANN, 200);
  await see(BO, 200);
  assert.deepEqual(await shown(`${ANN}?again`, `${BO}?again`), [undefined, `the page ${BO}`]);
  await see(`${ANN}?again`, 200);
  assert.deepEqual(await shown(ANN, BO, `${ANN}?x`), [`the page ${ANN}`, undefined, `the page ${ANN}`]);
});

test("where the server wants the code first nobody's page is shown without a network, and none is lost", async () => {
  await see(ANN, 200);
  await see(ANN, 403);
  assert.deepEqual([await shown(ANN), await kept(ANN)], [[undefined], [true]]);
  await see(BO, 200);
  await see(ANN, 403); // says nothing of Bo
  assert.deepEqual(await shown(ANN, BO), [undefined, `the page ${BO}`]);
});

test("what others say in the server's place tells nothing", async () => {
  await see(ANN, 200);
  for (const status of [200, 403, 410]) await release.seePage(BO, new Response("sign in", { status }), (time += 1));
  for (const status of [302, 500]) await see(BO, status);
  assert.deepEqual([await shown(ANN, BO), await kept(BO)], [[`the page ${ANN}`, undefined], [false]]);
});

test("what was asked for earlier and comes later does not take the device back", async () => {
  await see(ANN, 200);
  const [before, after] = [(time += 1), (time += 1)];
  await see(BO, 200, after);
  await see(ANN, 200, before);
  assert.deepEqual(await shown(ANN, BO), [undefined, `the page ${BO}`]);
  await see(BO, 403, before);
  assert.deepEqual(await shown(BO), [`the page ${BO}`]);
});

test("a clock that was set back holds up nobody", async () => {
  await see(ANN, 200, Date.now() + DAY);
  await see(BO, 200, Date.now());
  assert.deepEqual(await shown(ANN, BO), [undefined, `the page ${BO}`]);
});

test("the right code, typed without a network, passes the device on", async () => {
  await see(ANN, 200);
  await see(BO, 200);
  await handTo(ANN);
  assert.deepEqual(await shown(ANN, BO), [`the page ${ANN}`, undefined]);
});

for (const status of [404, 410]) {
  test(`a seat that is gone (${status}) goes from this phone, and nobody else is shown for that`, async () => {
    await see(ANN, 200);
    await see(BO, 200);
    await see(BO, status);
    assert.deepEqual([await kept(ANN, BO), await shown(ANN, BO)], [[true, false], [undefined, undefined]]);
    await see(ANN, status);
    assert.deepEqual([await kept(ANN), await caches.keys()], [[false], [cacheName(TOLD.release, TOLD.base)]]);
  });
}

test("a class that is gone takes its pages and whose turn it was, and those of no other class", async () => {
  await see(ANN, 200);
  await see(BO, 200);
  await see(OTHER, 200);
  server.set("/api/class/ABC234", ours(404, "{}"));
  await see(BO, 404);
  assert.deepEqual([await kept(ANN, BO, OTHER), await shown(OTHER)], [[false, false, true], [`the page ${OTHER}`]]);
  const notes = await (await caches.open("scorekeeper-hands")).keys();
  assert.deepEqual(notes.map(({ url }) => new URL(url).pathname), ["/join/ABC23"]);
  await forgetSeatPagesOf("ABC23");
  assert.deepEqual(await caches.keys(), [cacheName(TOLD.release, TOLD.base)]);
});

test("a pupil who passes the device on leaves it in nobody's hand, whatever was asked for before", async () => {
  await see(ANN, 200);
  await see(BO, 200);
  await handToNobody("ABC234");
  await see(BO, 200, time);
  assert.deepEqual([await shown(ANN, BO), await kept(ANN, BO)], [[undefined, undefined], [true, true]]);
  await handTo(ANN);
  assert.deepEqual(await shown(ANN, BO), [`the page ${ANN}`, undefined]);
});

test("a pupil who is forgotten here leaves the device in nobody's hand", async () => {
  await see(ANN, 200);
  await see(BO, 200);
  await forgetPage(BO);
  assert.deepEqual(await shown(ANN), [undefined]);
  await see(ANN, 200, Date.now());
  assert.deepEqual(await shown(ANN), [`the page ${ANN}`]);
});

test("of pages that an earlier release kept one alone is at hand, and of several none", async () => {
  const before = await caches.open(cacheName("old", "/static/old/"));
  await before.put(ANN, ours(200, "as it was"));
  assert.deepEqual([await shown(ANN), await isAtHand(ANN), await isAtHand(BO)], [["as it was"], true, false]);
  await before.put(BO, ours(200, "as it was, too"));
  assert.deepEqual([await shown(ANN, BO), await kept(ANN, BO)], [[undefined, undefined], [true, true]]);
  await see(BO, 200);
  assert.deepEqual(await shown(ANN, BO), [undefined, `the page ${BO}`]);
});

test("one that an earlier release kept alone is not at hand once the server wants its code", async () => {
  await (await caches.open(cacheName("old", "/static/old/"))).put(ANN, ours(200, "as it was"));
  await see(ANN, 403);
  assert.deepEqual([await shown(ANN), await kept(ANN)], [[undefined], [true]]);
});

test("what is kept by a page itself is as what the worker sees", async () => {
  const cache = await caches.open(cacheName(TOLD.release, TOLD.base));
  server.set(ANN, ours(200, "fetched"));
  server.set(BO, ours(403));
  for (const path of [ANN, BO]) await keepPage(cache, path, (answer, begun) => seeWhoseTurn(path, answer, begun));
  assert.deepEqual([await shown(ANN, BO), await kept(ANN, BO)], [["fetched", undefined], [true, false]]);
});

test("a new release takes along the page of whoever has the device in hand, and whose turn it is outlives the release", async () => {
  await see(ANN, 200);
  await see(BO, 200);
  const next = new Release({ ...TOLD, release: "next", base: "/static/next/" });
  server.set("/offline", ours(200, "the shell"));
  server.set(ANN, ours(403));
  server.set(BO, ours(200, "newer"));
  await next.install();
  await next.removeOthers(new Set());
  release = next;
  assert.deepEqual([await shown(ANN, BO), await kept(ANN, BO)], [[undefined, "newer"], [false, true]]);
  assert.deepEqual(await caches.keys(), ["scorekeeper-hands", cacheName("next", "/static/next/")]);
});

test("a release that waits holds up nothing: who is at work shows what it saw itself", async () => {
  await see(ANN, 200);
  await (await caches.open(cacheName("next", "/static/next/"))).put(ANN, ours(200, "when the next one was fetched"));
  await see(ANN, 200);
  assert.deepEqual(await shown(ANN), [`the page ${ANN}`]);
});

test("whose turn it was is forgotten when no class is that old", async (context) => {
  await see(ANN, 200);
  const old = Date.now() + 32 * DAY;
  context.mock.timers.enable({ apis: ["Date"], now: old });
  await see(OTHER, 200);
  await forgetOldSeatPages();
  assert.deepEqual([await kept(ANN, OTHER), await shown(OTHER)], [[false, true], [`the page ${OTHER}`]]);
  assert.equal((await (await caches.open("scorekeeper-hands")).keys()).length, 1);
});

test("of two answers at the same time the one counts that was asked for later", async () => {
  await see(ANN, 200);
  const now = time;
  await Promise.all([see(BO, 200, now + 20), see(ANN, 200, now + 10)]);
  assert.deepEqual(await shown(ANN, BO), [undefined, `the page ${BO}`]);
});
