/**
 * <deleted-game data-key data-message>: marks this phone's copy of a deleted game. With `data-gone` the game was
 * deleted for good: the phone forgets it under all its links, with all unsent entries.
 */

import { KnownGames } from "../phone/device-storage.js";
import { deviceStorage, Outbox } from "../phone/queue.js";

export class DeletedGame extends HTMLElement {
  connectedCallback() {
    const { key = "", message = "", gone } = this.dataset;
    const games = new KnownGames(deviceStorage());
    const uid = games.get(key)?.uid;
    if (uid === undefined) return;
    if (gone === undefined) {
      games.markDeleted(uid, message);
      return;
    }
    for (const { key } of games.all.filter((game) => game.uid === uid)) games.forget(key);
    for (const { id } of Outbox.open().of(uid)) Outbox.open().drop(id);
  }
}

customElements.define("deleted-game", DeletedGame);
