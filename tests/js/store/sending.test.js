import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { answerOf } from "../../../static/js/phone/server.js";

/** @import {TestContext} from "node:test" */

/** @type {[status: number, body: any, kind: string][]} */
const ANSWERS = [
  [200, { write_id: "a" }, "done"],
  [409, { code: "store.conflict" }, "conflict"],
  [409, { code: "store.hole_conflict", message: "changed" }, "overtaken"],
  [409, { code: "write.id_reused", message: "used" }, "refused"],
  [422, { code: "layout.rows", message: "no" }, "refused"],
  [410, { code: "link.renewed", message: "renewed" }, "refused"],
  [410, { code: "game.deleted", message: "deleted" }, "refused"],
  [410, { code: "class.deleted", message: "deleted" }, "later"],
  [422, { code: "hole.not_yet", message: "hole 1 is not finished yet" }, "later"],
  [409, null, "later"],
  [200, null, "later"],
  [401, null, "later"],
  [408, { code: "slow" }, "later"],
  [429, { code: "busy" }, "later"],
  [500, { code: "broken" }, "later"],
];
for (const [status, body, kind] of ANSWERS) {
  test(`${status} with ${JSON.stringify(body)} means ${kind}`, () => assert.equal(answerOf(status, body).kind, kind));
}

// --- tokens ----------------------------------------------------------------------------------------------------------

/** @typedef {{method: string, path: string, token: string, body: any}} Asked */

const STALE = { status: 400, body: { code: "csrf", message: "The session has ended.", problems: [] } };
const DONE = { status: 200, body: { write_id: "w" } };

/**
 * A page of its own: the module remembers the newest token.
 * @type {typeof import("../../../static/js/phone/server.js").send}
 */
let send;
let pages = 0;
beforeEach(async () => {
  ({ send } = await import(`../../../static/js/phone/server.js?page=${(pages += 1)}`));
});

/**
 * A page with a token, or without one as the shell has none, and what a server answers.
 * @param {TestContext} context
 * @param {string | null} token
 * @param {({status: number, body: any} | null)[]} answers  null for none
 */
function aServer(context, token, ...answers) {
  /** @type {Asked[]} */
  const asked = [];
  Object.assign(globalThis, { document: { querySelector: () => token && { getAttribute: () => token } } });
  context.after(() => Reflect.deleteProperty(globalThis, "document"));
  context.mock.method(
    globalThis,
    "fetch",
    async (/** @type {string} */ path, /** @type {any} */ { method, headers, body }) => {
      asked.push({ method, path, token: headers["X-CSRFToken"], body });
      const answer = answers.shift();
      assert.ok(answer !== undefined, "nothing more was to be asked");
      if (answer === null) throw new TypeError("Failed to fetch");
      return Response.json(answer.body, { status: answer.status });
    }
  );
  return asked;
}

/** @param {Asked[]} asked */
const told = (asked) => asked.map(({ method, path, token }) => `${method} ${path} ${token}`.trim());

test("a page whose session has ended asks for a token, once, and sends the very same again", async (context) => {
  const asked = aServer(context, "old", STALE, { status: 200, body: { token: "new" } }, DONE, DONE);
  assert.equal((await send("PUT", "/hand", { write_id: "w" })).kind, "done");
  assert.equal((await send("PUT", "/next", { write_id: "x" })).kind, "done");
  assert.deepEqual(told(asked), ["PUT /hand old", "GET /api/token old", "PUT /hand new", "PUT /next new"]);
  assert.equal(asked[0]?.body, asked[2]?.body);
});

test("a page of the shell, which has no token, asks for one before it sends anything", async (context) => {
  const asked = aServer(
    context,
    null,
    { status: 200, body: { hands: [] } },
    { status: 200, body: { token: "new" } },
    DONE,
    DONE
  );
  assert.equal((await send("GET", "/hole")).kind, "done");
  assert.equal((await send("PUT", "/hand", { write_id: "w" })).kind, "done");
  assert.equal((await send("PUT", "/next", { write_id: "x" })).kind, "done");
  assert.deepEqual(told(asked), ["GET /hole", "GET /api/token", "PUT /hand new", "PUT /next new"]);
});

test("a page of the shell whose network is gone is without a connection, as any other", async (context) => {
  const asked = aServer(context, null, null);
  assert.deepEqual(await send("PUT", "/hand", {}), { kind: "later", reached: false, message: "no connection" });
  assert.deepEqual(told(asked), ["GET /api/token"]);
});

/** @type {[name: string, answers: ({status: number, body: any} | null)[], asked: number, reached: boolean][]} */
const NO_TOKEN = [
  [
    "a token that is refused as well, for want of cookies",
    [STALE, { status: 200, body: { token: "new" } }, STALE],
    3,
    true,
  ],
  ["the network gone before the token", [STALE, null], 2, false],
  ["a stranger in the place of the token", [STALE, { status: 200, body: { ok: true } }], 2, true],
  ["a server in trouble", [STALE, { status: 503, body: {} }], 2, true],
  ["the network gone after the token", [STALE, { status: 200, body: { token: "new" } }, null], 3, false],
];
for (const [name, answers, count, reached] of NO_TOKEN) {
  test(`${name}: tried again later, never refused for good`, async (context) => {
    const asked = aServer(context, "old", ...answers);
    const answer = await send("PUT", "/hand", { write_id: "w" });
    assert.deepEqual([answer.kind, answer.kind === "later" && answer.reached, asked.length], ["later", reached, count]);
  });
}

test("a network that breaks off, and an answer that is no JSON, are tried again later", async (context) => {
  aServer(context, "page", null);
  assert.deepEqual(await send("PUT", "/hand", {}), { kind: "later", reached: false, message: "no connection" });
  context.mock.method(globalThis, "fetch", async () => new Response("<h1>Sign in</h1>"));
  assert.deepEqual(await send("PUT", "/hand", {}), {
    kind: "later",
    reached: true,
    message: "The server answered with code 200.",
  });
});
