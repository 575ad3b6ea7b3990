/**
 * What the server did not take of a pupil's work, with what had been filled in, until it is put away. The buttons say in
 * `data-act` what they do.
 *
 * @import {Work} from "../store/class-outbox.js"
 */

import { isShutOut } from "../store/class-outbox.js";
import { h } from "./build.js";
import { capital, typedWords } from "./class-words.js";

/**
 * @param {readonly Work[]} waiting  of the seat
 * @param {(letter: string) => boolean} isAsked  whether a question takes answers
 * @returns {HTMLElement[]}
 */
export function refusals(waiting, isAsked) {
  const shutOut = waiting.filter(isShutOut);
  const panels = waiting.filter((work) => work.state === "needs-you" && !isShutOut(work)).map((work) => notice(`Question ${work.letter}: not taken`, [
    h("p", null, capital(work.trouble?.message ?? "")),
    typedWords(work) !== "" && h("p", null, "You had filled in: ", h("strong", null, typedWords(work))),
    h("p", { class: "buttons" }, isUnreadable(work) && isAsked(work.letter)
      ? button("go", `Look at question ${work.letter}`, { letter: work.letter })
      : button("drop", "Put it away", { id: work.id })),
  ]));
  if (shutOut.length === 0) return panels;
  return [...panels, notice("Not sent", [
    h("p", null, capital(shutOut[0]?.trouble?.message ?? "")),
    h("p", null, "You had filled in: ", h("strong", null, listed(shutOut))),
    h("p", { class: "buttons" }, button("drop-all", "Put it away", {})),
  ])];
}

/**
 * Whether the server found something wrong with single boxes.
 * @param {Work} work
 */
export function isUnreadable({ state, trouble }) {
  return state === "needs-you" && trouble !== null && trouble.problems.some(({ field }) => Boolean(field));
}

/**
 * What was done, question by question.
 * @param {readonly Work[]} work
 */
export function listed(work) {
  return work.map((one) => `${one.letter} ${typedWords(one)}`.trim()).join("; ");
}

/**
 * @param {string} title
 * @param {(HTMLElement | false)[]} parts
 */
export function notice(title, parts) {
  return h("div", { class: "notice notice--warning", role: "alert" }, h("div", null, h("p", { class: "notice__title" }, title), ...parts));
}

/**
 * A button that tells in `data-act` what it does.
 * @param {string} act
 * @param {string} words
 * @param {Record<string, string>} data
 */
export function button(act, words, data) {
  return h("button", { type: "button", class: "button button--small", dataset: { act, ...data } }, words);
}
