/**
 * <start-here>: Golf for someone who has never played, by one house. Three screens with one idea each, a first hole
 * with a coach, five hands to count. Nothing is asked before it was told. The phone remembers how far one came.
 *
 * Everything comes from the house's data beside it (web/practice_hole.py), so the page works offline. `data-next` is
 * the address to go on at. The attribute `data-step` names the screen.
 *
 * @import {Card, Cell, Layout, Rank, Wording} from "../rules/house.js"
 * @import {PlayedHouse} from "../play/hole.js"
 * @import {Dealt, Swap} from "../play/lessons.js"
 * @import {Child} from "../shell/app.js"
 */

import { numberBox } from "./boxes.js";
import "./play-page.js";
import { cardFace } from "../entry/cards.js";
import { deviceStorage, Records } from "../phone/device-storage.js";
import { pairWords } from "../play/coach.js";
import { Dice } from "../play/hole.js";
import { firstDeal, fiveToCount, lowAndHigh, oneToMake, withCard } from "../play/lessons.js";
import {
  cardWord,
  cellText,
  GONE,
  JOKER,
  number,
  parsePoints,
  ranksOf,
  SUIT_SIGNS,
  SUITS,
  value,
  word,
} from "../rules/house.js";
import { score } from "../rules/scoring.js";
import { h, part, shake, show } from "../shell/app.js";

/** The screens in their order. */
const STEPS = /** @type {const} */ (["lowest", "values", "pairs", "hole", "count", "done"]);

/** Every house has the same hands each time. */
const SEED = 7;

class StartHere extends HTMLElement {
  /** @type {{rules: {house: PlayedHouse} & Wording}} */
  #data = JSON.parse(part(document.body, ".hole-data").textContent ?? "");
  #rules = this.#data.rules;
  #house = this.#rules.house;
  /** How far one came, by house. @type {Records<{step: number}>} */
  #reached = new Records("scorekeeper:start-here:", deviceStorage());
  #step = 0;
  /** The card whose points are shown. @type {Rank | null} */
  #shown = null;
  /** The cards whose points were shown. @type {Set<Rank>} */
  #seen = new Set();
  /** Made when it is shown. @type {Swap | null} */
  #made = null;
  /** The cell that was tapped in the third screen. @type {Cell | null} */
  #tried = null;
  /** The hands to count, made when they are shown. @type {Dealt[] | null} */
  #dealt = null;
  /** Deals for the first hole, tried until one is good. */
  #deals = firstDeal(this.#house);
  /** The best of them so far. */
  #deal = 0;
  /** The points that were typed for each hand. @type {number[]} */
  #typed = [];
  #problem = "";
  /** Whether the last total was wrong, and its hand is shown with its lines. */
  #isCorrected = false;
  #values = h("dialog", { class: "sheet lesson-values", aria: { label: "What cards are worth" } });

  connectedCallback() {
    this.addEventListener("click", this.#click);
    this.addEventListener("submit", this.#check);
    this.addEventListener("hole-counted", () => this.#drawFoot());
    document.body.append(this.#values);
    this.#values.addEventListener("click", () => this.#values.close());
    this.#go(Math.min(this.#reached.get(this.#key)?.step ?? 0, STEPS.length - 1), false);
    if (this.#step < STEPS.indexOf("hole")) void this.#lookForDeal();
  }

  /** While the screens before the hole are read, with room for a tap after each deal. */
  async #lookForDeal() {
    for (const seed of this.#deals) {
      this.#deal = seed;
      await new Promise((done) => setTimeout(done));
    }
  }

  get #swap() {
    this.#made ??= oneToMake(this.#house, new Dice(SEED));
    return this.#made;
  }

  get #five() {
    this.#dealt ??= fiveToCount(this.#house, this.#rules, new Dice(SEED));
    return this.#dealt;
  }

  get #key() {
    return this.dataset["house"] ?? "";
  }

  /** Show a screen. @param {number} step */
  #go(step, isTapped = true) {
    this.#step = step;
    const furthest = Math.max(step, this.#reached.get(this.#key)?.step ?? 0);
    this.#reached.put(this.#key, { step: step === 0 ? 0 : furthest });
    if (isTapped && history.state?.hole) history.replaceState(null, "");
    this.dataset["step"] = STEPS[step];
    this.#draw();
    scrollTo(0, 0);
    if (isTapped) part(this, "play-hole, h1:not(.visually-hidden)").focus({ preventScroll: true });
    // The page of exercises does not ask a second time.
    if (step > STEPS.indexOf("pairs")) document.cookie = "learned=1; path=/; max-age=31536000; samesite=lax";
  }

  /** @param {MouseEvent} event */
  #click = (event) => {
    const tapped = event.target instanceof Element ? event.target.closest("button") : null;
    const { step, rank, cell } = tapped?.dataset ?? {};
    if (step === "values") this.#showValues();
    else if (step) this.#go(Number(step));
    else if (rank) this.#look(/** @type {Rank} */ (rank));
    else if (cell && tapped) this.#put(tapped, Number(cell));
    else if (tapped?.dataset["hand"]) this.#nextHand();
  };

