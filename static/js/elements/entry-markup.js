/**
 * The parts of the entry page of a hole, as HoleEntry fills them: players as tabs, the grid, what is to be said, and in one
 * place the keypad, the digits of a bare number, or the confirmation.
 *
 * @import {Game, Hole, Player} from "../rules/game.js"
 * @import {House} from "../rules/house.js"
 * @import {GameOnPhone} from "../store/game-on-phone.js"
 */

import { GONE, JOKER, STANDARD_RANKS, word } from "../rules/cards.js";
import { needsEnder, ranksOf } from "../rules/house.js";
import { cellText } from "../rules/layout.js";
import { h, show } from "./build.js";
import { eraseKey, sign } from "./card-face.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const SIGNS = /** @type {const} */ ([["+", "plus"], ["\u2212", "minus"]]);

/**
 * The heading: which hole it is, and whose deal.
 * @param {Element} heading
 * @param {Game} game
 * @param {number} number
 */
export function drawEntryHeading(heading, game, number) {
  const dealer = game.dealer(number);
  const starts = game.startWords(number);
  const note = dealer === null ? "" : `${dealer.name} deals${starts && `, ${starts}`}`;
  show(heading, `${game.holeWords(number)} `, h("span", { class: "app-header__note" }, note));
}

/**
 * @param {GameOnPhone} phone
 * @param {number} number
 */
export function entrySection(phone, number) {
  const { game } = phone;
  const players = game.atTable(number);
  const { house } = game;
  const rows = [...Array(house.grid.rows).keys()];
  const columns = [...Array(house.grid.columns).keys()];
  return h("section", { class: "entry", aria: { label: "Enter the cards" } },
    h("div", { class: "player-tabs", role: "tablist", aria: { label: "Players" } }, players.map((player) => tab(player))),
    h("div", { class: "entry__table", id: "hand", role: "tabpanel", aria: { label: "Cards" } },
      h("table", { class: `layout layout--entry layout--${columns.length} layout--rows-${rows.length}` },
        h("tbody", null, rows.map((row) => h("tr", null, columns.map((column) => cell(row, column))))),
        h("tfoot", null, h("tr", null, columns.map((column) => h("td", null,
          h("button", { type: "button", class: "column-points", dataset: { column }, disabled: true, aria: { label: `column ${column + 1} is not complete` } })))))),
      h("div", { class: "bare-score", hidden: true },
        h("p", { class: "bare-score__points" }),
        h("p", { class: "bare-score__note" }),
        act("cards", "Enter the cards instead", "button button--small"))),
    status(),
    h("div", { class: "entry__pad" }, keypad(house), numberEntry(phone.rules.bare_note), confirmation(phone, number, players)));
}

/** @param {Player} player */
function tab(player) {
  return h("button", { type: "button", role: "tab", class: "player-tab", id: `tab-${player.id}`, dataset: { player: player.id }, aria: { selected: false, controls: "hand" } },
    h("span", { class: "player-tab__name" }, player.name),
    h("span", { class: "player-tab__score" }),
    h("span", { class: "visually-hidden" }));
}

/**
 * @param {number} row
 * @param {number} column
 */
function cell(row, column) {
  return h("td", null, h("button", { type: "button", class: "card card--empty", dataset: { cell: `${row},${column}` }, aria: { label: `${cellText([row, column])}: empty` } },
    h("span", { class: "card__rank" })));
}

function status() {
  const quiet = "button button--small button--quiet";
  return h("div", { class: "entry__status" },
    h("div", { class: "entry__problem notice notice--error", role: "alert", hidden: true },
      h("p", { class: "entry__problem-text" }),
      act("retry", "Try again", "button button--small entry__retry", true)),
    h("div", { class: "entry__done notice", role: "status", hidden: true },
      h("p", { class: "entry__done-text" }),
      h("p", { class: "buttons" }, act("on", "", "button button--small"))),
    h("p", { class: "hand__say", aria: { live: "polite" } }),
    act("saved", "Show what is saved", `${quiet} hand__saved`, true),
    act("remove", "", `${quiet} hand__remove`, true),
    act("out", "Sits out", `${quiet} hand__out`),
    act("number", "Enter a number", `${quiet} hand__number`));
}

/**
 * The keys of the cards, and the place of those that ask for more about one.
 * @param {House} house
 */
