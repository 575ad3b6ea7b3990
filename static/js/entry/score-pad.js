/**
 * The rounds before this one, in sight while the points of a game without cards are typed: the totals, and the last
 * three rounds, the newest first.
 */

import { Game } from "../rules/game.js";
import { capitalized, number, roundWord } from "../rules/house.js";
import { Drawn, h, part } from "../shell/app.js";

/** Earlier rounds in sight. */
const ROUNDS = 3;

/** More players than have room side by side, so that the table scrolls. */
const ABREAST = 8;

export class ScorePad {
  #drawn = new Drawn();
  /** The game that was drawn last. @type {Game | null} */
  #game = null;

  /** @param {HTMLElement} root  the entry of a hole, with the players as tabs */
  constructor(root) {
    this.root = root;
    this.frame = h("div", { class: "score-pad", role: "region", aria: { label: "Scores so far" }, hidden: true });
    part(root, ".player-tabs").after(this.frame);
  }

  /** @param {Game} game @param {number} round  that is entered */
  draw(game, round) {
    if (game === this.#game) return;
    this.#game = game;
    const players = game.atTable(round);
    const holes = game.holes.filter(({ confirmed, number: of }) => confirmed && of < round);
    const before = new Game({ ...game, holes }, game.wording);
    const counting = holes.filter(({ playoff }) => playoff.length === 0).slice(-ROUNDS);
    const rows = counting.reverse().map(({ number: of }) => ({
      of,
      scores: players.map((player) => before.playerResult(of, player)?.score ?? null),
    }));
    const standings = new Map(before.standings.map((standing) => [standing.player.id, standing]));
    const totals = players.map(({ id, name }) => {
      const { total = 0, rank = null } = standings.get(id) ?? {};
      return { name, total, leads: rank === 1 && !before.hasTeams };
    });
    if (!this.#drawn.changes(this.frame, rows, totals)) return;
    this.frame.hidden = rows.length === 0;
    const texts = [...totals.map(({ total }) => number(total)), ...rows.flatMap(({ scores }) => scores.map(shown))];
    const digits = Math.max(...texts.map(({ length }) => length));
    for (const [name, count] of Object.entries({ rounds: rows.length, players: players.length, digits }))
      this.root.style.setProperty(`--${name}`, String(count));
    this.root.classList.toggle("has-pad", rows.length > 0);
    if (players.length > ABREAST) this.frame.tabIndex = 0;
    this.frame.replaceChildren(table(capitalized(roundWord(game.house)), totals, rows));
  }
}

/** @param {number | null} score */
function shown(score) {
  return score === null ? "–" : number(score);
}

/**
 * @param {string} word  what a round is called
 * @param {readonly {name: string, total: number, leads: boolean}[]} totals
 * @param {readonly {of: number, scores: readonly (number | null)[]}[]} rows
 */
function table(word, totals, rows) {
  const hidden = (/** @type {string} */ words) => h("span", { class: "visually-hidden" }, words);
  return h(
    "table",
    null,
    h("col", null),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        totals.map(({ name }) => h("th", { scope: "col" }, name))
      ),
      h(
        "tr",
        { class: "score-pad__totals" },
        h("th", { scope: "row" }, h("span", { aria: { hidden: true } }, "Σ"), hidden("Total")),
        totals.map(({ total, leads }) =>
          h("td", { class: [leads && "is-first"] }, number(total), leads && hidden(", leads"))
        )
      )
    ),
    h(
      "tbody",
      null,
      rows.map(({ of, scores }) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, hidden(`${word} `), of),
          scores.map((score) => h("td", { class: [score !== null && score < 0 && "is-below"] }, shown(score)))
        )
      )
    )
  );
}
