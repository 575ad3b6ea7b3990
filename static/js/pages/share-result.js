/**
 * <share-result>: shares a text by the phone's own share sheet if it has one, or by the clipboard. Without scripts,
 * people select the text.
 *
 * Markup: a readonly `textarea`, buttons `[data-act="share"]` (hidden) and `[data-act="copy"]`, and `[data-say]` for
 * the outcome.
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

// --- a picture -------------------------------------------------------------------------------------------------------

/**
 * <share-picture>: hands on the drawing of the link inside it as a PNG, by the phone's own share sheet or as a
 * download. Without scripts, the link leads to the drawing.
 *
 * With `data-opens` it shows the picture first, and `data-text` is the id of a field with the same in words.
 */
export class SharePicture extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null) return;
      event.preventDefault();
      void (this.hasAttribute("data-opens") ? this.#open(link) : this.#handOn(link));
    });
    this.dataset["ready"] = "";
  }

  /** @param {HTMLAnchorElement} link */
  async #handOn(link) {
    try {
      const file = await pngOf(link.href, this.dataset["file"] ?? "");
      if (!(await shared(file))) save(file);
    } catch {
      /** @type {HTMLElement} */ (link.lastElementChild).textContent = "needs a connection";
    }
  }

  /** @param {HTMLAnchorElement} link */
  async #open(link) {
    const say = h("p", { class: "soft", role: "status" });
    const buttons = h("p", { class: "buttons" });
    const picture = h("img", { class: "share-picture__seen", src: link.href, alt: "", width: 1080, height: 1350 });
    const page = h(
      "dialog",
      { class: "over-page over-page--waits", "aria-label": "Share", onclose: () => page.remove() },
      h("div", { class: "page" }, picture, buttons, say)
    );
    this.after(page);
    page.showModal();
    const close = h("button", { type: "button", class: "button", onclick: () => page.close() }, "Close");
    buttons.append(close);
    try {
      const file = await pngOf(link.href, this.dataset["file"] ?? "");
      const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(this.dataset["text"] ?? ""));
      close.before(
        ...(canShare(file)
          ? [
              h(
                "button",
                { type: "button", class: "button button--primary", onclick: () => void shared(file) },
                "Share picture"
              ),
            ]
          : []),
        h("button", { type: "button", class: "button", onclick: () => save(file) }, "Save picture"),
        h(
          "button",
          { type: "button", class: "button", onclick: async () => (say.textContent = await copied(text?.value ?? "")) },
          "Copy text"
        )
      );
      picture.alt = text?.value ?? "";
      await shared(file);
    } catch {
      say.textContent = "The picture needs a connection.";
    }
  }
}

/** @param {string} text @returns {Promise<string>} what came of it */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    return "This browser can’t copy here. Find the text under “Save a file.”";
  }
}

/** @param {File} file */
function canShare(file) {
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** @param {File} file @returns {Promise<boolean>} whether this device has a share sheet */
async function shared(file) {
  if (!canShare(file)) return false;
  await navigator.share({ files: [file] }).catch(() => undefined); // closing the share sheet is not an error
  return true;
}

/** @param {File} file */
function save(file) {
  h("a", { href: URL.createObjectURL(file), download: file.name }).click();
}

/** @param {string} address  of a drawing @param {string} name @returns {Promise<File>} */
async function pngOf(address, name) {
  const drawing = new Image();
  drawing.src = address;
  await drawing.decode();
  const canvas = h("canvas", { width: drawing.width, height: drawing.height });
  canvas.getContext("2d")?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const blob = await /** @type {Promise<Blob>} */ (
    new Promise((done, fail) =>
      canvas.toBlob((made) => (made === null ? fail(new TypeError("couldn’t make the picture")) : done(made)))
    )
  );
  return new File([blob], name, { type: "image/png" });
}

customElements.define("share-picture", SharePicture);
