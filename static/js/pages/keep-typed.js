/**
 * <keep-typed>: around a form that starts something. When a visitor comes back to a page that the browser has dropped,
 * the form gets its typed text and its id again, so that nothing is started twice.
 *
 * The typed text stays in this tab, under the form's id, which the tab's history keeps.
 */

import { ownPage, part } from "../shell/app.js";

const PREFIX = "scorekeeper:typed:";

export class KeepTyped extends HTMLElement {
  #id = "";

  connectedCallback() {
    if (this.#id !== "") return;
    /** @type {unknown} */
    const before = history.state?.form;
    const isBack = typeof before === "string";
    this.#id = isBack ? before : this.#hidden("write_id").value;
    history.replaceState({ ...history.state, form: this.#id }, "");
    this.#hidden("write_id").value = this.#id;
    addEventListener("pagehide", () => this.#keep());
    if (isBack) void this.#restore();
  }

  /** @param {string} name */
  #hidden(name) {
    return /** @type {HTMLInputElement} */ (part(this, `input[name="${name}"]`));
  }

  /** The typed text as a form body. */
  get #typed() {
    const data = new FormData(/** @type {HTMLFormElement} */ (part(this, "form")));
    data.delete("csrf_token");
    return new URLSearchParams(/** @type {[string, string][]} */ ([...data])).toString();
  }

  #keep() {
    try {
      sessionStorage.setItem(PREFIX + this.#id, this.#typed);
    } catch {
      // Private browsing or no room: the form starts empty.
    }
  }

  /** Let the server draw the form with the typed text. */
  async #restore() {
    const typed = sessionStorage.getItem(PREFIX + this.#id);
    if (typed === null || typed === this.#typed) return;
    const body = new URLSearchParams(typed);
    body.set("csrf_token", this.#hidden("csrf_token").value);
    body.set("do", "show");
    try {
      const answer = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "text/html" } });
      const drawn = ownPage(await answer.text()).querySelector("keep-typed");
      if (answer.ok && drawn !== null) this.replaceChildren(...drawn.childNodes);
    } catch {
      // Offline: the fields stay as they are.
    }
  }
}

customElements.define("keep-typed", KeepTyped);
