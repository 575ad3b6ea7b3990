/**
 * One question of a class: reading and restoring its boxes, and messages about answers that aren't sent or accepted. A
 * message about a refused answer shows the typed text until it is dismissed. Buttons name their action in `data-act`.
 *
 * @import {Did, Work} from "../phone/class-queue.js"
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Box
 */

import { isShutOut } from "../phone/class-queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { listing, sentence } from "../rules/house.js";
import { h } from "../shell/app.js";

/** @type {Record<Did["did"], string>} */
const WHAT = { answer: "your answer", hint: "your hint request", show: "your solution request" };

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>} text by box name; of choices, only the chosen ones
 */
export function typedIn(form) {
  return Object.fromEntries(
    boxesOf(form)
      .filter((box) => !isChoice(box) || box.checked)
      .map(({ name, value }) => [name, value])
  );
}

/**
 * Restore typed text, with an input event for each box.
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

/** Whether the form is as the server sent it. @param {HTMLFormElement} form */
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
 * Whether two forms have the same text.
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

// --- words -----------------------------------------------------------------------------------------------------------

/**
 * Words about unsent work, at the question on show and at others.
 * @param {Did["did"] | undefined} own  unsent work at the question on show
 * @param {readonly string[]} others  the letters of other questions
 * @param {string} trouble  why it waits; "" while it is being sent
 */
export function waitsWords(own, others, trouble) {
  if (trouble === "" || (own === undefined && others.length === 0)) return "";
  const why = trouble === NO_NETWORK ? "You’re offline." : sentence(trouble);
  const what = [
    ...(own === undefined ? [] : [WHAT[own]]),
    ...(others.length === 0 ? [] : [`your work on ${listing(others)}`]),
  ];
  return `${why} Keep this page open: ${listing(what)} ${what.length === 1 ? "hasn’t" : "haven’t"} been sent yet.`;
}

/** Words for a student who was typing when questions closed. @param {readonly string[]} letters */
export function closedWords(letters) {
  if (letters.length === 0) return "";
  if (letters.length === 1) return `Question ${letters[0]} is closed. Your answer wasn’t sent.`;
  return `Questions ${listing(letters)} are closed. Your answers weren’t sent.`;
}

/** Compare question letters: Z, then AA. @param {string} one @param {string} other */
export function byLetter(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** Work question by question, with the typed text. @param {readonly Work[]} work */
export function workWords(work) {
  return work
    .map(({ letter, typed }) =>
      `${letter} ${listing(
        Object.values(typed)
          .map((text) => text.trim())
          .filter(Boolean)
      )}`.trim()
    )
    .join(", ");
}

/**
 * Messages about work that the server refused.
 * @param {readonly Work[]} waiting  of the seat
 * @returns {HTMLElement[]}
 */
export function refusals(waiting) {
  const [first] = waiting.filter(isShutOut);
  const refused = waiting.filter((work) => work.state === "needs-you" && !isShutOut(work));
  return [
    ...refused.map((work) => refusal(`Question ${work.letter}: not accepted`, work, [work], "drop")),
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
  const why = trouble?.problems?.map(({ message }) => message).join(" ") || trouble?.message || "";
  return notice(title, [
    h("p", null, sentence(why.charAt(0).toUpperCase() + why.slice(1))),
    h("p", null, "Your answer: ", h("strong", null, workWords(all))),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", class: "button button--small", dataset: { act, id } }, "Dismiss")
    ),
  ]);
}

export function notice(/** @type {string} */ title, /** @type {HTMLElement[]} */ parts) {
  return h(
    "div",
    { class: "notice notice--warning", role: "alert" },
    h("div", null, h("p", { class: "notice__title" }, title), ...parts)
  );
}
