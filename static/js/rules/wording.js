/**
 * How numbers and sentences are said to people. The sentences themselves are handed over by the server
 * (scorekeeper/rules/wording.py), so that this scorer and that one speak alike.
 *
 * @typedef {{readonly sentences: Readonly<Record<string, string>>}} Wording  templates by rule and case
 *
 * @typedef {object} Average  points for each hole, kept as two whole numbers so that equal ones compare as equal
 * @property {number} sum
 * @property {number} holes
 */

const MINUS = "\u2212";

// Letters in the blocks of Unicode that are set aside for writing from right to left.
const RIGHT_TO_LEFT =
  /(?=[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;

const COUNTS = [
  "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/**
 * Points for people: with a true minus sign.
 * @param {number} points
 */
export function number(points) {
  return points >= 0 ? String(points) : MINUS + -points;
}

/**
 * Points that are added to something: with a plus or a true minus sign; nothing added is 0.
 * @param {number} points
 */
export function signed(points) {
  return points > 0 ? `+${points}` : number(points);
}

/**
 * A small number in words.
 * @param {number} count
 */
export function countWord(count) {
  return COUNTS[count] ?? String(count);
}

/**
 * A rank in English: 1st, 2nd, 11th.
 * @param {number} place
 */
export function ordinal(place) {
  const teens = [11, 12, 13].includes(place % 100);
  return `${place}${(teens ? null : { 1: "st", 2: "nd", 3: "rd" }[place % 10]) ?? "th"}`;
}

/**
 * Words as people list them: `Ann, Bo and Cy`.
 * @param {readonly string[]} words
 */
export function listing(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * Words as a sentence with one end, whoever wrote them: the server ends some of its messages and some it does not.
 * @param {string} words
 */
export function sentence(words) {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/**
 * Points per hole, to one decimal, with a true minus sign; halves go to the even tenth.
 * @param {Average} average
 */
export function perHole({ sum, holes }) {
  const rest = (((10 * sum) % holes) + holes) % holes;
  const below = (10 * sum - rest) / holes;
  const up = 2 * rest > holes || (2 * rest === holes && below % 2 !== 0);
  const tenths = up ? below + 1 : below;
  const size = Math.abs(tenths);
  return `${tenths < 0 ? MINUS : ""}${(size - (size % 10)) / 10}.${size % 10}`;
}

/**
 * A name that is written from right to left, kept from changing the order of the numbers beside it.
 * @param {string} name
 */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * Fill one of the sentences; numbers become points for people.
 * @param {Wording} wording
 * @param {string} sentence
 * @param {Readonly<Record<string, string | number>>} filled
 */
export function say(wording, sentence, filled) {
  const template = wording.sentences[sentence];
  if (template === undefined) throw new Error(`there is no sentence ${sentence}`);
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = filled[name];
    if (value === undefined) throw new Error(`the sentence ${sentence} needs ${name}`);
    return typeof value === "number" ? number(value) : value;
  });
}
