/** Who plays with whom where nobody said, and where somebody new comes in: scorekeeper/rules/teams.py says the same. */

/**
 * The team of each seat where nobody chose: partners sit as far from each other as the number allows.
 * @param {number} players
 * @returns {number[]}
 */
export function usualTeams(players) {
  let teams = players;
  if (players >= 4 && players % 2 === 0) teams = players / 2;
  else if (players >= 4) {
    teams = 3;
    while (teams < players && players % teams !== 0) teams += 2;
    if (teams === players) teams = 2;
  }
  return Array.from({ length: players }, (_, seat) => (seat % teams) + 1);
}

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

/**
 * The teams once somebody new is there: the usual ones while nobody chose others.
 * @param {number[]} here  the team of each before, 0 for none
 * @returns {number[]}
 */
export function teamsWithOneMore(here) {
  const chosen = usualTeams(here.length).some((team, seat) => team !== here[seat]);
  return chosen ? [...here, smallestTeam(here.filter(Boolean))] : usualTeams(here.length + 1);
}

/**
 * The same teams under numbers up to so many; a number that can be is kept.
 * @param {number[]} teams  0 for none
 * @param {number} most
 * @returns {number[]}
 */
export function numberedWithin(teams, most) {
  /** @type {Map<number, number>} */
  const renamed = new Map();
  let free = 1;
  for (const team of [...new Set(teams)].sort((one, other) => one - other)) {
    if (team <= most) continue;
    while (teams.includes(free)) free += 1;
    renamed.set(team, free);
    free += 1;
  }
  return teams.map((team) => renamed.get(team) ?? team);
}
