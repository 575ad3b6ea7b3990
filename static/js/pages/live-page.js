/**
 * <live-page data-state="/api/…">: a page that fetches itself again whenever its JSON address has news. Only the parts
 * that differ are replaced, and typed text is never lost. If the server no longer shows the page (it sends one with
 * `data-not-shown`), the page reloads and says why.
 *
 *   data-state     the address to ask for news (phone/server.js); its answer has a `version`
 *   data-version   the version that the page was drawn with, or the ETag of that answer
 *   data-closed    the words for when that address no longer works, instead of the server's own. The bubbling event
 *                  "live-page:closed" says so too
 *   data-page      the name of the page; if it changes, the page reloads
 *
 * Inside it:
 *
 *   data-live="name" data-version="…"   a part: replaced when its version differs, or without a version when
 *                                       anything in
 *                                       it differs. Parts are not nested. A part that may come or go is a child of the
 *                                       <live-page> or of an element with an id
 *   data-announce="words"               of a part: read to screen readers when the words change
 *
 * After a change it fires "live-page:changed", which bubbles, with the names of the parts as its detail.
 *
 * @import {Connection} from "../phone/server.js"
 *
 * @typedef {{name: string, version: string}} Part
 *
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field
 */

import { Live } from "../phone/server.js";
import { isOurs } from "../phone/device-storage.js";
import { h, ownPage } from "../shell/app.js";

/** Milliseconds: until a gap is announced, until a failed page is fetched again. */
const A_GAP = 5_000;
const TRY_AGAIN = 4_000;

const AWAY = "Offline. This may be out of date.";

export class LivePage extends HTMLElement {
  /** @type {Live | null} */
  #live = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #gap;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** The fetch in progress; a call during it waits for the next one. @type {Promise<void> | null} */
  #drawing = null;
  #again = false;
  /** Whether the page no longer exists. */
  #isClosed = false;
  /** Whether a part waits until no one types in it. */
  #late = false;
  /** Whether a form was sent, so that another page follows. */
  #isLeft = false;
  #words = h("p", { class: "live-page__connection", role: "status" });
  #said = h("p", { class: "visually-hidden", role: "status" });

