/**
 * <settle-cards>: writes a layout into its text field by tapping the keypad, top row first. The field stays editable.
 *
 * Markup: attributes `data-rows` and `data-columns`; a text field; `.keypad` with `[data-rank]` and `[data-erase]`.
 */

export class SettleCards extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector("input[type=text]");
    const keypad = this.querySelector(".keypad");
    if (!(field instanceof HTMLInputElement) || keypad === null) return;
    const columns = Number(this.dataset["columns"]);
    const size = columns * Number(this.dataset["rows"]);
    // The first key replaces an answered layout; whoever wants to change a card erases or types.
    let answered = cardsIn(field.value).length >= size;
    field.addEventListener("input", () => (answered = false));
    keypad.addEventListener("click", (event) => {
      const key = event.target instanceof Element ? event.target.closest("button") : null;
      if (key === null || key.disabled) return;
      let cards = cardsIn(field.value);
      const rank = key.dataset["rank"];
      if (rank === undefined) cards.pop();
      else if (answered) cards = [rank];
      else if (cards.length < size) cards.push(rank);
      answered = false;
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
