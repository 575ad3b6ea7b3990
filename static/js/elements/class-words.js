/**
 * What is said to a pupil of answers that the server does not have, or does not take.
 *
 * @import {Did, Work} from "../store/class-outbox.js"
 */

import { sentence } from "../rules/wording.js";
import { NO_NETWORK } from "../store/sending.js";

/** @type {Record<Did, string>} */
const WHAT = { answer: "your answer", hint: "your wish for a hint", show: "your wish to see it" };

/** How the server says that an answer may come later. */
const LATER = "; your answer waits";

/**
 * Of what waits at the question on show.
 * @param {Did} did
 * @param {string} trouble  why it waits; "" while it is only on its way
 * @param {boolean} keeps  whether it survives closing the page
 * @param {boolean} mayGoOn  whether another question can be answered meanwhile
 * @param {string} said  what the page says of the class already: that is not said twice
 */
export function waitsWords(did, trouble, keeps, mayGoOn, said) {
  if (trouble === "") return "";
  const kept = keeps ? `${WHAT[did]} is kept on this phone` : `leave this page open, for it alone has ${WHAT[did]}`;
  if (trouble === NO_NETWORK) return `Waits for the network: ${kept}.${mayGoOn ? " You can go on to the next question." : ""}`;
  const goes = `${capital(kept)}${keeps ? ", and" : ". It"} goes by itself`;
  return isSaid(trouble, said) ? `${goes} when the teacher goes on.` : `${reason(trouble)} ${goes}.`;
}

/**
 * Of what waits at other questions.
 * @param {readonly string[]} letters
 * @param {string} trouble
 * @param {boolean} keeps
 * @param {string} said  what the page says of the class already
 */
export function othersWaitWords(letters, trouble, keeps, said) {
  if (letters.length === 0 || trouble === "") return "";
  const which = letters.length === 1 ? `Question ${letters[0]} waits` : `Questions ${listed(letters)} wait`;
  const what = trouble === NO_NETWORK ? "for the network" : isSaid(trouble, said) ? "until the teacher goes on" : "for the server";
  return `${which} ${what}: ${keeps ? "kept on this phone." : "leave this page open."}`;
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
  return `${letters.length === 1 ? `Question ${letters[0]} is` : `Questions ${listed(letters)} are`} closed; what you typed was not sent.`;
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

/** @param {readonly string[]} words */
function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** @param {string} words */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
