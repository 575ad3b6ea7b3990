/**
 * <unsent-holes data-key>: in a history, a cloud in place of the time of each hole for which this phone still has
 * entries to send. Its content is the cloud.
 */

import { Outbox } from "../phone/queue.js";

export class UnsentHoles extends HTMLElement {
  /** What stood in the place of each cloud. @type {Map<Element, readonly ChildNode[]>} */
  #times = new Map();

  connectedCallback() {
    const outbox = Outbox.open();
    const draw = () => this.#draw(outbox);
    outbox.addEventListener("change", draw);
    draw();
  }

  /** @param {Outbox} outbox */
  #draw(outbox) {
    const waiting = new Set(outbox.all.filter(({ key }) => key === this.dataset["key"]).map(({ hole }) => hole));
    for (const row of document.querySelectorAll("tr[id^='hole-']")) {
      const place = row.querySelector(".history__when"),
        waits = waiting.has(Number(row.id.slice("hole-".length)));
      if (place === null || waits === this.#times.has(place)) continue;
      if (waits) {
        this.#times.set(place, [...place.childNodes]);
        place.replaceChildren(...Array.from(this.childNodes, (node) => node.cloneNode(true)));
      } else {
        place.replaceChildren(...(this.#times.get(place) ?? []));
        this.#times.delete(place);
      }
    }
  }
}

customElements.define("unsent-holes", UnsentHoles);
