/**
 * <play-hole>: a practice hole against the phone's players, from the deal to the score of every hand. play/hole.js
 * referees every tap: an illegal one changes nothing, and the page shows the rule.
 *
 * The data beside it (web/practice_hole.py) has the house and the rule of each refusal. The attribute `data-turn` says
 * who may act: "start" (no one yet), "own", "others", "count" (the hole is over), "end" (all hands are scored).
 *
 * @import {Playable} from "../phone/begin.js"
 * @import {Spot, PlayedHouse, State} from "../play/hole.js"
 * @import {Card, Layout, Wording} from "../rules/house.js"
 * @import {Child} from "../shell/app.js"
 *
 * @typedef {Playable & {rules: {house: PlayedHouse} & Wording, refusals: Readonly<Record<string, readonly
 *   [rule: string, question: string]>>}} Data
 *
 * @typedef {{seat: number, done: readonly string[]}} Told  a player's actions in a turn
 *
 * @typedef {{points: number, why: string, isShown?: boolean}} Count  a typed score, and the explanation of a wrong one;
 *   or a hand that the learner had counted
 *
 * @typedef {{kind: "guide" | "refused" | "hint", words: string, told?: string, rest?: string, question?: string}} Said
 *   the line above the buttons: a rule that is told first, the words, a reason, the address of an open question
 */

import { numberBox } from "./boxes.js";
import { cardFace } from "../entry/cards.js";
import { deviceStorage, Records } from "../phone/device-storage.js";
import { send } from "../phone/server.js";
import { choose, why } from "../play/bots.js";
import { cardWords, endedBy, pairWords, rulesNow, shortened } from "../play/coach.js";
import { act, actionsOf, deal, deckOf, Dice, due, layoutOf, spotOf, refusal } from "../play/hole.js";
import {
  cardWord,
  cellText,
  countWord,
  formatLayout,
  listing,
  needsSuit,
  number,
  parsePoints,
  ranksOf,
  signed,
} from "../rules/house.js";
import { scoreHole } from "../rules/hole.js";
import { cleaned } from "../rules/names.js";
import { score } from "../rules/scoring.js";
import { h, part, shake, show } from "../shell/app.js";
import { PracticeGame, RIVALS } from "./practice-game.js";

const ME = 0;
/** The names in a single hole; in a game the learner has one too. */
const YOU = "You";

/** Milliseconds before each action of another player. */
const PAUSE = 800;

/** The learner's name in a game, if nothing was typed. */
const GUEST = "Guest";

/** The number of steps back that outlive a reload. */
const KEPT = 30;

/** Actions without a card, with their button words. */
const BUTTONS = { ready: "Ready", knock: "Knock", "end turn": "End turn" };

/** Ways to play a card that few houses offer: their actions, and the words of the button before the tap. */
const WAYS = /** @type {const} */ ([
  ["look", /^look/, "Peek first"],
  ["down", /^replace.*down$/, "Face down"],
]);

