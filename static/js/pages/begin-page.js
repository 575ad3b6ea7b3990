/**
 * Offline actions other than entering cards: a new game, a rematch, players who join or leave, an extra hole. They take
 * effect on this phone at once and are sent later, like hands. The forms are in templates/offline/.
 *
 * @import {KnownHouse, Wanted} from "../phone/begin.js"
 * @import {Player} from "../rules/game.js"
 * @import {Child} from "../shell/app.js"
 * @import {NewGameSeats} from "./seats.js"
 * @typedef {{name: string}} Named
 */

import { beginGame, goTo, knownHouses, newPlayerId, rematchOf, say } from "../phone/begin.js";
import { gameOf, GameOnPhone } from "../phone/game-on-phone.js";
import { KnownGames } from "../phone/device-storage.js";
import { deviceStorage, Outbox } from "../phone/queue.js";
import { extraHole } from "../phone/table.js";
import { smallestTeam } from "../rules/game.js";
import { hasCards, isPlanned, listing, longestGame, roundWord } from "../rules/house.js";
import { cleaned, isRefused, nameKey } from "../rules/names.js";
import { h, part, show } from "../shell/app.js";
import { isStandIn, standIns } from "./seats.js";

/** @param {string} address */
function leaveFor(address) {
  return goTo(address, Outbox.open());
}

/** @param {Wanted} wanted */
function begin(wanted) {
  return leaveFor(beginGame(wanted, new KnownGames(deviceStorage()), Outbox.open()));
}

/** The buttons for a finished game. @param {GameOnPhone} phone @returns {Child[]} */
export function afterTheGame(phone) {
  const {
    game,
    key,
    uid,
    urls: { api, hole },
    outbox,
  } = phone;
  const extra = extraHole(game),
    isDue = game.undecided.length > 0;
  const wanted = rematchOf(phone, game, outbox);
  const breakTie = () => {
    const { number = 0, playoff: players } = extraHole(phone.game) ?? {};
    say(outbox, { game: uid, key, api, hole: number }, "playoff", { hole: number, players });
    void leaveFor(hole + number);
  };
  return [
    extra !== null && button("extra", `Play an extra ${roundWord(game.house)}`, breakTie, isDue),
    whyNot(wanted.players, wanted.rules) === "" && button("again", "Play again", () => void begin(wanted), !isDue),
  ];
}

/** The offer to play this phone's last game again, if it is over. @param {KnownGames} games */
export function playAgain(games) {
  const known = games.standing.find(({ answer }) => answer.may_edit),
    outbox = Outbox.open();
  const game = known === undefined ? null : gameOf(known.answer, known.rules, outbox.of(known.uid));
  const wanted = known !== undefined && game?.isOver === true && rematchOf(known, game, outbox);
  if (!game || !wanted || whyNot(wanted.players, wanted.rules) !== "") return null;
  return h(
    "section",
    { class: "sheet current-game", aria: { labelledby: "current" } },
    h("h1", { id: "current" }, listing(wanted.players.map(({ name }) => name))),
    h("p", { class: "soft" }, `${game.house.name}, ${game.fullLengthWords}`),
    h(
      "p",
      { class: "buttons" },
      button("again", "Play again", () => void begin(wanted), true)
    )
  );
}

/** @type {(id: string, words: string, what: () => void, isFirst: boolean) => HTMLElement} */
function button(id, words, what, isFirst) {
  // its id keeps the button's focus when the page is redrawn
  const made = h(
    "button",
    { type: "button", id, class: ["button", isFirst && "button--primary", "button--wide"] },
    words
  );
  made.addEventListener("click", what, { once: true }); // ignores a second tap
  return made;
}

// --- forms -----------------------------------------------------------------------------------------------------------

/**
 * Replace the page by a form of the shell. Returns a function that finds its parts.
 * @type {(page: Element, id: string, title: string) => <Kind extends HTMLElement>(selector: string) => Kind}
 */
export function filled(page, id, title) {
  document.title = `${title} · Scorekeeper`;
  document.body.className = ""; // paper
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  page.replaceChildren(document.importNode(template.content, true));
  return (selector) => /** @type {any} */ (part(/** @type {HTMLElement} */ (page), selector));
}

/**
 * Fill the field of houses with those on this phone, or only those with cards. Returns a function that gives the chosen
 * one. Without a key, the last one played is chosen, or the usual one.
 * @type {(field: HTMLSelectElement, key: string, withCards?: boolean) => Promise<() => KnownHouse>}
 */
