import assert from "node:assert/strict";
import { test } from "node:test";

import { Live } from "../../../static/js/phone/server.js";
import { World } from "./world.js";

const URL = "/api/games/KEY";

/** A Live over that world, and what it said. @param {World} world @param {object} [more] */
function live(world, more = {}) {
  /** @type {unknown[][]} */
  const said = [];
  const told = new Live(
    {
      url: URL,
      etag: 'W/"7"',
      version: 7,
      onAnswer: (answer, etag) => void said.push(["answer", answer.version, etag]),
      onConnection: (connection, message) => void said.push([connection, message]),
      ...more,
    },
    world.around
  );
  return { live: told, said };
}

/** The same, started. @param {World} world */
function started(world) {
  const both = live(world);
  both.live.start();
  return both;
}

/** @param {number} version */
const answer = (version) => ({ body: { version, holes: [] }, etag: `W/"${version}"` });

test("without rings it asks at once, then ever more seldom until something happens", async () => {
  const world = new World();
  live(world).live.start();
  await world.pass(6_000);
  assert.deepEqual(world.times, [0, 1_500, 3_000, 4_500, 6_000]);
  await world.pass(60_000);
  assert.deepEqual(world.times.slice(-3), [58_500, 60_000, 65_000]);
  await world.pass(600_000);
  assert.deepEqual(world.times.slice(-3), [630_000, 645_000, 660_000]);
  world.server = () => answer(8);
  await world.pass(12_000);
  assert.deepEqual(world.times.slice(-3), [675_000, 676_500, 678_000], "after a change");
});

test("a touch asks at once, if something may have happened since", async () => {
  const world = new World();
  live(world).live.start();
  await world.pass(660_000);
  world.window.dispatchEvent(new Event("pointerdown"));
  await world.pass(1_500);
  world.window.dispatchEvent(new Event("pointerdown"));
  await world.settle();
  assert.deepEqual(world.times.slice(-3), [660_000, 660_000, 661_500]);
});

test("a server that rings is asked when it rings, and once a minute to be sure", async () => {
  const world = new World();
  const { said } = started(world);
  await world.pass(1_000);
  assert.equal(world.streams[0]?.url, URL);
  world.streams[0]?.rung('W/"7"');
  await world.pass(60_000);
  assert.deepEqual(world.times, [0, 61_000], "the page has what the first ring names");
  world.server = () => answer(8);
  world.streams[0]?.rung("changed");
  await world.settle();
  assert.deepEqual([world.times.slice(2), said.at(-1)], [[61_000], ["answer", 8, 'W/"8"']]);
});

test("the first ring of a server with news is enough to ask", async () => {
  const world = new World();
  started(world);
  await world.pass(1_000);
  world.streams[0]?.rung('W/"8"');
  await world.settle();
  assert.deepEqual(world.times, [0, 1_000]);
});

test("a stream that ends is asked for again at once", async () => {
  const world = new World();
  started(world);
  await world.pass(1_000);
  world.streams[0]?.rung('W/"7"');
  world.streams[0]?.lost();
  await world.settle();
  assert.deepEqual([world.times, world.streams.length], [[0, 1_000], 1]);
});

test("a page that loses the network asks at once, because its stream may not notice", async () => {
  const world = new World();
  const { said } = started(world);
  await world.pass(1_000);
  world.streams[0]?.rung('W/"7"');
  world.server = () => ({ broken: true });
  world.window.dispatchEvent(new Event("offline"));
  await world.settle();
  assert.deepEqual([world.times, world.streams, said.at(-1)], [[0, 1_000], [], ["away", "no connection"]]);
});

test("a server without rings is asked for them again after five minutes", async () => {
  const world = new World();
  started(world);
  await world.settle();
  world.streams[0]?.lost();
  await world.pass(299_000);
  assert.deepEqual(world.streams, []);
  await world.pass(6_000);
  assert.equal(world.streams.length, 1);
});

test("a page that is about to be left listens to nothing for a moment", async () => {
  const world = new World();
  const { live: told } = started(world);
  await world.settle();
  told.rest();
  await world.pass(1_000);
  assert.deepEqual([world.streams, world.times], [[], [0]]);
  await world.pass(1_000);
  assert.equal(world.streams.length, 1);
});

