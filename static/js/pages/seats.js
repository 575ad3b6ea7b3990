/**
 * <seat-order>: reorders the seats inside it, by dragging a handle or with the keyboard. A tap on the handle shows
 * buttons for up and down, which send the form without scripts.
 *
 * Markup: `.seats > .seat[data-seat]` (templates/macros/players.html), each with a button `.seat__handle`, buttons
 * `[data-move="up"|"down"]`, and `data-name` (or a text field with the name) for screen readers. The optional attribute
 * `field` names a hidden input that receives the values of `data-seat` in order, separated by commas. Fires `reorder`,
 * which bubbles, after each change.
 *
 * <new-game-seats>, around it, adds and removes rows of players, except in a game with teams, where the server does. It
 * has from `data-least` to `data-most` rows, each with a text field, a radio button `dealer` and a button
 * `[data-remove]`. Outside the rows are a button `[data-add]`, and buttons `[data-known]` with names from the form's
 * list of known names. Questions for a certain number of players, `[data-only-players]` in the same form, show while
 * there are that many rows.
 */

import { cleaned, nameKey } from "../rules/names.js";
import { h } from "../shell/app.js";

/** A finger that moves less, in pixels, taps. */
const SHAKE = 6;

export class SeatOrder extends HTMLElement {
  #speaker = h("p", { class: "visually-hidden", aria: { live: "polite" } });
  /** Whether the pointer moved a seat before it was lifted. */
  #isDragged = false;

  connectedCallback() {
    if (this.querySelector(".seats") === null) return;
    this.append(this.#speaker);
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("pointerdown", (event) => this.#lift(event));
    this.addEventListener("input", () => this.#label());
    this.refresh();
    this.dataset["ready"] = "";
  }

  /** Call this after adding or removing seats. */
  refresh() {
    this.#settle();
  }

  /**
   * Move a seat. Its neighbors move in the page instead, so that the seat keeps its focus and its pointer.
   * @param {HTMLElement} seat
   * @param {number} places  negative for up
   */
  move(seat, places) {
    const seats = seatsIn(this);
    const from = seats.indexOf(seat);
    const to = Math.max(0, Math.min(seats.length - 1, from + places));
    if (from < 0 || from === to) return;
    const passed = to < from ? seats.slice(to, from) : seats.slice(from + 1, to + 1);
    if (to < from) seat.after(...passed);
    else seat.before(...passed);
    this.#settle();
    this.#speaker.textContent = `${nameOf(seat)}: seat ${to + 1} of ${seats.length}`;
    this.dispatchEvent(new Event("reorder", { bubbles: true }));
  }

  #settle() {
    const seats = seatsIn(this);
    const field = this.getAttribute("field");
    const order = field === null ? null : this.querySelector(`input[name="${field}"]`);
    if (order instanceof HTMLInputElement) order.value = seats.map((seat) => seat.dataset["seat"]).join(",");
    for (const [at, seat] of seats.entries()) {
      // Not `disabled`: disabling the focused button would move the keyboard to the top of the page.
      seat.querySelector('[data-move="up"]')?.setAttribute("aria-disabled", String(at === 0));
      seat.querySelector('[data-move="down"]')?.setAttribute("aria-disabled", String(at === seats.length - 1));
    }
    this.#label();
  }

  #label() {
    const seats = seatsIn(this);
    for (const [at, seat] of seats.entries()) {
      const label = `Move ${nameOf(seat)}, seat ${at + 1} of ${seats.length}. Drag, tap or use the arrow keys`;
      seat.querySelector(".seat__handle")?.setAttribute("aria-label", label);
    }
  }

  /** @param {Event} event */
  #click(event) {
    const tapped = event.target instanceof Element ? event.target.closest(".seat__handle") : null;
    if (tapped !== null) this.#choose(tapped);
    const button = event.target instanceof Element ? event.target.closest("[data-move]") : null;
    const seat = button?.closest(".seat");
    if (!(button instanceof HTMLElement) || !(seat instanceof HTMLElement)) return;
    event.preventDefault();
    this.move(seat, button.dataset["move"] === "up" ? -1 : 1);
  }

