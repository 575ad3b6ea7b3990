/**
 * The button that takes back the newest change: the server names that change, so when the game has moved on the button
 * is asked for anew. Where the server cannot be reached there is no button.
 *
 * @import {GameOnPhone} from "../store/game-on-phone.js"
 */

import { show } from "./build.js";
import { ownPage } from "./own-markup.js";

export class UndoButton {
  #busy = false;

  /**
   * @param {HTMLElement} place  holds the form, or nothing where there is nothing to take back
   * @param {GameOnPhone} phone
   */
  constructor(place, phone) {
    this.place = place;
    this.phone = phone;
    this.version = Number(place.dataset["version"]);
  }

  async update() {
    if (this.#busy || !this.phone.mayEdit) return;
    this.#busy = true;
    while (this.version !== this.phone.answer.version) {
      const { version } = this.phone.answer;
      const page = this.phone.connection === "online" ? await this.#page() : null;
      const place = page?.querySelector(".score-card__undo");
      show(this.place, place instanceof HTMLElement ? Array.from(place.childNodes) : null);
      if (page === null) break; // asked for again with the next change; that the network is back is one
      this.version = version;
    }
    this.#busy = false;
  }

  /** The page as the server writes it now. */
  async #page() {
    try {
      const answer = await fetch(this.phone.urls.card, { cache: "no-store", headers: { Accept: "text/html" } });
      return answer.ok ? ownPage(await answer.text()) : null;
    } catch {
      return null;
    }
  }
}
