/**
 * One question of a class: how long it has been on show, what stands in its boxes, putting it there again, what is wrong
 * with it, and what is said to a pupil of answers that the server does not have, or does not take.
 *
 * @import {Did, Work} from "../phone/class-queue.js"
 * @import {Problem} from "../phone/server.js"
 *
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Box
 */

import { isShutOut } from "../phone/class-queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { listing, sentence } from "../rules/cards.js";
import { h } from "../shell/page.js";

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

// --- words ---------------------------------------------------------------------------------------------------------------

/** @type {Record<Did["did"], string>} */
const WHAT = { answer: "your answer", hint: "your wish for a hint", show: "your wish to see it" };

/** How the server says that an answer may come later. */
const LATER = "; your answer waits";

/**
 * Of what waits at the question on show.
 * @param {Did["did"]} did
 * @param {string} trouble  why it waits; "" while it is only on its way
 * @param {boolean} mayGoOn  whether another question can be answered meanwhile
 * @param {string} said  what the page says of the class already: that is not said twice
 */
export function waitsWords(did, trouble, mayGoOn, said) {
  if (trouble === "") return "";
  const why = trouble === NO_NETWORK ? "Waits for the network:" : isSaid(trouble, said) ? "Waits until the teacher goes on:" : reason(trouble);
  const open = `leave this page open, for it alone has ${WHAT[did]}.`;
  return `${why} ${why.endsWith(":") ? open : capital(open)}${trouble === NO_NETWORK && mayGoOn ? " You can go on to the next question." : ""}`;
}

/**
 * Of what waits at other questions.
 * @param {readonly string[]} letters
 * @param {string} trouble
 * @param {string} said  what the page says of the class already
 */
export function othersWaitWords(letters, trouble, said) {
  if (letters.length === 0 || trouble === "") return "";
  const which = letters.length === 1 ? `Question ${letters[0]} waits` : `Questions ${listing(letters)} wait`;
  const what = trouble === NO_NETWORK ? "for the network" : isSaid(trouble, said) ? "until the teacher goes on" : "for the server";
  return `${which} ${what}: leave this page open.`;
}

/**
 * Whether the page tells that reason already, as of a pause.
 * @param {string} trouble
 * @param {string} said
 */
function isSaid(trouble, said) {
  return said.includes(reason(trouble));
}

/** @param {string} trouble */
function reason(trouble) {
  return capital(sentence(trouble.split(LATER)[0] ?? ""));
}

/**
 * A question takes no answer any more, and somebody was typing one.
 * @param {readonly string[]} letters
 */
export function closedWords(letters) {
  if (letters.length === 0) return "";
  return `${letters.length === 1 ? `Question ${letters[0]} is` : `Questions ${listing(letters)} are`} closed; what you typed was not sent.`;
}

/**
 * The letters of questions in their order: Z, then AA.
 * @param {string} one
 * @param {string} other
 */
export function byLetter(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/**
 * What a pupil had filled in, in a few words; "" for nothing.
 * @param {Pick<Work, "typed">} work
 */
export function typedWords({ typed }) {
  return Object.values(typed).map((text) => text.trim()).filter(Boolean).join(", ");
}

/**
 * What was done, question by question.
 * @param {readonly Work[]} work
 */
export function workWords(work) {
  return work.map((one) => `${one.letter} ${typedWords(one)}`.trim()).join("; ");
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// --- what the server did not take -----------------------------------------------------------------------------------------

/**
 * @param {readonly Work[]} waiting  of the seat
 * @param {(letter: string) => boolean} isAsked  whether a question takes answers
 * @returns {HTMLElement[]}
 */
export function refusals(waiting, isAsked) {
  const shutOut = waiting.filter(isShutOut);
  const panels = waiting.filter((work) => work.state === "needs-you" && !isShutOut(work)).map((work) =>
    refusal(`Question ${work.letter}: not taken`, work, typedWords(work), isUnreadable(work) && isAsked(work.letter)
      ? button("go", `Look at question ${work.letter}`, { letter: work.letter })
      : button("drop", "Put it away", { id: work.id })));
  const [first] = shutOut;
  return first === undefined ? panels : [...panels, refusal("Not sent", first, workWords(shutOut), button("drop-all", "Put it away", {}))];
}

/**
 * @param {string} title
 * @param {Work} work
 * @param {string} filledIn
 * @param {HTMLElement} way  on from here
 */
function refusal(title, { trouble }, filledIn, way) {
  return notice(title, [
    h("p", null, capital(trouble?.message ?? "")),
    filledIn !== "" && h("p", null, "You had filled in: ", h("strong", null, filledIn)),
    h("p", { class: "buttons" }, way),
  ]);
}

/**
 * Whether the server found something wrong with single boxes.
 * @param {Work} work
 */
export function isUnreadable({ trouble }) {
  return trouble !== null && (trouble.problems ?? []).some(({ field }) => Boolean(field));
}

/**
 * @param {string} title
 * @param {(HTMLElement | false)[]} parts
 */
export function notice(title, parts) {
  return h("div", { class: "notice notice--warning", role: "alert" }, h("div", null, h("p", { class: "notice__title" }, title), ...parts));
}

/**
 * @param {string} act
 * @param {string} words
 * @param {Record<string, string>} data
 */
function button(act, words, data) {
  return h("button", { type: "button", class: "button button--small", dataset: { act, ...data } }, words);
}

// --- how long ------------------------------------------------------------------------------------------------------------

/** Milliseconds. Beyond this nobody worked at it any more. */
export const LONGEST_LOOK = 3_600_000;

export class OnShow {
  /** @type {Map<string, number>} */
  #seen = new Map();
  /** @type {string | null} */
  #letter = null;
  #isVisible = true;
  #since = 0;

  /** @param {() => number} [now]  milliseconds that never go back */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /**
   * This question is on show from now on; null for none.
   * @param {string | null} letter
   */
  show(letter) {
    if (letter === this.#letter) return;
    this.#count();
    this.#letter = letter;
  }

  /** @param {boolean} isVisible  the page */
  see(isVisible) {
    this.#count();
    this.#isVisible = isVisible;
  }

  /**
   * What an earlier visit saw of it.
   * @param {string} letter
   * @param {number} took  milliseconds
   */
  recall(letter, took) {
    this.#seen.set(letter, Math.max(took, this.#seen.get(letter) ?? 0));
  }

  /**
   * @param {string} letter
   * @returns {number} whole milliseconds
   */
  took(letter) {
    this.#count();
    return Math.min(Math.round(this.#seen.get(letter) ?? 0), LONGEST_LOOK);
  }

  #count() {
    const now = this.now();
    if (this.#letter !== null && this.#isVisible) this.#seen.set(this.#letter, (this.#seen.get(this.#letter) ?? 0) + now - this.#since);
    this.#since = now;
  }
}
