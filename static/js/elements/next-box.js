/** <next-box>: in the boxes of a form Enter goes on to the next box, and after the last one to the first button. */

export class NextBox extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this.#goOn);
  }

  disconnectedCallback() {
    this.removeEventListener("keydown", this.#goOn);
  }

  /** @param {KeyboardEvent} event */
  #goOn = (event) => {
    const box = event.target;
    if (event.key !== "Enter" || event.isComposing) return;
    if (!(box instanceof HTMLInputElement || box instanceof HTMLSelectElement)) return;
    event.preventDefault(); // a list to choose from opens by Space and by the arrows
    const boxes = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("input, select")]);
    const next = boxes[boxes.indexOf(box) + 1] ?? box.form?.querySelector("button");
    next?.focus();
    if (next instanceof HTMLInputElement) next.select();
  };
}
