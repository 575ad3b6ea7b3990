/** Which team somebody new plays in: scorekeeper/rules/teams.py says the same. */

/**
 * The team for somebody new: the one with the fewest of those who are here, the first of several; a new one where they
 * are all in one team.
 * @param {number[]} here  the team of each
 * @returns {number}
 */
export function smallestTeam(here) {
  /** @type {Map<number, number>} */
  const sizes = new Map();
  for (const team of here) sizes.set(team, (sizes.get(team) ?? 0) + 1);
  if (sizes.size > 1) {
    const byNumber = [...sizes].sort(([one], [other]) => one - other);
    return byNumber.reduce((least, next) => (next[1] < least[1] ? next : least))[0];
  }
  return sizes.has(1) ? 2 : 1;
}
