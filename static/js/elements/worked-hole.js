/**
 * Every score of a hole, explained, drawn from what this phone knows: the same words, classes and links as
 * templates/play/worked.html, which writes it first. <worked-hole> keeps a page up to date that the server wrote.
 *
 * @import {Game, Hole} from "../rules/game.js"
 * @import {PlayerResult} from "../rules/hole.js"
 * @import {Child} from "./build.js"
 */

import { enderMatters } from "../rules/house.js";
import { listing, number, signed } from "../rules/wording.js";
import { GameOnPhone } from "../store/game-on-phone.js";
import { h, show } from "./build.js";
import { part } from "./part.js";
import { capitalized, layoutTable, scoreLines } from "./shown-cards.js";
import { whatChanged } from "./what-changed.js";

/**
 * @param {Element} root
 * @param {GameOnPhone} phone
 * @param {number} at  the hole's number
 * @returns {boolean} whether anything is different now
 */
export function drawWorkedHole(root, phone, at) {
  const { game, waiting } = phone;
  const hole = game.hole(at);
  const warnings = game.warnings(at);
  const missing = game.missing(at);
  const waits = waiting.filter((one) => one.hole === at && one.state === "waiting").length;
  const have = missing.length === 1 ? "has" : "have";
  return show(
    root,
    h("p", { class: "soft" }, summary(game, hole)),
    h("div", { class: "worked-hole__notices" },
      warnings.length > 0 && h("div", { class: "notice notice--warning" },
        h("ul", null, warnings.map(({ message }) => h("li", null, capitalized(message))))),
      missing.length > 0 && h("p", { class: "notice" },
        `${listing(missing.map(({ name }) => name))} ${have} no cards yet: missing, not 0.`),
      waits > 0 && h("p", { class: "notice" },
        `${waits === 1 ? "One entry" : `${waits} entries`} of this hole ${waits === 1 ? "is" : "are"} not sent yet: other phones do not see this.`)),
    h("div", { class: "worked-list" }, (game.result(at) ?? []).map((result) => worked(phone, hole, result, missing.length === 0))),
    navigation(phone, at),
  );
}

/**
 * What the heading of the page says.
 * @param {Element} root
 * @param {GameOnPhone} phone
 * @param {number} at
 */
export function drawWorkedHeading(root, { game }, at) {
  const extra = (game.hole(at)?.playoff.length ?? 0) > 0;
  return show(root, extra ? "Extra hole " : `Hole ${at} `, h("span", { class: "app-header__note" }, "worked out"));
}

/**
 * @param {Game} game
 * @param {Hole | null} hole
 */
function summary(game, hole) {
  const ender = enderOf(game, hole);
  return [
    hole?.confirmed ? "" : "Not confirmed yet. ",
    ender ? `${ender.name} ended it. ` : hole?.enderKnown ? "Nobody ended it. " : "",
    `${game.house.name} rules; the lowest score wins.`,
  ].join("");
}

/**
 * @param {Game} game
 * @param {Hole | null} hole
 */
function enderOf(game, hole) {
  return hole === null || hole.ender === null ? null : game.player(hole.ender);
}

/**
 * One player's cards and what they count.
 * @param {GameOnPhone} phone
 * @param {Hole | null} hole
 * @param {PlayerResult} result
 * @param {boolean} allIn  nobody's cards are missing
 */
function worked(phone, hole, result, allIn) {
  const { game } = phone;
  const player = game.players.find(({ name }) => name === result.name);
  const { name, adjustment } = result;
  const layout = hole?.entries.get(player?.id ?? -1)?.layout ?? null;
  const lowest = result.wins && hole?.confirmed;
  return h("section", { class: "worked-player sheet", id: `player-${player?.id}`, aria: { labelledby: `name-${player?.id}` } },
    h("header", { class: "worked-player__head" },
      h("h2", { id: `name-${player?.id}` }, name),
      h("p", { class: "worked-player__score" }, number(result.score), lowest && [" ", h("span", { class: "chip chip--brass" }, "lowest")])),
    result.worked !== null && layout !== null
      ? [
        h("div", { class: "worked" },
          layoutTable(layout, result.worked, `${name}'s cards`),
          scoreLines(result.worked, adjustment.points !== 0 ? "Raw score" : "Total")),
        settling(phone, hole?.number, player?.id, name)]
      : h("p", null, `The table entered ${number(result.raw)} as a number, without cards.`),
    penalty(game, hole, result, player?.id, allIn));
}