  /** Show the moving buttons of one seat, or hide them again. @param {Element} handle */
  #choose(handle) {
    if (this.#isDragged) return;
    for (const seat of seatsIn(this)) {
      const own = seat.querySelector(".seat__handle");
      const isMoving = seat.classList.toggle("is-moving", own === handle && !seat.classList.contains("is-moving"));
      own?.setAttribute("aria-expanded", String(isMoving));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const handle = event.target instanceof Element ? event.target.closest(".seat__handle") : null;
    const seat = handle?.closest(".seat");
    if (!(seat instanceof HTMLElement)) return;
    const many = seatsIn(this).length;
    const places = new Map([
      ["ArrowUp", -1],
      ["ArrowDown", 1],
      ["Home", -many],
      ["End", many],
    ]).get(event.key);
    if (places === undefined) return;
    event.preventDefault();
    this.move(seat, places);
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    const handle = event.target instanceof Element ? event.target.closest(".seat__handle") : null;
    const seat = handle?.closest(".seat");
    if (!(handle instanceof HTMLElement) || !(seat instanceof HTMLElement) || event.button !== 0) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    seat.classList.add("is-lifted");
    this.#isDragged = false;
    let start = event.clientY + scrollY;
    /** @param {PointerEvent} moved */
    const drag = (moved) => {
      const seats = seatsIn(this),
        at = seats.indexOf(seat);
      const by = moved.clientY + scrollY - start;
      this.#isDragged ||= Math.abs(by) > SHAKE;
      const [before, after] = [seats[at - 1], seats[at + 1]];
      if (before !== undefined && by < -before.offsetHeight / 2) start -= this.#step(seat, -1);
      else if (after !== undefined && by > after.offsetHeight / 2) start += this.#step(seat, 1);
      seat.style.transform = `translateY(${moved.clientY + scrollY - start}px)`;
    };
    const lifted = new AbortController(),
      { signal } = lifted;
    const drop = () => {
      lifted.abort();
      seat.classList.remove("is-lifted");
      seat.style.transform = "";
    };
    handle.addEventListener("pointermove", drag, { signal });
    for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, drop, { signal });
  }

  /**
   * Move one place while dragging.
   * @param {HTMLElement} seat
   * @param {-1 | 1} places
   * @returns {number} the pixels that it moved
   */
  #step(seat, places) {
    const before = seat.offsetTop;
    this.move(seat, places);
    return Math.abs(seat.offsetTop - before);
  }
}

/** @param {HTMLElement} root */
function seatsIn(root) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".seats > .seat")]);
}

/** @param {HTMLElement} seat */
function nameOf(seat) {
  const field = seat.querySelector("input[type=text], input:not([type])");
  const typed = field instanceof HTMLInputElement ? cleaned(field.value) : "";
  const standIn = field instanceof HTMLInputElement ? field.placeholder : "";
  return typed || seat.dataset["name"] || standIn || "This seat";
}

// --- a new game ------------------------------------------------------------------------------------------------------

