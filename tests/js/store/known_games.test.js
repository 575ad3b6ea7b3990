import assert from "node:assert/strict";
import { test } from "node:test";

import { gameUrls, KnownGames, MOST, startOf } from "../../../static/js/phone/device-storage.js";
import { Shared } from "./tabs.js";

/** @param {Partial<{key: string, uid: string, seenAt: number, version: number, may_edit: boolean, seat: number | null}>} [game] */
function game({ key = "K1", uid = "u1", seenAt = 1, version = 1, may_edit = true, seat = null } = {}) {
  return { key, uid, answer: { version, may_edit, title: "" }, rules: { grid: {} }, seat, seenAt };
}

/** @param {KnownGames} known */
const keys = (known) => known.all.map(({ key }) => key);

test("a newer answer takes the place of an older one, and stays when another tab comes with the older", () => {
  const known = new KnownGames(new Shared().open().storage);
  known.remember(game({ version: 4 }));
  known.remember(game({ version: 6, seenAt: 2 }));
  known.remember(game({ version: 5, seenAt: 3, seat: 2 }));
  const kept = known.get("K1");
  assert.deepEqual([kept?.answer.version, kept?.seenAt, kept?.seat], [6, 3, 2]);
});

test("an older answer takes the place of a newer one where the server has gone back to it", () => {
  const known = new KnownGames(new Shared().open().storage);
  known.remember(game({ version: 6 }));
  known.remember(game({ version: 4 }), { wentBack: true });
  assert.equal(known.get("K1")?.answer.version, 4);
});

test("a renewed link takes the place of the old one; watching and playing along are two", () => {
  const known = new KnownGames(new Shared().open().storage);
  known.remember(game({ key: "edit-old", seenAt: 1 }));
  known.remember(game({ key: "view-old", may_edit: false, seenAt: 2 }));
  known.remember(game({ key: "other", uid: "u2", seenAt: 3 }));
  known.remember(game({ key: "edit-new", seenAt: 4 }));
  assert.deepEqual(keys(known), ["edit-new", "other", "view-old"]);
  known.remember(game({ key: "view-new", may_edit: false, seenAt: 5 }));
  assert.deepEqual(keys(known), ["view-new", "edit-new", "other"]);
});

test("a game that was deleted stands no longer, by whichever link, until the server shows it again", () => {
  const known = new KnownGames(new Shared().open().storage);
  known.remember(game({ key: "edit", seenAt: 1 }));
  known.remember(game({ key: "view", may_edit: false, seenAt: 2 }));
  known.remember(game({ key: "other", uid: "u2", seenAt: 3 }));
  known.markDeleted(game().uid, "Deleted on Bo's phone.");
  assert.deepEqual(
    known.standing.map(({ key }) => key),
    ["other"]
  );
  assert.deepEqual([known.all.length, known.get("view")?.deleted], [3, "Deleted on Bo's phone."]);
  known.remember(game({ key: "edit", seenAt: 4 }));
  assert.deepEqual(
    known.standing.map(({ key }) => key),
    ["edit", "other"]
  );
});

test(`the last ${MOST} games are kept`, () => {
  const known = new KnownGames(new Shared().open().storage);
  for (let number = 1; number <= MOST + 3; number += 1) {
    known.remember(game({ key: `K${number}`, uid: `u${number}`, seenAt: number }));
  }
  const kept = keys(known);
  assert.equal(kept.length, MOST);
  assert.deepEqual([kept[0], kept.at(-1)], [`K${MOST + 3}`, "K4"]);
});

for (const [name, record] of [
  ["of a later release", { ...game(), format: 2 }],
  ["without an answer", { ...game(), format: 1, answer: null }],
  ["without a version", { ...game(), format: 1, answer: {} }],
  ["without rules", { ...game(), format: 1, rules: null }],
  ["of something else", { key: "K1", cards: "5 5" }],
]) {
  test(`a record ${name} is neither shown nor removed`, () => {
    const { storage } = new Shared().open();
    storage.setItem("scorekeeper:game:K1", JSON.stringify(record));
    const known = new KnownGames(storage);
    assert.equal(known.get("K1"), null);
    known.remember(game({ key: "K2", uid: "u2" }));
    assert.deepEqual(keys(known), ["K2"]);
    assert.equal(storage.getItem("scorekeeper:game:K1"), JSON.stringify(record));
  });
}

for (const [name, storage] of /** @type {[string, Storage | null][]} */ ([
  ["forbidden", null],
  ["full", Object.assign(new Shared(), { full: true }).open().storage],
])) {
  test(`where the storage is ${name}, a game is there while the page is open, and is known to be lost with it`, () => {
    const known = new KnownGames(storage);
    known.remember(game());
    assert.deepEqual([keys(known), known.areSafe], [["K1"], false]);
  });
}

// --- what a page starts from -----------------------------------------------------------------------------------------

/** @type {[name: string, own: number, known: number | null, isReplayed: boolean, starts: "page" | "phone"][]} */
const STARTS = [
  ["a game that the phone has not seen", 3, null, false, "page"],
  ["a page that the server has just written", 4, 3, false, "page"],
  ["a page of the game as the phone knows it", 3, 3, false, "page"],
  ["a page that a browser has kept since before", 3, 4, false, "phone"],
  ["the same on the way back", 3, 4, true, "phone"],
  ["a page on the way back, older in nothing but whose phone this is", 3, 3, true, "phone"],
  ["a page on the way back that came again", 4, 3, true, "page"],
];
for (const [name, own, version, isReplayed, starts] of STARTS) {
  test(`${name} is drawn from what the ${starts} has`, () => {
    const { seenAt: _seenAt, uid: _uid, ...page } = game({ version: own, seat: 1 });
    const known =
      version === null
        ? null
        : {
            ...game({ version, seat: 2 }),
            rules: { grid: {}, of: "phone" },
            urls: gameUrls("key"),
            format: /** @type {const} */ (1),
          };
    const data = { ...page, etag: "tag" };
    const start = startOf(data, known, isReplayed);
    assert.deepEqual(
      start,
      starts === "page" ? data : { ...data, answer: known?.answer, rules: known?.rules, seat: 2, etag: null }
    );
  });
}

test("a game that this phone alone has is never the one that makes room", () => {
  const known = new KnownGames(new Shared().open().storage);
  known.remember(game({ key: "alone", version: 0, uid: "alone", seenAt: 0 }));
  for (let number = 1; number <= MOST + 2; number += 1)
    known.remember(game({ key: `K${number}`, uid: `u${number}`, seenAt: number }));
  assert.notEqual(known.get("alone"), null);
});
