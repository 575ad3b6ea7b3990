/**
 * The form of one question: what stands in its boxes, putting it there again, and saying beside a box what is wrong with it.
 *
 * @import {Problem} from "../store/sending.js"
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Box
 */

import { h } from "./build.js";

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>} by the names of the boxes; of what can be chosen, only what is
 */
export function typedIn(form) {
  return Object.fromEntries(boxesOf(form).filter((box) => !isChoice(box) || box.checked).map(({ name, value }) => [name, value]));
}

/**
 * Put there again what was typed. Whoever listens to the boxes hears of it.
 * @param {HTMLFormElement} form
 * @param {Readonly<Record<string, string>>} typed
 */
export function fillIn(form, typed) {
  for (const box of boxesOf(form)) {
    const text = typed[box.name];
    if (text === undefined) continue;
    if (isChoice(box)) box.checked = box.value === text;
    else box.value = text;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/**
 * Whether it says nothing else than the server put there.
 * @param {HTMLFormElement} form
 */
export function isAsServed(form) {
  return boxesOf(form).every((box) => {
    if (isChoice(box)) return box.checked === box.defaultChecked;
    return box instanceof HTMLSelectElement || box.value === box.defaultValue;
  });
}

/**
 * Say beside each box what is wrong with it.
 * @param {HTMLFormElement} form
 * @param {readonly Problem[]} problems  by the names of the boxes
 * @returns {Box | null} the first one that something is wrong with; null where none of these boxes is meant
 */
export function sayProblems(form, problems) {
  unsayProblems(form);
  /** @type {Box | null} */
  let first = null;
  for (const { field, message } of problems) {
    const boxes = boxesOf(form).filter(({ name }) => name === field);
    const place = boxes[0]?.closest(".field");
    if (boxes[0] === undefined || !place) continue;
    first ??= boxes[0];
    // A choice is wrong as a whole; its group has the words.
    const described = isChoice(boxes[0]) ? place : boxes[0];
    const id = `${described.id}-error`;
    place.classList.add("field--error");
    place.append(h("div", { id, dataset: { said: "" } },
      h("p", { class: "field__error" }, h("span", null, h("span", { class: "visually-hidden" }, "Error: "), message))));
    if (described === boxes[0]) described.setAttribute("aria-invalid", "true");
    described.setAttribute("aria-describedby", [described.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
  }
  return first;
}

/** @param {HTMLFormElement} form */
export function unsayProblems(form) {
  for (const { id, parentElement } of form.querySelectorAll("[id$='-error']")) {
    parentElement?.classList.remove("field--error");
    for (const described of form.querySelectorAll(`[aria-describedby~="${CSS.escape(id)}"]`)) {
      const others = (described.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one !== id);
      if (others.length > 0) described.setAttribute("aria-describedby", others.join(" "));
      else described.removeAttribute("aria-describedby");
      described.removeAttribute("aria-invalid");
    }
    document.getElementById(id)?.remove();
  }
}

/** @param {HTMLElement} question */
export function letterOf(question) {
  return question.dataset["letter"] ?? "";
}

/** @param {HTMLFormElement} form */
export function letterAround(form) {
  const question = form.closest(".pupil-question");
  return question instanceof HTMLElement ? letterOf(question) : "";
}

/**
 * Whether the same stands in the boxes.
 * @param {Readonly<Record<string, string>>} one
 * @param {Readonly<Record<string, string>>} other
 */
export function isSame(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

/**
 * @param {HTMLFormElement} form
 * @returns {Box[]}
 */
function boxesOf(form) {
  return /** @type {Box[]} */ ([...form.querySelectorAll("input:not([type=hidden]), textarea, select")]);
}

/**
 * @param {Box} box
 * @returns {box is HTMLInputElement}
 */
function isChoice(box) {
  return box instanceof HTMLInputElement && (box.type === "radio" || box.type === "checkbox");
}
