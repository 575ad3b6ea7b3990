import assert from "node:assert/strict";
import { test } from "node:test";

import { cacheName } from "../../../static/js/phone/kept.js";
import { BrowserCaches, ours } from "./browser_caches.js";

// Named so, because its types are those of a worker.
const WORKER = "../../../static/js/shell/worker.js";
const { answer, Release } = /** @type {any} */ (await import(WORKER));

const HOME = "http://golf.test";
const TOLD = { release: "abc", base: "/static/one/", files: [], shell: "/offline", pages: [] };
const SHELL = "<main class=\"page\"><offline-page></offline-page></main>";

const UNSENT = /<offline-page data-unsent/;

/** What a form is answered with, and what its page then shows. @type {[name: string, behind: () => any, seen: RegExp][]} */
const ANSWERED = [
  ["our server says of its trouble", () => ours(503, "Send it again"), /^Send it again$/],
  ["something else says that there is no server", () => new Response("bad gateway", { status: 503 }), UNSENT],
  ["there is no network", () => { throw new TypeError("Failed to fetch"); }, UNSENT],
];
for (const [name, behind, seen] of ANSWERED) {
  test(`a form that is sent while ${name}`, async () => {
    Object.assign(globalThis, { caches: new BrowserCaches(), location: new URL(HOME), fetch: async () => behind() });
    await (await caches.open(cacheName(TOLD.release, TOLD.base))).put(TOLD.shell, ours(200, SHELL));
    /** @type {Promise<Response>[]} */
    const answers = [];
    const request = Object.defineProperty(new Request(`${HOME}/new/two-joker`, { method: "POST" }), "mode", { value: "navigate" });
    answer({ request, respondWith: (/** @type {any} */ one) => answers.push(one) }, new Release(TOLD));
    assert.match(await (await answers[0]).text(), seen);
  });
}
