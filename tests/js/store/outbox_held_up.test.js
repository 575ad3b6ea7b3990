import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox } from "../../../static/js/store/outbox.js";
import { aKeep } from "./tabs.js";

/** @import {Waiting} from "../../../static/js/store/outbox.js" */

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
