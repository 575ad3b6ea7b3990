/**
 * <share-result>: shares a text by the phone's own share sheet if it has one, or by the clipboard. Without scripts, people
 * select the text.
 *
 * Markup: a readonly `textarea`, buttons `[data-act="share"]` (hidden) and `[data-act="copy"]`, and `[data-say]` for the
 * outcome.
 */

import { h, part } from "../shell/app.js";

export class ShareResult extends HTMLElement {
  connectedCallback() {
    const field = /** @type {HTMLTextAreaElement} */ (part(this, "textarea"));
    const share = part(this, '[data-act="share"]');
    share.hidden = !navigator.share;
    share.addEventListener("click", () => void this.#share(field));
    part(this, '[data-act="copy"]').addEventListener("click", () => void this.#copy(field));
    this.dataset["ready"] = "";
  }

  /** @param {HTMLTextAreaElement} field */
  async #share(field) {
    try {
      await navigator.share({ text: field.value });
    } catch (error) {
      // Closing the share sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) await this.#copy(field);
    }
  }

  /** @param {HTMLTextAreaElement} field */
  async #copy(field) {
    try {
      // Only pages over https, or from this machine, have a clipboard.
      await navigator.clipboard.writeText(field.value);
      this.#say("Copied.");
    } catch {
      field.focus();
      field.select();
      this.#say("Text selected. Copy it now.");
    }
  }

  /** @param {string} text */
  #say(text) {
    part(this, "[data-say]").textContent = text;
  }
}

customElements.define("share-result", ShareResult);

// --- a picture -----------------------------------------------------------------------------------------------------------

/** Pixels of the picture per pixel of the drawing. */
const SHARPNESS = 3;

/**
 * <share-picture>: shares the drawing of the link inside it as a PNG, by the phone's own share sheet or as a download.
 * Without scripts, the link downloads the drawing.
 */
export class SharePicture extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      event.preventDefault();
      void this.#handOn();
    });
    this.dataset["ready"] = "";
  }

  async #handOn() {
    const link = /** @type {HTMLAnchorElement} */ (this.querySelector("a"));
    try {
      const file = new File([await pngOf(link.href)], link.download.replace("svg", "png"), { type: "image/png" });
      if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
      else h("a", { href: URL.createObjectURL(file), download: file.name }).click();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the share sheet was closed
      /** @type {HTMLElement} */ (link.lastElementChild).textContent = "needs a connection";
    }
  }
}

/** @param {string} address  of a drawing */
async function pngOf(address) {
  const drawing = new Image();
  drawing.src = address;
  await drawing.decode();
  const canvas = h("canvas", { width: drawing.width * SHARPNESS, height: drawing.height * SHARPNESS });
  canvas.getContext("2d")?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  return /** @type {Promise<Blob>} */ (new Promise((done, fail) => canvas.toBlob((blob) => (blob === null ? fail(new TypeError("couldn’t make the picture")) : done(blob)))));
}

customElements.define("share-picture", SharePicture);
