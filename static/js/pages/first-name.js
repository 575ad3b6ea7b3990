/**
 * <first-name>: the first name of a student with a made-up name. It stays in the teacher's browser and is never sent.
 * Markup: `data-class` and `data-number`. With `data-label` it is a labeled box; a pasted list fills one box per name.
 * `data-before` has the class and number that the student had in each lesson before, "key number"; the name moves
 * along.
 */

import { deviceStorage } from "../phone/device-storage.js";
import { cleaned } from "../rules/names.js";

/** The start of keys in the browser's storage; a class's key follows. */
const PREFIX = "scorekeeper:first-names:";

/** Milliseconds after which names are forgotten, as long as any class is kept. */
const FORGOTTEN_AFTER = 30 * 24 * 60 * 60 * 1000;

/**
 * The names of a class by seat number, and when the first was typed.
 * @typedef {{ since: number, names: Record<string, string> }} FirstNames
 */

/** @param {string} key  PREFIX and a class's key @returns {FirstNames} */
function namesOf(key) {
  try {
    return JSON.parse(deviceStorage()?.getItem(key) ?? "null") ?? { since: Date.now(), names: {} };
  } catch {
    return { since: 0, names: {} };
  }
}

/** @type {(key: string, number: string, name: string) => void} */
function keep(key, number, name) {
  const { since, names } = namesOf(key);
  deviceStorage()?.setItem(key, JSON.stringify({ since, names: { ...names, [number]: cleaned(name) } }));
}

/** @param {string} before  keys of classes, each with a seat number, the last first */
function nameBefore(before) {
  const seats = [...before.matchAll(/(\S+) (\d+)/g)];
  return seats.map(([, key, number = ""]) => namesOf(PREFIX + key).names[number]).find(Boolean);
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
    const { number = "", label, before = "" } = this.dataset;
    const key = PREFIX + this.dataset["class"];
    const known = nameBefore(before);
    if (known !== undefined && namesOf(key).names[number] === undefined) keep(key, number, known);
    const name = namesOf(key).names[number] ?? "";
    if (label === undefined) {
      this.textContent = name && ` (${name})`;
      return;
    }
    if (deviceStorage() === null) return; // the line to write on stays
    const box = document.createElement("input");
    Object.assign(box, { className: "input", value: name, autocomplete: "off", maxLength: 40, ariaLabel: label });
    box.addEventListener("input", () => keep(key, number, box.value));
    box.addEventListener("paste", (event) => {
      const pasted = (event.clipboardData?.getData("text") ?? "")
        .split(/[\n,;]+/)
        .map(cleaned)
        .filter(Boolean);
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

/** A class deleted for good loses its names. */
addEventListener("submit", ({ target }) => {
  const action = target instanceof HTMLFormElement ? /\/class\/([^/]+)\/delete-for-good$/.exec(target.action) : null;
  if (action !== null) deviceStorage()?.removeItem(PREFIX + action[1]);
});
forgetOld();
customElements.define("first-name", FirstName);
