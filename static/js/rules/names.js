/**
 * Names as people type and paste them. The server does the same; rules/names.py explains each range.
 */

const BLANKS =
  /[\t-\r\x1c-\x20\x85\xa0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0\u{1d159}]+/gu;
const UNSEEN =
  "\\xad\\u034f\\u061c\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f" +
  "\\ufeff\\ufff0-\\ufffc\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const EMOJI =
  "[\\xa9\\xae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u21ff\\u2300-\\u27bf\\u2900-\\u297f\\u2b00-\\u2bff\\u3030\\u303d" +
  "\\u3297\\u3299\\u{1f000}-\\u{1faff}]\\ufe0f?";
const JOINED =
  "[\\u0620-\\u109f\\u1780-\\u17b3\\u17b6-\\u17ff\\u1810-\\u18af\\u1a00-\\u1cff\\ua800-\\uabff\\ufb50-\\ufdcf" +
  "\\ufdf0-\\ufdff\\ufe70-\\ufefc\\u{10a00}-\\u{11fff}\\u{1e900}-\\u{1e95f}]";
const WANTED = [
  "\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}",
  `${EMOJI}(?:\\u200d${EMOJI})*`,
  "[#*0-9]\\ufe0f\\u20e3",
  `${JOINED}[\\u200c\\u200d](?=${JOINED})`,
  "[\\u0900-\\u0dff]\\u200d",
  "[\\u1820-\\u18aa][\\u180b-\\u180f]",
  "[\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}][\\u{e0100}-\\u{e01ef}]",
].join("|");
const PARTS = new RegExp(`(${WANTED})|[${UNSEEN}]`, "gu");
const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`, "gu");
/** Noncharacters, halves of characters, private codes and controls. */
const ORDERS = /[\p{NChar}\p{Cs}\p{Co}\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]/u;

/** A name as it is saved: no invisible characters, single blanks, one way to write an accent. @param {string} text */
export function cleaned(text) {
  return text.replace(PARTS, "$1").replace(BLANKS, " ").replace(/^ | $/g, "").normalize("NFC");
}

/**
 * Whether a cleaned name shows nothing, or has escape codes or other characters that no name has.
 * @param {string} name
 */
export function isRefused(name) {
  return /^[\p{M} ]*$/u.test(name) || ORDERS.test(name);
}

/** A key that is equal for names that look the same, whatever their case. @param {string} name */
export function nameKey(name) {
  return cleaned(name).replace(ANY_UNSEEN, "").toUpperCase().toLowerCase();
}
