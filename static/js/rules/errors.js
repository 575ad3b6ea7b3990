/**
 * What can be wrong with cards and layouts. Codes and messages are those of scorekeeper/rules/errors.py.
 *
 * @import {Cell} from "./layout.js"
 *
 * @typedef {object} Problem
 * @property {string} code  stable, such as `card.unknown`
 * @property {string} message  for people
 * @property {Cell | null} cell  the place in the layout that it speaks of, where there is one
 */

/** A layout with problems: all of them at once, in reading order. */
export class BadLayout extends Error {
  /** @param {readonly Problem[]} problems */
  constructor(problems) {
    super(problems.map((problem) => problem.message).join("; "));
    this.name = "BadLayout";
    this.code = "layout.bad";
    this.problems = problems;
  }
}
