/**
 * <first-name>: who a student with a made-up name is. The name stays in the teacher's browser and is never sent. Markup:
 * `data-class` and `data-number`. With `data-label` it is a box of that label; a list that is pasted goes one name to a box.
 */

import { deviceStorage } from "../phone/kept.js";
import { cleaned } from "../rules/names.js";

/** Of the keys in the browser's storage: behind it stands the key of a class. */
const PREFIX = "scorekeeper:first-names:";

/** Milliseconds after which names are forgotten: no class is kept any longer. */
const FORGOTTEN_AFTER = 30 * 24 * 60 * 60 * 1000;

/** The names of a class by the numbers of its seats, and when the first was typed. @typedef {{ since: number, names: Record<string, string> }} FirstNames */

/** @param {string} key  of a class, behind PREFIX @returns {FirstNames} */
function namesOf(key) {
  try {
    return JSON.parse(deviceStorage()?.getItem(key) ?? "null") ?? { since: Date.now(), names: {} };
  } catch {
    return { since: 0, names: {} };
  }
}

function forgetOld() {
  const storage = deviceStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
  for (const key of keys) {
    if (key.startsWith(PREFIX) && namesOf(key).since < Date.now() - FORGOTTEN_AFTER) storage?.removeItem(key);
  }
}

export class FirstName extends HTMLElement {
  connectedCallback() {
    const { number = "", label } = this.dataset;
    const key = PREFIX + this.dataset["class"];
    const name = namesOf(key).names[number] ?? "";
    if (label === undefined) {
      this.textContent = name && ` (${name})`;
      return;
    }
    if (deviceStorage() === null) return; // the place for a pen stays
    const box = document.createElement("input");
    Object.assign(box, { className: "input", value: name, autocomplete: "off", maxLength: 40, ariaLabel: label });
    box.addEventListener("input", () => {
      const { since, names } = namesOf(key);
      deviceStorage()?.setItem(key, JSON.stringify({ since, names: { ...names, [number]: cleaned(box.value) } }));
    });
    box.addEventListener("paste", (event) => {
      const pasted = (event.clipboardData?.getData("text") ?? "").split(/[\n,;]+/).map(cleaned).filter(Boolean);
      if (pasted.length < 2) return;
      event.preventDefault();
      const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("first-name input")]);
      for (const [place, other] of boxes.slice(boxes.indexOf(box), boxes.indexOf(box) + pasted.length).entries()) {
        other.value = pasted[place] ?? "";
        other.dispatchEvent(new Event("input"));
      }
    });
    this.replaceChildren(box);
  }
}

/** With a class that is gone for good go its names. */
addEventListener("submit", ({ target }) => {
  const action = target instanceof HTMLFormElement ? /\/class\/([^/]+)\/delete-for-good$/.exec(target.action) : null;
  if (action !== null) deviceStorage()?.removeItem(PREFIX + action[1]);
});
forgetOld();
customElements.define("first-name", FirstName);
