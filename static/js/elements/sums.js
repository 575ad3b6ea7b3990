/** A bare score as people reckon it at the table; mirrors parse_points in scorekeeper/rules/notation.py. */

const SUM = /^[+-]?\s*[0-9]{1,6}(\s*[+-]\s*[0-9]{1,6}){0,40}$/;
const MOST_POINTS = 999;

/**
 * @param {string} text  a number or a sum such as 10+15−5
 * @returns {number | null} null for anything else, and beyond what any hand counts
 */
export function sumOf(text) {
  const plain = text.replaceAll(/[\u2212\u2013]/g, "-").trim();
  if (!SUM.test(plain)) return null;
  const parts = plain.match(/[+-]?\s*[0-9]+/g) ?? [];
  const sum = parts.reduce((total, part) => total + Number(part.replaceAll(" ", "")), 0);
  return Math.abs(sum) > MOST_POINTS ? null : sum;
}
