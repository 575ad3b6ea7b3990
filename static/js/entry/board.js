/**
 * One layout while it is entered, with its grid and keypad: its cards, the open cell for the next card, and the effect
 * of each key. The hole page uses it for each player in turn.
 *
 * @import {Card, Cell, House, PartialLayout, Rank, Suit, Wording} from "../rules/house.js"
 * @import {ScoreSoFar} from "../rules/scoring.js"
 *
 * @typedef {object} Choice  a key shown in place of the cards' keys
 * @property {string} key
 * @property {string} sign
 * @property {string} words  for screen readers
 */

import {
  bandOf,
  cardWord,
  cellText,
  emptyRows,
  facesOf,
  GONE,
  isComplete,
  isRed,
  JOKER,
  linesOf,
  needsSuit,
  number,
  sign,
  STANDARD_RANKS,
  strayGaps,
  SUIT_SIGNS,
  SUIT_WORDS,
  SUITS,
} from "../rules/house.js";
import { scoreSoFar } from "../rules/scoring.js";
import { Drawn, h, part, show } from "../shell/app.js";

/** The key that takes a card back. @param {Record<string, string>} [dataset] */
export function eraseKey(dataset = { key: "erase" }) {
  return h(
    "button",
    { type: "button", class: "key key--erase", dataset, aria: { label: "erase" } },
    h("span", { aria: { hidden: true } }, "⌫")
  );
}

// --- one layout ------------------------------------------------------------------------------------------------------

export class LayoutEditor {
  /** @type {(Card | null)[][]} */
  rows;
  /** The cell for the next card; null while none is open. @type {Cell | null} */
  open;
  /** The rank in the open cell that still needs a suit; or GONE, while the line is not chosen. @type {Rank | null} */
  asking = null;
  /** How often its cards have changed. */
  changes = 0;

  /** @param {House} house @param {PartialLayout | null} [layout]  cards entered before */
  constructor(house, layout = null) {
    this.house = house;
    this.grid = house.grid;
    this.rows = layout ? layout.rows.map((row) => [...row]) : emptyRows(house.grid);
    /** @type {readonly Cell[]} */
    this.hidden = layout?.hidden ?? [];
    this.open = this.#firstEmpty();
  }

  get complete() {
    return this.rows.length > 0 && isComplete({ rows: this.rows });
  }

  /** Whether one more card completes it. */
  get lacksOne() {
    return this.rows.flat().filter((card) => card === null).length === 1;
  }

  get empty() {
    return this.rows.flat().every((card) => card === null);
  }

  /** @param {Cell} cell */
  at([row, column]) {
    return this.rows[row]?.[column] ?? null;
  }

  /** @param {Cell} cell */
  isHidden(cell) {
    return this.hidden.some((other) => same(other, cell));
  }

  /** @param {Cell | null} cell */
  openAt(cell) {
    this.open = cell;
    this.asking = null;
  }

