/**
 * What the server did not take of a pupil's work, with what had been filled in, until it is put away. The buttons say in
 * `data-act` what they do.
 *
 * @import {Work} from "../store/class-outbox.js"
 */

import { isGone, isOvertaken, isRemoved, isUnknownHere } from "../store/class-outbox.js";
import { h } from "./build.js";
import { capital, DELETED, REMOVED, typedWords, UNKNOWN_HERE } from "./class-words.js";

/** Characters of an answer that is repeated on a button. */
const LONGEST_ON_BUTTON = 24;

/**
 * @param {readonly Work[]} waiting  of the seat
 * @param {readonly Work[]} neighbours  of all seats of the class
 * @param {string} code  of the class
 * @param {(letter: string) => boolean} isAsked  whether a question takes answers
 * @returns {HTMLElement[]}
 */
export function refusals(waiting, neighbours, code, isAsked) {
  const others = waiting.filter((work) => work.state === "needs-you" && !isToldElsewhere(work));
  const panels = waiting.filter(isOvertaken).map((work) => twoAnswers(work, isAsked(work.letter)));
  panels.push(...others.map((work) => notice({ id: `work-${work.id}` }, `Question ${work.letter}: not taken`, [
    h("p", null, capital(work.trouble?.message ?? "")),
    typedWords(work) !== "" && h("p", null, "You had filled in: ", h("strong", null, typedWords(work))),
    h("p", { class: "buttons" }, isUnreadable(work) && isAsked(work.letter)
      ? button("go", `Look at question ${work.letter}`, { letter: work.letter })
      : button("drop", "Put it away", { id: work.id })),
  ])));
  const unknown = waiting.filter(isUnknownHere);
  if (unknown.length > 0) {
    panels.push(notice({ id: "seat-unknown" }, "Not sent", [
      h("p", null, UNKNOWN_HERE),
      h("p", null, `Not sent: ${listed(unknown)}`),
      h("p", { class: "buttons" }, h("a", { class: "button button--small", href: `/join/${code}` }, "Type the code")),
    ]));
  }
  const removed = waiting.filter(isRemoved);
  if (removed.length > 0) panels.push(removedNotice(removed, code));
  const gone = waiting.some(isGone) ? goneNotice(neighbours.filter(isGone), waiting[0]?.seat ?? "") : null;
  return gone === null ? panels : [...panels, gone];
}

/**
 * Whether more than itself was refused with it, or there are two to choose from: each of that has a panel of its own.
 * @param {Work} work
 */
function isToldElsewhere(work) {
  return isGone(work) || isUnknownHere(work) || isRemoved(work) || isOvertaken(work);
}

/**
 * The teacher has removed the seat, and answers for it wait on this phone.
 * @param {readonly Work[]} work
 * @param {string} code
 */
function removedNotice(work, code) {
  const answers = work.filter(({ did }) => did === "answer");
  return notice({ id: "seat-removed" }, "Your place in this class was removed", [
    h("p", null, REMOVED),
    answers.length > 0 && h("p", null, `Not sent: ${listed(answers)}`),
    h("p", { class: "buttons" },
      h("a", { class: "button button--small", href: `/join/${code}` }, "Join again"),
      button("forget-seat", "Clear it from this phone", {})),
  ]);
}

/**
 * The pupil answered at two devices, and decides.
 * @param {Work} work
 * @param {boolean} isAsked  whether the question still takes answers
 */
function twoAnswers({ id, letter, typed, trouble }, isAsked) {
  const { there, here } = trouble?.newer ?? { there: "", here: typedWords({ typed }) };
  const areShort = Math.max(there.length, here.length) <= LONGEST_ON_BUTTON;
  return notice({ id: `work-${id}` }, `Question ${letter}: two answers`, [
    h("p", null, "Another device of yours answered ", h("strong", null, there), ", and that counts. This phone has ", h("strong", null, here), "."),
    h("p", { class: "buttons" }, isAsked && [
      button("keep-other", areShort ? `Keep ${there}` : "Keep the other one", { id }),
      button("send-same", areShort ? `Send ${here}` : "Send the one of this phone", { id }),
    ], !isAsked && button("drop", "Put it away", { id })),
  ]);
}

/**
 * A class is not there any more, and answers for it wait on this phone.
 * @param {readonly Work[]} work  of all its seats
 * @param {string} own  the seat whose pupil reads this
 */
export function goneNotice(work, own) {
  if (work.length === 0) return null;
  const mine = work.filter(({ seat }) => seat === own);
  const others = work.length - mine.length;
  const whose = others === 1 ? "of another pupil" : "of other pupils";
  return notice({ id: "class-gone" }, "This class is not there any more", [
    h("p", null, DELETED),
    h("p", null, `Not sent: ${[listed(mine), others > 0 && `${numberOf(others)} ${whose} at this device`].filter(Boolean).join("; ")}`),
    h("p", { class: "buttons" }, button("forget", "Clear it from this phone", {})),
  ]);
}

/**
 * Whether the server found something wrong with single boxes.
 * @param {Work} work
 */
export function isUnreadable({ state, trouble }) {
  return state === "needs-you" && trouble !== null && trouble.problems.some(({ field }) => Boolean(field));
}

/**
 * What waits of a seat: to its own pupil what it is, to anybody else only how much.
 * @param {readonly Pick<Work, "letter" | "typed">[]} work
 * @param {boolean} isOwn
 */
export function toldOf(work, isOwn) {
  return isOwn ? listed(work) : numberOf(work.length);
}

/** @param {number} count */
function numberOf(count) {
  return count === 1 ? "one answer" : `${count} answers`;
}

/**
 * What was done, question by question.
 * @param {readonly Pick<Work, "letter" | "typed">[]} work
 */
export function listed(work) {
  return work.map((one) => `${one.letter} ${typedWords(one)}`.trim()).join("; ");
}

/**
 * @param {Record<string, string>} attributes
 * @param {string} title
 * @param {(HTMLElement | false)[]} parts
 */
export function notice(attributes, title, parts) {
  return h("div", { class: "notice notice--warning", role: "alert", ...attributes }, h("div", null, h("p", { class: "notice__title" }, title), ...parts));
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
