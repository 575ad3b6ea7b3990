/**
 * <referee-steps>: the steps of a question without loading pages. Every step is a link or a form that also works
 * without this script; here its answer replaces the content, and the address changes with it.
 *
 * Markup: links with `data-step`, forms with `data-step`; folds with `data-stays` stay open; `[data-said]` holds the
 * announcement of the answer; `[data-answer]` gets the focus after a new question.
 */

import { fetchPage, h } from "../shell/app.js";

export class RefereeSteps extends HTMLElement {
  connectedCallback() {
    this.after(this.#told);
    this.addEventListener("click", this.#click);
    this.addEventListener("submit", this.#submit);
    window.addEventListener("popstate", this.#back);
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    window.removeEventListener("popstate", this.#back);
    this.#told.remove();
  }

  #told = h("p", { class: "visually-hidden", role: "status" });
  /** Counts the steps, so that an answer older than the last step is dropped. */
  #steps = 0;

  /** @param {MouseEvent} event */
  #click = (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a[data-step]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    void this.#go(link.href, link.id);
  };

  /** @param {SubmitEvent} event */
  #submit = (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !("step" in form.dataset)) return;
    event.preventDefault();
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form, event.submitter)) {
      if (typeof value === "string") address.searchParams.set(name, value);
    }
    void this.#go(address.href, event.submitter?.id ?? "");
  };

  #back = () => void this.#show(location.href, "");

  /** @param {string} address @param {string} from  the id of what was tapped */
  async #go(address, from) {
    const steps = this.#steps + 1;
    if (await this.#show(address, from)) history.pushState(null, "", address);
    else if (steps === this.#steps) location.assign(address);
  }

  /** Show the answer at that address; whether it is shown now. @param {string} address @param {string} from */
  async #show(address, from) {
    const step = ++this.#steps;
    this.setAttribute("aria-busy", "true");
    const page = await fetchPage(address); // offline, the browser says so
    if (step !== this.#steps) return false;
    this.removeAttribute("aria-busy");
    const found = page?.querySelector("referee-steps");
    if (!page || !found) return false;
    const open = [...this.querySelectorAll("details[data-stays][open]")].map((fold) => fold.id);
    this.replaceChildren(...found.childNodes);
    for (const fold of this.querySelectorAll("details[data-stays]"))
      fold.toggleAttribute("open", fold.hasAttribute("open") || open.includes(fold.id));
    document.title = page.title;
    this.#told.textContent = this.querySelector("[data-said]")?.getAttribute("data-said") ?? "";
    this.#focus(from);
    return true;
  }

  /** A changed fact keeps the focus; a new question moves it to its answer. @param {string} from */
  #focus(from) {
    const same = from ? this.querySelector(`#${CSS.escape(from)}`) : null;
    if (same instanceof HTMLElement) {
      same.focus({ preventScroll: true });
      return;
    }
    const answer = this.querySelector("[data-answer]") ?? this.querySelector("#house > summary");
    if (!(answer instanceof HTMLElement)) return;
    answer.focus({ preventScroll: true });
    answer.scrollIntoView({ block: "start" });
  }
}

customElements.define("referee-steps", RefereeSteps);
