/**
 * What a table does without a network besides entering cards: a new game, the same people again, who joins and leaves, an
 * extra hole. All of it is this phone's own at once, and is sent like a hand.
 *
 * @import {KnownHouse, Wanted} from "../phone/begin.js"
 * @import {Child} from "../shell/app.js"
 */

import { beginGame, knownHouses, newPlayerId, rematchOf } from "../phone/begin.js";
import { extraHole, gameOf, GameOnPhone } from "../phone/game-on-phone.js";
import { KnownGames } from "../phone/kept.js";
import { deviceStorage, Outbox } from "../phone/queue.js";
import { listing } from "../rules/house.js";
import { h, part, show } from "../shell/app.js";

const LONGEST_GAME = 99;
const LONGEST_NAME = 40;

/** Milliseconds that a page waits for what it has just sent, where there is a network after all. */
const A_MOMENT = 1_500;

/** @param {Wanted} wanted */
function begin(wanted) {
  return goTo(beginGame(wanted, new KnownGames(deviceStorage()), Outbox.open()));
}

/** On to a page that the server, should it answer, has to know. @param {string} address */
async function goTo(address) {
  await Promise.race([Outbox.open().flush(), new Promise((done) => setTimeout(done, A_MOMENT))]);
  location.assign(address);
}

/**
 * What can be done with a game that is over.
 * @param {GameOnPhone} phone
 * @returns {Child[]}
 */
export function afterTheGame(phone) {
  const { game, key, uid, urls: { api, hole }, outbox } = phone;
  const isDue = game.undecided.length > 0;
  const breakTie = () => {
    const extra = extraHole(phone.game);
    if (extra === null) return;
    outbox.say({ game: uid, key, api, hole: extra.number }, "playoff", { hole: extra.number, players: extra.playoff });
    void goTo(hole + extra.number);
  };
  const wanted = rematchOf(phone, game, outbox);
  return [
    extraHole(game) !== null && button("extra", "Play an extra hole", breakTie, isDue),
    canSit(wanted) && button("again", "Play again, same people", () => void begin(rematchOf(phone, phone.game, outbox)), !isDue),
  ];
}

/** The table of this phone that played last, if its game is over: ready to go on. @param {KnownGames} games @returns {Child} */
export function playAgain(games) {
  const known = games.all.find(({ answer }) => answer.may_edit);
  const game = known === undefined ? null : gameOf(known.answer, known.rules, Outbox.open().of(known.uid));
  if (known === undefined || game?.isOver !== true) return null;
  const wanted = rematchOf(known, game, Outbox.open());
  if (!canSit(wanted)) return null;
  const words = `Play again with ${listing(wanted.players.map(({ name }) => name))} (${game.house.name}, ${game.lengthWords})`;
  return button("again", words, () => void begin(wanted), true);
}

/** @param {Wanted} wanted */
function canSit({ players: { length }, rules: { players: [fewest, most] } }) {
  return length >= fewest && length <= most;
}

/**
 * @param {string} id  by which it stays itself when the page is drawn anew
 * @param {string} words
 * @param {() => void} what  a second tap does nothing
 * @param {boolean} isFirst  what most people want
 */
function button(id, words, what, isFirst) {
  let isTapped = false;
  const onclick = () => {
    if (!isTapped) what();
    isTapped = true;
  };
  return h("button", { type: "button", id, class: ["button", isFirst && "button--primary", "button--wide"], onclick }, words);
}

// --- a new game ----------------------------------------------------------------------------------------------------------

/**
 * @param {Element} page
 * @param {string} key  of the house that was chosen before; "" for none
 * @param {URLSearchParams} typed  in the server's form, before the network broke off
 */
