/**
 * What is said to a pupil of answers that the server does not have, or does not take. What was not taken stands there with
 * what had been filled in, until it is put away; the buttons say in `data-act` what they do.
 *
 * @import {Did, Work} from "../store/class-outbox.js"
 */

import { listing, sentence } from "../rules/wording.js";
import { isShutOut } from "../store/class-outbox.js";
import { NO_NETWORK } from "../store/sending.js";
import { h } from "./build.js";

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
  return trouble !== null && trouble.problems.some(({ field }) => Boolean(field));
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