test("a page that is hidden or stopped does not listen", async () => {
  const world = new World();
  const { live: told } = started(world);
  await world.settle();
  world.see("hidden");
  assert.deepEqual(world.streams, []);
  world.see("visible");
  await world.settle();
  assert.equal(world.streams.length, 1);
  told.stop();
  assert.deepEqual(world.streams, []);
});

test("it asks with what it has, past every cache, and never follows anybody elsewhere", async () => {
  const world = new World();
  live(world).live.start();
  await world.settle();
  const { url, options } = world.requests[0];
  assert.equal(url, URL);
  assert.equal(options.cache, "no-store");
  assert.equal(options.redirect, "error");
  assert.equal(options.credentials, "same-origin");
  assert.deepEqual(options.headers, { Accept: "application/json", "If-None-Match": 'W/"7"' });
});

test("a hidden page does not ask; one that is seen again asks at once and goes on", async () => {
  const world = new World();
  live(world).live.start();
  await world.pass(100);
  world.see("hidden");
  await world.pass(8 * 60 * 60 * 1_000);
  assert.deepEqual([world.times, world.timers.length], [[0], 0], "nothing wakes the phone at night");
  world.see("visible");
  await world.pass(1_500);
  assert.deepEqual(
    world.times.map((at) => at % 3_600_000),
    [0, 100, 1_600]
  );
});

test("the network coming back and a page taken from the browser's memory are asked for at once", async () => {
  const world = new World();
  live(world).live.start();
  await world.pass(100);
  world.online();
  await world.pass(100);
  world.shown(true);
  await world.pass(100);
  assert.deepEqual(world.times, [0, 100, 200]);
});

const AWAY = [
  ["no network", { broken: true }, "no connection"],
  [
    "a sign-in page in place of the server",
    { body: "<!doctype html><h1>Welcome to the hotel</h1>" },
    "The server answered with code 200.",
  ],
  ["JSON that is no game", { body: { hello: "world" } }, "The server answered with code 200."],
  ["a missing page of someone else", { status: 404, body: "<h1>404</h1>" }, "The server answered with code 404."],
  ["a proxy without its server", { status: 502, body: "Bad gateway" }, "The server answered with code 502."],
];

for (const [name, told, message] of AWAY) {
  test(`${name}: away, told once, asked ever more seldom`, async () => {
    const world = new World();
    world.server = () => /** @type {any} */ (told);
    const { live: watching, said } = live(world);
    watching.start();
    await world.pass(125_000);
    assert.deepEqual(said, [["away", message]]);
    assert.deepEqual(world.times, [0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000]);
  });
}

test("a server that comes back is told, and asked as before", async () => {
  const world = new World();
  world.server = () => ({ broken: true });
  const { live: told, said } = live(world);
  told.start();
  await world.pass(7_000);
  world.server = () => answer(7 + (world.requests.length > 4 ? 1 : 0));
  await world.pass(7_000);
  assert.deepEqual(world.times, [0, 2_000, 6_000, 14_000]);
  await world.pass(1_500);
  assert.deepEqual(world.times.slice(4), [15_500]);
  assert.deepEqual(said, [
    ["away", "no connection"],
    ["online", ""],
    ["answer", 7, 'W/"7"'],
    ["answer", 8, 'W/"8"'],
  ]);
});

for (const [status, code] of /** @type {const} */ ([
  [404, "not_found"],
  [410, "link.renewed"],
])) {
  test(`${status} of our server closes the link, and nothing is asked again`, async () => {
    const world = new World();
    world.server = () => ({ status, body: { code, message: "This link was renewed.", problems: [] } });
    const { live: told, said } = live(world);
    told.start();
    await world.pass(60_000);
    world.online();
    world.see("hidden");
    world.see("visible");
    await told.now();
    await world.pass(60_000);
    assert.deepEqual(said, [["closed", "This link was renewed."]]);
    assert.deepEqual(world.times, [0]);
  });
}

