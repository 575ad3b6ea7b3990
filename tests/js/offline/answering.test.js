import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { cacheName } from "../../../static/js/phone/device-storage.js";
import { BrowserCaches, ours } from "./browser_caches.js";

// Named so, because its types are those of a worker.
const WORKER = "../../../static/js/shell/worker.js";
const { answer, PATIENCE, Release } = /** @type {any} */ (await import(WORKER));

const HOME = "http://golf.test";
const [RULES, WRONG, CARD, STUDENT] = ["/houses/worksheet", "/g/abc/wrong", "/g/abc", "/join/ABC234/1"];
const TOLD = { release: "abc", base: "/static/one/", files: [], shell: "/offline", pages: [] };
const SHELL = '<main class="page"><offline-page></offline-page></main>';

const away = () => {
  throw new TypeError("Failed to fetch");
};
const never = () => new Promise(() => {});

/** What is behind the network now. @type {(path: string) => Response | Promise<Response>} */
let network = away;
let release = new Release(TOLD);

beforeEach(async () => {
  const ask = async (/** @type {string | URL | Request} */ asked) =>
    network(new URL(asked instanceof Request ? asked.url : asked, HOME).pathname);
  Object.assign(globalThis, { caches: new BrowserCaches(), location: new URL(HOME), fetch: ask });
  release = new Release(TOLD);
  await (await caches.open(cacheName(TOLD.release, TOLD.base))).put(TOLD.shell, ours(200, SHELL));
  for (const path of [RULES, WRONG, CARD, STUDENT]) await open(path, () => ours(200, `<main>the page ${path}</main>`));
});

/**
 * Ask for a page, or send a form, and wait until the worker is done with it.
 * @param {string} path
 * @param {(path: string) => any} behind
 */
async function open(path, behind, method = "GET") {
  network = behind;
  /** @type {Promise<any>[]} */
  const answers = [],
    /** @type {Promise<any>[]} */ rest = [];
  const request = Object.defineProperty(new Request(HOME + path, { method }), "mode", { value: "navigate" });
  answer(
    {
      request,
      respondWith: (/** @type {any} */ one) => answers.push(one),
      waitUntil: (/** @type {any} */ one) => rest.push(one),
    },
    release
  );
  const text = await (await answers[0]).text();
  if (behind !== never) await Promise.all(rest);
  return text;
}

/** What answers in place of our server. @type {[name: string, behind: () => any][]} */
const NO_SERVER = [
  ["without a network", away],
  ["where something else says that there is no server", () => new Response("bad gateway", { status: 502 })],
];
for (const [name, behind] of NO_SERVER) {
  test(`${name} rules are shown as they were, and anything else by the shell: nothing is kept of a student's page`, async () => {
    for (const path of [RULES, WRONG]) {
      assert.match(await open(path, behind), /the page/);
      assert.match(await open(`${path}?x`, behind), /the page/);
    }
    for (const path of [CARD, STUDENT, "/join/ABC234"]) assert.equal(await open(path, behind), SHELL);
    assert.match(await open("/new/two-joker", behind, "POST"), /<offline-page data-unsent/);
  });
}

test("what our own server says of a form in its trouble is shown", async () => {
  assert.equal(await open("/new/two-joker", () => ours(503, "Send it again"), "POST"), "Send it again");
});

test("a server that takes too long", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [path, seen] of /** @type {const} */ ([
    [RULES, /the page/],
    [CARD, /<offline-page>/],
  ])) {
    const opening = open(path, never);
    await new Promise((done) => setImmediate(done));
    context.mock.timers.tick(PATIENCE);
    assert.match(await opening, seen);
  }
});

test("what a network answers in our place is never kept; the next try fetches what is missing", async () => {
  const next = new Release({ ...TOLD, release: "next", files: ["a.js", "b.js"] });
  network = (path) => (path.endsWith("b.js") ? new Response("Someone else") : ours(200, path));
  await assert.rejects(next.install(), /not by us/);
  /** @param {string} file */
  const kept = (file) => caches.match(TOLD.base + file, { cacheName: cacheName("next", TOLD.base) });
  assert.equal(await kept("b.js"), undefined);
  network = (path) => ours(200, path);
  await next.install();
  assert.equal(await (await kept("b.js"))?.text(), "/static/one/b.js");
});
