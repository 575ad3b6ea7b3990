/**
 * How numbers and sentences are said to people. The sentences themselves are handed over by the server
 * (scorekeeper/rules/wording.py), so that this scorer and that one speak alike.
 *
 * @typedef {{readonly sentences: Readonly<Record<string, string>>}} Wording  templates by rule and case
 */

const MINUS = "\u2212";

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
 * Words as people list them: `Ann, Bo and Cy`.
 * @param {readonly string[]} words
 */
export function listing(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
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
