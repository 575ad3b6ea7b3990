/** The codes of pupils, as scorekeeper/quiz/set_codes.py reads them: case, blanks and hyphens are forgiven, and likenesses. */

/** Signs that people put between those of a code: blanks, hyphens, dashes, a minus, a line, a dot. */
const BETWEEN = /[\s\-\u2010-\u2014\u2212_.]/gu;

/** Signs that no code has, and what was meant by them. @type {Readonly<Record<string, string>>} */
const READ_AS = { B: "8", S: "5", Z: "2" };

/**
 * A code as it is kept, from what somebody typed.
 * @param {string} typed
 */
export function readCode(typed) {
  return typed.replace(BETWEEN, "").toUpperCase().replace(/[BSZ]/g, (sign) => READ_AS[sign] ?? sign);
}