  /** Open the first cell that is still empty; none, once the layout is complete. */
  openFirstEmpty() {
    this.openAt(this.#firstEmpty());
  }

  /** The keys in place of the cards' keys, if any. @returns {Choice[]} */
  get choices() {
    if (this.asking === null) return [];
    if (this.asking !== GONE)
      return SUITS.map((suit) => ({ key: suit, sign: SUIT_SIGNS[suit], words: SUIT_WORDS[suit] }));
    return this.#linesOfOpen().flatMap((line, place) => {
      const words = this.#direction(line);
      return this.#isFree(line) ? [{ key: `line ${place}`, sign: words, words: `${words} gone` }] : [];
    });
  }

  /**
   * Press a key: put a card into the open cell, or say more about it, and open the next empty cell. Nothing is open
   * once the layout is complete. A key only replaces the card in the open cell.
   * @param {string} key  a rank, or the key of a choice
   * @returns {string} why nothing was done; "" if it was
   */
  put(key) {
    const { asking } = this;
    this.asking = null;
    if (this.open === null) return "";
    const lines = key === GONE || asking === GONE ? this.#linesOfOpen() : [];
    const line = key === GONE && lines.length === 1 ? lines[0] : lines.find((_, place) => key === `line ${place}`);
    if (key === GONE && lines.length > 0 && !lines.some((found) => this.#isFree(found))) return this.#whyNotGone(lines);
    if (line !== undefined) this.#empty(line);
    else if (key === GONE) this.asking = lines.length > 0 ? GONE : null;
    else if (asking !== null && isSuit(key)) this.#fill({ rank: asking, suit: key });
    else if (needsSuit(/** @type {Rank} */ (key), this.house)) this.asking = /** @type {Rank} */ (key);
    else this.#fill({ rank: /** @type {Rank} */ (key), suit: null });
    return "";
  }

  /**
   * Erase a card: the one in the open cell, or the last one before it.
   * @returns {boolean} whether there was one
   */
  erase() {
    const cells = this.#cells();
    const here = this.open === null ? cells.length : cells.findIndex((cell) => same(cell, this.open));
    const filled = this.open !== null && this.at(this.open) !== null ? this.open : null;
    const target =
      filled ??
      cells
        .slice(0, here)
        .reverse()
        .find((cell) => this.at(cell) !== null) ??
      null;
    if (target === null) return false;
    this.#set(target, null);
    this.open = target;
    return true;
  }

  /** Move the open cell by arrow key; it stays inside the grid. @param {number} down @param {number} right */
  move(down, right) {
    const [row, column] = this.open ?? [0, 0];
    this.openAt([
      Math.min(Math.max(row + down, 0), this.grid.rows - 1),
      Math.min(Math.max(column + right, 0), this.grid.columns - 1),
    ]);
  }

  /** @param {Card} card */
  #fill(card) {
    if (this.open === null) return;
    this.#set(this.open, card);
    this.#openNext();
  }

  /** @param {readonly number[]} line */
  #empty(line) {
    if (!this.#isFree(line)) return;
    const cells = this.#cells();
    for (const place of line) this.#put(/** @type {Cell} */ (cells[place]), { rank: GONE, suit: null });
    this.#openNext();
  }

  #openNext() {
    const cells = this.#cells();
    const later = cells.slice(cells.findIndex((cell) => same(cell, this.open)) + 1);
    this.open = this.#firstEmpty(later) ?? this.#firstEmpty(cells);
  }

  #set(/** @type {Cell} */ cell, /** @type {Card | null} */ card) {
    this.#put(cell, card);
    // Filling one cell of a gone line restores the others too.
    for (const gap of strayGaps(this.rows, this.house)) this.#put(gap, null);
  }

  #put(/** @type {Cell} */ cell, /** @type {Card | null} */ card) {
    const cards = this.rows[cell[0]];
    if (cards !== undefined) cards[cell[1]] = card;
    this.changes += 1;
    this.hidden = this.hidden.filter((other) => !same(other, cell));
  }

  /** The lines through the open cell that can leave the grid. */
  #linesOfOpen() {
    const { grid, cancelling } = this.house;
    if (this.open === null || !cancelling?.leave) return [];
    const place = this.open[0] * grid.columns + this.open[1];
    return linesOf(grid, cancelling.where, cancelling.size).filter((line) => line.includes(place));
  }

  /**
   * Whether this line holds no other cards than in the open cell.
   * @param {readonly number[]} line
   */
  #isFree(line) {
    const cells = this.#cells();
    return line.every((place) => {
      const cell = /** @type {Cell} */ (cells[place]);
      const card = this.at(cell);
      return card === null || card.rank === GONE || same(cell, this.open);
    });
  }

  /** @param {readonly (readonly number[])[]} lines */
  #whyNotGone(lines) {
    const [first = [], ...others] = lines;
    const what = others.length > 0 ? "line" : this.#direction(first);
    return `You can only mark a whole ${what} as gone. Clear its other cards first.`;
  }

  /** The direction of a line. @param {readonly number[]} line */
  #direction([first = 0, second = 0]) {
    const cells = this.#cells();
    const [row, column] = /** @type {Cell} */ (cells[first]),
      [nextRow, nextColumn] = /** @type {Cell} */ (cells[second]);
    if (row === nextRow) return "row";
    if (column === nextColumn) return "column";
    return nextColumn > column ? "diagonal ↘\uFE0E" : "diagonal ↙\uFE0E";
  }

  /** @returns {Cell[]} */
  #cells() {
    return this.rows.flatMap((cards, row) => cards.map((_card, column) => /** @type {Cell} */ ([row, column])));
  }

  #firstEmpty(cells = this.#cells()) {
    return cells.find((cell) => this.at(cell) === null) ?? null;
  }
}

