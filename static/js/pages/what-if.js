/**
 * <what-if>: choosing another answer shows at once what it would change, under the answers. Without this script, and
 * where the server can’t be reached, the button of the form asks for it.
 *
 * Markup: radio buttons of `form#what-if`, each question’s in a `fieldset`; `#preview`, with `data-said` for screen
 * readers; `form#use` with the button that changes the rules.
 */

import { fetchPage, h } from "../shell/app.js";

export class WhatIf extends HTMLElement {
  connectedCallback() {
    this.append(this.#told);
    this.addEventListener("change", this.#changed);
    this.#form?.toggleAttribute("hidden", true);
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    this.#asking?.abort();
    this.#told.remove();
  }

  #told = h("p", { class: "visually-hidden", role: "status" });
  /** @type {AbortController | null} */
  #asking = null;

  get #form() {
    const form = this.querySelector("form#what-if");
    return form instanceof HTMLFormElement ? form : null;
  }

  #changed = (/** @type {Event} */ event) => {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.type === "radio" && this.#form) void this.#show(field, this.#form);
  };

  /** @param {HTMLInputElement} field @param {HTMLFormElement} form */
  async #show(field, form) {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form))
      if (typeof value === "string") address.searchParams.set(name, value);
    this.setAttribute("aria-busy", "true");
    const page = await fetchPage(address, asking.signal);
    if (asking.signal.aborted) return; // a newer choice is on its way
    this.removeAttribute("aria-busy");
    for (const old of document.querySelectorAll("#errors, #preview, form#use")) old.remove();
    const fresh = page?.querySelector("what-if");
    form.toggleAttribute("hidden", Boolean(fresh)); // offline, the browser says so once the button is tapped
    const [change, use] = [page?.querySelector("#preview, #errors"), fresh?.querySelector("form#use")];
    if (change) field.closest("fieldset")?.after(change);
    if (use) form.before(use);
    this.#told.textContent = change?.getAttribute("data-said") ?? change?.textContent?.trim() ?? "";
  }
}

customElements.define("what-if", WhatIf);