test("what was deleted is asked for seldom, says so once, and goes on as soon as it is back", async () => {
  const world = new World();
  const gone = {
    status: 410,
    body: { code: "game.deleted", message: "Deleted on Bo's phone.", problems: [], put_back: "/back" },
  };
  world.server = () => gone;
  const { live: told, said } = live(world);
  told.start();
  await world.pass(11_000);
  assert.deepEqual(world.times, [0, 5_000, 10_000]);
  assert.deepEqual(said, [["closed", "Deleted on Bo's phone."]]);
  world.server = () => answer(9);
  await world.pass(6_500);
  assert.deepEqual(world.times.slice(3), [15_000, 16_500]);
  assert.deepEqual(said.slice(1, 3), [
    ["online", ""],
    ["answer", 9, 'W/"9"'],
  ]);
  world.server = () => ({ status: 410, body: { code: "game.gone", message: "It is gone.", problems: [] } });
  await world.pass(60_000);
  assert.deepEqual(said.filter(([what]) => what === "closed").slice(1), [["closed", "It is gone."]]);
  assert.equal(world.times.length, 6, "nothing comes after that");
});

test("a request that nobody answers is given up after 10 seconds", async () => {
  const world = new World();
  world.server = null;
  const { live: told, said } = live(world);
  told.start();
  await world.pass(9_999);
  assert.deepEqual(said, []);
  await world.pass(2_001);
  assert.deepEqual(said, [["away", "no connection"]]);
  assert.deepEqual(world.times, [0, 12_000]);
});

test("there are never two requests at a time, and what was asked for in between is asked once after", async () => {
  const world = new World();
  world.server = null;
  const { live: told } = live(world);
  told.start();
  await world.pass(500);
  let answered = false;
  const both = Promise.all([told.now(), told.now()]).then(() => (answered = true));
  world.online();
  await world.settle();
  assert.equal(world.requests.length, 1);
  world.requests[0].settle({ status: 304 });
  await world.settle();
  assert.equal(world.requests.length, 2);
  assert.equal(answered, false, "the first answer may be older than the call");
  world.requests[1].settle({ status: 304 });
  await both;
  assert.equal(world.requests.length, 2);
  assert.equal(world.mostUnderWay, 1);
});

test("a request from before the phone slept is given up when it wakes, without a word", async () => {
  const world = new World();
  world.server = null;
  const { live: told, said } = live(world);
  told.start();
  await world.pass(4_000);
  world.server = () => ({ status: 304 });
  world.see("visible");
  await world.pass(100);
  assert.deepEqual(world.times, [0, 4_000]);
  assert.equal(world.mostUnderWay, 1);
  assert.deepEqual(said, [["online", ""]]);
});

test("an answer that is older than what this phone knows is not told; the next one is whole", async () => {
  const world = new World();
  world.server = null;
  const { live: told, said } = live(world);
  told.start();
  await world.settle();
  told.knows(9);
  world.requests[0].settle(answer(8));
  await world.pass(1_500);
  assert.deepEqual(said, [["online", ""]]);
  assert.equal("If-None-Match" in world.requests[1].options.headers, false);
  world.requests[1].settle(answer(9));
  await world.settle();
  assert.deepEqual(said.slice(1), [["answer", 9, 'W/"9"']]);
});

test("a server that keeps to an older game, as one brought back from a copy, is believed", async () => {
  const world = new World();
  world.server = () => answer(3);
  const { live: told, said } = live(world);
  told.start();
  await world.pass(1_500);
  assert.deepEqual(said, [
    ["online", ""],
    ["answer", 3, 'W/"3"'],
  ]);
});

test("after the end nothing is asked, told or waited for", async () => {
  const world = new World();
  world.server = null;
  const { live: told, said } = live(world);
  told.start();
  told.start();
  await world.settle();
  told.stop();
  await world.pass(60_000);
  world.see("visible");
  world.online();
  await told.now();
  assert.equal(world.requests.length, 1);
  assert.deepEqual(said, []);
  assert.equal(world.timers.length, 0);
  world.server = () => ({ status: 304 });
  told.start();
  await world.pass(1_500);
  assert.deepEqual(world.times, [0, 60_000, 61_500]);
});
