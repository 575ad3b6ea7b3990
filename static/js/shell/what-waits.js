/**
 * Send this phone's queue from every page, and store the game's new state, because no other page has it. Reload a list
 * that lacks a game started here, and a page that says there is no such game.
 */

import { gameOf, KnownGames } from "../phone/device-storage.js";
import { deviceStorage, Outbox } from "../phone/queue.js";

const outbox = Outbox.open(),
  games = new KnownGames(deviceStorage());
let isNew = false;
outbox.addEventListener("done", (event) => {
  const { kind, game, key, api } = /** @type {CustomEvent} */ (event).detail.work;
  const isHere = gameOf(location.pathname) === key;
  isNew ||= kind === "begin" && (isHere || location.pathname === "/");
  if (isHere && document.querySelector("offline-page, .game-data") !== null) return; // the page follows its game
  queueMicrotask(async () => {
    if (outbox.of(game).length > 0) return;
    const told = await outbox.ask("GET", api),
      known = games.get(key);
    if (known !== null && told.kind === "done" && told.body.house_version === known.answer.house_version)
      games.remember({ ...known, answer: told.body });
    if (isNew && outbox.next() === undefined) location.reload();
  });
});
void outbox.flush();
