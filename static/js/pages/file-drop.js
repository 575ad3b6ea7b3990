/**
 * <file-drop>: a file input that covers its zone, so that a file can be dropped on it. A file chosen or dropped sends
 * the form at once; the answer says what was found. Without scripts, the input stands below the zone, with a button.
 *
 * A file or text of more than `data-most` bytes isn’t sent, because the server would refuse it with a page that has
 * lost the text; the zone shows its `[role=alert]` instead.
 */

export class FileDrop extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector("input");
    if (input === null) return;
    input.addEventListener("change", () => {
      const button = input.form?.querySelector("button[name=do]");
      if (input.files?.length) input.form?.requestSubmit(button instanceof HTMLButtonElement ? button : null);
    });
    for (const kind of ["dragenter", "dragover"]) this.addEventListener(kind, () => this.classList.add("is-over"));
    for (const kind of ["dragleave", "drop"]) this.addEventListener(kind, () => this.classList.remove("is-over"));
    input.form?.addEventListener("submit", (event) => this.#keepLarge(event, input));
    this.dataset["ready"] = "";
  }

  /** @param {SubmitEvent} event @param {HTMLInputElement} input */
  #keepLarge(event, input) {
    const text = input.form?.elements.namedItem("text");
    const typed = text instanceof HTMLTextAreaElement ? new Blob([text.value]).size : 0;
    const isLarge = typed + (input.files?.[0]?.size ?? 0) > Number(this.dataset["most"]);
    this.querySelector("[role=alert]")?.toggleAttribute("hidden", !isLarge);
    if (!isLarge) return;
    event.preventDefault();
    input.value = "";
    this.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("file-drop", FileDrop);
