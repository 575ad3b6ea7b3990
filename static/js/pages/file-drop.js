/**
 * <file-drop>: a file input that covers its zone, so that a file can be dropped on it. A file chosen or dropped sends
 * the form at once; the answer says what was found. Without scripts, the input stands below the zone, with a button.
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
    this.dataset["ready"] = "";
  }
}

customElements.define("file-drop", FileDrop);
