/**
 * One question of a class: what stands in its boxes, putting it there again, and what is said to a student of answers that
 * the server does not have, or does not take. What was not taken stands there with what had been filled in, until it is put
 * away; the buttons say in `data-act` what they do.
 *
 * @import {Did, Work} from "../phone/class-queue.js"
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Box
 */

import { isShutOut } from "../phone/class-queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { listing, sentence } from "../rules/house.js";
import { h } from "../shell/app.js";

/** @type {Record<Did["did"], string>} */
const WHAT = { answer: "your answer", hint: "your wish for a hint", show: "your wish to see it" };

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

/** Whether it says nothing else than the server put there. @param {HTMLFormElement} form */
export function isAsServed(form) {
  return boxesOf(form).every((box) => {
    if (isChoice(box)) return box.checked === box.defaultChecked;
    return box instanceof HTMLSelectElement || box.value === box.defaultValue;
  });
}

/** @param {HTMLElement} question */
export function letterOf(question) {
  return question.dataset["letter"] ?? "";
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

/** @param {HTMLFormElement} form @returns {Box[]} */
function boxesOf(form) {
  return /** @type {Box[]} */ ([...form.querySelectorAll("input:not([type=hidden]), textarea, select")]);
}

/** @param {Box} box @returns {box is HTMLInputElement} */
function isChoice(box) {
  return box instanceof HTMLInputElement && (box.type === "radio" || box.type === "checkbox");
}

// --- words ---------------------------------------------------------------------------------------------------------------

/**
 * Of what waits, at the question on show and at others.
 * @param {Did["did"] | undefined} own  what waits at the question on show
 * @param {readonly string[]} others  the letters of other questions
 * @param {string} trouble  why it waits; "" while it is only on its way
 */
export function waitsWords(own, others, trouble) {
  if (trouble === "" || (own === undefined && others.length === 0)) return "";
  const why = trouble === NO_NETWORK ? "Waits for the network: leave" : `${sentence(trouble)} Leave`;
  const what = [...(own === undefined ? [] : [WHAT[own]]), ...(others.length === 0 ? [] : [`what you did at ${listing(others)}`])];
  return `${why} this page open, for it alone has ${listing(what)}.`;
}

/** A question takes no answer any more, and somebody was typing one. @param {readonly string[]} letters */
export function closedWords(letters) {
  if (letters.length === 0) return "";
  return `${letters.length === 1 ? `Question ${letters[0]} is` : `Questions ${listing(letters)} are`} closed; what you typed was not sent.`;
}

/** The letters of questions in their order: Z, then AA. @param {string} one @param {string} other */
export function byLetter(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** What was done, question by question, with what had been filled in. @param {readonly Work[]} work */
export function workWords(work) {
  return work.map(({ letter, typed }) => [letter, Object.values(typed).map((text) => text.trim()).filter(Boolean).join(", ")].join(" ").trim()).join("; ");
}

/**
 * What the server did not take.
 * @param {readonly Work[]} waiting  of the seat
 * @returns {HTMLElement[]}
 */
export function refusals(waiting) {
  const [first] = waiting.filter(isShutOut);
  const refused = waiting.filter((work) => work.state === "needs-you" && !isShutOut(work));
  return [
    ...refused.map((work) => refusal(`Question ${work.letter}: not taken`, work, [work], "drop")),
    ...(first === undefined ? [] : [refusal("Not sent", first, waiting.filter(isShutOut), "drop-all")]),
  ];
}

/**
 * @param {string} title
 * @param {Work} work
 * @param {readonly Work[]} all
 * @param {"drop" | "drop-all"} act
 */
function refusal(title, { id, trouble }, all, act) {
  const why = trouble?.problems?.map(({ message }) => message).join("; ") || trouble?.message || "";
  return notice(title, [
    h("p", null, sentence(why.charAt(0).toUpperCase() + why.slice(1))),
    h("p", null, "You had filled in: ", h("strong", null, workWords(all))),
    h("p", { class: "buttons" }, h("button", { type: "button", class: "button button--small", dataset: { act, id } }, "Put it away")),
  ]);
}

export function notice(/** @type {string} */ title, /** @type {HTMLElement[]} */ parts) {
  return h("div", { class: "notice notice--warning", role: "alert" }, h("div", null, h("p", { class: "notice__title" }, title), ...parts));
}
