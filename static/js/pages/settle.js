/**
 * Score a hand. <settle-cards> writes a layout into its text field by tapping the keypad, top row first; the field
 * stays editable, and `.settle__shown` shows its cards as they are. Markup: attributes `data-rows` and `data-columns`;
 * a text field; an empty layout in `.settle__shown`; `.keys` with `[data-rank]` and `[data-erase]`, and where rules ask
 * for suits `.keypad--choice` with `[data-suit]`, which takes the place of the keys after a `[data-suited]`.
 *
 * <settle-question>: choosing another house swaps in its keys, hint and questions at once and keeps the entered cards.
 * That scores nothing, and the address stays. Without this script the form has a button for it. Markup: a form with
 * `select[name=house]`, `input[name=cards]` and `button[name=change]`.
 */

import { fetchPage, h } from "../shell/app.js";
import { keepRows } from "./pasted-rows.js";

export class SettleQuestion extends HTMLElement {
  connectedCallback() {
    this.after(this.#told);
    this.addEventListener("change", this.#changed);
    this.#withoutButton();
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    this.#asking?.abort();
    this.#told.remove();
  }

  #told = h("p", { class: "visually-hidden", role: "status" });
  /** @type {AbortController | null} */
  #asking = null;

  #changed = (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLSelectElement && event.target.name === "house") void this.#follow(event.target);
  };

  /** @param {HTMLSelectElement} select */
  async #follow(select) {
    const { form } = select;
    if (form === null) return;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form))
      if (typeof value === "string") address.searchParams.set(name, value);
    // Half a layout isn't a mistake yet, and a whole one is not scored before the button is tapped.
    address.searchParams.set("cards", "");
    address.searchParams.set("change", "house");
    this.setAttribute("aria-busy", "true");
    const fresh = (await fetchPage(address, asking.signal))?.querySelector("settle-question");
    if (asking.signal.aborted) return; // a newer choice is on its way
    this.removeAttribute("aria-busy");
    if (!fresh) {
      // offline, the browser says so once the button is back
      this.#button?.removeAttribute("hidden");
      return;
    }
    const typed = cardsOf(this)?.value ?? "";
    const open = this.querySelector("details")?.open ?? false;
    const hadFocus = this.contains(document.activeElement) ? (document.activeElement?.id ?? "") : null;
    cardsOf(fresh)?.setAttribute("value", typed);
    this.replaceChildren(...fresh.childNodes);
    this.querySelector("details")?.toggleAttribute("open", open);
    this.#withoutButton();
    const field = hadFocus ? this.querySelector(`#${CSS.escape(hadFocus)}`) : null;
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
    const chosen = this.querySelector("select")?.selectedOptions[0]?.textContent?.trim() ?? "";
    this.#told.textContent = `The keypad and house rules now match ${chosen}.`;
  }

  #withoutButton() {
    this.#button?.setAttribute("hidden", "");
  }

  get #button() {
    return this.querySelector("button[name=change]");
  }
}

/** @param {Element} form @returns {HTMLInputElement | null} */
function cardsOf(form) {
  return form.querySelector("input[name=cards]");
}

// --- cards -----------------------------------------------------------------------------------------------------------

export class SettleCards extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector("input[type=text]");
    const keypad = this.querySelector(".keys");
    if (!(field instanceof HTMLInputElement) || keypad === null) return;
    keepRows(field);
    const suits = keypad.querySelector(".keypad--choice");
    const ask = (/** @type {boolean} */ asks) => {
      if (!(suits instanceof HTMLElement) || suits.hidden !== asks) return;
      suits.hidden = !asks;
      // Keyboard focus follows the keys.
      (asks ? suits : keypad).querySelector("button")?.focus();
    };
    const columns = Number(this.dataset["columns"]);
    const size = columns * Number(this.dataset["rows"]);
    // The first key replaces an answered layout; to change one card, erase or type.
    let answered = cardsIn(field.value).length >= size;
    field.addEventListener("input", () => {
      answered = false;
      ask(false);
      this.#show(field.value);
    });
    keypad.addEventListener("click", (event) => {
      const key = event.target instanceof Element ? event.target.closest("button") : null;
      if (key === null || key.disabled) return;
      let cards = cardsIn(field.value);
      const { rank, suit, suited } = key.dataset;
      if (suit !== undefined) cards.push(`${cards.pop() ?? ""}${suit}`);
      else if (rank === undefined) cards.pop();
      else if (answered) cards = [rank];
      else if (cards.length < size) cards.push(rank);
      answered = false;
      ask(suited !== undefined);
      field.value = written(cards, columns);
      this.#show(field.value);
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
    this.#show(field.value);
    this.dataset["ready"] = "";
  }

  /** The cards as far as they are written. Screen readers have the text field. @param {string} text */
  #show(text) {
    const cards = cardsIn(text).filter((card) => !card.endsWith(")")); // the letter of a pasted hand
    for (const [at, face] of [...this.querySelectorAll(".settle__shown .card")].entries()) {
      const card = cards[at];
      const [, rank = "", suit = ""] = CARD.exec(card ?? "") ?? []; // of other words the server says what is wrong
      const sign = SUITS.get(suit.toUpperCase()) ?? suit;
      const isJoker = rank === "*" || rank === "★";
      const kinds = {
        empty: card === undefined,
        joker: isJoker,
        gone: rank === ".",
        red: sign === "♥" || sign === "♦",
      };
      face.className = ["card", ...Object.entries(kinds).flatMap(([kind, is]) => (is ? [`card--${kind}`] : []))].join(
        " "
      );
      face.replaceChildren(
        h("span", { class: "card__rank" }, isJoker ? "★" : rank === "." ? "" : rank.toUpperCase().replace("-", "−")),
        ...(sign === "" ? [] : [h("span", { class: "card__suit" }, `${sign}\uFE0E`)])
      );
    }
  }
}

const CARD = /^\[?([*★.AJQK]|[-−]?\d{1,2})([SHDC♠♥♦♣]?)\]?$/iu;
const SUITS = new Map([
  ["S", "♠"],
  ["H", "♥"],
  ["D", "♦"],
  ["C", "♣"],
]);

/** @param {string} text */
function cardsIn(text) {
  return text.replaceAll("/", " ").split(/\s+/).filter(Boolean);
}

function written(/** @type {string[]} */ cards, /** @type {number} */ columns) {
  const rows = [];
  for (let start = 0; start < cards.length; start += columns) rows.push(cards.slice(start, start + columns).join(" "));
  return rows.join(" / ");
}

customElements.define("settle-cards", SettleCards);
customElements.define("settle-question", SettleQuestion);
