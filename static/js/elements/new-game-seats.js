/**
 * <new-game-seats>: adds and removes players' rows without asking the server, around a <seat-order> that moves them.
 * Without scripts the same buttons send the form. In a house with teams a row more joins the smallest team.
 *
 * Markup: `.seats > .seat[data-seat]`, in each a text field, a radio button `dealer`, a button `[data-remove]`; one
 * button `[data-add]`. Questions that arise with a certain number of players, `[data-only-players]` in the same form, are
 * shown as soon as there are that many rows or names.
 */

import { smallestTeam } from "../rules/teams.js";
import { SeatOrder } from "./seat-order.js";

export class NewGameSeats extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("input", () => this.#ask());
    this.addEventListener("reorder", () => this.#number());
    this.#ask();
  }

  /** @returns {HTMLElement[]} */
  get #seats() {
    return [...this.querySelectorAll(".seats > .seat")].filter((seat) => seat instanceof HTMLElement);
  }

  /** @param {Event} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-add], [data-remove]") : null;
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    if ("add" in button.dataset) this.#add();
    else this.#remove(button);
  }

  #add() {
    const seats = this.#seats;
    const last = seats.at(-1);
    if (last === undefined) return;
    const id = String(Math.max(...seats.map((seat) => Number(seat.dataset["seat"]))) + 1);
    const seat = /** @type {HTMLElement} */ (last.cloneNode(true));
    seat.dataset["seat"] = id;
    seat.classList.remove("seat--error", "is-lifted");
    seat.querySelector(`[id$="-error"]`)?.remove();
    for (const field of seat.querySelectorAll("input")) {
      if (field.name === "player") {
        field.value = "";
        field.id = `player-${id}`;
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
      } else {
        field.value = id;
        field.checked = false;
      }
    }
    const team = teamOf(seat);
    if (team !== null) {
      team.id = `team-${id}`;
      for (const choice of [...seats, seat].map(teamOf)) offer(choice, Math.max(2, seats.length + 1));
      team.value = String(smallestTeam(seats.map((one) => Number(teamOf(one)?.value)).filter(Boolean)));
    }
    last.after(seat);
    this.#settle();
    fieldOf(seat)?.focus();
  }

  /** @param {HTMLElement} button */
  #remove(button) {
    const seats = this.#seats;
    const seat = button.closest(".seat");
    if (!(seat instanceof HTMLElement) || seats.length < 2) return;
    const at = seats.indexOf(seat);
    const deals = seat.querySelector("input[name=dealer]:checked") !== null;
    seat.remove();
    const neighbour = this.#seats[Math.min(at, seats.length - 2)];
    const radio = neighbour?.querySelector("input[name=dealer]");
    if (deals && radio instanceof HTMLInputElement) radio.checked = true;
    this.#settle();
    if (neighbour) fieldOf(neighbour)?.focus();
  }

  #settle() {
    const order = this.querySelector("seat-order");
    if (order instanceof SeatOrder) order.refresh();
    this.#number();
    this.#ask();
  }

  /** What a screen reader calls the fields and buttons follows the places. */
  #number() {
    for (const [at, seat] of this.#seats.entries()) {
      fieldOf(seat)?.setAttribute("aria-label", `Name of player ${at + 1}`);
      for (const [move, words] of [["up", "move up"], ["down", "move down"]]) {
        const button = seat.querySelector(`[data-move="${move}"]`);
        button?.setAttribute("aria-label", `${words}, player ${at + 1}`);
        button?.removeAttribute("disabled");
      }
      seat.querySelector("select[name=team]")?.setAttribute("aria-label", `Team of player ${at + 1}`);
      const remove = seat.querySelector("[data-remove] .visually-hidden");
      if (remove) remove.textContent = ` player ${at + 1}`;
    }
  }

  #ask() {
    const seats = this.#seats;
    // By rows already: a question that comes up only with the last name is below the screen by then, and is missed.
    const players = [seats.length, seats.filter((seat) => fieldOf(seat)?.value.trim()).length];
    for (const question of this.closest("form")?.querySelectorAll("[data-only-players]") ?? []) {
      if (question instanceof HTMLElement) question.hidden = !players.includes(Number(question.dataset["onlyPlayers"]));
    }
  }
}

/** @param {HTMLElement} seat */
function fieldOf(seat) {
  const field = seat.querySelector("input[name=player]");
  return field instanceof HTMLInputElement ? field : null;
}

/** @param {HTMLElement} seat */
function teamOf(seat) {
  const choice = seat.querySelector("select[name=team]");
  return choice instanceof HTMLSelectElement ? choice : null;
}

/**
 * Another team to choose, unless it can be chosen already.
 * @param {HTMLSelectElement | null} choice
 * @param {number} team
 */
function offer(choice, team) {
  if (choice?.querySelector(`option[value="${team}"]`) === null) choice.append(new Option(`Team ${team}`, String(team)));
}
