/**
 * Every page sends what waits on this phone, also one that shows no game, and keeps how the game stands then: nothing else has
 * what was sent. A list without a game that began here, and the server's word that there is none, are asked for anew.
 */

import { gameOf, KnownGames } from "../phone/kept.js";
import { deviceStorage, Outbox } from "../phone/queue.js";

const outbox = Outbox.open(), games = new KnownGames(deviceStorage());
let isNew = false;
outbox.addEventListener("done", (event) => {
  const { kind, game, key, api } = /** @type {CustomEvent} */ (event).detail.work;
  const isHere = gameOf(location.pathname) === key;
  isNew ||= kind === "begin" && (isHere || location.pathname === "/");
  if (isHere && document.querySelector("offline-page, .game-data") !== null) return; // the page follows its game
  queueMicrotask(async () => {
    if (outbox.of(game).length > 0) return;
    const told = await outbox.ask("GET", api), known = games.get(key);
    if (known !== null && told.kind === "done" && told.body.house_version === known.answer.house_version) games.remember({ ...known, answer: told.body });
    if (isNew && outbox.next() === undefined) location.reload();
  });
});
void outbox.flush();