/** @param {string} key @returns {key is Suit} */
function isSuit(key) {
  return key in SUIT_WORDS;
}

export function same(/** @type {Cell | null} */ one, /** @type {Cell | null} */ other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

// --- the grid and the keypad -----------------------------------------------------------------------------------------

const ARROWS = /** @type {Readonly<Record<string, readonly [number, number]>>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

/**
 * The keyboard keys of ranks and suits: their own signs, and 0 and T for the ten.
 * @type {ReadonlyMap<string, string>}
 */
const KEYS = new Map([...STANDARD_RANKS, JOKER, GONE, ...SUITS].map((key) => [String(key), String(key)]))
  .set("0", "10")
  .set("T", "10");

/** In milliseconds: two taps within this time are one tap of a trembling finger. */
export const A_DOUBLE_TAP = 120;

export class EntryBoard {
  /** The digits of an unfinished number: 1, where there is also a 12. */
  #typed = "";
  /**
   * Scores that were worked out: every part of the page asks for them.
   * @type {WeakMap<LayoutEditor, {changes: number, score: ScoreSoFar}>}
   */
  #scores = new WeakMap();
  #drawn = new Drawn();

  /**
   * @param {HTMLElement} root  holds buttons with data-cell, data-column and data-key, and a place for other keys
   * @param {{house: House} & Wording} rules
   * @param {{put: (key: string) => void, erase: () => void, opened: () => void, ignored: (key: string) => void}} on
   *   `ignored` is called for the second half of a double tap
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

  /** The score so far of the shown layout, or of another one of this house. @returns {ScoreSoFar} */
  score(editor = this.editor) {
    const { changes } = editor;
    const known = this.#scores.get(editor);
    if (known?.changes === changes) return known.score;
    const score = scoreSoFar(editor, this.rules.house, this.rules);
    this.#scores.set(editor, { changes, score });
    return score;
  }

  draw() {
    for (const button of this.#buttons("cell")) this.#drawCell(button);
    this.#drawChoices();
    const { columnPoints } = this.score();
    for (const button of this.#buttons("column")) {
      const column = Number(button.dataset["column"]);
      const points = columnPoints[column] ?? null;
      if (!this.#drawn.changes(button, points)) continue;
      show(button, points === null ? "" : number(points));
      button.disabled = points === null;
      const says = points === null ? " incomplete" : `: ${number(points)}, why?`;
      button.setAttribute("aria-label", `column ${column + 1}${says}`);
    }
  }

  /** The columns of the shown layout whose cards cancel each other. @returns {number[]} */
  get canceled() {
    const pairs = this.score().lines.filter(({ rule, points }) => rule === "pair" && points === 0);
    return [...new Set(pairs.flatMap(({ cells }) => cells.map(([, column]) => column)))];
  }

  /** Why a column has its points, in the sentences of its lines. @param {number} column */
  why(column) {
    const lines = this.score().lines.filter((line) => line.cells.some(([, where]) => where === column));
    return lines.map((line) => line.text).join(", ");
  }

  /** A key of the keyboard. @param {KeyboardEvent} event @returns {boolean} whether it meant something here */
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
   * Numbers of more than one digit: entered as soon as the number is clear, or with the next key.
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  #type(key) {
    const begins = (/** @type {string} */ text) =>
      [...this.faces.keys()].filter((face) => face.startsWith(text)).length;
    const before = this.#typed;
    const digit = /^[-\u22120-9]$/.test(key) ? key.replace("\u2212", "-") : "";
    const ends = key === "Enter" || key === " " || key === "Backspace";
    if (digit === "" && (before === "" || !ends)) return false;
    const goesOn = digit !== "" && begins(before + digit) > 0;
    let typed = goesOn ? before + digit : digit;
    const finished = [!goesOn && key !== "Backspace" ? before : "", begins(typed) === 1 ? typed : ""].map((face) =>
      this.faces.get(face)
    );
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
    if (button.closest(".keypad--choice[data-resting]")) {
      this.on.ignored(key ?? "");
      return;
    }
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
    // A card without its suit is shown, but not scored.
    const asked = open && this.editor.asking !== GONE ? this.editor.asking : null;
    const card = asked === null ? entered : { rank: asked, suit: null };
    const suit = card?.suit ?? null;
    const typed = open ? this.#typed : "";
    const isHidden = this.editor.isHidden(cell);
    if (!this.#drawn.changes(button, card, asked, open, typed, isHidden)) return;
    part(button, ".card__rank").textContent = typed === "" ? card && sign(card.rank) : typed.replace("-", "\u2212");
    button.querySelector(".card__suit")?.remove();
    if (suit !== null) button.append(h("span", { class: "card__suit" }, SUIT_SIGNS[suit]));
    button.classList.toggle("card--empty", entered === null || asked !== null);
    const band = card && bandOf(card.rank, this.rules.house);
    if (band) button.dataset["band"] = band;
    else delete button.dataset["band"];
    button.classList.toggle("card--joker", card?.rank === JOKER);
    button.classList.toggle("card--gone", card?.rank === GONE);
    button.classList.toggle("card--red", isRed(suit));
    button.classList.toggle("card--hidden", isHidden);
    if (open) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    const faceDown = isHidden ? ", face down" : "";
    button.setAttribute(
      "aria-label",
      `${cellText(cell)}: ${card === null ? "empty" : calledBy(sign(card.rank), cardWord(card))}${faceDown}`
    );
  }

  /** The second half of a double tap on a card is not its suit. @param {HTMLElement} place */
  #restChoices(place) {
    place.dataset["resting"] = "";
    setTimeout(() => delete place.dataset["resting"], A_DOUBLE_TAP);
  }

  /** The keys that say more about a card, in place of the cards' keys. */
  #drawChoices() {
    const { choices } = this.editor;
    const place = part(this.root, ".keypad--choice");
    if (!this.#drawn.changes(place, choices)) return;
    const keys = part(this.root, ".keypad");
    const wasThere = !place.hidden;
    const hadFocus = place.contains(document.activeElement) || keys.contains(document.activeElement);
    place.hidden = choices.length === 0;
    if (place.hidden === wasThere) this.#restChoices(place);
    show(
      place,
      choices.map(({ key, sign: shown, words }) =>
        h(
          "button",
          {
            type: "button",
            class: ["key", isRed(key) && "key--red", shown.length > 2 && "key--word"],
            dataset: { key },
            aria: { label: words },
          },
          shown
        )
      ),
      choices.length > 0 && eraseKey()
    );
    // Keyboard focus moves to the keys that are shown now.
    if (hadFocus && wasThere === place.hidden) (place.hidden ? keys : place).querySelector("button")?.focus();
  }

  /** @param {"cell" | "column" | "key"} kind @returns {HTMLButtonElement[]} */
  #buttons(kind) {
    return Array.from(this.root.querySelectorAll(`button[data-${kind}]`));
  }
}

/**
 * The name of a key or card: a number as shown, a letter with its word, a symbol by its word.
 * @param {string} shown
 * @param {string} words
 */
export function calledBy(shown, words) {
  if (/\d/.test(shown)) return words.includes(" ") ? `${shown}, ${words}` : shown;
  return /\p{L}/u.test(shown) ? `${shown}, ${words}` : words;
}

/** @param {string} text @returns {Cell} */
export function cellOf(text) {
  const [row = 0, column = 0] = text.split(",").map(Number);
  return [row, column];
}
