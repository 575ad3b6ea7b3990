/**
 * The grid and the keypad of one layout on the page: shows what a LayoutEditor holds, and turns taps and keys into calls.
 * Used by the hole page for each player in turn, and by the page that settles a score.
 *
 * @import {House} from "../rules/house.js"
 * @import {Cell} from "../rules/layout.js"
 * @import {ScoreSoFar} from "../rules/scoring.js"
 * @import {Wording} from "../rules/wording.js"
 */

import { cardWord, GONE, JOKER, STANDARD_RANKS, SUITS } from "../rules/cards.js";
import { facesOf } from "../rules/house.js";
import { cellText } from "../rules/layout.js";
import { scoreSoFar } from "../rules/scoring.js";
import { number } from "../rules/wording.js";
import { h, show } from "./build.js";
import { eraseKey, isRed, sign, suitSign } from "./card-face.js";
import { LayoutEditor, same } from "./layout-editor.js";
import { part } from "./part.js";

const ARROWS = /** @type {Readonly<Record<string, readonly [number, number]>>} */ ({
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
});

/** What keyboards call a rank or a suit: its own sign, or 0 and T for the ten. @type {ReadonlyMap<string, string>} */
const KEYS = new Map([...STANDARD_RANKS, JOKER, GONE, ...SUITS].map((key) => [String(key), String(key)])).set("0", "10").set("T", "10");

/** Milliseconds. */
export const A_DOUBLE_TAP = 300;

export class EntryBoard {
  /** What is typed of a number that may go on: 1, where there is a 12 as well. */
  #typed = "";

  /**
   * @param {HTMLElement} root  holds buttons with data-cell, data-column and data-key, and a place for other keys
   * @param {{house: House} & Wording} rules
   * @param {{put: (key: string) => void, erase: () => void, opened: () => void}} on
   */
  constructor(root, rules, on) {
    this.root = root;
    this.rules = rules;
    this.on = on;
    this.editor = new LayoutEditor(rules.house);
    this.faces = facesOf(rules.house);
    root.addEventListener("click", (event) => this.#click(event));
  }

  /** @param {LayoutEditor} editor */
  show(editor) {
    this.editor = editor;
    this.draw();
  }

  /**
   * The score of what is shown, or of another layout of this house, as far as it goes.
   * @returns {ScoreSoFar}
   */
  score(editor = this.editor) {
    return scoreSoFar(editor, this.rules.house, this.rules);
  }

  draw() {
    for (const button of this.#buttons("cell")) this.#drawCell(button);
    this.#drawChoices();
    const { columnPoints } = this.score();
    for (const button of this.#buttons("column")) {
      const column = Number(button.dataset["column"]);
      const points = columnPoints[column] ?? null;
      button.textContent = points === null ? "" : number(points);
      button.disabled = points === null;
      button.setAttribute(
        "aria-label",
        points === null ? `column ${column + 1} is not complete` : `column ${column + 1}: ${number(points)}, why?`,
      );
    }
  }

  /**
   * Why a column counts what it counts, in the sentences of its lines.
   * @param {number} column
   */
  why(column) {
    const lines = this.score().lines.filter((line) => line.cells.some(([, where]) => where === column));
    return lines.map((line) => line.text).join("; ");
  }

  /**
   * A key of the keyboard.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it meant something here
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const arrow = ARROWS[event.key];
    const key = KEYS.get(event.key.toUpperCase());
    if (this.faces.size > 0 && this.#type(event.key)) return true;
    if (arrow) {
      this.#typed = "";
      this.editor.move(...arrow);
      this.draw();
      this.on.opened();
    } else if (key !== undefined && this.#has(key)) this.on.put(key);
    else if (event.key === "Backspace" || event.key === "Delete") this.on.erase();
    else return false;
    return true;
  }

  /**
   * Numbers of more than one digit: each is entered as soon as no other can be meant, else with the next key.
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  #type(key) {
    const begins = (/** @type {string} */ text) => [...this.faces.keys()].filter((face) => face.startsWith(text)).length;
    const before = this.#typed;
    const digit = /^[-\u22120-9]$/.test(key) ? key.replace("\u2212", "-") : "";
    const ends = key === "Enter" || key === " " || key === "Backspace";
    if (digit === "" && (before === "" || !ends)) return false;
    const goesOn = digit !== "" && begins(before + digit) > 0;
    let typed = goesOn ? before + digit : digit;
    const finished = [!goesOn && key !== "Backspace" ? before : "", begins(typed) === 1 ? typed : ""]
      .map((face) => this.faces.get(face));
    if (finished[1] !== undefined || begins(typed) === 0) typed = "";
    this.#typed = typed;
    for (const rank of finished) if (rank !== undefined) this.on.put(rank);
    this.draw();
    return true;
  }