function keypad(house) {
  const ranks = house.table.deck ? ranksOf(house) : [...STANDARD_RANKS, JOKER];
  const keys = house.cancelling?.leave ? [...ranks, GONE] : ranks;
  const columns = keys.length < 15 ? "" : keys.length < 18 ? " keypad--6" : " keypad--7";
  return h("div", { class: "keys" },
    h("div", { class: `keypad${columns}`, role: "group", aria: { label: "Cards to enter" } }, keys.map(key), eraseKey()),
    h("div", { class: "keypad keypad--choice", role: "group", aria: { label: "What else to say of the card" }, hidden: true }));

  /** @param {import("../rules/cards.js").Rank} rank */
  function key(rank) {
    const missing = rank === JOKER && !house.table.deck && house.table.jokers_per_deck === 0;
    const label = missing ? "joker: this house has none" : rank === GONE ? "gone: the line left the grid" : word(rank);
    const look = rank === JOKER ? "key key--joker" : rank === GONE ? "key key--word" : "key";
    return h("button", { type: "button", class: look, dataset: { key: missing ? null : rank }, disabled: missing, aria: { label } }, rank === GONE ? "gone" : sign(rank));
  }
}

/** @param {string} note  what such a score escapes; may be empty */
function numberEntry(note) {
  return h("form", { class: "number-entry", hidden: true },
    h("label", { for: "number-entry" }, `Score without cards, before any penalty. Sums such as 10+15−5 are fine. ${note}`),
    h("input", { id: "number-entry", name: "number", type: "text", inputmode: "none", autocomplete: "off", maxlength: 60 }),
    h("div", { class: "keypad", role: "group", aria: { label: "Digits" } },
      DIGITS.map((digit) => h("button", { type: "button", class: "key", dataset: { digit } }, digit)),
      SIGNS.map(([sign, label]) => h("button", { type: "button", class: "key", dataset: { digit: sign }, aria: { label } }, sign)),
      eraseKey({ digit: "erase" }),
      act("cards", "Cards", "key key--word"),
      h("button", { type: "submit", class: "key key--word key--set" }, "Set")));
}

/**
 * @param {GameOnPhone} phone
 * @param {number} number
 * @param {readonly Player[]} players
 */
function confirmation({ game, urls }, number, players) {
  const hole = game.hole(number);
  const asks = needsEnder(game.house);
  const doing = hole?.confirmed ? "Done, the hole counts so" : isExtra(hole) ? "Confirm the extra hole" : `Confirm hole ${number}`;
  const choice = (/** @type {string} */ value, /** @type {string} */ name) => {
    const isChosen = hole?.enderKnown === true && String(hole.ender ?? "nobody") === value;
    return h("label", { class: "radio-card radio-card--compact" },
      h("input", { type: "radio", name: "ender", value, checked: isChosen, required: asks }),
      h("span", { class: "radio-card__main" }, name));
  };
  const choices = h("div", { class: "radio-cards radio-cards--row" }, players.map((player) => choice(String(player.id), player.name)), choice("nobody", "Nobody"));
  return h("form", { class: "confirm", hidden: true },
    h("div", { class: "confirm__warnings notice notice--warning", hidden: true }, h("ul", null)),
    asks
      ? h("fieldset", { class: "fieldset" }, h("legend", null, "Who ended the hole?"), choices)
      : h("details", { class: "confirm__fold confirm__ender", open: hole?.enderKnown === true },
        h("summary", null, "Note who ended the hole"),
        h("fieldset", { class: "fieldset" }, h("legend", { class: "visually-hidden" }, "Who ended the hole?"), choices)),
    h("button", {
      type: "submit", class: "button button--primary button--wide",
      dataset: { plain: doing, warned: `The cards are right: ${doing.toLowerCase()}` },
    }, doing),
    settling(urls.settle, number, players));
}

/**
 * Whoever doubts a score sees it worked by every house and reading before the hole counts.
 * @param {string} address
 * @param {number} number
 * @param {readonly Player[]} players
 */
function settling(address, number, players) {
  return h("details", { class: "confirm__fold" },
    h("summary", null, "Settle a score"),
    h("p", { class: "buttons" }, players.map(({ id, name }) =>
      h("a", { class: "button button--small", href: `${address}&hole=${number}&player=${id}`, aria: { label: `Settle what ${name}'s cards count` } }, name))));
}

/**
 * @param {string} what
 * @param {string} words
 * @param {string} look
 */
function act(what, words, look, hidden = false) {
  return h("button", { type: "button", class: look, dataset: { act: what }, hidden }, words);
}

/** @param {Hole | null} hole */
function isExtra(hole) {
  return hole !== null && hole.playoff.length > 0;
}