export async function houseChoice(field, key, withCards = false) {
  const games = new KnownGames(deviceStorage()),
    played = key || games.standing[0]?.rules.house.key;
  const known = await knownHouses(games, Outbox.open()),
    houses = withCards ? known.filter(({ rules }) => hasCards(rules.house)) : known,
    groups = new Set(houses.map(({ group }) => group));
  const first = houses.find(({ rules }) => rules.house.key === played) ?? houses.find(({ usual }) => usual);
  field.append(
    ...[...groups].map((label) =>
      h(
        "optgroup",
        { label },
        houses.map(
          (one, place) =>
            one.group === label && h("option", { value: place, selected: one === first }, one.rules.house.name)
        )
      )
    )
  );
  return () => /** @type {KnownHouse} */ (houses[Number(field.value)]);
}

/** Send a form, or show its error. @type {(form: HTMLElement, send: () => string) => void} */
function onSubmit(form, send) {
  let isSent = false; // ignores a second tap
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isSent) return;
    const wrong = send();
    isSent = wrong === "";
    show(part(form, "[role=alert]"), wrong !== "" && h("p", { class: "notice notice--error" }, wrong));
  });
}

/** The name in part of a form, as the server keeps it. @param {Element} place @returns {Named} */
function nameIn(place) {
  return { name: cleaned(place.querySelector("input")?.value ?? "") };
}

/**
 * Why these players cannot play together; "" if they can. `gone` are players who have left.
 * @type {(people: readonly Named[], rules: KnownHouse["rules"], gone?: readonly Named[]) => string}
 */
function whyNot(people, { players: [fewest, most] = [2, 60], house }, gone = []) {
  if (people.length < fewest || people.length > most)
    return `${house.name} is for ${fewest} to ${most} players. You have ${people.length}.`;
  const names = [...gone, ...people].map(({ name }) => name),
    keys = names.map(nameKey);
  const odd = names.find(isRefused);
  if (odd !== undefined) return `“${odd}” contains an invisible character.`;
  const twice = names.find((_, place) => keys.indexOf(keys[place] ?? "") < place);
  return twice === undefined ? "" : `Two players are named ${twice}. Add an initial.`;
}

/** The games that are not against the phone. @param {KnownGames} games */
function atTable(games) {
  return games.standing.filter(({ answer }) => !answer.practice);
}

/** The players of this phone's games, each once, those of the newest game first. @param {KnownGames} games */
function namesOn(games) {
  const names = atTable(games).flatMap(({ answer }) => answer.players.map((/** @type {Named} */ { name }) => name));
  const keys = names.map(nameKey);
  return names.filter((name, at) => keys.indexOf(keys[at] ?? "") === at && !isStandIn(name));
}

/**
 * The new game form, filled with what was typed into the server's form if the connection broke off.
 * @type {(page: Element, key: string, sent: string) => Promise<void>}
 */
