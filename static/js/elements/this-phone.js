/**
 * <this-phone>: what this phone can do for the table and what it cannot, and why not; how many entries wait on it; and how
 * to put the app on its home screen.
 *
 * @import {Around, Fact} from "./phone-facts.js"
 *
 * @typedef {Event & {prompt: () => Promise<unknown>}} InstallPrompt  Chromium's offer to install the app
 */

import { GameOnPhone } from "../store/game-on-phone.js";
import { h, show } from "./build.js";
import { abilities } from "./installing.js";
import { factsOf } from "./phone-facts.js";

/** The offer comes once, early, and goes when it is used. @type {InstallPrompt | null} */
let offer = null;

/** Those who show the offer. @type {Set<ThisPhone>} */
const shown = new Set();

globalThis.addEventListener?.("beforeinstallprompt", (event) => {
  event.preventDefault(); // no banner over the cards: the offer stands in its place on the page
  offer = /** @type {InstallPrompt} */ (event);
  for (const element of shown) void element.draw();
});

export class ThisPhone extends HTMLElement {
  /** @type {GameOnPhone | null} */
  #phone = null;

  connectedCallback() {
    shown.add(this);
    void this.#begin();
  }

  disconnectedCallback() {
    shown.delete(this);
  }

  async #begin() {
    this.#phone = await GameOnPhone.here();
    this.#phone?.addEventListener("change", () => void this.draw());
    this.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest('[data-act="install"]') !== null) void this.#install();
    });
    // The app is kept some time after the page is there.
    this.addEventListener("toggle", () => void this.draw(), true);
    await this.draw();
    this.dataset["ready"] = "";
  }

  async draw() {
    const can = await abilities();
    const phone = this.#phone;
    const facts = factsOf(can, around(), phone);
    const open = this.querySelector("details")?.open === true;
    show(this, h("details", { class: "fold sheet", open },
      h("summary", null, "This phone ", h("span", { class: "fold__note" }, can.offline ? "works without a network" : "needs the network")),
      h("div", { class: "fold__body" },
        h("dl", { class: "this-phone" }, facts.map(row)),
        offer !== null && h("p", { class: "buttons" }, h("button", { type: "button", class: "button", dataset: { act: "install" } }, "Install the app")))));
  }

  async #install() {
    const asked = offer;
    offer = null;
    await asked?.prompt();
    await this.draw();
  }
}

/** @param {Fact} fact */
function row({ what, good, words }) {
  return h("div", { class: good ? "is-good" : "is-not" }, h("dt", null, what), h("dd", null, words));
}

/** @returns {Around} */
function around() {
  return {
    secure: isSecureContext,
    standalone: matchMedia("(display-mode: standalone)").matches,
    apple: /iPhone|iPad|iPod/.test(navigator.userAgent),
    stays: "wakeLock" in navigator,
    vibrates: "vibrate" in navigator,
    still: matchMedia("(prefers-reduced-motion: reduce)").matches,
  };
}