/**
 * The way to the page that settles what these cards count; none where nobody would answer.
 * @param {GameOnPhone} phone
 * @param {number | undefined} hole
 * @param {number | undefined} player
 * @param {string} name
 * @returns {Child}
 */
function settling({ urls, connection }, hole, player, name) {
  if (connection !== "online") return null;
  return h("p", { class: "worked-player__settle" },
    h("a", { class: "button button--small button--quiet", href: `${urls.settle}&hole=${hole}&player=${player}` },
      "Settle this", h("span", { class: "visually-hidden" }, `: what ${name}'s cards count, and why`)));
}

/**
 * @param {Game} game
 * @param {Hole | null} hole
 * @param {PlayerResult} result
 * @param {number | undefined} player
 * @param {boolean} allIn
 * @returns {Child[]}
 */
function penalty(game, hole, { name, raw, adjustment, score }, player, allIn) {
  if (adjustment.rule !== "") {
    return [
      h("p", { class: "worked-player__penalty" }, adjustment.text),
      adjustment.points !== 0 && h("p", { class: "worked-player__sum" },
        `${number(raw)} ${signed(adjustment.points)} = `, h("strong", null, number(score))),
    ];
  }
  const unpunished = enderOf(game, hole)?.id === player && enderMatters(game.house) && allIn;
  return [unpunished && h("p", { class: "worked-player__penalty" }, `${name} ended the hole, and nobody did better: no penalty.`)];
}

/**
 * @param {GameOnPhone} phone
 * @param {number} at
 */
function navigation({ game, mayEdit, urls }, at) {
  const others = game.holes.map((hole) => hole.number);
  const previous = Math.max(0, ...others.filter((other) => other < at));
  const following = Math.min(Infinity, ...others.filter((other) => other > at));
  const to = (/** @type {number} */ other) => h("a", { class: "button button--quiet", href: `${urls.hole}${other}/worked` }, `Hole ${other}`);
  return h("nav", { class: "buttons", aria: { label: "This hole" } },
    mayEdit && h("a", { class: "button button--primary", href: urls.hole + at },
      game.hole(at)?.confirmed ? "Correct this hole" : "Go on entering"),
    h("a", { class: "button button--quiet", href: `${urls.hole}${at}/history` }, "What was changed"),
    previous > 0 && to(previous),
    following < Infinity && to(following));
}

// --- on a page that the server wrote ---------------------------------------------------------------------------------

/** `data-hole` is the hole's number. */
export class WorkedHole extends HTMLElement {
  connectedCallback() {
    void GameOnPhone.here().then((phone) => phone !== null && this.follow(phone));
  }

  /**
   * Show a hole of this game from now on, however it changes.
   * @param {GameOnPhone} phone
   */
  follow(phone) {
    const said = h("p", { class: "visually-hidden", role: "status" });
    this.append(said);
    const hole = Number(this.dataset["hole"]);
    let { game } = phone;
    const draw = () => {
      drawWorkedHole(part(this, ".worked-hole__drawn"), phone, hole);
      const heading = document.querySelector("h1.app-header__title");
      if (heading !== null) drawWorkedHeading(heading, phone, hole);
      const news = whatChanged(game, phone.game);
      if (news !== "") said.textContent = news;
      game = phone.game;
    };
    phone.addEventListener("change", draw);
    draw();
    this.dataset["ready"] = "";
  }
}