  #draw() {
    const name = /** @type {(typeof STEPS)[number]} */ (STEPS[this.#step]);
    const { title, stage } = this.#screens[name]();
    show(
      this,
      h(
        "header",
        { class: "lesson__head", id: "head" },
        h(
          "ol",
          { class: "lesson__steps", aria: { label: `Step ${this.#step + 1} of ${STEPS.length}` } },
          STEPS.map((_, at) => h("li", { class: [at <= this.#step && "is-done"] }))
        ),
        this.#step > 1 && stepButton("values", "Values", "button button--small")
      ),
      h("h1", { class: ["lesson__title", name === "hole" && "visually-hidden"], id: "title", tabindex: -1 }, title),
      h("div", { class: `lesson__stage lesson__stage--${name}`, id: `stage-${name}` }, stage),
      h("div", { class: "lesson__foot", id: "foot" })
    );
    this.#drawFoot();
  }

  /** The button that goes on, once there is nothing left to do on this screen. */
  #drawFoot() {
    const next = String(this.#step + 1);
    const name = STEPS[this.#step];
    if (name === "count" && this.#isCorrected && this.#typed.length < this.#five.length) {
      const look = { type: "button", class: "button button--primary button--wide", dataset: { hand: "next" } };
      show(part(this, "#foot"), h("button", look, "Next hand"));
      return;
    }
    const hole = this.querySelector("play-hole");
    const words = { lowest: "Next", values: "Next", pairs: "Play a hole", hole: "Count five hands", count: "Done" };
    const isDone = {
      lowest: true,
      values: true,
      pairs: this.#isPut,
      hole: hole instanceof HTMLElement && hole.dataset["turn"] === "end",
      count: this.#typed.length === this.#five.length,
      done: false,
    };
    if (name === undefined || name === "done" || !isDone[name]) show(part(this, "#foot"));
    else show(part(this, "#foot"), stepButton(next, words[name], "button button--primary button--wide"));
  }

  #screens = {
    lowest: () => ({ title: "The lowest total wins", stage: this.#twoHands() }),
    values: () => ({ title: this.#shown ? this.#worth(this.#shown) : "What is a card worth?", stage: this.#keys() }),
    pairs: () => ({ title: pairWords(this.#house), stage: this.#toMake() }),
    hole: () => ({ title: "Your first hole", stage: this.#hole() }),
    count: () => ({ title: `Count hand ${this.#hand} of 5`, stage: this.#counting() }),
    done: () => ({ title: "Now you can play Golf", stage: this.#ways() }),
  };

  // --- the lowest total wins -----------------------------------------------------------------------------------------

  #twoHands() {
    const [low, high] = lowAndHigh(this.#house, this.#rules, new Dice(SEED));
    return [
      h("p", { class: "lesson__told" }, "After each hole, everyone adds up their cards."),
      ...[high, low].map((hand) =>
        h(
          "figure",
          { class: ["lesson__versus", hand === low && "is-best"] },
          grid(hand.layout),
          h("figcaption", null, h("strong", null, number(hand.scored.total)), hand === low ? " wins" : " points")
        )
      ),
    ];
  }

  // --- what cards are worth ------------------------------------------------------------------------------------------

  #keys() {
    const shown = this.#shown;
    return [
      h(
        "p",
        { class: "lesson__card", aria: { live: "polite" } },
        shown === null
          ? "Tap a card."
          : [cardFace({ rank: shown, suit: null }, false), h("strong", null, this.#pointsOf(shown).join(", "))]
      ),
      h(
        "ul",
        { class: "lesson__keys" },
        this.#ranks.map((rank) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                id: `rank-${rank}`,
                dataset: { rank },
                aria: { pressed: rank === shown, label: this.#worth(rank) },
              },
              cardFace({ rank, suit: null }, false)
            ),
            h("span", { aria: { hidden: true } }, this.#seen.has(rank) ? this.#pointsOf(rank).join(", ") : "·")
          )
        )
      ),
    ];
  }

  get #ranks() {
    return ranksOf(this.#house).filter((rank) => rank !== GONE);
  }

  /** @param {Rank} rank */
  #look(rank) {
    this.#shown = rank;
    this.#seen.add(rank);
    this.#draw();
    part(this, `#rank-${CSS.escape(rank)}`).focus({ preventScroll: true });
  }

  /** A card in words: `A queen is worth 10`. @param {Rank} rank */
  #worth(rank) {
    const points = `${word(rank)} is worth ${number(value({ rank, suit: null }, this.#house))}`;
    const an = /^(a|e|8|11|18)/.test(word(rank)) ? "An" : "A";
    const odd = this.#oddSuits(rank).map((card) => `the ${cardWord(card)} ${number(value(card, this.#house))}`);
    return [`${an} ${points}`, ...odd].join(", ");
  }

  /** Its points, and those of its suits that are worth something else: `10`, `♠ 40`. @param {Rank} rank */
  #pointsOf(rank) {
    const points = (/** @type {Card} */ card) => number(value(card, this.#house));
    const odd = this.#oddSuits(rank).map((card) => `${card.suit && SUIT_SIGNS[card.suit]}\u00A0${points(card)}`);
    return [points({ rank, suit: null }), ...odd];
  }

  /** Cards of this rank that are worth something else. @param {Rank} rank @returns {Card[]} */
  #oddSuits(rank) {
    if (rank === JOKER) return [];
    const usual = value({ rank, suit: null }, this.#house);
    return SUITS.map((suit) => ({ rank, suit })).filter((card) => value(card, this.#house) !== usual);
  }

  #showValues() {
    show(
      this.#values,
      h("h2", null, "What cards are worth"),
      h(
        "dl",
        { class: "lesson-values__list" },
        this.#ranks.map((rank) =>
          h("div", null, h("dt", null, word(rank)), h("dd", null, this.#pointsOf(rank).join("\n")))
        )
      ),
      h("p", null, `${pairWords(this.#house)}.`),
      h("button", { type: "button", class: "button button--primary" }, "Close")
    );
    this.#values.showModal();
  }

  // --- one to make ---------------------------------------------------------------------------------------------------

  get #isPut() {
    return String(this.#tried) === String(this.#swap.cell);
  }

  #toMake() {
    const { before, card, after, group } = this.#swap;
    const total = (/** @type {Layout} */ layout) => score(layout, this.#house, this.#rules).total;
    const tried = this.#tried === null ? null : withCard(before, this.#tried, card);
    const now = total(this.#isPut ? after : before);
    const words = this.#isPut
      ? `From ${number(total(before))} down to ${number(total(after))}.`
      : tried === null
        ? "Tap the card to swap it for."
        : `There your total would be ${number(total(tried))}. One place is better.`;
    return [
      !this.#isPut &&
        h(
          "p",
          { class: "lesson__held" },
          "You draw ",
          cardFace(card, false),
          h("span", null, number(value(card, this.#house)))
        ),
      h("p", { class: "lesson__told", role: "status" }, words),
      grid(this.#isPut ? after : before, (face, [row, column]) => {
        const isMarked = this.#isPut && group.some((cell) => cell[0] === row && cell[1] === column);
        if (this.#isPut) return h("span", { class: [isMarked && "is-marked"] }, face);
        const at = row * this.#house.grid.columns + column;
        const says = `${cellText([row, column])}: ${cardWord(/** @type {Card} */ (before.rows[row]?.[column]))}. Swap`;
        return h("button", { type: "button", id: `cell-${at}`, dataset: { cell: at }, aria: { label: says } }, face);
      }),
      h("p", { class: "lesson__total" }, h("strong", null, number(now)), now === 1 ? " point" : " points"),
    ];
  }

  /** @param {Element} tapped @param {number} at */
  #put(tapped, at) {
    const { columns } = this.#house.grid;
    this.#tried = [Math.floor(at / columns), at % columns];
    this.#draw();
    if (this.#isPut) part(this, "#foot button").focus({ preventScroll: true });
    else {
      part(this, `#${tapped.id}`).focus({ preventScroll: true });
      shake(part(this, `#${tapped.id}`));
    }
  }

  // --- the first hole, and five hands to count -----------------------------------------------------------------------

  #hole() {
    for (const seed of this.#deals) this.#deal = seed; // those that are left
    return h("play-hole", { tabindex: -1, dataset: { coached: this.#deal, why: this.dataset["why"] ?? "" } });
  }

  /** The number of the hand that is shown. */
  get #hand() {
    return Math.min(this.#typed.length + (this.#isCorrected ? 0 : 1), this.#five.length);
  }

  #nextHand() {
    this.#isCorrected = false;
    this.#draw();
    part(this, "input").focus();
  }

  #counting() {
    const last = this.#typed.at(-1);
    const before = last === undefined ? null : /** @type {Dealt} */ (this.#five[this.#typed.length - 1]);
    const isOver = this.#typed.length === this.#five.length;
    const isPast = before !== null && last !== before.scored.total && !this.#isCorrected;
    const right = this.#typed.filter((points, hand) => points === this.#five[hand]?.scored.total).length;
    return [
      ...(before === null || isPast ? [] : feedback(/** @type {number} */ (last), before)),
      ...(isOver
        ? [h("p", { class: "lesson__total" }, h("strong", null, `${right} of 5`), " right")]
        : this.#isCorrected
          ? []
          : [grid(/** @type {Dealt} */ (this.#five[this.#typed.length]).layout), this.#box()]),
    ];
  }

  #box() {
    return h(
      "form",
      { class: "lesson__form", novalidate: true, id: "box" },
      h("label", { for: "points" }, "What’s the total?"),
      numberBox("points"),
      h("button", { class: "button button--primary" }, "Check"),
      this.#problem !== "" && h("p", { class: "field__error", role: "alert" }, this.#problem)
    );
  }

  /** @param {SubmitEvent} event */
  #check = (event) => {
    if (STEPS[this.#step] !== "count") return; // the hole has a form of its own
    event.preventDefault();
    const { points, problem } = parsePoints(this.querySelector("input")?.value ?? "");
    this.#problem = points === null ? problem : "";
    if (points !== null) this.#isCorrected = points !== this.#five[this.#typed.push(points) - 1]?.scored.total;
    const field = this.querySelector("input");
    if (field && points !== null) field.value = "";
    this.#draw();
    (this.querySelector("input") ?? part(this, "#foot button")).focus();
  };

  #ways() {
    return [
      h("p", { class: "lesson__told" }, "You know what wins, what cards are worth and how a hole goes."),
      h(
        "p",
        { class: "lesson__ways" },
        h("a", { class: "button button--primary button--wide", href: this.dataset["next"] }, "Find my mistake"),
        h("a", { class: "button button--wide", href: this.dataset["play"] }, "Play a hole"),
        stepButton("0", "Start over", "button button--quiet")
      ),
    ];
  }
}

/** @param {string} step @param {string} words @param {string} look */
function stepButton(step, words, look) {
  return h("button", { type: "button", class: look, dataset: { step } }, words);
}

/**
 * A hand as a table; `around` puts each card into what it is for.
 * @param {Layout} layout @param {(face: HTMLElement, cell: Cell) => Child} [around]
 */
function grid({ rows }, around = (face) => face) {
  return h(
    "table",
    { class: `layout layout--${rows[0]?.length ?? 1} layout--rows-${rows.length}` },
    h(
      "tbody",
      null,
      rows.map((cards, row) =>
        h(
          "tr",
          null,
          cards.map((card, column) => h("td", null, around(cardFace(card, false), [row, column])))
        )
      )
    )
  );
}

/** What is said of a typed total, with the hand where it was wrong. @param {number} typed @param {Dealt} hand */
function feedback(typed, hand) {
  const { total } = hand.scored;
  if (typed === total) return [h("p", { class: "lesson__told", role: "status" }, `${number(total)} is right.`)];
  const words = `It’s ${number(total)}, not ${number(typed)}.`;
  return [h("p", { class: "lesson__told", role: "status" }, words), grid(hand.layout), lines(hand)];
}

/** How a hand is worked out. @param {Dealt} hand */
function lines({ scored }) {
  return h(
    "ul",
    { class: "lesson__lines" },
    scored.lines.map(({ text, points }) => h("li", null, h("span", null, text), h("strong", null, number(points))))
  );
}

customElements.define("start-here", StartHere);
