import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { cacheName } from "../../../static/js/offline/keeping.js";
import { Release } from "../../../static/js/offline/release.js";
import { BrowserCaches, ours } from "./browser_caches.js";

// Named so, because its types are those of a worker.
const ANSWERING = "../../../static/js/offline/answering.js";
const { answer, PATIENCE } = /** @type {any} */ (await import(ANSWERING));

const HOME = "http://golf.test";
const [ANN, BO, CY] = ["/join/ABC234/1", "/join/ABC234/12", "/join/ABC234/3"];
const TOLD = { release: "abc", base: "/static/one/", files: [], shell: "/offline", pages: [] };
const SHELL = "<main class=\"page\"><offline-page></offline-page></main>";

/** @typedef {() => Response | Promise<Response>} Says */

const away = () => {
  throw new TypeError("Failed to fetch");
};
const never = () => new Promise(() => {});

/** What is behind the network now. @type {(path: string) => ReturnType<Says>} */
let network = away;
let release = new Release(TOLD);

beforeEach(async () => {
  const ask = async (/** @type {string | URL | Request} */ asked) => network(new URL(asked instanceof Request ? asked.url : asked, HOME).pathname);
  Object.assign(globalThis, { caches: new BrowserCaches(), location: new URL(HOME), fetch: ask });
  release = new Release(TOLD);
  await (await caches.open(cacheName(TOLD.release, TOLD.base))).put(TOLD.shell, ours(200, SHELL));
  for (const path of [ANN, BO]) await open(path, () => ours(200, `<main>the page ${path}</main>`));
});

/**
 * Open a page, and wait until the worker is done with it.
 * @param {string} path
 * @param {(path: string) => any} behind
 * @param {string} [mode]
 * @returns {Promise<{status: number, text: string}>}
 */
async function open(path, behind, mode = "navigate") {
  network = behind;
  /** @type {Promise<any>[]} */
  const answers = [];
  /** @type {Promise<any>[]} */
  const rest = [];
  const request = Object.defineProperty(new Request(HOME + path), "mode", { value: mode });
  answer({ request, respondWith: (/** @type {any} */ one) => answers.push(one), waitUntil: (/** @type {any} */ one) => rest.push(one) }, release);
  assert.equal(answers.length, 1);
  const found = await answers[0];
  const text = await found.text();
  if (behind !== never) await Promise.all(rest);
  return { status: found.status, text };
}

test("without a network the page opens whose turn it is, and in place of the others' the shell", async () => {
  assert.match((await open(BO, away)).text, /the page/);
  for (const path of [ANN, CY, `${ANN}?x`]) assert.equal((await open(path, away)).text, SHELL);
  assert.match((await open(`${BO}?x`, away)).text, /the page/);
});

test("a server that cannot be reached behind something else is none either", async () => {
  const proxy = () => new Response("bad gateway", { status: 502 });
  assert.match((await open(BO, proxy)).text, /the page/);
  assert.equal((await open(ANN, proxy)).text, SHELL);
});

test("where the server asks for the code its question is seen, and without it afterwards the shell", async () => {
  assert.deepEqual(await open(BO, () => ours(403, "is it you?")), { status: 403, text: "is it you?" });
  assert.equal((await open(BO, away)).text, SHELL);
});

test("a page that asks for itself is told what the server says, and so is the worker", async () => {
  assert.deepEqual(await open(BO, () => ours(403, "is it you?"), "cors"), { status: 403, text: "is it you?" });
  assert.equal((await open(BO, away)).text, SHELL);
  await assert.rejects(open(BO, away, "cors"), TypeError);
});

test("a network that wants something first is told of on the shell too, and opens nobody's page", async () => {
  const wants = () => new Response("sign in here");
  for (const [path, seen] of /** @type {const} */ ([[BO, /sign in\?.*the page/], [ANN, /sign in\?.*<offline-page>/]])) assert.match((await open(path, wants)).text, seen);
});

test("a server that takes too long: the page whose turn it is, or the shell", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [path, seen] of /** @type {const} */ ([[BO, /the page/], [ANN, /<offline-page>/]])) {
    const opening = open(path, never);
    await new Promise((done) => setImmediate(done));
    context.mock.timers.tick(PATIENCE);
    assert.match((await opening).text, seen);
  }
});
