/**
 * <settle-cards>: writes a layout into its text field by tapping the keypad, top row first. The field stays editable.
 *
 * Markup: attributes `data-rows` and `data-columns`; a text field; `.keys` with `[data-rank]` and `[data-erase]`, and where
 * rules ask for suits `.keypad--choice` with `[data-suit]`, which takes the place of the keys after a `[data-suited]`.
 */

export class SettleCards extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector("input[type=text]");
    const keypad = this.querySelector(".keys");
    if (!(field instanceof HTMLInputElement) || keypad === null) return;
    const suits = keypad.querySelector(".keypad--choice");
    const ask = (/** @type {boolean} */ asks) => {
      if (!(suits instanceof HTMLElement) || suits.hidden !== asks) return;
      suits.hidden = !asks;
      // Whoever goes from key to key by keyboard goes on where the keys are now.
      (asks ? suits : keypad).querySelector("button")?.focus();
    };
    const columns = Number(this.dataset["columns"]);
    const size = columns * Number(this.dataset["rows"]);
    // The first key replaces an answered layout; whoever wants to change a card erases or types.
    let answered = cardsIn(field.value).length >= size;
    field.addEventListener("input", () => {
      answered = false;
      ask(false);
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
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
    this.dataset["ready"] = "";
  }
}

/** @param {string} text */
function cardsIn(text) {
  return text.replaceAll("/", " ").split(/\s+/).filter(Boolean);
}

/**
 * @param {string[]} cards
 * @param {number} columns
 */
function written(cards, columns) {
  const rows = [];
  for (let start = 0; start < cards.length; start += columns) rows.push(cards.slice(start, start + columns).join(" "));
  return rows.join(" / ");
}
