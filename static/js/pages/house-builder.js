/**
 * <house-builder>: rescores the examples while the form changes, and shows errors next to their fields. The server does
 * the scoring, and nothing is saved until the form is sent. Without this script the form works too.
 *
 * Markup: attribute `data-preview`, the address to ask; a form; `[data-panel]`, replaced as a whole; `[data-totals]`;
 * `[data-status]`, spoken; `[data-errors]` with the id of a field; and `[data-when]` on fields asked only in some
 * cases, as `ending.trigger=knock turns`.
 */

import { number } from "../rules/house.js";
import { h, part, showOwn } from "../shell/app.js";
import { keepRows } from "./pasted-rows.js";

/** Milliseconds without a change before the server is asked. */
const PATIENCE = 300;

export class HouseBuilder extends HTMLElement {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {AbortController | null} */
  #asking = null;

  connectedCallback() {
    const form = this.querySelector("form");
    if (form === null) return;
    for (const kind of ["input", "change"]) form.addEventListener(kind, () => this.#changed(form));
    const trial = form.elements.namedItem("try");
    if (trial instanceof HTMLInputElement) keepRows(trial);
    part(this, "[data-show]").hidden = true;
    this.#showWhatIsAsked(form);
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  /** @param {HTMLFormElement} form */
  #changed(form) {
    this.#showWhatIsAsked(form);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#count(form), PATIENCE);
  }

  /** Hide fields that other answers make pointless; their texts are still sent. @param {HTMLFormElement} form */
  #showWhatIsAsked(form) {
    const said = new FormData(form);
    for (const asked of this.querySelectorAll("[data-when]")) {
      if (!(asked instanceof HTMLElement)) continue;
      const [name = "", values = ""] = (asked.dataset["when"] ?? "").split("=");
      const deciding = form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest("[data-when]");
      const isAsked = !(deciding instanceof HTMLElement && deciding.hidden);
      asked.hidden = !(isAsked && values.split(" ").includes(String(said.get(name) ?? "")));
    }
  }

  /** @param {HTMLFormElement} form */
  async #count(form) {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const sent = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
    try {
      const answer = await fetch(this.dataset["preview"] ?? "", {
        method: "POST",
        body: sent,
        headers: { Accept: "application/json" },
        signal: asking.signal,
      });
      if (answer.ok) this.#show(await answer.json());
    } catch (trouble) {
      // A newer request is under way, or the phone is offline: the old examples stay, and the form still works.
      if (!(trouble instanceof TypeError) && !asking.signal.aborted) throw trouble;
    }
  }

  /** @param {{ errors: Record<string, string[]>, panel: string, totals: number[] }} counted */
  #show({ errors, panel, totals }) {
    const place = part(this, "[data-panel]");
    const isOpen = place.querySelector("details")?.open ?? false;
    showOwn(place, panel);
    const more = place.querySelector("details");
    if (more !== null) more.open = isOpen;
    const shown = totals.map((total) => number(total)).join(" · ") || "not yet";
    part(this, "[data-totals]").textContent = shown;
    for (const place of this.querySelectorAll("[data-errors]")) {
      if (place instanceof HTMLElement) this.#say(place, errors[place.dataset["errors"] ?? ""] ?? []);
    }
    const wrong = Object.keys(errors).length;
    const status = wrong > 0 ? `${wrong} field${wrong === 1 ? "" : "s"} to fix` : `Examples: ${shown}`;
    const spoken = part(this, "[data-status]");
    if (spoken.textContent !== status) spoken.textContent = status;
    this.dataset["counted"] = String(Number(this.dataset["counted"] ?? 0) + 1);
  }

  #say(/** @type {HTMLElement} */ place, /** @type {string[]} */ messages) {
    if (place.textContent.trim() === "" && messages.length === 0) return;
    place.replaceChildren(
      ...messages.map((message) =>
        h(
          "p",
          { class: "field__error" },
          h(
            "span",
            null,
            h("span", { class: "visually-hidden" }, "Error: "),
            message.charAt(0).toUpperCase() + message.slice(1)
          )
        )
      )
    );
    const field = document.getElementById(place.dataset["errors"] ?? "");
    if (messages.length > 0) field?.setAttribute("aria-invalid", "true");
    else field?.removeAttribute("aria-invalid");
    if (messages.length === 0) return;
    for (let fold = place.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
  }
}

customElements.define("house-builder", HouseBuilder);
