/**
 * The grid and the keypad of one layout on the page: shows what a LayoutEditor holds, and turns taps and keys into calls.
 * Used by the hole page for each player in turn, and by the page that settles a score.
 *
 * @import {Rank} from "../rules/cards.js"
 * @import {House} from "../rules/house.js"
 * @import {Cell} from "../rules/layout.js"
 * @import {ScoreSoFar} from "../rules/scoring.js"
 * @import {Wording} from "../rules/wording.js"
 */

import { RANKS, word } from "../rules/cards.js";
import { cellText } from "../rules/layout.js";
import { scoreSoFar } from "../rules/scoring.js";
import { number } from "../rules/wording.js";
import { LayoutEditor, same } from "./layout-editor.js";

const ARROWS = /** @type {Readonly<Record<string, readonly [number, number]>>} */ ({
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
});

/** What keyboards call a rank: its own sign, or 0 and T for the ten. */
const KEYS = new Map([
  ...RANKS.map((rank) => /** @type {[string, Rank]} */ ([rank, rank])),
  /** @type {[string, Rank]} */ (["0", "10"]),
  /** @type {[string, Rank]} */ (["T", "10"]),
]);

export class EntryBoard {
  /**
   * @param {HTMLElement} root  holds buttons with data-cell, data-column and data-key
   * @param {{house: House} & Wording} rules
   * @param {{put: (rank: Rank) => void, erase: () => void, opened: () => void}} on
   */
  constructor(root, rules, on) {
    this.root = root;
    this.rules = rules;
    this.on = on;
    this.editor = new LayoutEditor(rules.house.grid);
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
    const rank = KEYS.get(event.key.toUpperCase());
    if (arrow) {
      this.editor.move(...arrow);
      this.draw();
      this.on.opened();
    } else if (rank !== undefined && this.#has(rank)) this.on.put(rank);
    else if (event.key === "Backspace" || event.key === "Delete") this.on.erase();
    else return false;
    return true;
  }

  /** @param {string} rank */
  #has(rank) {
    return this.#buttons("key").some((button) => button.dataset["key"] === rank);
  }

  /** @param {Event} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    const { cell, key } = button.dataset;
    if (cell !== undefined) {
      this.editor.openAt(cellOf(cell));
      this.draw();
      this.on.opened();
    } else if (key === "erase") this.on.erase();
    else if (key !== undefined) this.on.put(/** @type {Rank} */ (key));
  }

  /** @param {HTMLButtonElement} button */
  #drawCell(button) {
    const cell = cellOf(button.dataset["cell"] ?? "0,0");
    const card = this.editor.at(cell);
    const open = same(cell, this.editor.open);
    const rank = button.querySelector(".card__rank");
    if (rank !== null) rank.textContent = card === null ? "" : card.rank === "*" ? "★" : card.rank;
    button.classList.toggle("card--empty", card === null);
    button.classList.toggle("card--joker", card?.rank === "*");
    button.classList.toggle("card--hidden", this.editor.isHidden(cell));
    if (open) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    const faceDown = this.editor.isHidden(cell) ? ", face down" : "";
    button.setAttribute("aria-label", `${cellText(cell)}: ${card === null ? "empty" : word(card.rank)}${faceDown}`);
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
