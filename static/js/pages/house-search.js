/**
 * <house-search>: shows the rules in its parent whose name, other names or facts have all typed words. Folded groups
 * open while something is searched. Rows: house_row of templates/macros/components.html.
 */

import { part } from "../shell/app.js";

export class HouseSearch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", () => this.#search());
    this.#search(); // the browser may have kept what was typed
  }

  #search() {
    const field = /** @type {HTMLInputElement} */ (part(this, "input"));
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    const rows = /** @type {HTMLElement[]} */ ([...(this.parentElement?.querySelectorAll(".house-row") ?? [])]);
    for (const row of rows) {
      const text = folded(row.textContent ?? "");
      row.parentElement?.toggleAttribute("hidden", !words.every((word) => text.includes(word)));
    }
    for (const group of this.parentElement?.querySelectorAll("section, details") ?? [])
      this.#show(group, words.length > 0);
    const found = rows.filter((row) => !row.parentElement?.hidden).length;
    part(this, "[role=status]").textContent =
      words.length === 0 ? "" : found === 0 ? "No rules found" : `${found} found`;
  }

  /**
   * Hide a group without any row that is found, and open it during a search.
   * @param {Element} group @param {boolean} isSearched
   */
  #show(group, isSearched) {
    if (group.querySelector(".house-row") === null) return;
    group.toggleAttribute("hidden", group.querySelector("li:not([hidden]) > .house-row") === null);
    if (!(group instanceof HTMLDetailsElement)) return;
    group.querySelector(".fold__note")?.toggleAttribute("hidden", isSearched); // how many there are without a search
    if (isSearched) group.dataset["open"] ??= String(group.open);
    group.open = isSearched || (group.dataset["open"] ?? String(group.open)) === "true";
    if (!isSearched) delete group.dataset["open"];
  }
}

/** Without accents and capitals. @param {string} text */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

customElements.define("house-search", HouseSearch);
