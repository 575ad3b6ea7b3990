/**
 * Boxes for numbers. <signed-number>: a box for a whole number with a minus button, which phone keypads may lack.
 * Markup: a button, disabled until this is ready, and an `input`, where people can also type any minus. <next-box>:
 * Enter goes to a form's next box, and from the last one to the first button. A question's first choice has the focus.
 */

import { h } from "../shell/app.js";

const MINUS = "−";
const MINUS_SIGNS = /^\s*[-‐‑‒–—−－﹣]\s*/u;

export class SignedNumber extends HTMLElement {
  connectedCallback() {
    const box = this.querySelector("input");
    const sign = this.querySelector("button");
    if (box === null || sign === null) return;
    const tell = () => sign.setAttribute("aria-pressed", String(MINUS_SIGNS.test(box.value)));
    box.addEventListener("input", tell);
    sign.addEventListener("click", () => {
      const below = MINUS_SIGNS.test(box.value);
      box.value = below ? box.value.replace(MINUS_SIGNS, "") : MINUS + box.value.trim();
      tell();
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    });
    tell();
    sign.disabled = false;
    this.dataset["ready"] = "";
  }
}

/** A box for a whole number, as a script draws it. @param {string} id */
export function numberBox(id) {
  const look = { type: "button", class: "button signed-number__sign", aria: { label: "minus", pressed: false } };
  return h(
    "signed-number",
    { class: "signed-number" },
    h("button", look, MINUS),
    h("input", {
      class: "input signed-number__box points",
      id,
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      enterkeyhint: "done",
    })
  );
}

// --- boxes one after the other ---------------------------------------------------------------------------------------

export class NextBox extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this.#goOn);
  }

  /** @param {KeyboardEvent} event */
  #goOn = (event) => {
    const box = event.target;
    if (event.key !== "Enter" || event.isComposing) return;
    if (!(box instanceof HTMLInputElement || box instanceof HTMLSelectElement)) return;
    event.preventDefault(); // lists still open with Space and the arrow keys
    const boxes = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("input, select")]);
    const next = boxes[boxes.indexOf(box) + 1] ?? box.form?.querySelector("button");
    next?.focus();
    if (next instanceof HTMLInputElement) next.select();
  };
}

/* A keyboard begins at the first choice, and the question above it stays in sight; under an example, the choices do. */
const first = document.querySelector("input[data-first]");
const hasExample = document.querySelector(".exercise__example") !== null;
if (first instanceof HTMLElement) first.focus({ preventScroll: !hasExample });

customElements.define("signed-number", SignedNumber);
customElements.define("next-box", NextBox);