  connectedCallback() {
    const url = this.dataset["state"];
    if (!url || this.#live !== null) return;
    this.prepend(this.#words, this.#said);
    this.#live = new Live({
      url,
      onAnswer: ({ version }, etag) =>
        void ([String(version), etag].includes(this.dataset["version"] ?? "") || this.refresh()),
      onConnection: (connection, message, refusal) => this.#tell(connection, message, refusal),
    });
    this.#live.start();
    this.addEventListener("focusout", this.#left);
    document.addEventListener("submit", this.#sent);
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    this.removeEventListener("focusout", this.#left);
    document.removeEventListener("submit", this.#sent);
    clearTimeout(this.#gap);
    clearTimeout(this.#retry);
    this.#live?.stop();
    this.#live = null;
  }

  /** Poll at once, for example after sending something. */
  async now() {
    await this.#live?.now();
  }

  /**
   * Fetch the page and draw it again.
   * @returns {Promise<void>} when it is drawn, or has failed and will be tried again
   */
  refresh() {
    if (this.#drawing !== null) {
      this.#again = true;
      return this.#drawing;
    }
    this.#drawing = this.#draw().finally(() => {
      this.#drawing = null;
      if (this.#again) {
        this.#again = false;
        return this.refresh();
      }
      return undefined;
    });
    return this.#drawing;
  }

  async #draw() {
    let response, text;
    try {
      response = await fetch(location.href, {
        headers: { Accept: "text/html" },
        cache: "no-store",
        credentials: "same-origin",
      });
      text = await response.text();
    } catch {
      this.#later();
      return;
    }
    if (this.#live === null) return; // removed from the page since
    if (response.redirected) {
      location.assign(response.url);
      return;
    }
    const drawn = ownPage(text);
    if (isOurs(response) && drawn.querySelector("[data-not-shown]") !== null) {
      // A student who leaves this device closes the page and is on the way to the next one.
      if (this.#isLeft) this.#later();
      else location.reload();
      return;
    }
    const page = [...drawn.querySelectorAll("live-page")].find(
      (one) => one instanceof HTMLElement && one.dataset["state"] === this.dataset["state"]
    );
    if (!(page instanceof HTMLElement)) {
      // busy, or a page of a network that wants a sign-in
      this.#later();
      return;
    }
    if (page.dataset["page"] !== this.dataset["page"]) {
      location.reload();
      return;
    }
    this.#take(page);
    document.title = drawn.title;
  }

  /** Try again later, because the news does not come twice. */
  #later() {
    clearTimeout(this.#retry);
    if (this.#live === null || this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#isLeft = false;
      if (this.#live !== null) void this.refresh();
    }, TRY_AGAIN);
  }

  /** Take over the parts of a page that the server drew. @param {HTMLElement} page */
  #take(page) {
    const shown = partsOf(this);
    const drawn = partsOf(page);
    const { put, gone, late } = plan([...shown.values()].map(versioned), [...drawn.values()].map(versioned), (name) =>
      busy(
        /** @type {HTMLElement} */ (shown.get(name)),
        /** @type {HTMLElement} */ (drawn.get(name)),
        document.activeElement
      )
    );
    this.#late = late.length > 0;
    if (put.some((name) => !shown.has(name) && !this.#hasPlace(/** @type {HTMLElement} */ (drawn.get(name))))) {
      this.#replaceAll(page, [...put, ...gone]);
      return;
    }
    for (const name of gone) shown.get(name)?.remove();
    for (const name of put) {
      const part = /** @type {HTMLElement} */ (drawn.get(name));
      const old = shown.get(name);
      shown.set(name, old === undefined ? this.#insert(part) : this.#replace(old, part));
    }
    const version = page.dataset["version"];
    if (version !== undefined && !this.#late) this.dataset["version"] = version;
    this.#tellChanged([...put, ...gone]);
  }

  /**
   * Put in a part that the server has just drawn, or wait while someone types in it.
   * @param {string} text
   */
  put(text) {
    const drawn = ownPage(text).querySelector("[data-live]");
    const shown = drawn instanceof HTMLElement ? partsOf(this).get(nameOf(drawn)) : undefined;
    if (shown === undefined || !(drawn instanceof HTMLElement)) return;
    if (busy(shown, drawn, document.activeElement)) this.#late = true;
    else this.#tellChanged([nameOf(this.#replace(shown, drawn))]);
  }

  /** @type {(old: HTMLElement, drawn: HTMLElement) => HTMLElement} */
  #replace(old, drawn) {
    const part = document.importNode(drawn, true);
    const carry = carryOver(old, document.activeElement);
    // :target only matches the part that was there first.
    part.classList.toggle("is-target", old.matches(":target, .is-target"));
    old.replaceWith(part);
    carry(part);
    this.#announce(part, old.dataset["announce"]);
    return part;
  }

  /** @type {(part: HTMLElement, before?: string) => void} */
  #announce({ dataset }, before) {
    const words = dataset["announce"];
    if (words && words !== before) this.#said.textContent = words;
  }

  /**
   * Replace the whole content, because a new part has no place on this page.
   * @param {HTMLElement} page
   * @param {readonly string[]} names
   */
  #replaceAll(page, names) {
    const carry = carryOver(this, document.activeElement);
    this.replaceChildren(this.#words, this.#said, ...document.importNode(page, true).childNodes);
    carry(this);
    this.#late = false;
    const words = [...partsOf(this).values()].map((part) => part.dataset["announce"] ?? "").filter(Boolean);
    this.#said.textContent = words.join(". ");
    this.dataset["version"] = page.dataset["version"] ?? "";
    this.#tellChanged(names);
  }

  /** @param {readonly string[]} detail */
  #tellChanged(detail) {
    if (detail.length > 0) this.dispatchEvent(new CustomEvent("live-page:changed", { bubbles: true, detail }));
  }

  /** Whether a part's parent is on this page too. @param {HTMLElement} drawn */
  #hasPlace({ parentElement }) {
    return (
      parentElement?.tagName === "LIVE-PAGE" ||
      (parentElement !== null && parentElement.id !== "" && document.getElementById(parentElement.id) !== null)
    );
  }

  /** Insert a new part behind the one that precedes it on the new page. @param {HTMLElement} drawn */
  #insert(drawn) {
    const part = document.importNode(drawn, true);
    const place = document.getElementById(drawn.parentElement?.id ?? "") ?? this;
    let before = drawn.previousElementSibling;
    while (before !== null && !(before instanceof HTMLElement && before.dataset["live"] !== undefined))
      before = before.previousElementSibling;
    const behind = before instanceof HTMLElement ? partsOf(this).get(nameOf(before)) : undefined;
    if (behind !== undefined && behind.parentElement === place) behind.after(part);
    else if (place === this) this.#said.after(part);
    else place.prepend(part);
    this.#announce(part);
    return part;
  }

  /** Draw the parts that waited, once no one types in them. */
  #left = () => {
    if (!this.#late) return;
    this.#late = false;
    setTimeout(() => void this.refresh(), 0); // the focus has not arrived yet
  };

  /** @param {SubmitEvent} event */
  #sent = (event) => {
    this.#isLeft = !event.defaultPrevented;
    if (this.#isLeft) this.#live?.rest();
  };

  #tell(/** @type {Connection} */ connection, /** @type {string} */ message, /** @type {any} */ refusal) {
    if (connection === "away") {
      this.#gap ??= setTimeout(() => (this.#words.textContent = AWAY), A_GAP);
      return;
    }
    clearTimeout(this.#gap);
    this.#gap = undefined;
    this.#isClosed = connection === "closed";
    const mayComeBack = refusal?.code.endsWith(".deleted") ?? false;
    this.#words.textContent = !this.#isClosed ? "" : mayComeBack ? message : (this.dataset["closed"] ?? message);
    if (!this.#isClosed) return;
    clearTimeout(this.#retry);
    if (mayComeBack) return; // it may come back, so unsaved work stays
    this.dispatchEvent(new CustomEvent("live-page:closed", { bubbles: true }));
  }
}

/** @param {HTMLElement} page @returns {Map<string, HTMLElement>} parts by name, in the order of the page */
function partsOf(page) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-live]"));
  return new Map([...found].map((part) => [nameOf(part), part]));
}

/** @param {HTMLElement} part */
function nameOf(part) {
  return part.dataset["live"] ?? "";
}

/** @param {HTMLElement} part */
function versioned(part) {
  return { name: nameOf(part), version: part.dataset["version"] ?? new XMLSerializer().serializeToString(part) };
}

// --- replacing parts without losing typed text -----------------------------------------------------------------------

/** Types of fields that hold no typed text. */
const NO_TEXT = new Set(["hidden", "submit", "button", "reset", "image", "file"]);

/**
 * The parts to insert, remove or leave for later.
 * @param {readonly Part[]} shown
 * @param {readonly Part[]} drawn  as the server has them now
 * @param {(name: string) => boolean} isBusy  for a part of both
 * @returns {{put: string[], gone: string[], late: string[]}} parts to insert, in the order of the page; parts to
 *   remove; and changed parts that have to wait
 */
export function plan(shown, drawn, isBusy) {
  const versions = new Map(shown.map(({ name, version }) => [name, version]));
  const there = new Set(drawn.map(({ name }) => name));
  const changed = drawn.filter(({ name, version }) => versions.get(name) !== version).map(({ name }) => name);
  const late = changed.filter((name) => versions.has(name) && isBusy(name));
  return {
    put: changed.filter((name) => !late.includes(name)),
    gone: shown.map(({ name }) => name).filter((name) => !there.has(name)),
    late,
  };
}

/**
 * Whether someone is typing in a field that the new part also has. Without such a field the text could no longer be
 * sent.
 * @param {HTMLElement} shown
 * @param {HTMLElement} drawn
 * @param {Element | null} focused
 */
export function busy(shown, drawn, focused) {
  if (!isField(focused) || NO_TEXT.has(focused.type) || isChoice(focused) || !shown.contains(focused)) return false;
  return fieldsOf(drawn).some((field) => isSame(field, focused));
}

/**
 * Remember a part's typed text, focus, open folds and scroll positions.
 * @param {HTMLElement} part
 * @param {Element | null} focused
 * @returns {(part: HTMLElement) => void} restores them in the new part
 */
export function carryOver(part, focused) {
  const filled = fieldsOf(part).filter(isChanged);
  const open = new Map(
    [...part.querySelectorAll("details[id]")].map((one) => [one.id, /** @type {HTMLDetailsElement} */ (one).open])
  );
  const scrolled = [...part.querySelectorAll(".table-scroll[id]")].map((one) => ({ id: one.id, left: one.scrollLeft }));
  const focus = focused instanceof HTMLElement && part.contains(focused) ? focused : null;
  return (fresh) => {
    const fields = fieldsOf(fresh);
    for (const old of filled) {
      const field = fields.find((one) => isSame(one, old));
      if (field !== undefined) fill(field, old);
    }
    for (const one of /** @type {NodeListOf<HTMLDetailsElement>} */ (fresh.querySelectorAll("details[id]")))
      one.open = open.get(one.id) ?? one.open;
    for (const { id, left } of scrolled)
      fresh.querySelector(`#${CSS.escape(id)}`)?.scrollTo({ left, behavior: "instant" });
    if (focus === null) return;
    const again = isField(focus)
      ? fields.find((one) => isSame(one, focus))
      : focus.id
        ? fresh.querySelector(`#${CSS.escape(focus.id)}`)
        : null;
    // If the focused element is gone, focus the new part, so that the keyboard continues there.
    const place = again instanceof HTMLElement ? again : fresh;
    if (place === fresh && !fresh.hasAttribute("tabindex")) fresh.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
}

/** @param {HTMLElement} part */
function fieldsOf(part) {
  return /** @type {Field[]} */ ([...part.querySelectorAll("input, textarea, select")]);
}

/** @param {Element | null} element @returns {element is Field} */
function isField(element) {
  return element !== null && ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
}

/** @param {Field} field @returns {field is HTMLInputElement} */
function isChoice(field) {
  return field.type === "radio" || field.type === "checkbox";
}

/** @param {Field} field */
function isChanged(field) {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    return [.../** @type {HTMLSelectElement} */ (field).options].some(
      (option) => option.selected !== option.defaultSelected
    );
  }
  return (
    !NO_TEXT.has(field.type) &&
    field.value !== /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).defaultValue
  );
}

/**
 * Whether two fields are the same: the same name in the same form, and for radio buttons the same value.
 * @param {Field} one
 * @param {Field} other
 */
function isSame(one, other) {
  if (one.tagName !== other.tagName || one.type !== other.type || one.name !== other.name) return false;
  if (one.form?.getAttribute("action") !== other.form?.getAttribute("action") || one.id !== other.id) return false;
  return !isChoice(one) || one.value === other.value;
}

function fill(/** @type {Field} */ field, /** @type {Field} */ old) {
  if (isChoice(field) && isChoice(old)) field.checked = old.checked;
  else field.value = old.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

customElements.define("live-page", LivePage);