/** @type {Readonly<Record<string, string>>} */
const CHANGED_BY = {
  penalty: "penalty",
  reward: "reward",
  "bonus-of-others": "others’ bonus",
  winner: "winner",
  equal: "tie",
};

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class PlayHole extends HTMLElement {
  /** The game that the hole belongs to; null for a single hole. @type {PracticeGame | null} */
  #game = null;
  /** @type {readonly string[]} */
  #names = [YOU, ...RIVALS];
  /** On which holes of a game the learner counts. @type {"each" | "first" | "never"} */
  #whenCounted = "each";
  /** The hole of the game that is played; null in a single one. @type {number | null} */
  #number = null;
  /** @type {Data} */
  #data = JSON.parse(part(document.body, ".hole-data").textContent ?? "");
  #house = this.#data.rules.house;
  /** What was chosen last. @type {Records<any>} */
  #settings = new Records("scorekeeper:play-settings:", deviceStorage());
  /** The kinds of steps explained on this phone. @type {Records<object>} */
  #explained = new Records("scorekeeper:play-step:", deviceStorage());
  #dice = new Dice(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  /** @type {"plain" | "sharp"} */
  #level = "plain";
  #starter = ME;
  /** From the deal on. @type {State} */
  #state = /** @type {any} */ (null);
  /** The states to undo to. @type {{state: State, told: readonly Told[]}[]} */
  #past = [];
  /** @type {readonly Told[]} */
  #told = [];
  /** @type {Said | null} */
  #said = null;
  /** The card or pile that the line is about. */
  #about = "";
  /** The chosen way to play a card, where the house offers one. */
  #way = "";
  /** In the order of the hands. @type {Count[]} */
  #counts = [];
  /** What the coach has told in this hole. @type {Set<string>} */
  #coached = new Set();
  /** Counts the learner's actions, so that a waiting opponent notices a change. */
  #moves = 0;
  /** Whether changes are drawn at once. */
  #isDrawn = true;

  connectedCallback() {
    this.addEventListener("click", this.#click);
    this.addEventListener("submit", this.#count);
    this.#readyForm();
    this.dataset["turn"] = "start";
    const key = new URLSearchParams(location.search).get("game");
    if (key !== null) this.#sitDown(PracticeGame.goOn(key));
    const before = history.state?.hole;
    // The game may have gone on elsewhere, as on its scorecard.
    const isOld = this.#game !== null && before?.counts.length === 0 && before.number !== this.#game.hole;
    if (before && !isOld) this.#takeUp(before);
    else if (this.#isCoached) {
      this.#dice = new Dice(Number(this.dataset["coached"]));
      this.#deal(2);
    } else if (this.#game?.hole) this.#deal(this.#names.length);
  }

  /** @param {PracticeGame | null} game */
  #sitDown(game) {
    this.#game = game;
    if (game !== null) this.#names = [YOU, ...game.names.slice(1)];
    const { level, counts } = this.#settings.get("")?.game ?? {};
    if (level) [this.#level, this.#whenCounted] = [level, counts];
  }

  /** Make the form ready, with what was chosen last. */
  #readyForm() {
    const [fewest = 2, most = 60] = this.#data.rules.players ?? [];
    for (const button of this.querySelectorAll("button")) {
      const players = Number(button.dataset["rivals"]) + 1;
      button.hidden = players < fewest || players > most;
      button.disabled = false;
    }
    const { name = "", game } = this.#settings.get("") ?? {};
    const you = this.querySelector("input[name=you]");
    if (you instanceof HTMLInputElement && name !== GUEST) you.value = name;
    const counts = this.querySelector(`input[name=counts][value=${game?.counts ?? "each"}]`);
    if (counts instanceof HTMLInputElement) counts.checked = true;
  }

  /** Whether each rule is told when it matters, with the best move: a first hole. The attribute has its deal. */
  get #isCoached() {
    return this.dataset["coached"] !== undefined;
  }

  /**
   * Resume the hole after a visit to another page.
   * @param {{state: State, told: readonly Told[], level: "plain" | "sharp", starter: number, counts: Count[],
   *   past?: {state: State, told: readonly Told[]}[], number?: number | null}} hole
   */
  #takeUp({ state, told, level, starter, counts, past = [], number = null }) {
    this.#number = number;
    this.#state = { ...state, house: this.#house };
    this.#past = past.map((before) => ({ ...before, state: { ...before.state, house: this.#house } }));
    [this.#level, this.#starter, this.#counts] = [level, starter, counts];
    this.#change({ told });
    void this.#goOn();
  }

  // --- what the learner does -----------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #click = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { rivals, tap, does, way } = button?.dataset ?? {};
    if (rivals) this.#begin(Number(rivals));
    else if (tap) this.#tap(tap, this.#meant(tap));
    else if (way) this.#change({ way: this.#way === way ? "" : way });
    else if (does === "hint") this.#hint();
    else if (does === "back") this.#takeBack();
    else if (does === "skip") this.#countTheRest();
    else if (does === "results") this.#game?.showResults();
    else if (does === "again" || does === "next") this.#deal(this.#state.seats.length);
    else if (does) this.#tap(does, does);
  };

  /** Start as the form says. @param {number} rivals */
  #begin(rivals) {
    const form = part(this, ".play-start");
    const chosen = (/** @type {string} */ name) => {
      const found = form.querySelector(`input[name=${name}]:checked`);
      return found instanceof HTMLInputElement ? found.value : "";
    };
    const name = cleaned(/** @type {HTMLInputElement} */ (part(form, "input[name=you]")).value) || GUEST;
    const holes = Number(chosen("holes"));
    this.#level = chosen("sharp") ? "sharp" : "plain";
    this.#settings.put("", { name, game: { level: this.#level, counts: chosen("counts") } });
    if (holes > 1) {
      const { spec, version, rules } = this.#data;
      this.#sitDown(PracticeGame.begin({ spec, version, rules }, name, rivals, holes));
      history.replaceState(null, "", `${location.pathname}?game=${this.#game?.phone.key}`);
    }
    this.#deal(rivals + 1);
  }

  /** @param {number} players */
  #deal(players) {
    const deck = this.#dice.shuffled(deckOf(this.#house, players));
    const starter = this.#game?.starter ?? this.#starter % players;
    const dealt = deal(this.#house, this.#names.slice(0, players), deck, starter);
    this.#state = this.#isCoached ? shortened(dealt) : dealt;
    this.#starter += 1;
    this.#past = [];
    this.#counts = [];
    this.#number = this.#game?.hole ?? null;
    this.#drawOnce(() => {
      this.#change({ told: [] });
      void this.#goOn();
    });
    scrollTo(0, 0);
  }

  /** @param {string} tapped  the card or pile for a refusal @param {string} action */
  #tap(tapped, action) {
    const code = refusal(this.#state, ME, action);
    if (code !== null) {
      const [words = "", question = ""] = this.#data.refusals[code] ?? [];
      this.#change({ said: { kind: "refused", words, question }, about: tapped });
      shake(this.querySelector(".is-refused"));
      return;
    }
    this.#past.push({ state: this.#state, told: this.#told });
    this.#drawOnce(() => {
      this.#act(ME, action);
      void this.#goOn();
    });
  }

  /**
   * The action of a tap: the first legal meaning, or the first of all, for its refusal.
   * @param {string} tapped  a pile, or the index of the learner's card
   */
  #meant(tapped) {
    const meanings = this.#meanings(tapped);
    return meanings.find((action) => refusal(this.#state, ME, action) === null) ?? /** @type {string} */ (meanings[0]);
  }

  /** @param {string} tapped @returns {string[]} */
  #meanings(tapped) {
    const { step, player, drawn, stock } = this.#state;
    const holds = player === ME && drawn !== null;
    if (tapped === "stock") return stock.length === 0 ? ["draw stock", "shuffle"] : ["draw stock"];
    if (tapped === "discard") return [holds ? "discard" : "take discard"];
    const [row, column] = this.#cell(Number(tapped));
    const at = `${row + 1} ${column + 1}`;
    if (step === "opening") return this.#house.opening.peek > 0 ? [`peek ${at}`, `turn up ${at}`] : [`turn up ${at}`];
    if (step === "draw") return [`replace ${at}`, `turn up ${at}`];
    if (step !== "hand") return [`turn up ${at}`];
    const usual = [`replace ${at}`, `replace ${at} face down`];
    if (this.#house.turn.placed === "face-down" || this.#way === "down") usual.reverse();
    return this.#way === "look" ? [`look ${at}`, ...usual] : usual;
  }

  #takeBack() {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#state = before.state;
    this.#change({ told: before.told });
    void this.#goOn();
  }

  /**
   * Tell the best move and the reason.
   * @param {string} [told]  a rule, said before the move
   * @param {boolean} [isBrief]  whether to leave out a reason like one that was told in this hole
   */
  #hint(told = "", isBrief = false) {
    const action = choose(this.#state, ME, this.#dice, "plain");
    const pile = { "draw stock": "stock", shuffle: "stock", "take discard": "discard", discard: "discard" }[action];
    const words = this.#wordsFor(action);
    const { about, words: reason } = why(this.#state, ME, action);
    const isKnown = this.#coached.has(`because: ${about}`);
    this.#coached.add(`because: ${about}`);
    this.#change({
      said: {
        kind: "hint",
        told,
        words: `${words[0]?.toUpperCase()}${words.slice(1)}.`,
        rest: isBrief && isKnown ? "" : reason,
      },
      about: pile ?? String(spotOf(this.#state, action) ?? action),
    });
  }

  /** @param {number} spot @returns {[row: number, column: number]} */
  #cell(spot) {
    const { columns } = this.#house.grid;
    return [Math.floor(spot / columns), spot % columns];
  }

  // --- what happens --------------------------------------------------------------------------------------------------

  /** Let the others act until the learner's turn or the end of the hole. */
  async #goOn() {
    const move = ++this.#moves;
    for (let seat; (seat = due(this.#state).find((one) => one !== ME)) !== undefined; ) {
      const together = this.#state.player === null; // the opening: players do not wait
      if (!together && !calm.matches) await new Promise((done) => setTimeout(done, PAUSE));
      if (move !== this.#moves) return;
      this.#act(seat, choose(this.#state, seat, this.#dice, this.#level), together);
    }
    if (this.#isCoached) return this.#coach();
    if (this.#state.step === "over" && this.#counts.length === 0 && !this.#isCountedHere) return this.#countTheRest();
    const words = this.#guide();
    if (words !== null) this.#change({ said: { kind: "guide", words } });
  }

  /** Tell the rule that matters now, if it was not told in this hole, and the best move. */
  #coach() {
    if (this.#state.step === "over" || !due(this.#state).includes(ME)) return;
    const rule = rulesNow(this.#state, ME).find(({ about }) => !this.#coached.has(about));
    if (rule !== undefined) this.#coached.add(rule.about);
    const opening = this.#state.step === "opening" ? (this.#guide() ?? "") : "";
    this.#hint(rule?.words ?? opening, true);
  }

  /** @param {number} seat @param {string} action @param {boolean} [untold] */
  #act(seat, action, untold = false) {
    const before = this.#state;
    this.#state = act(before, seat, action, this.#dice);
    const done = untold ? "" : this.#story(seat, action, before);
    const last = this.#told.at(-1);
    const goesOn = last?.seat === seat && before.step !== "draw" && before.step !== "opening";
    // The learner's turn starts a new story.
    const told = goesOn ? this.#told.slice(0, -1) : seat === ME ? [] : this.#told;
    const kept = seat === ME ? {} : { said: this.#said, about: this.#about }; // leave it on screen to read
    this.#change({
      ...kept,
      told: done ? [...told, { seat, done: [...(goesOn ? last.done : []), done] }] : this.#told,
    });
  }

  /** @param {{told?: readonly Told[], said?: Said | null, about?: string, way?: string}} shown */
  #change({ told = this.#told, said = null, about = "", way = "" }) {
    this.#told = told;
    this.#said = said;
    this.#about = about;
    this.#way = way;
    this.#draw();
  }

  /**
   * The words for an action, after the player's name.
   * @param {number} seat @param {string} action @param {State} before
   */
  #story(seat, action, before) {
    const spot = spotOf(this.#state, action),
      s = seat === ME ? "" : "s";
    const was = the(before.seats[seat]?.places[spot ?? -1]?.card);
    const drawn =
      seat === ME || before.drawnFrom === "discard"
        ? "it"
        : action.endsWith("face down")
          ? "a face-down card"
          : the(before.drawn);
    if (action.startsWith("replace")) return `swap${s} ${was} for ${drawn}`;
    if (action.startsWith("turn up")) return `flip${s} ${was}`;
    if (spot !== null) return `peek${s} at ${seat === ME ? was : "a card"}`;
    return (
      {
        "draw stock": seat === ME ? `draw ${the(this.#state.drawn)}` : "draws",
        "take discard": `take${s} ${the(before.discards[0])}`,
        discard: `discard${s} ${drawn}`,
        knock: `knock${s}`,
        shuffle: `shuffle${s} the discards`,
        "end turn": before.step === "knock" ? "" : `leave${s} the rest face down`,
      }[action] ?? ""
    );
  }

  /** The words for a possible action, for its button and for a hint. @param {string} action */
  #wordsFor(action) {
    const { drawn, discards } = this.#state;
    const spot = spotOf(this.#state, action),
      at = spot === null ? "" : cardWords(this.#house.grid, this.#cell(spot));
    if (action.startsWith("replace")) {
      const isChoice = action.endsWith("down") && this.#house.turn.placed !== "face-down";
      return `swap ${the(drawn)} for ${at}${isChoice ? ", face down" : ""}`;
    }
    if (spot !== null) return `${action.startsWith("turn up") ? "flip" : "peek at"} ${at}`;
    return (
      {
        "draw stock": "draw from the stock",
        shuffle: "shuffle the discards",
        "take discard": `take ${the(discards[0])}`,
        discard: `discard ${the(drawn)}`,
        ready: "stop peeking",
        "end turn": "end your turn",
      }[action] ?? action
    );
  }

  /** Guidance for this step, the first time on this phone. */
  #guide() {
    const { step, seats, drawnFrom, ender, stock } = this.#state;
    const me = seats[ME],
      { turn } = this.#house;
    if (me === undefined || step === "over" || !due(this.#state).includes(ME)) return null;
    const legal = actionsOf(this.#state, ME);
    if (step === "draw" && ender !== null) return `Last turn: ${this.#names[ender]} ended the hole.`;
    const throws = legal.includes("discard");
    const [kind, words] =
      step === "opening" && me.toPeek > 0
        ? [
            "peek",
            me.toPeek === 1
              ? `Tap ${countWord(1)} marked card to peek. Only you see it.`
              : `Tap ${countWord(me.toPeek)} marked cards to peek. Only you see them.`,
          ]
        : step === "opening"
          ? ["opening", `Tap ${countWord(me.toTurnUp)} card${me.toTurnUp === 1 ? "" : "s"} to flip.`]
          : step === "draw" && legal.includes("knock") && me.turns > 0
            ? ["knock-first", "Low score? Knock to end the hole instead of drawing."]
            : step === "draw" && stock.length === 0
              ? ["shuffle", "The stock is empty. Tap it to shuffle the discards."]
              : step === "draw"
                ? ["draw", turn.sources === "stock" ? "Tap the stock." : "Tap the stock or the top discard."]
                : step === "hand"
                  ? [
                      throws ? "hand" : "taken",
                      throws
                        ? "Tap the card to swap, or tap the discard pile to discard."
                        : `Tap the card to swap.${drawnFrom === "discard" ? " You can’t put it back." : ""}`,
                    ]
                  : step === "turn up"
                    ? ["turn up", `Tap a card to flip it${legal.includes("end turn") ? ", or end your turn" : ""}.`]
                    : step === "last card"
                      ? ["last card", "Tap your last card to end the hole, or end your turn."]
                      : ["knock", "Knock to end the hole, or end your turn."];
    if (kind === undefined || words === undefined || this.#explained.get(kind) !== null) return null;
    this.#explained.put(kind, {});
    return words;
  }

  // --- the table -----------------------------------------------------------------------------------------------------

  /**
   * Make several changes and draw once. Those that come after a pause are drawn by themselves.
   * @param {() => void} change
   */
  #drawOnce(change) {
    this.#isDrawn = false;
    try {
      change();
    } finally {
      this.#isDrawn = true;
    }
    this.#draw();
  }

  #draw() {
    if (!this.#isDrawn) return;
    const hole = {
      state: this.#state,
      told: this.#told,
      level: this.#level,
      starter: this.#starter,
      counts: this.#counts,
      past: this.#past.slice(-KEPT),
      number: this.#number,
    };
    history.replaceState({ hole }, "");
    const over = this.#state.step === "over";
    const isCounted = this.#counts.length === this.#state.seats.length;
    this.dataset["turn"] = over ? (isCounted ? "end" : "count") : due(this.#state).includes(ME) ? "own" : "others";
    const hadFocus = this.contains(document.activeElement);
    show(this, over ? this.#counting() : this.#table());
    if (hadFocus && !this.contains(document.activeElement)) this.#focusOn(over ? "input, .play-result" : ".is-offered");
  }

  /** @param {string} first */
  #focusOn(first) {
    const found = this.querySelector(first) ?? this.querySelector("button");
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  }

  #table() {
    const { seats, player } = this.#state,
      said = this.#said;
    const legal = new Set(actionsOf(this.#state, ME));
    return h(
      "div",
      { class: ["play", this.#hasSuits && "play--suits"], id: "table" },
      h(
        "div",
        { class: "play__rivals" },
        this.#number !== null && h("p", { class: "play__hole" }, this.#game?.title),
        seats
          .slice(1)
          .map(({ name }, at) =>
            h(
              "figure",
              { class: ["play__rival", player === at + 1 && "is-playing"] },
              h("figcaption", null, name, player === at + 1 && h("span", { class: "soft" }, " plays")),
              this.#grid(at + 1)
            )
          )
      ),
      this.#piles(),
      h(
        "div",
        { class: "play__told", aria: { live: "polite" } },
        this.#told
          .slice(this.#isCoached ? -1 : 0)
          // The learner has just done it, so only a screen reader says it.
          .map(({ seat, done }) =>
            h(
              "p",
              { class: [this.#isCoached && seat === ME && "visually-hidden"] },
              `${this.#names[seat]} ${listing(done)}.`
            )
          )
      ),
      h("div", { class: "play__own" }, this.#grid(ME, true)),
      h(
        "div",
        { class: "play__said", role: "status" },
        said &&
          h(
            "p",
            { class: `play-line play-line--${said.kind}` },
            said.told && `${said.told} `,
            said.kind === "hint" ? h("strong", null, said.words) : said.words,
            said.rest && ` ${said.rest}`,
            said.question && [" ", h("a", { href: said.question }, "Other ways to play it")]
          )
      ),
      h(
        "p",
        { class: "buttons play__do" },
        Object.entries(BUTTONS).map(
          ([action, words]) =>
            legal.has(action) && button(action, words, action === "ready" || legal.size === 1, this.#about)
        ),
        WAYS.map(
          ([way, actions, words]) =>
            this.#house.turn.placed !== "face-down" &&
            [...legal].some((action) => actions.test(action)) &&
            h(
              "button",
              {
                type: "button",
                class: "button",
                id: `play-${way}`,
                dataset: { way },
                aria: { pressed: this.#way === way },
              },
              words
            )
        ),
        legal.size > 0 && !this.#isCoached && button("hint", "Hint"),
        this.#past.length > 0 && button("back", "Undo")
      )
    );
  }

  /** Whether a score can depend on suits. */
  get #hasSuits() {
    return ranksOf(this.#house).some((rank) => needsSuit(rank, this.#house));
  }

  #piles() {
    const {
      stock,
      discards: [top],
      drawn,
      drawnFrom,
      player,
    } = this.#state;
    const nothing = () => h("span", { class: "card card--empty" });
    const isSeen = player === ME || drawnFrom === "discard";
    return h(
      "ul",
      { class: "play__piles" },
      h(
        "li",
        null,
        this.#button(
          "stock",
          stock.length > 0 ? back() : nothing(),
          stock.length > 0 ? `Stock: ${stock.length} cards` : "Stock: empty"
        ),
        h("span", { aria: { hidden: true } }, "Stock")
      ),
      h(
        "li",
        null,
        this.#button(
          "discard",
          top ? cardFace(top, false) : nothing(),
          `Discard pile: ${top ? cardWord(top) : "empty"}`
        ),
        h("span", { aria: { hidden: true } }, "Discards")
      ),
      h(
        "li",
        { class: "play__hand" },
        drawn === null || player === null
          ? h("span", { class: "card card--none" })
          : isSeen
            ? cardFace(drawn, false)
            : back(),
        h(
          "span",
          null,
          drawn === null || player === null ? "" : player === ME ? "You hold" : `${this.#names[player]} holds`
        )
      )
    );
  }

  /** A player's cards, all face up at the end; the learner's are buttons. @param {number} seat */
  #grid(seat, tappable = false) {
    const { rows, columns } = this.#house.grid,
      { seats, step } = this.#state;
    const cell = (/** @type {number} */ at) => {
      const { card, faceUp, seen } = /** @type {Spot} */ (seats[seat]?.places[at]);
      const isOver = step === "over",
        isKnown = faceUp || isOver || (seen && seat === ME);
      const liesDown = !faceUp && !(isOver && this.#house.ending.hidden === "counted");
      const face =
        card === null ? cardFace({ rank: ".", suit: null }, false) : isKnown ? cardFace(card, liesDown) : back();
      const says = card === null ? "empty" : isKnown ? `${cardWord(card)}${faceUp ? "" : ", face down"}` : "face down";
      return tappable ? this.#button(String(at), face, `${cellText(this.#cell(at))}: ${says}`) : face;
    };
    return h(
      "table",
      { class: `layout layout--${columns} layout--rows-${rows}` },
      h("caption", { class: "visually-hidden" }, seat === ME ? "Your cards" : `${this.#names[seat]}’s cards`),
      h(
        "tbody",
        null,
        Array.from({ length: rows }, (_, row) =>
          h(
            "tr",
            null,
            Array.from({ length: columns }, (_, column) => h("td", null, cell(row * columns + column)))
          )
        )
      )
    );
  }

  /**
   * A pile or card with its name and, if legal, the action of a tap.
   * @param {string} tap @param {Child} face @param {string} says
   */
  #button(tap, face, says) {
    const action = this.#meant(tap),
      isOffered = refusal(this.#state, ME, action) === null;
    const look = [
      isOffered && "is-offered",
      this.#about === tap && (this.#said?.kind === "refused" ? "is-refused" : "is-advised"),
    ];
    return h(
      "button",
      {
        type: "button",
        class: ["play-card", ...look],
        dataset: { tap },
        aria: { label: isOffered ? `${says}. Tap: ${this.#wordsFor(action)}` : says },
      },
      face
    );
  }

  // --- the count -----------------------------------------------------------------------------------------------------

  /** @param {SubmitEvent} event */
  #count = (event) => {
    event.preventDefault();
    const { points, problem } = parsePoints(this.querySelector("input")?.value ?? "");
    if (points === null) return this.#change({ said: { kind: "refused", words: problem } });
    const count = { points, why: "" };
    void this.#explain(count, layoutOf(this.#state, this.#counts.push(count) - 1));
    if (this.#isCoached) this.#countTheRest();
    else this.#counted();
  };

  /** Show the scores of all hands that the learner has not counted. */
  #countTheRest() {
    for (let seat = this.#counts.length; seat < this.#state.seats.length; seat++) {
      const { total } = score(layoutOf(this.#state, seat), this.#house, this.#data.rules);
      this.#counts.push({ points: total, why: "", isShown: true });
    }
    this.#counted();
  }

  #counted() {
    this.#change({});
    this.#focusOn("input, .play-result");
    this.querySelector(".play-hand:has(form), .play__do")?.scrollIntoView({ block: "end" });
    if (this.#counts.length < this.#state.seats.length) return;
    const { seats, ender } = this.#state;
    this.#game?.enter(
      seats.map((_, seat) => layoutOf(this.#state, seat)),
      ender
    );
    this.#change({});
    this.dispatchEvent(new CustomEvent("hole-counted", { bubbles: true }));
    // A first hole shows all hands at once, so its end is far below what is said of the learner's count.
    if (this.#isCoached) this.querySelector(".said")?.scrollIntoView({ block: "center" });
  }

  /** Whether the learner counts on this hole. */
  get #isCountedHere() {
    if (this.#game === null || this.#whenCounted === "each") return true;
    return this.#whenCounted === "first" && this.#game.hole === 1;
  }

  /** Show the server's explanation of a wrong score, if it answers. @param {Count} count @param {Layout} layout */
  async #explain(count, layout) {
    if (count.points === score(layout, this.#house, this.#data.rules).total) return;
    const asked = new URLSearchParams({ cards: formatLayout(layout), points: String(count.points) });
    const answer = await send("GET", `${this.dataset["why"]}?${asked}`);
    if (answer.kind !== "done" || !this.#counts.includes(count)) return; // another hole has started
    count.why = answer.body.why;
    this.#draw();
  }

  #counting() {
    const { seats, ender } = this.#state,
      { rules } = this.#data;
    const layouts = seats.map((_, seat) => layoutOf(this.#state, seat));
    const isDone = this.#counts.length === seats.length;
    const story = this.#told.map(({ seat, done }) => `${this.#names[seat]} ${listing(done)}.`).join(" ");
    const rule = this.#isCoached ? ` ${pairWords(rules.house)}. The lowest total wins.` : "";
    const isEndUntold = this.#isCoached && !this.#coached.has("end") && !this.#coached.has("last turn");
    const end = isEndUntold ? `${endedBy(this.#state.house)} ` : "";
    return h(
      "div",
      { class: "play play--count", id: "count" },
      h("p", { class: "play__told" }, `${story} ${end}The hole is over.${rule}`),
      layouts.slice(0, this.#counts.length + 1).map((layout, seat) => {
        const count = this.#counts[seat],
          { total, lines } = score(layout, rules.house, rules);
        return h(
          "section",
          { class: "sheet play-hand", id: `hand-${seat}` },
          h("h2", null, seat === ME ? "Your cards" : `${this.#names[seat]}’s cards`),
          count && !count.isShown && told(count, total),
          h(
            "div",
            { class: "worked" },
            this.#grid(seat),
            count ? scoreLines(lines.map(({ text, points }) => [text, points])) : this.#box(seat)
          )
        );
      }),
      isDone &&
        this.#result(
          scoreHole(
            seats.map(({ name }, seat) => [name, layouts[seat] ?? 0]),
            rules.house,
            ender === null ? null : (this.#names[ender] ?? null),
            rules
          )
        ),
      isDone && this.#game !== null && this.#standing(this.#game),
      h("p", { class: "buttons play__do" }, this.#ways(isDone))
    );
  }

  /** How the game stands. @param {PracticeGame} game */
  #standing(game) {
    return h(
      "section",
      { class: "sheet play-result", id: "standing" },
      h("h2", null, "Total"),
      h(
        "ol",
        { class: "score-lines" },
        game.totals.map(([name, total, leads]) =>
          h(
            "li",
            { class: ["score-line", leads && "is-leader"] },
            h("span", { class: "score-line__text" }, name),
            h("span", { class: "score-line__points points" }, number(total))
          )
        )
      ),
      h("p", { class: "soft" }, game.lead)
    );
  }

  /** @param {boolean} isDone @returns {Child[]} */
  #ways(isDone) {
    const undo = this.#counts.length === 0 && this.#past.length > 0 && button("back", "Undo");
    if (this.#isCoached) return [undo];
    const game = this.#game;
    if (game === null) {
      return [
        button("again", "Play again", isDone),
        h("a", { class: "button", href: this.dataset["practice"] }, "Practice scoring"),
        undo,
      ];
    }
    if (!isDone) return [undo];
    const { hole, card } = game;
    return [
      hole === null ? button("results", "See the results", true) : button("next", `Next: hole ${hole}`, true),
      h("a", { class: "button", href: card }, "Scorecard"),
    ];
  }

  /** @param {import("../rules/hole.js").PlayerResult[]} results */
  #result(results) {
    const winners = results.filter(({ wins }) => wins).map(({ name }) => name);
    return h(
      "section",
      { class: "sheet play-result", tabindex: -1 },
      h("h2", null, `${listing(winners)} ${winners.length > 1 || winners[0] === this.#names[ME] ? "win" : "wins"}`),
      scoreLines(
        results.map(({ name, raw, adjustment: { rule, points }, score }) => [
          points === 0 ? name : `${name}: ${number(raw)}, ${CHANGED_BY[rule] ?? ""} ${signed(points)}`,
          score,
        ])
      )
    );
  }

  /** @param {number} seat */
  #box(seat) {
    const said = this.#said;
    return h(
      "form",
      { class: "exercise__form", novalidate: true },
      h(
        "div",
        { class: ["field", said && "field--error"] },
        h(
          "label",
          { class: "field__label", for: `points-${seat}` },
          seat === ME ? "What’s your score?" : `What’s ${this.#names[seat]}’s score? You can skip this.`
        ),
        numberBox(`points-${seat}`),
        said && h("p", { class: "field__error", role: "alert" }, said.words)
      ),
      h(
        "p",
        { class: "buttons" },
        h("button", { class: "button button--primary" }, "Check"),
        seat !== ME && button("skip", "Skip")
      )
    );
  }
}

/** @param {Card | null | undefined} card */
function the(card) {
  return card ? `the ${cardWord(card)}` : "a card";
}

/** A face-down card; its cell names it for screen readers. */
function back() {
  return h("span", { class: "card card--back" }, h("span", { class: "visually-hidden" }, "face down"));
}

/** @param {string} does @param {string} words */
function button(does, words, isPrimary = false, about = "") {
  const looks = ["button", isPrimary && "button--primary", about === does && "is-advised"];
  return h("button", { type: "button", class: looks, id: `play-${does.replace(" ", "-")}`, dataset: { does } }, words);
}

/** @param {[text: string, points: number][]} lines */
function scoreLines(lines) {
  return h(
    "ol",
    { class: "score-lines" },
    lines.map(([text, points]) =>
      h(
        "li",
        { class: "score-line" },
        h("span", { class: "score-line__text" }, text),
        h("span", { class: "score-line__points points" }, number(points))
      )
    )
  );
}

/** The feedback for a score. @param {Count} count @param {number} total */
function told({ points, why }, total) {
  const isRight = points === total;
  return h(
    "div",
    { class: `said said--${isRight ? "right" : "again"}`, role: "status" },
    h("p", { class: "said__title" }, isRight ? `${number(total)} is right` : `${number(total)}, not ${number(points)}`),
    why && h("p", { class: "said__text" }, why)
  );
}

customElements.define("play-hole", PlayHole);
