/**
 * <hole-entry data-hole>: the entry page of a hole. Players as tabs, one grid, one keypad; a filled layout is sent and moves
 * on to the next player; when all are there, the same place asks for the confirmation. A phone that said whose it is opens
 * on that player and stays there. Without scripts the form inside it does the same job.
 */

import { GameOnPhone } from "../store/game-on-phone.js";
import { keepAwake } from "./awake.js";
import { Entering } from "./entering.js";
import { drawEntryHeading, entrySection } from "./entry-markup.js";
import { abilities } from "./installing.js";

export class HoleEntry extends HTMLElement {
  /** @type {GameOnPhone | null} */
  #phone = null;
  /** @type {Entering | null} */
  #entering = null;

  connectedCallback() {
    if (this.#phone === null) void this.#begin();
  }

  async #begin() {
    const phone = await GameOnPhone.here();
    if (phone === null || !phone.mayEdit) return;
    this.#phone = phone;
    this.dataset["awake"] = String(keepAwake());
    // Everything is built anew where other people sit at the table now, or play by other readings.
    phone.addEventListener("change", () => {
      const entering = this.#entering;
      if (entering !== null && !entering.follow()) this.show(entering.number);
    });
    addEventListener("popstate", () => this.show(numberIn(location.pathname) ?? Number(this.dataset["hole"])));
    document.addEventListener("keydown", (event) => this.#entering?.key(event));
    this.show(Number(this.dataset["hole"]));
  }

  /**
   * Show a hole of the game; the page stays the same.
   * @param {number} hole
   */
  show(hole) {
    const phone = this.#phone;
    if (phone === null) return;
    const { number, shown } = this.#entering ?? {};
    this.#entering?.leave();
    this.#entering = null;
    if (phone.game.atTable(hole).length === 0) return;
    const section = entrySection(phone, hole);
    this.querySelector(":scope > .entry")?.remove();
    this.prepend(section);
    const heading = document.querySelector(".app-header__title");
    if (heading !== null) drawEntryHeading(heading, phone.game, hole);
    this.#entering = new Entering(section, phone, hole, {
      leave: (next) => void this.#leave(phone, next),
      show: (next) => this.show(next),
    });
    this.#entering.begin(number === hole ? shown?.id : undefined);
    this.dataset["ready"] = String(hole);
  }

  /**
   * The hole counts. On to the page that the server names; without a network to the scorecard, if this browser can open
   * it and keeps what was entered; else to the next hole, on this very page.
   * @param {GameOnPhone} phone
   * @param {string | null} next
   */
  async #leave(phone, next) {
    if (next !== null) location.assign(next);
    else if (phone.keeps && (await abilities()).offline) location.assign(phone.urls.card);
    else this.#entering?.wait();
  }
}

/** @param {string} path */
function numberIn(path) {
  const found = /\/hole\/(\d+)$/.exec(path)?.[1];
  return found === undefined ? null : Number(found);
}
