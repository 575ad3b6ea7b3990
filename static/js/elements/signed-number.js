/**
 * <signed-number>: a text field for a whole number with a button for the minus, which numeric pads of phones may lack.
 *
 * Markup: a button that is disabled until this is ready, and an `input`. Typing a minus of any kind is as good.
 */

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