  /** @param {string} key */
  #has(key) {
    return this.#buttons("key").some((button) => button.dataset["key"] === key);
  }

  /** @param {Event} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    const { cell, key } = button.dataset;
    if (button.closest(".keypad--choice[data-resting]")) return;
    this.#typed = "";
    if (cell !== undefined) {
      this.editor.openAt(cellOf(cell));
      this.draw();
      this.on.opened();
    } else if (key === "erase") this.on.erase();
    else if (key !== undefined) this.on.put(key);
  }

  /** @param {HTMLButtonElement} button */
  #drawCell(button) {
    const cell = cellOf(button.dataset["cell"] ?? "0,0");
    const open = same(cell, this.editor.open);
    const entered = this.editor.at(cell);
    // Whose suit is still asked for is shown already, but counts for nothing.
    const asked = open && this.editor.asking !== GONE ? this.editor.asking : null;
    const card = asked === null ? entered : { rank: asked, suit: null };
    const suit = card?.suit ?? null;
    show(button,
      h("span", { class: "card__rank" }, open && this.#typed !== "" ? this.#typed.replace("-", "\u2212") : card && sign(card.rank)),
      suit && h("span", { class: "card__suit" }, suitSign(suit)));
    button.classList.toggle("card--empty", entered === null || asked !== null);
    button.classList.toggle("card--joker", card?.rank === JOKER);
    button.classList.toggle("card--gone", card?.rank === GONE);
    button.classList.toggle("card--red", isRed(suit));
    button.classList.toggle("card--hidden", this.editor.isHidden(cell));
    if (open) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    const faceDown = this.editor.isHidden(cell) ? ", face down" : "";
    button.setAttribute("aria-label", `${cellText(cell)}: ${card === null ? "empty" : cardWord(card)}${faceDown}`);
  }

  /**
   * The second half of a double tap on a card is not its suit.
   * @param {HTMLElement} place
   */
  #restChoices(place) {
    place.dataset["resting"] = "";
    setTimeout(() => delete place.dataset["resting"], A_DOUBLE_TAP);
  }

  /** The keys that say more about a card, in the place of the cards' keys. */
  #drawChoices() {
    const { choices } = this.editor;
    const place = part(this.root, ".keypad--choice");
    const keys = part(this.root, ".keypad");
    const wasThere = !place.hidden;
    const hadFocus = place.contains(document.activeElement) || keys.contains(document.activeElement);
    place.hidden = choices.length === 0;
    if (place.hidden === wasThere) this.#restChoices(place);
    show(place, choices.map(({ key, sign: shown, words }) =>
      h("button", { type: "button", class: ["key", isRed(key) && "key--red", shown.length > 2 && "key--word"], dataset: { key }, aria: { label: words } }, shown)),
    choices.length > 0 && eraseKey());
    // Whoever goes from key to key by keyboard goes on where the keys are now.
    if (hadFocus && wasThere === place.hidden) (place.hidden ? keys : place).querySelector("button")?.focus();
  }

  /**
   * @param {"cell" | "column" | "key"} kind
   * @returns {HTMLButtonElement[]}
   */
  #buttons(kind) {
    return Array.from(this.root.querySelectorAll(`button[data-${kind}]`));
  }
}

/**
 * @param {string} text
 * @returns {Cell}
 */
function cellOf(text) {
  const [row = 0, column = 0] = text.split(",").map(Number);
  return [row, column];
}
