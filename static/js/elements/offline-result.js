/**
 * The result of a game in the shell: who won, and the places. Chart, downloads and playing again need the server.
 *
 * @import {Game, Player} from "../rules/game.js"
 * @import {Place, Side, Standing} from "../rules/standings.js"
 * @import {Child} from "./build.js"
 * @import {Sight} from "./offline-page.js"
 */

import { comparisonSentence, leadSentence, sideName } from "../rules/leading.js";
import { number, ordinal, perHole } from "../rules/wording.js";
import { GameOnPhone } from "../store/game-on-phone.js";
import { h, show } from "./build.js";

/** @type {Sight} */
export const RESULT = {
  address: /^\/g\/([^/]+)\/end\/?$/,
  async draw(shell, key) {
    const phone = await GameOnPhone.recall(key ?? "");
    if (phone === null) return false;
    shell.called("Result");
    shell.looks("", "page");
    const heading = shell.heading(h("a", { href: phone.urls.card }, "Scorecard"), h("a", { href: phone.urls.start }, "Start"));
    const result = h("div", { class: "offline-result" });
    const draw = () => {
      const { game } = phone;
      heading.textContent = game.isOver && game.undecided.length === 0 ? "Result" : "So far";
      show(result, ...drawn(game));
    };
    phone.addEventListener("change", draw);
    draw();
    shell.shows(document.createElement("waiting-note"), result);
    return true;
  },
};

/**
 * @param {Game} game
 * @returns {Child[]}
 */
function drawn(game) {
  const over = game.isOver && game.undecided.length === 0;
  return [
    h("section", { class: ["verdict", over && "verdict--over"] },
      h("p", { class: "verdict__when" }, over ? "Final result" : game.isOver ? "Not decided yet: every hole is played" : "Not over yet"),
      h("h2", { class: "verdict__who" }, leadSentence(game)),
      h("p", { class: "verdict__rule" }, comparisonSentence(game))),
    h("section", { class: "sheet stack" },
      h("h2", null, "Places"),
      h("div", { class: "table-scroll", tabindex: 0, role: "region", aria: { label: "Table of places" } },
        h("table", { class: "plain-table places" },
          h("thead", null, h("tr", null,
            h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, game.hasTeams ? "Team" : "Player"),
            game.house.match.winner === "most-holes" && h("th", { scope: "col", class: "numeric" }, "Holes won"),
            game.byAverage && h("th", { scope: "col", class: "numeric" }, "Per hole"),
            h("th", { scope: "col", class: "numeric" }, "Total"))),
          h("tbody", null, game.places.flatMap((place) => rows(game, place, over)))))),
    h("p", { class: "soft" }, "Chart, downloads and playing again need the network."),
  ];
}

/**
 * A side, and where it is a team whoever is in it.
 * @param {Game} game
 * @param {Place} place
 * @param {boolean} over
 */
function rows(game, place, over) {
  const { players } = place.side;
  const members = players.length > 1 ? game.standings.filter(({ player }) => players.includes(player)) : [];
  const left = players.every((player) => player.left !== null);
  return [
    h("tr", { class: [place.rank === 1 && over && "is-winner"] },
      h("td", null, place.rank === null ? "–" : ordinal(place.rank)),
      h("th", { scope: "row" }, players.length > 1 ? sideName(place.side) : players[0]?.name, left && gone()),
      points(game, place.side, place)),
    ...members.map((member) => h("tr", { class: "places__member" },
      h("td"),
      h("th", { scope: "row" }, member.player.name, member.player.left !== null && gone()),
      points(game, member.player, member))),
  ];
}

function gone() {
  return [" ", h("span", { class: "chip" }, "left")];
}

/**
 * @param {Game} game
 * @param {Side | Player} who
 * @param {Pick<Standing, "holes" | "total" | "average">} standing
 */
function points(game, who, { holes, total, average }) {
  return [
    game.house.match.winner === "most-holes" && h("td", { class: "numeric points" }, game.holesWon(who)),
    game.byAverage && h("td", { class: "numeric points" }, average === null ? "–" : perHole(average)),
    h("td", { class: "numeric points" }, holes > 0 ? h("strong", null, number(total)) : "–"),
  ];
}