export async function drawNew(page, key, typed) {
  const games = new KnownGames(deviceStorage());
  const houses = await knownHouses(games, Outbox.open());
  const last = games.all[0];
  const known = last === undefined ? ["Player 1", "Player 2"] : gameOf(last.answer, last.rules).players.map(({ name }) => name);
  const names = typed.getAll("player").filter(Boolean);
  const seats = h("ol", { class: "seats" }, (names.length > 0 ? names : known).map(seat));
  const choice = houseChoice(houses, key || (last?.rules.house.key ?? ""));
  const length = h("input", { class: "input input--short", id: "holes", type: "number", inputmode: "numeric", min: 1, max: LONGEST_GAME });
  const notes = h("div", { class: "stack soft" });
  const house = () => /** @type {KnownHouse} */ (houses[Number(choice.value)]);
  const people = () => Array.from(seats.querySelectorAll("input"), ({ value }) => tidy(value)).filter(Boolean);
  const isCounted = () => (house().rules.house.match.until ?? null) === null;
  const follow = () => {
    const { summary, said } = house(), answers = said.filter(([players]) => (players ?? people().length) === people().length);
    show(notes, summary !== "" && h("p", null, summary), answers.map(([, question, answer]) => h("p", null, `${question} Here ${answer}.`)),
      h("p", null, "Its questions have their usual answers: with a network you can change them."));
  };
  const choose = () => {
    length.value = String(house().length);
    part(form, ".new-game__length").hidden = !isCounted();
    follow();
  };
  const form = asking(() => {
    const players = people(), { spec, version, rules } = house(), holesPlanned = isCounted() ? Number(length.value) : LONGEST_GAME;
    const isLength = Number.isInteger(holesPlanned) && holesPlanned >= 1 && holesPlanned <= LONGEST_GAME;
    const problem = whyNot(players, rules.players, rules.house.name) || (isLength ? "" : `A game has 1 to ${LONGEST_GAME} holes.`);
    if (problem === "") void begin({ spec, version, rules, holesPlanned, firstDealer: 1, players: players.map((name) => ({ name })) });
    return problem;
  }, "Begin the game",
  h("fieldset", { class: "fieldset" },
    h("legend", null, "Who plays?"),
    h("p", { class: "field__hint" }, "In seating order; the first one deals first."),
    seats,
    h("p", { class: "buttons" }, h("button", { type: "button", class: "button button--small", onclick: () => {
      seats.append(seat("", seats.children.length));
      seats.querySelector("li:last-child input")?.dispatchEvent(new Event("input", { bubbles: true }));
    } }, "Add a player"))),
  h("div", { class: "field" }, h("label", { class: "field__label", for: "house" }, "By which rules?"), choice, notes),
  h("div", { class: "field new-game__length" }, h("label", { class: "field__label", for: "holes" }, "How many holes?"), length));
  choice.addEventListener("change", choose);
  form.addEventListener("input", follow);
  const isKnown = key === "" || houses.some(({ rules }) => rules.house.key === key);
  page.replaceChildren(h("h1", null, "New game"), !isKnown ? h("p", { class: "notice" }, "Those rules are not on this phone: choose others.") : "", form);
  choose();
  length.value = String(Number(typed.get("holes_other") || typed.get("holes")) || house().length);
}

/** @param {string} name @param {number} place */
function seat(name, place) {
  const proposed = `Player ${place + 1}`;
  const field = h("input", { class: "input", value: name || proposed, maxlength: LONGEST_NAME, autocomplete: "off", autocapitalize: "words", aria: { label: proposed } });
  field.addEventListener("focus", () => field.value === proposed && field.select()); // replaced by the first letter
  return h("li", { class: "seat" }, h("span", { class: "seat__handle" }), field);
}

/**
 * Those of the table's own games first, then those that came with the release.
 * @param {readonly KnownHouse[]} houses
 * @param {string} key  of the one to begin with
 */
