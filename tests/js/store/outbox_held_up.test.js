import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox } from "../../../static/js/phone/outbox.js";
import { aKeep } from "./tabs.js";

/** @import {Waiting} from "../../../static/js/phone/outbox.js" */

const PLACE = { key: "key", api: "/api/games/key" };
const SAID = { ender: null, enderKnown: true, acceptWarnings: false, acceptMissing: false, seen: {} };
/** @param {string} cards */
const hand = (cards, player = 1) => ({ player, cards, points: null, basedOn: 0 });

test("what comes after an entry that needs a decision is held up, and nothing else", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  // The first hand is refused; then the network is gone.
  let asked = 0;
  const outbox = new Outbox(aKeep(), async () => (asked++ === 0
    ? { kind: "refused", code: "form", message: "no", problems: [] }
    : { kind: "later", reached: false, message: "no connection" }));
  const on = (/** @type {number} */ hole, game = "game") => ({ ...PLACE, game, hole });
  await outbox.enter(on(1), hand("5 * 7 / 5 Q K"));
  await outbox.flush();
  void outbox.enter(on(1), hand("K K K / 3 4 5", 2));
  void outbox.confirm(on(1), null, SAID);
  void outbox.enter(on(2), hand("9 9 9 / 3 4 5"));
  void outbox.enter(on(2, "other"), hand("9 9 9 / 3 4 5"));
  const told = (/** @type {Waiting} */ { game, hole, kind, state }) => `${game} ${hole} ${kind} ${state}`;
  assert.deepEqual(outbox.all.map((entry) => [told(entry), outbox.isHeldUp(entry)]), [
    ["game 1 hand needs-you", false],
    ["game 1 hand waiting", false],
    ["game 1 confirm waiting", true],
    ["game 2 hand waiting", true],
    ["other 2 hand waiting", false],
  ]);
  await outbox.flush();
});

test("a hole that is confirmed once more goes before what was entered for the next one meanwhile", async () => {
  /** @type {string[]} */
  const sent = [];
  let away = true;
  const outbox = new Outbox(aKeep(), async (method, url, body) => {
    if (away) return { kind: "later", reached: false, message: "no connection" };
    sent.push(`${method} ${url.replace("/api/games/key/", "")}`);
    if (sent.length === 1) return { kind: "refused", code: "hole.not_settled", message: "Cy has no cards yet", problems: [] };
    return { kind: "done", body: { write_id: body?.["write_id"], hands: [], hole_version: 1 } };
  });
  const on = (/** @type {number} */ hole) => ({ ...PLACE, game: "game", hole });
  await outbox.confirm(on(1), 3, SAID);
  await outbox.enter(on(2), hand("9 9 9 / 3 4 5"));
  await outbox.flush();
  away = false;
  await outbox.hurry();
  assert.deepEqual(outbox.all.map(({ state }) => state), ["needs-you", "waiting"]);
  await outbox.confirm(on(1), 4, SAID);
  await outbox.flush();
  assert.deepEqual(sent, ["POST holes/1/confirm", "POST holes/1/confirm", "PUT holes/2/hands/1"]);
  assert.equal(outbox.all.length, 0);
});
