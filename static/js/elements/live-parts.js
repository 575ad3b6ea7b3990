/**
 * What of a page is drawn anew, and what stays in the hands of whoever types: the thinking behind <live-page>.
 *
 * @typedef {{name: string, version: string}} Part
 */

/** What holds no text that could be lost. */
const NO_TEXT = new Set(["hidden", "submit", "button", "reset", "image", "file"]);

/**
 * What to do with the parts of a page.
 * @param {readonly Part[]} shown
 * @param {readonly Part[]} drawn  as the server has them now
 * @param {(name: string) => boolean} isBusy  of a part that is there in both
 * @returns {{put: string[], gone: string[], late: string[]}} parts to put in, in the order of the page; those to take
 *   out; and those that are others now, but have to wait
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
 * Whether somebody types in a part just now, in a field that the new one has as well. A field that is gone from it cannot
 * be sent any more, and is no reason to wait.
 * @param {HTMLElement} shown
 * @param {HTMLElement} drawn
 * @param {Element | null} focused
 */
export function busy(shown, drawn, focused) {
  if (!isField(focused) || !holdsText(focused) || !shown.contains(focused)) return false;
  return fieldsOf(drawn).some((field) => isSame(field, focused));
}

/**
 * Remember what was filled in in a part, where the focus is, and what is folded out.
 * @param {HTMLElement} part
 * @param {Element | null} focused
 * @returns {(part: HTMLElement) => void} puts all of it into the part that stands in its place
 */
export function carryOver(part, focused) {
  const filled = fieldsOf(part).filter(isChanged);
  const open = new Map([...part.querySelectorAll("details[id]")].map((one) => [one.id, /** @type {HTMLDetailsElement} */ (one).open]));
  const scrolled = [...part.querySelectorAll(".table-scroll[id]")].map((one) => ({ id: one.id, left: one.scrollLeft }));
  const focus = focused instanceof HTMLElement && part.contains(focused) ? focused : null;
  return (fresh) => {
    const fields = fieldsOf(fresh);
    for (const old of filled) {
      const field = fields.find((one) => isSame(one, old));
      if (field !== undefined) fill(field, old);
    }
    for (const one of /** @type {NodeListOf<HTMLDetailsElement>} */ (fresh.querySelectorAll("details[id]"))) one.open = open.get(one.id) ?? one.open;
    for (const { id, left } of scrolled) fresh.querySelector(`#${CSS.escape(id)}`)?.scrollTo({ left, behavior: "instant" });
    if (focus === null) return;
    const again = isField(focus) ? fields.find((one) => isSame(one, focus)) : focus.id ? fresh.querySelector(`#${CSS.escape(focus.id)}`) : null;
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    else focusPart(fresh);
  };
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/**
 * What had the focus is gone: the part in its place has it, so that the keyboard goes on from there.
 * @param {HTMLElement} part
 */
function focusPart(part) {
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** @param {HTMLElement} part */
function fieldsOf(part) {
  return /** @type {Field[]} */ ([...part.querySelectorAll("input, textarea, select")]);
}

/**
 * @param {Element | null} element
 * @returns {element is Field}
 */
function isField(element) {
  return element !== null && ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
}

/** @param {Field} field */
function holdsText(field) {
  return !NO_TEXT.has(field.type) && field.type !== "radio" && field.type !== "checkbox";
}

/** @param {Field} field */
function isChanged(field) {
  if (field.type === "radio" || field.type === "checkbox") {
    const box = /** @type {HTMLInputElement} */ (field);
    return box.checked !== box.defaultChecked;
  }
  if (field.tagName === "SELECT") {
    return [.../** @type {HTMLSelectElement} */ (field).options].some((option) => option.selected !== option.defaultSelected);
  }
  return !NO_TEXT.has(field.type) && field.value !== /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).defaultValue;
}

/**
 * The same field on the old page and on the new one: of the same name, in the same form, and among radio buttons of the
 * same value.
 * @param {Field} one
 * @param {Field} other
 */
function isSame(one, other) {
  if (one.tagName !== other.tagName || one.type !== other.type || one.name !== other.name) return false;
  if (one.form?.getAttribute("action") !== other.form?.getAttribute("action") || one.id !== other.id) return false;
  return one.type === "radio" || one.type === "checkbox" ? one.value === other.value : true;
}

/**
 * @param {Field} field
 * @param {Field} old
 */
function fill(field, old) {
  if (field.type === "radio" || field.type === "checkbox") {
    /** @type {HTMLInputElement} */ (field).checked = /** @type {HTMLInputElement} */ (old).checked;
  } else {
    field.value = old.value;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
