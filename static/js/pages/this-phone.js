/**
 * <this-phone>: what this phone can do for the table and what it cannot, and why not; how many entries wait on it; and how
 * to put the app on its home screen.
 *
 * @import {Abilities} from "../shell/app.js"
 *
 * @typedef {{what: string, good: boolean, words: string}} Fact
 *
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { abilities, h, show } from "../shell/app.js";

const NEEDS_HTTPS = "Browsers allow that only to pages that come over https; the documentation says how a home network gets it.";
const ALSO_NEEDS_HTTPS = "That needs https too.";

export class ThisPhone extends HTMLElement {
  /** @type {GameOnPhone | null} */
  #phone = null;

  connectedCallback() {
    void this.#begin();
  }

  async #begin() {
    this.#phone = await GameOnPhone.here();
    this.#phone?.addEventListener("change", () => void this.draw());
    // The app is kept some time after the page is there.
    this.addEventListener("toggle", () => void this.draw(), true);
    await this.draw();
    this.dataset["ready"] = "";
  }

  async draw() {
    const can = await abilities();
    const phone = this.#phone;
    const facts = factsOf(can, phone);
    const open = this.querySelector("details")?.open === true;
    show(this, h("details", { class: "fold sheet", open },
      h("summary", null, "This phone ", h("span", { class: "fold__note" }, can.offline ? "works without a network" : "needs the network")),
      h("div", { class: "fold__body" },
        h("dl", { class: "this-phone" }, facts.map(row)))));
  }
}

/** @param {Fact} fact */
function row({ what, good, words }) {
  return h("div", { class: good ? "is-good" : "is-not" }, h("dt", null, what), h("dd", null, words));
}

/**
 * Each ability in words.
 * @param {Abilities} can
 * @param {GameOnPhone | null} phone  the game of the page
 * @returns {Fact[]}
 */
function factsOf(can, phone) {
  const secure = isSecureContext;
  const standalone = matchMedia("(display-mode: standalone)").matches;
  const stays = "wakeLock" in navigator;
  const { waiting, keeps, mayEdit } = phone ?? { waiting: [], keeps: true, mayEdit: false };
  const waits = waiting.length;
  const entries = waits === 0 ? "Nothing waits." : waits === 1 ? "1 entry waits to be sent." : `${waits} entries wait to be sent.`;
  const kept = keeps ? "" : " This browser keeps nothing for later: what waits is lost when the page is closed.";
  const how = /iPhone|iPad|iPod/.test(navigator.userAgent) // pages are installed by the share sheet, and no page may ask
    ? "In Safari: the share button, then Add to Home Screen."
    : "In the browser's menu: Install app, or Add to home screen.";
  /** @type {Fact[]} */
  const forAll = [
    {
      what: "Without a network",
      good: can.offline,
      words: can.offline ? "The game opens and goes on." : `${can.why}${can.code === "plain-http" ? ` ${NEEDS_HTTPS}` : ""}`,
    },
    {
      what: "On the home screen",
      good: standalone,
      words: standalone ? "It is there: this is the app." : secure ? how : ALSO_NEEDS_HTTPS,
    },
  ];
  if (!mayEdit) return forAll; // whoever watches enters nothing
  return [
    ...forAll,
    { what: "Not sent yet", good: waits === 0 && keeps, words: entries + kept },
    {
      what: "Screen stays on",
      good: stays,
      words: stays ? "While a hole is entered." : secure ? "This browser cannot keep it on: set a longer time in the phone's settings." : ALSO_NEEDS_HTTPS,
    },
  ];
}

customElements.define("this-phone", ThisPhone);