export class NewGameSeats extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("input", () => this.#standIn());
    this.addEventListener("reorder", () => this.#number());
    // Select last game's name, to type over it. In WebKit the end of the tap clears the selection, so select again
    // then.
    /** @type {EventTarget | null} */
    let entered = null;
    this.addEventListener("focusin", ({ target }) => {
      entered = target;
      if (target instanceof HTMLInputElement && target.name === "player") target.select();
    });
    this.addEventListener("click", ({ target }) => {
      const isName = target === entered && target instanceof HTMLInputElement && target.name === "player";
      if (isName && target.value !== "") setTimeout(() => target.select());
      entered = null;
    });
    this.addEventListener("keydown", (event) => this.#next(event));
    const form = this.closest("form");
    form?.addEventListener("input", ({ target }) => {
      const { name } = /** @type {HTMLInputElement} */ (target);
      const other = form.querySelector('input[name=holes][value="other"]');
      if (name === "holes_other" && other instanceof HTMLInputElement) other.checked = true;
    });
    form?.addEventListener("click", ({ target, detail }) => {
      const length = form.querySelector("#holes_other");
      const isTapped = detail > 0; // the arrow keys pass by
      if (isTapped && target instanceof HTMLInputElement && target.value === "other" && length instanceof HTMLElement)
        length.focus();
    });
    this.#ask();
  }

  /** Enter in a name goes to the next name, and from the last one to the start button. @param {KeyboardEvent} event */
  #next(event) {
    const { target, key } = event;
    if (key !== "Enter" || !(target instanceof HTMLInputElement) || target.name !== "player") return;
    event.preventDefault();
    const fields = seatsIn(this).map(fieldOf);
    const next = fields[fields.indexOf(target) + 1] ?? this.closest("main")?.querySelector(".pin .button--primary");
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {Event} event */
  #click(event) {
    const button =
      event.target instanceof Element ? event.target.closest("[data-add], [data-known], [data-remove]") : null;
    if (!(button instanceof HTMLElement) || this.querySelector("select[name=team]") !== null) return;
    event.preventDefault();
    if ("remove" in button.dataset) this.#remove(button);
    else if ("add" in button.dataset) this.#add()?.focus();
    else this.#seat(button.textContent ?? "");
  }

  /** Seat a known player at the first free place, or at a new one. @param {string} name */
  #seat(name) {
    const free =
      seatsIn(this)
        .map(fieldOf)
        .find((field) => cleaned(field?.value ?? "") === "") ?? this.#add();
    if (free === null) return;
    free.value = name;
    this.refresh();
    const more = this.querySelector("[data-known]:not([hidden])") ?? free;
    if (more instanceof HTMLElement) more.focus();
  }

  /** @returns {HTMLInputElement | null} the new row's field */
  #add() {
    const seats = seatsIn(this);
    const last = seats.at(-1);
    if (last === undefined || seats.length >= this.#bound("most", Infinity)) return null;
    const id = String(Math.max(...seats.map((seat) => Number(seat.dataset["seat"]))) + 1);
    const seat = /** @type {HTMLElement} */ (last.cloneNode(true));
    seat.dataset["seat"] = id;
    seat.classList.remove("is-moving", "is-lifted");
    seat.querySelector(".seat__handle")?.setAttribute("aria-expanded", "false");
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
    last.after(seat);
    this.refresh();
    return fieldOf(seat);
  }

  /** @param {HTMLElement} button */
  #remove(button) {
    const seats = seatsIn(this);
    const seat = button.closest(".seat");
    if (!(seat instanceof HTMLElement) || seats.length <= this.#bound("least", 1)) return;
    const at = seats.indexOf(seat);
    const deals = seat.querySelector("input[name=dealer]:checked") !== null;
    seat.remove();
    const neighbor = seatsIn(this)[Math.min(at, seats.length - 2)];
    const radio = neighbor?.querySelector("input[name=dealer]");
    if (deals && radio instanceof HTMLInputElement) radio.checked = true;
    this.refresh();
    if (neighbor) fieldOf(neighbor)?.focus();
  }

  /** Call this after adding or removing seats. */
  refresh() {
    this.#number();
    this.#ask();
  }

  /** Show the stand-in names in empty fields. */
  #standIn() {
    const fields = seatsIn(this)
      .map(fieldOf)
      .filter((field) => field !== null);
    for (const [at, name] of standIns(fields.map(({ value }) => value)).entries())
      fields[at]?.setAttribute("placeholder", name);
    for (const seat of seatsIn(this))
      seat.querySelector("input[name=dealer]")?.setAttribute("aria-label", `${nameOf(seat)} deals first`);
    this.#offer(fields);
    const order = this.querySelector("seat-order");
    if (order instanceof SeatOrder) order.refresh();
  }

  /** Number the labels of fields and buttons by seat. */
  #number() {
    for (const [at, seat] of seatsIn(this).entries()) {
      fieldOf(seat)?.setAttribute("aria-label", `Name of player ${at + 1}`);
      for (const move of ["up", "down"]) {
        const button = seat.querySelector(`[data-move="${move}"]`);
        button?.setAttribute("aria-label", `Move player ${at + 1} ${move}`);
        button?.removeAttribute("disabled");
      }
      const remove = seat.querySelector("[data-remove]");
      remove?.setAttribute("aria-label", `Remove player ${at + 1}`);
      remove?.toggleAttribute("hidden", seatsIn(this).length <= this.#bound("least", 1));
    }
    this.querySelector("[data-add]")?.toggleAttribute("hidden", seatsIn(this).length >= this.#bound("most", Infinity));
    this.#standIn();
  }

  /**
   * Offer the next known names that aren't seated, on as many buttons as there are.
   * @param {readonly HTMLInputElement[]} fields
   */
  #offer(fields) {
    const seated = new Set(fields.map(({ value }) => nameKey(value)));
    const isFull = fields.length >= this.#bound("most", Infinity) && fields.every(({ value }) => cleaned(value) !== "");
    const known = Array.from(
      this.closest("form")?.querySelectorAll("datalist option") ?? [],
      (option) => option.getAttribute("value") ?? ""
    );
    const free = isFull ? [] : known.filter((name) => !seated.has(nameKey(name)));
    for (const [at, button] of this.querySelectorAll("[data-known]").entries()) {
      button.toggleAttribute("hidden", free[at] === undefined);
      if (free[at] === undefined || button.textContent === free[at]) continue;
      button.textContent = free[at];
      button.setAttribute("value", `name-${free[at]}`);
      button.setAttribute("aria-label", `Add ${free[at]}`);
    }
  }

  /** The fewest or most rows that the rules allow. @param {"least" | "most"} which @param {number} usual */
  #bound(which, usual) {
    return Number(this.dataset[which] ?? usual);
  }

  #ask() {
    const players = seatsIn(this).length;
    for (const question of this.closest("form")?.querySelectorAll("[data-only-players]") ?? []) {
      if (question instanceof HTMLElement) question.hidden = Number(question.dataset["onlyPlayers"]) !== players;
    }
  }
}

/**
 * The stand-in name of each field: its own number, or the next free one. Mirrors web/stand_in_names.py.
 * @param {readonly string[]} typed
 */
export function standIns(typed) {
  const taken = new Set(typed.map(nameKey));
  return typed.map((name, place) => {
    let number = place + 1;
    while (taken.has(`player ${number}`)) number += 1;
    if (cleaned(name) === "") taken.add(`player ${number}`);
    return `Player ${number}`;
  });
}

/** Whether the app, not a person, made up this name. @param {string} name */
export function isStandIn(name) {
  return /^player [1-9]\d*$/.test(nameKey(name));
}

/** @param {HTMLElement} seat */
function fieldOf(seat) {
  const field = seat.querySelector("input[name=player]");
  return field instanceof HTMLInputElement ? field : null;
}

customElements.define("seat-order", SeatOrder);
customElements.define("new-game-seats", NewGameSeats);
