/** TODO */

import { rematchOf } from "../phone/game-on-phone.js";
import { Live } from "../phone/server.js";
import { h, show } from "../shell/page.js";

/**
 * @param {{rematch?: unknown}} answer
 */
export function playsAgain(answer) {
  const address = rematchOf(answer);
  return address !== null &&
    h("div", { class: "notice notice--good plays-again" },
      h("a", { class: "plays-again__link", href: address }, "The table plays again: go to the new game"));
}

export class PlaysAgain extends HTMLElement {
  /** @type {Live | null} */
  #live = null;

  connectedCallback() {
    const { url, version } = this.dataset;
    if (url === undefined || this.#live !== null) return;
    this.#live = new Live({
      url,
      version: Number(version),
      onAnswer: (answer) => show(this, playsAgain(answer)),
      onConnection: () => {}, // whoever looks at a result is told nothing of the network
    });
    this.#live.start();
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    this.#live?.stop();
    this.#live = null;
  }
}

customElements.define("plays-again", PlaysAgain);
