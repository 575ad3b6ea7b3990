/**
 * <share-result>: hands a text on, by the phone's own share sheet where there is one, or by the clipboard. Without
 * scripts the text stands there to be selected.
 *
 * Markup: a readonly `textarea`, buttons `[data-act="share"]` (hidden) and `[data-act="copy"]`, and `[data-say]` for what
 * became of it.
 */

export class ShareResult extends HTMLElement {
  connectedCallback() {
    const share = this.querySelector('[data-act="share"]');
    if (share instanceof HTMLElement) share.hidden = !navigator.share;
    this.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-act]") : null;
      if (!(button instanceof HTMLElement)) return;
      void (button.dataset["act"] === "share" ? this.#share() : this.#copy());
    });
    this.dataset["ready"] = "";
  }

  async #share() {
    const field = this.#field();
    if (field === null) return;
    try {
      await navigator.share({ text: field.value });
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === "AbortError")) await this.#copy();
    }
  }

  async #copy() {
    const field = this.#field();
    if (field === null) return;
    try {
      // The clipboard is there for pages that came over https, or from this very machine.
      await navigator.clipboard.writeText(field.value);
      this.#say("Copied.");
    } catch {
      field.focus();
      field.select();
      this.#say("The text is selected: copy it now.");
    }
  }

  /** @returns {HTMLTextAreaElement | null} */
  #field() {
    return this.querySelector("textarea");
  }

  /** @param {string} text */
  #say(text) {
    const place = this.querySelector("[data-say]");
    if (place !== null) place.textContent = text;
  }
}

customElements.define("share-result", ShareResult);