export function houseChoice(houses, key) {
  const groups = [...new Set(houses.map(({ group }) => group))];
  const first = Math.max(0, houses.findIndex(({ rules }) => rules.house.key === key));
  return h("select", { class: "input", id: "house" }, groups.map((title) => h("optgroup", { label: title }, houses.map(({ group, rules }, place) =>
    group === title && h("option", { value: place, selected: place === first }, rules.house.name)))));
}

/**
 * A form that says what is wrong.
 * @param {() => string} send  the problem; "" for none
 * @param {string} words
 * @param {...Child} children
 */
function asking(send, words, ...children) {
  const problem = h("div", { role: "alert" });
  const form = h("form", { class: "form", novalidate: true }, problem, ...children,
    h("div", { class: "submit-bar" }, h("button", { class: "button button--primary" }, words)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = send();
    show(problem, wrong !== "" && h("p", { class: "notice notice--error" }, wrong));
  });
  return form;
}

/** A name as the server keeps it. @param {string} name */
function tidy(name) {
  return name.trim().replace(/\s+/g, " ");
}

/**
 * Why these people cannot sit down together; "" where they can.
 * @param {readonly string[]} names
 * @param {readonly [number, number]} seats
 * @param {string} house
 */
function whyNot(names, [fewest, most], house) {
  if (names.length < fewest || names.length > most) return `${house} seats ${fewest} to ${most} players, not ${names.length}.`;
  const twice = names.find((name, place) => names.slice(0, place).some((other) => other.toLowerCase() === name.toLowerCase()));
  return twice === undefined ? "" : `Two players are called ${twice}: add a letter to tell them apart.`;
}

// --- who joins and leaves ------------------------------------------------------------------------------------------------

/**
 * @param {Element} page
 * @param {GameOnPhone} phone
 */
export function drawTable(page, { game, key, uid, urls: { api, card }, outbox, rules }) {
  const now = game.hole(game.currentHole ?? 0);
  const hole = game.currentHole ?? Infinity, joining = hole + Number((now?.entries.size ?? 0) > 0);
  const here = game.players.filter(({ left }) => left === null);
  const joins = h("input", { class: "input", id: "joins", maxlength: LONGEST_NAME, autocomplete: "off", autocapitalize: "words" });
  const form = asking(() => {
    const name = tidy(joins.value), gone = Array.from(form.querySelectorAll("input:checked"), (box) => Number(box.id.slice("leaves-".length)));
    const stay = here.filter(({ id }) => !gone.includes(id)).map((player) => player.name);
    const names = name === "" ? [] : [name];
    const problem = whyNot([...stay, ...names], rules.players, game.house.name)
      || whyNot([...game.players.map((player) => player.name), ...names], [0, Infinity], "");
    if (problem !== "") return problem;
    const played = (/** @type {number} */ id) => Math.max(0, ...game.holes.map(({ number, entries }) => entries.has(id) ? number : 0));
    const leaving = Object.fromEntries(gone.map((id) => [id, played(id)]));
    const said = { hole: joining, joining: names.map((one) => ({ id: newPlayerId(), name: one })), leaving };
    // Before the hands of the hole that is played: who has none there may be gone already.
    if (gone.length + names.length > 0) outbox.say({ game: uid, key, api, hole }, "table", said);
    void goTo(card);
    return "";
  }, "Save",
  h("fieldset", { class: "fieldset" }, h("legend", null, "Who leaves?"), here.map(({ id, name }) =>
    h("label", { class: "choice" }, h("input", { type: "checkbox", id: `leaves-${id}` }), h("span", null, name)))),
  joining <= game.holesPlanned && h("div", { class: "field" }, h("label", { class: "field__label", for: "joins" }, `Who joins at hole ${joining}?`), joins));
  const isOver = game.currentHole === null || (now?.playoff.length ?? 0) > 0;
  page.replaceChildren(isOver ? h("p", { class: "notice" }, "Every hole is played: nobody joins or leaves any more.") : form,
    h("p", { class: "soft" }, "Names, seats and the number of holes: needs the network."));
}