export async function drawNew(page, key, sent) {
  const at = filled(page, "new-game", "New game"),
    seats = at(".seats"),
    length = /** @type {HTMLInputElement} */ (at("#holes"));
  const games = new KnownGames(deviceStorage()),
    last = atTable(games)[0];
  /**
   * The page's state before the player left it to play.
   * @type {{typed?: string, key?: string, said?: string, address?: string}}
   */
  const before = history.state?.began ?? {},
    typed = new URLSearchParams(sent || before.typed);
  const blank = /** @type {HTMLElement} */ (seats.firstElementChild);
  const known =
    last?.answer.players.filter((/** @type {Player} */ { left }) => left === null) ?? Array(4).fill({ name: "" });
  const names = typed.getAll("player").map((name) => ({ name })),
    dealer = Math.max(0, typed.getAll("seat").indexOf(typed.get("dealer") ?? ""));
  seats.replaceChildren(
    ...(names.length > 0 ? names : known).map((/** @type {Named} */ { name }, /** @type {number} */ place) => {
      const seat = /** @type {HTMLElement} */ (blank.cloneNode(true)),
        field = part(seat, "input[name=player]");
      seat.dataset["seat"] = String(place);
      field.setAttribute("value", isStandIn(name) ? "" : name);
      part(seat, "input[name=dealer]").toggleAttribute("checked", place === dealer);
      return seat;
    })
  );
  const rows = /** @type {NewGameSeats} */ (at("new-game-seats"));
  at("#names").replaceChildren(...namesOn(games).map((value) => h("option", { value })));
  rows.refresh();
  const house = await houseChoice(at("#house"), before.key || key);
  const people = () => {
    const rows = Array.from(seats.children, (seat) => ({
      ...nameIn(seat),
      deals: seat.querySelector("input:checked") !== null,
    }));
    const named = standIns(rows.map(({ name }) => name));
    return rows.map(({ name, deals }, at) => ({ name: name || (named[at] ?? ""), deals }));
  };
  const word = () => roundWord(house().rules.house);
  const tell = () => {
    const { spec, summary, said, rules } = house(),
      asked = said.filter(([players]) => (players ?? people().length) === people().length);
    const isOther = key !== "" && rules.house.key !== key ? "This phone doesn’t have the rules you picked. " : "";
    show(
      at("[data-about]"),
      h("p", null, isOther, summary),
      asked.map(([, question, answer]) => h("p", null, `${question} Your rule: ${answer}.`)),
      "house" in spec && h("p", null, "Where the rules leave a choice, we use the usual one. You can change it online.")
    );
  };
  let usual = "";
  const choose = () => {
    if (length.value === usual) length.value = String(house().length);
    usual = String(house().length);
    at("[data-length]").hidden = !isPlanned(house().rules.house);
    rows.toggleAttribute("data-no-dealer", house().rules.house.words?.dealer === false);
    at("label[for=holes]").textContent = `How many ${word()}s?`;
    const [least = 2, most = 60] = house().rules.players ?? [];
    Object.assign(rows.dataset, { least, most });
    rows.refresh();
    tell();
  };
  for (const what of ["input", "click"]) at("fieldset").addEventListener(what, tell);
  at("#house").addEventListener("change", choose);
  onSubmit(at("form"), () => {
    const { spec, version, rules } = house(),
      holesPlanned = isPlanned(rules.house) ? Number(length.value) : longestGame(rules.house);
    const problem =
      whyNot(people(), rules) ||
      (!isPlanned(rules.house) || length.checkValidity() ? "" : `Choose 1 to ${length.max} ${word()}s.`);
    const firstDealer = people().findIndex(({ deals }) => deals) + 1 || 1;
    if (problem !== "") return problem;
    const wanted = { spec, version, rules, holesPlanned, firstDealer, players: people().map(({ name }) => ({ name })) };
    const said = JSON.stringify([version, holesPlanned, firstDealer, wanted.players]);
    const isBegun = said === before.said && games.all.some(({ urls }) => before.address?.startsWith(urls.hole));
    const address = isBegun ? (before.address ?? "") : beginGame(wanted, games, Outbox.open());
    const now = new URLSearchParams({ dealer: String(firstDealer - 1), holes: length.value });
    for (const [place, { name }] of wanted.players.entries()) {
      now.append("player", name);
      now.append("seat", String(place));
    }
    history.replaceState({ began: { typed: now.toString(), key: rules.house.key, said, address } }, "");
    void leaveFor(address);
    return "";
  });
  choose();
  length.value = String(Number(typed.get("holes_other") || typed.get("holes")) || house().length);
}

/** Whether players can still join or leave. @param {GameOnPhone} phone */
export function canChange({ game: { currentHole, holesPlanned } }) {
  return currentHole !== null && currentHole <= holesPlanned;
}

/** The form for players who join or leave. @type {(page: Element, phone: GameOnPhone) => void} */
export function drawPlayers(page, { game, key, uid, urls: { api, card }, outbox, rules }) {
  const hole = game.currentHole ?? 1,
    from = hole + Number((game.hole(hole)?.entries.size ?? 0) > 0);
  const at = filled(page, "players", "Players"),
    form = at("form"),
    choice = at(".choice");
  const here = game.players
    .filter(({ left }) => left === null)
    .map(({ id, name }) => {
      const row = /** @type {HTMLElement} */ (choice.cloneNode(true));
      part(row, "span").textContent = name;
      at("fieldset").append(row);
      return { id, name, box: /** @type {HTMLInputElement} */ (part(row, "input")) };
    });
  choice.remove();
  at("label[for=joins]").textContent = `Who’s joining at ${roundWord(game.house)} ${from}?`;
  at("[data-rounds]").textContent = `${roundWord(game.house)}s`;
  at(".field").hidden = from > game.holesPlanned;
  onSubmit(form, () => {
    const gone = here.filter(({ box }) => box.checked),
      stay = here.filter(({ box }) => !box.checked);
    // Players who left make their team smaller.
    const then = game.players.map((player) =>
      gone.some(({ id }) => id === player.id) ? { ...player, left: hole } : player
    );
    const team = smallestTeam({ house: game.house, players: then });
    const joining = [{ id: newPlayerId(), ...nameIn(at(".field")), team }].filter(({ name }) => name !== "");
    const problem = whyNot(
      [...stay, ...joining],
      rules,
      game.players.filter(({ id }) => !stay.some((one) => one.id === id))
    );
    if (problem !== "") return problem;
    const leaving = Object.fromEntries(
      gone.map(({ id }) => [
        id,
        Math.max(0, ...game.holes.map(({ number, entries }) => (entries.has(id) ? number : 0))),
      ])
    );
    // Before the current hole's hands: a player without one may already be gone.
    if (gone.length + joining.length > 0)
      say(outbox, { game: uid, key, api, hole }, "table", { hole: from, joining, leaving });
    void leaveFor(card);
    return "";
  });
}
