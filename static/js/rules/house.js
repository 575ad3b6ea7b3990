/**
 * Cards, their grid, and numbers and sentences for people; then a house: one complete, named set of rules from the
 * server, the layouts that fit it, and the cards of its decks. Mirrors scorekeeper/rules/cards.py, layout.py,
 * wording.py and deck.py; scorekeeper/rules/parameters.py explains each field of a house. This has only the fields that
 * scoring, notation, holes, decks and games need. A house never changes. A missing field has its usual value.
 *
 * Cards and layouts are read and written in their canonical form, `5 * 7 / 5 Q K`; scorekeeper/rules/notation.py
 * describes it and also reads other forms. Impossible cards, such as five kings from one deck, are a warning, never an
 * error: the table may say that its cards are right. The sentences come from the server, so both scorers use the same
 * words.
 *
 * @typedef {"A"|"2"|"3"|"4"|"5"|"6"|"7"|"8"|"9"|"10"|"J"|"Q"|"K"} StandardRank
 *
 * @typedef {`#${-5|-4|-3|-2|-1|0|1|11|12|13|14|15}`} NumberRank  of a deck with numbers of its own
 *
 * @typedef {StandardRank|NumberRank|"*"|"."} Rank  in notation; a dot for a cell whose card is gone
 *
 * @typedef {"S"|"H"|"D"|"C"} Suit
 *
 * @typedef {{readonly rank: Rank, readonly suit: Suit | null}} Card  the suit is null where it is not noted
 *
 * @typedef {readonly [row: number, column: number]} Cell  row 0 is the top row, as the player sees it
 *
 * @typedef {object} Layout
 * @property {readonly (readonly Card[])[]} rows
 * @property {readonly Cell[]} [hidden]  cells whose card was still face down when the hole ended
 *
 * @typedef {object} PartialLayout  a layout while it is entered
 * @property {readonly (readonly (Card | null)[])[]} rows  null where no card is entered yet
 * @property {readonly Cell[]} [hidden]
 *
 * @typedef {{readonly sentences: Readonly<Record<string, string>>}} Wording  templates by rule and case
 *
 * @typedef {object} Average  points for each hole, kept as two whole numbers so that equal ones compare as equal
 * @property {number} sum
 * @property {number} holes
 *
 * @typedef {{readonly rows: number, readonly columns: number}} Grid
 *
 * @typedef {"column"|"row"|"diagonal"|"anywhere"} Direction
 *
 * @typedef {object} Cancelling  matching cards that cancel out
 * @property {readonly Direction[]} where
 * @property {number} size  how many matching cards cancel each other
 * @property {"rank"|"value"|"card"} same
 * @property {"counts"|"cancels"} leftover  what becomes of a third matching card
 * @property {"zero"|"negative"|number} [counts]  the points of a canceled group
 * @property {Readonly<Partial<Record<Rank, "zero"|"keep"|"lower"|"negative"|number>>>} exceptions
 * @property {readonly Rank[]} wild
 * @property {boolean} [leave]  canceled cards leave the grid
 *
 * @typedef {object} FourOfAKind  points for four matching cards
 * @property {number} points  0 switches the bonus off
 * @property {"columns"|"any-pairs"|"two-and-two"|"anywhere"|"block"|"end-block"} pattern
 * @property {boolean} touching
 * @property {readonly Rank[]} not_for
 * @property {"once"|"each-block"|"each-pair"} six_alike
 * @property {"cancelled"|"counted"} cards
 * @property {Readonly<Partial<Record<Rank, number>>>} [by_rank]
 * @property {Readonly<Record<string, number>>} [by_columns]
 *
 * @typedef {object} Bonus  points for a pattern of the whole layout
 * @property {"one-suit"|"run"|"corners"|"pairs"|"all-cancelled"|"exact-total"} pattern
 * @property {number} points
 * @property {number} others  points for each of the other players
 * @property {"cancelled"|"counted"} cards
 * @property {boolean} jokers_wild
 * @property {readonly Rank[]} ranks
 * @property {number} pairs
 * @property {number} total
 *
 * @typedef {object} Penalty
 * @property {"none"|"add"|"double"|"double-and-add"|"worst"} kind
 * @property {number} points
 * @property {"someone-lower"|"someone-lower-or-equal"} when
 * @property {boolean} each_rival
 * @property {"kept"|"doubled"} [below_zero]
 *
 * @typedef {object} Reward
 * @property {"none"|"zero"|"half"|"add"} kind
 * @property {number} points
 * @property {"alone"|"shared"} [when]
 *
 * @typedef {object} Placing  what a player's place on a hole brings
 * @property {Reward | null} winner
 * @property {number} equal
 * @property {"raw"|"after-penalty"} [compared]
 *
 * @typedef {object} Words  what a game calls its parts
 * @property {"hole"|"round"|"hand"|"deal"|"turn"} round
 * @property {boolean} [dealer]  whether someone deals; if not, no page says who deals or starts
 *
 * @typedef {object} Typed  the numbers that a player types in a game without cards; others are a warning
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {number} [step]
 * @property {number | null} [sum]  what all entries of a round add up to
 * @property {readonly number[]} [keys]  points that players often add: a key for each
 *
 * @typedef {object} Settle  what becomes of the counts that players still hold when a round ends
 * @property {"own"|"winner-takes"|"winner-is-paid"} [kind]
 * @property {"ignored"|"off-once"|"off-each"} [own]
 * @property {number} [bonus]
 * @property {"nobody"|"each"} [tie]
 * @property {"each-round"|"end"} [when]
 *
 * @typedef {object} Sweep  one player with the whole sum of a round
 * @property {number} total
 * @property {number} own
 * @property {number} others
 *
 * @typedef {object} Round  one round, where it differs from the others
 * @property {string} name
 * @property {number | null} par
 * @property {Readonly<Record<string, any>>} sets  parameters that differ, written as `values.3`
 * @property {readonly [lowest: number, highest: number]} [reach]  where there are cards
 *
 * @typedef {object} Match  who wins a game
 * @property {"lower"|"higher"} [better]
 * @property {boolean} [open]
 * @property {number} [start_points]
 * @property {"round-ends"|"others-once-more"} [after_until]
 * @property {number | null} [out_at]
 * @property {"reached"|"passed"} [out_when]
 * @property {"lowest-total"|"most-holes"} winner
 * @property {"shared"|"extra-hole"|"lowest-hole"|"most-holes"|"ender-loses"|"before-settling"|"count-back"|"cut"} tie
 * @property {number | null} [until]
 * @property {Readonly<Record<string, number>>} [exact]
 * @property {"shared"|"ender-wins"|"ender-loses"} [hole_tie]
 * @property {"moves-on"|"stays"|"winner-starts"|"loser-deals"|"ender-starts"|"ender-deals"|"highest-opening-starts"
 *   |"highest-opening-then-ender"|"highest-opening-then-winner"} [deal]
 * @property {"left-of-dealer"|"dealer"} [first]
 * @property {"none"|"sum"|"best-ball"} [teams]  how players are ranked together
 *
 * @typedef {object} Table
 * @property {Readonly<Record<string, number|"ask">>} decks
 * @property {number} jokers_per_deck
 * @property {Readonly<Partial<Record<Rank, number>>> | null} [deck]  a deck of its own: the number of cards of each
 *   rank
 *
 * @typedef {object} Ending
 * @property {"counted"|number} hidden
 * @property {"all-face-up"|"turn-up-last"|"knock"|"turns"|"stock-empty"} [trigger]  not in an earlier release's rules
 *
 * @typedef {object} House
 * @property {string} key
 * @property {string} name
 * @property {Grid} grid  without rows in a game without cards
 * @property {Words} [words]
 * @property {Typed} [entry]
 * @property {Settle} [settle]
 * @property {boolean} [fills_in_0]  the player who went out has 0 without typing it
 * @property {Sweep} [sweep]
 * @property {readonly Round[]} [rounds]
 * @property {Readonly<Partial<Record<Rank, number>>>} values  a rank that is missing here is not in the game
 * @property {Ending} ending
 * @property {Table} table
 * @property {Cancelling | null} cancelling
 * @property {FourOfAKind | null} four_of_a_kind
 * @property {readonly Bonus[]} [bonuses]
 * @property {Penalty | null} penalty
 * @property {Reward | null} reward
 * @property {Placing} [placing]
 * @property {Readonly<Record<string, number>>} [card_values]  points of a single card, such as `QS`
 * @property {Match} match
 * @property {readonly [lowest: number, highest: number]} [reach]  the bounds of every layout's score, or of a typed
 *   number; not in an earlier release's rules
 *
 * @typedef {object} DeckWarning  more of a card than the decks hold, or a score that no cards make
 * @property {string} code
 * @property {string} card  in notation; or the number
 * @property {[name: string, count: number][]} holders
 * @property {string} message
 */

// --- cards -----------------------------------------------------------------------------------------------------------

/** @type {Rank} */
export const JOKER = "*";

/** An empty place: its card left the grid while the hole was played. @type {Rank} */
export const GONE = ".";

/** Every rank, in the order of a keypad. @type {readonly Rank[]} */
export const RANKS = [
  "#-5",
  "#-4",
  "#-3",
  "#-2",
  "#-1",
  "#0",
  "A",
  "#1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  "10",
  "#11",
  "#12",
  "#13",
  "#14",
  "#15",
  "J",
  "Q",
  "K",
  JOKER,
  GONE,
];

/** The thirteen ranks of the standard deck, ace first; jokers are bought with it. @type {readonly Rank[]} */
export const STANDARD_RANKS = RANKS.filter((rank) => /^[^#*.]/.test(rank));

/** @type {readonly Suit[]} */
export const SUITS = ["S", "H", "D", "C"];

/** @type {Readonly<Record<Suit, string>>} */
export const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

const NUMBERS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
];

/** @type {Readonly<Record<string, string>>} */
const WORDS = { A: "ace", J: "jack", Q: "queen", K: "king", [JOKER]: "joker", [GONE]: "empty place" };

/** The print on the card: `Q`, `-2`. @param {Rank} rank */
export function face(rank) {
  return rank.replace("#", "");
}

/** The rank in words: `queen`, `minus two`. @param {Rank} rank */
export function word(rank) {
  const count = Number(face(rank));
  return WORDS[rank] ?? (count < 0 ? "minus " : "") + NUMBERS[Math.abs(count)];
}

/** The card in words: `king of hearts`, or just `king` without a suit. @param {Card} card */
export function cardWord({ rank, suit }, inWords = word(rank)) {
  return inWords + (suit === null ? "" : ` of ${SUIT_WORDS[suit]}`);
}

/** Several of that rank in words: `sixes`. @param {Rank} rank */
export function plural(rank) {
  return word(rank) + (rank === "6" ? "es" : "s");
}

/** A card in its canonical form: `10H`. @param {Card} card */
export function formatCard(card) {
  return card.suit === null ? card.rank : card.rank + card.suit;
}

// --- their looks -----------------------------------------------------------------------------------------------------

// The last sign keeps a suit a letter of the card's own color, where a phone would paint a little picture.
export const SUIT_SIGNS = { S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" };

/** The sign on a card or its key. @param {Rank} rank */
export function sign(rank) {
  return rank === JOKER ? "★" : rank === GONE ? "–" : face(rank).replace("-", "\u2212");
}

/** @param {string | null | undefined} suit */
export function isRed(suit) {
  return suit === "H" || suit === "D";
}

// --- the grid --------------------------------------------------------------------------------------------------------

/** A grid without any card yet. @param {Grid} grid @returns {(Card | null)[][]} */
export function emptyRows(grid) {
  return Array.from({ length: grid.rows }, () => new Array(grid.columns).fill(null));
}

/** Whether every place of the grid has a card. @param {PartialLayout} layout @returns {layout is Layout} */
export function isComplete(layout) {
  return layout.rows.every((row) => row.every((card) => card !== null));
}

/** Every card that is there, in reading order. @param {PartialLayout} layout @returns {Card[]} */
export function cardsOf(layout) {
  return layout.rows.flat().filter((card) => card !== null);
}

/** A place in words, counted from one. @param {Cell} cell */
export function cellText([row, column]) {
  return `row ${row + 1}, column ${column + 1}`;
}

/**
 * The places of the lines of cells in these directions; a place is its number in reading order. A diagonal runs from
 * edge to edge: first those that fall from left to right, then those that rise, each from its top cell.
 * @param {Grid} grid
 * @param {readonly Direction[]} where
 * @param {number} [least]  lines with fewer cells are left out
 */
export function linesOf({ rows, columns }, where, least = 1) {
  const all = [...Array(rows * columns).keys()];
  /** @type {(count: number, line: (row: number, column: number) => number) => number[][]} */
  const sorted = (count, line) =>
    [...Array(count).keys()].map((number) =>
      all.filter((place) => line(Math.floor(place / columns), place % columns) === number)
    );
  const found = {
    column: () => sorted(columns, (_row, column) => column),
    row: () => sorted(rows, (row) => row),
    diagonal: () => [
      ...sorted(rows + columns - 1, (row, column) => column - row + rows - 1),
      ...sorted(rows + columns - 1, (row, column) => column + row),
    ],
    anywhere: () => [all],
  };
  return where.flatMap((direction) => found[direction]()).filter((line) => line.length >= least);
}

// --- words -----------------------------------------------------------------------------------------------------------

export const MINUS = "\u2212";

const COUNTS = ["no", ...NUMBERS.slice(1, 13)];

/** Points for people: with a true minus sign. @param {number} points */
export function number(points) {
  return points >= 0 ? String(points) : MINUS + -points;
}

/** Points that are added to something: with a plus or a true minus sign; nothing added is 0. @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : number(points);
}

/** A small number in words. @param {number} count */
export function countWord(count) {
  return COUNTS[count] ?? String(count);
}

/** Words as people list them: `Ann, Bo and Cy`. @param {readonly string[]} words */
export function listing(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * Words as a sentence with one full stop: older servers send some messages without.
 * @param {string} words
 */
export function sentence(words) {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** The words with a capital letter: `Round`. @param {string} words */
export function capitalized(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A set of rules' name for narrow places. @param {string} name */
export const shortName = (name) => name.replace(/ Golf$/, "");

/**
 * Fill one of the sentences; numbers become points for people.
 * @param {Wording} wording
 * @param {string} sentence
 * @param {Readonly<Record<string, string | number>>} filled
 */
export function say(wording, sentence, filled) {
  const template = wording.sentences[sentence];
  if (template === undefined) throw new Error(`there is no sentence ${sentence}`);
  return partsOf(template)
    .map((part, at) => {
      if (at % 2 === 0) return part;
      const value = filled[part];
      if (value === undefined) throw new Error(`the sentence ${sentence} needs ${part}`);
      return typeof value === "number" ? number(value) : value;
    })
    .join("");
}

/** @type {Map<string, string[]>} */
const PARTS = new Map();

/** A sentence taken apart, once: every second part is the name of what is filled in. @param {string} template */
function partsOf(template) {
  const parts = PARTS.get(template) ?? template.split(/\{(\w+)\}/);
  PARTS.set(template, parts);
  return parts;
}

// --- a house ---------------------------------------------------------------------------------------------------------

/** The ways to pass the deal on that ask who ended the last hole. @type {readonly string[]} */
export const BY_ENDER = ["ender-starts", "ender-deals", "highest-opening-then-ender"];

/** The ways that ask who won the last hole. @type {readonly string[]} */
export const BY_WINNER = ["winner-starts", "highest-opening-then-winner"];

/**
 * The ways that ask who shows the most points: on every hole, or only where no earlier hole decides.
 * @type {readonly string[]}
 */
export const BY_OPENING = ["highest-opening-starts", "highest-opening-then-ender", "highest-opening-then-winner"];

/** Whether players enter cards; if not, they type points. @param {House} house */
export function hasCards({ grid }) {
  return grid.rows > 0;
}

/** What one deal is called: `hole`, `round`. @param {House} house */
export function roundWord({ words }) {
  return words?.round ?? "hole";
}

/** What players enter after each deal: `cards` or `points`. @param {House} house */
export function enteredWord(house) {
  return hasCards(house) ? "cards" : "points";
}

/** 1 where fewer points are better, −1 where more are. Of points times this, the least leads. @param {House} house */
export function signOf({ match }) {
  return match.better === "higher" ? -1 : 1;
}

/**
 * Whether a total has come to that limit, from the points that everyone begins with.
 * @param {Match} match
 * @param {number} total
 * @param {number} limit
 */
export function isAt({ start_points: start = 0 }, total, limit) {
  return start <= limit ? total >= limit : total <= limit;
}

/** The most rounds of a game that ends when the table stops. */
export const LONGEST_OPEN = 99;

/** The most rounds of a game, without extra ones. @param {House} house */
export function longestGame({ match }) {
  return match.open ? LONGEST_OPEN : 36;
}

/** Whether a game has a number of rounds, set when it begins. @param {House} house */
export function isPlanned({ match }) {
  return (match.until ?? null) === null && match.open !== true;
}

/**
 * The rules of that round.
 * @param {House} house
 * @param {number} number
 * @param {boolean} isLast
 * @returns {House}
 */
export function inRound(house, number, isLast) {
  const round = house.rounds?.[number - 1];
  let found = house;
  for (const [path, value] of Object.entries(round?.sets ?? {})) found = withValue(found, path.split("."), value);
  if (round?.reach) found = { ...found, reach: round.reach };
  return found.settle?.when === "end" && !isLast ? { ...found, settle: {} } : found;
}

/**
 * The house, or a table of it, with another value at this key.
 * @param {any} data
 * @param {readonly string[]} path
 * @param {any} value
 * @returns {any}
 */
function withValue(data, [name = "", ...rest], value) {
  if (rest.length > 0) return { ...data, [name]: withValue(data?.[name] ?? {}, rest, value) };
  return { ...data, [name]: value === "none" ? null : value };
}

/** The ranks that this house gives a value: the keys of its keypad. @param {House} house */
export function ranksOf(house) {
  return RANKS.filter((rank) => house.values[rank] !== undefined);
}

/**
 * The faces to type for cards of a deck of its own: `-2` for `#-2`. Empty for the standard deck.
 * @param {House} house
 * @returns {ReadonlyMap<string, Rank>}
 */
export function facesOf(house) {
  return new Map(house.table.deck ? ranksOf(house).map((rank) => [face(rank), rank]) : []);
}

/** The most that each color of a deck from −2 to 12 shows, as Skyjo prints it. */
const BANDS = /** @type {const} */ ([
  [-1, "below"],
  [0, "zero"],
  [4, "low"],
  [8, "middle"],
  [12, "high"],
]);

/**
 * The color of a card, beside its number, in a deck of numbers from −2 to 12; null in any other deck.
 * @param {Rank} rank
 * @param {House} house
 */
export function bandOf(rank, { table: { deck } }) {
  const number = Number(face(rank));
  if (!deck?.["#-2"] || !deck["#12"] || Number.isNaN(number)) return null;
  return BANDS.find(([most]) => number <= most)?.[1] ?? null;
}

/** The value of a card by itself; 0 for a rank that is not in the game. @param {Card} card @param {House} house */
export function value(card, house) {
  return house.card_values?.[formatCard(card)] ?? house.values[card.rank] ?? 0;
}

/** Whether a score can depend on the suit of this rank. @param {Rank} rank @param {House} house */
export function needsSuit(rank, house) {
  if (!STANDARD_RANKS.includes(rank)) return false;
  if (house.cancelling?.same === "card" || house.bonuses?.some(({ pattern }) => pattern === "one-suit")) return true;
  return Object.keys(house.card_values ?? {}).some((card) => card.slice(0, -1) === rank);
}

/** The number of cards of that rank in one deck. @param {Rank} rank @param {House} house */
export function cardsOfRank(rank, { table }) {
  if (table.deck) return table.deck[rank] ?? 0;
  if (rank === JOKER) return table.jokers_per_deck;
  return STANDARD_RANKS.includes(rank) ? SUITS.length : 0; // one of each suit
}

const ENDED = /** @type {Record<string, string>} */ ({
  "all-face-up": "went out",
  "turn-up-last": "went out",
  knock: "knocked",
});

/**
 * What the player who ended a hole did: `went out`, `knocked`, or `ended the hole` where neither is so.
 * @param {House} house
 */
export function endedWords(house) {
  return ENDED[house.ending.trigger ?? ""] ?? `ended the ${roundWord(house)}`;
}

/**
 * Whether a hole score can depend on who ended the hole, apart from a tie that the ender wins or loses.
 * @param {House} house
 */
export function enderMatters(house) {
  const pays = [house.penalty, house.reward].some((rule) => rule !== null && rule.kind !== "none");
  return pays || (house.settle?.kind ?? "own") !== "own";
}

/**
 * Whether a table must say who ended a hole: for its scores, for a tie, or for who starts the next one.
 * @param {House} house
 */
export function needsEnder(house) {
  const { tie, hole_tie: holeTie = "shared", deal = "" } = house.match;
  return enderMatters(house) || tie === "ender-loses" || holeTie !== "shared" || BY_ENDER.includes(deal);
}

/**
 * The number of decks for this many players; null where the table must still choose it.
 * @param {House} house
 * @param {number} players
 * @returns {number | null}
 */
export function decksFor(house, players) {
  const starts = Object.keys(house.table.decks).map(Number);
  // An extra hole may have fewer players than the house's smallest table.
  const seated = Math.max(players, Math.min(...starts));
  const start = Math.max(...starts.filter((from) => from <= seated));
  const decks = house.table.decks[start];
  return typeof decks === "number" ? decks : null;
}

// --- reading and writing ---------------------------------------------------------------------------------------------

const CARD = /^([^SHDC]+)([SHDC]?)$/;

/** The largest bare score of a hand, in either direction; more is a slip of the finger. */
const MOST_POINTS = 999;

/** The same in a game without cards. */
const MOST_TYPED = 99_999;

/** The largest number that can be typed, in either direction. @param {House | null} house  null for any with cards */
export function mostPoints(house) {
  return house === null || hasCards(house) ? MOST_POINTS : MOST_TYPED;
}

const SUM = /^[+-]?\s*[0-9]{1,6}(\s*[+-]\s*[0-9]{1,6}){0,40}$/;

/** @param {string} text @returns {Card | null} null for other text */
export function parseCard(text) {
  const [, written, suit] = CARD.exec(text) ?? [];
  const rank = RANKS.find((one) => one === written);
  if (rank === undefined || (suit && !STANDARD_RANKS.includes(rank))) return null;
  return { rank, suit: /** @type {Suit | ""} */ (suit) || null };
}

/**
 * Read a layout; with a house, it must fit that house's grid and hold only cards that have a value there.
 * @param {string} text
 * @param {House | null} [house]
 * @returns {Layout | null} null for text that is no layout, or does not fit
 */
export function parseLayout(text, house = null) {
  const layout = written(text);
  return isComplete(layout) && (house === null || fits(layout, house)) ? layout : null;
}

/** The cards of a text; null for any other word, and for an empty cell. @param {string} text @param {string} [empty] */
function written(text, empty) {
  /** @type {Cell[]} */
  const hidden = [];
  const rows = text.split("/").map((line, row) =>
    line
      .trim()
      .split(/\s+/)
      .map((word, column) => {
        const down = /^\[(.*)\]$/.exec(word);
        if (down !== null) hidden.push([row, column]);
        return word === empty ? null : parseCard(down?.[1] ?? word);
      })
  );
  return { rows, hidden };
}

/**
 * Write a layout in its canonical form; `parseLayout` reads back an equal layout.
 * @param {PartialLayout} layout
 * @param {string} [empty]  stands for a cell that is still empty
 */
export function formatLayout({ rows, hidden = [] }, empty = ".") {
  const faceDown = new Set(hidden.map(String));
  return rows
    .map((cards, row) =>
      cards
        .map((card, column) => {
          if (card === null) return empty;
          return faceDown.has(String([row, column])) ? `[${formatCard(card)}]` : formatCard(card);
        })
        .join(" ")
    )
    .join(" / ");
}

/**
 * The sign for a cell that is still empty: a dot, unless that means a card that is gone.
 * @param {House} house
 */
function noCard({ cancelling }) {
  return cancelling?.leave ? "_" : ".";
}

/**
 * A layout while it is entered, with a sign for each cell that is still empty.
 * @param {PartialLayout} layout
 * @param {House} house
 */
export function layoutText(layout, house) {
  return formatLayout(layout, noCard(house));
}

/**
 * @param {string | null} text  as layoutText() writes it, or as the server does
 * @param {House} house
 * @returns {PartialLayout | null} null for no cards, and for cards of another grid
 */
export function layoutOf(text, house) {
  if (!text) return null;
  const { grid } = house,
    empty = noCard(house);
  const layout = text.includes(empty) ? written(text, empty) : parseLayout(text);
  const fits = layout?.rows.length === grid.rows && layout.rows.every((row) => row.length === grid.columns);
  return fits ? layout : null;
}

/** Whether this layout can be scored under this house. @param {Layout} layout @param {House} house */
export function fits({ rows }, house) {
  const { grid } = house;
  return (
    rows.length === grid.rows &&
    rows.every((cards) => cards.length === grid.columns) &&
    rows.flat().every((card) => counts(card, house)) &&
    strayGaps(rows, house).length === 0
  );
}

/** Whether this house has a value for the card. @param {Card} card @param {House} house */
export function counts({ rank, suit }, house) {
  if (rank === GONE) return house.cancelling?.leave === true;
  return house.values[rank] !== undefined && (suit !== null || !needsSuit(rank, house));
}

/**
 * Empty cells outside of a whole empty line: cards leave the grid only line by line.
 * @param {readonly (readonly (Card | null)[])[]} rows
 * @param {House} house
 * @returns {Cell[]}
 */
export function strayGaps(rows, { grid, cancelling: rule }) {
  const cards = rows.flat();
  const isGone = (/** @type {number} */ place) => cards[place]?.rank === GONE;
  if (!rule?.leave || !cards.some((_, place) => isGone(place))) return [];
  const whole = new Set(
    linesOf(grid, rule.where, rule.size)
      .filter((line) => line.every(isGone))
      .flat()
  );
  return cards.flatMap((_, place) =>
    isGone(place) && !whole.has(place)
      ? [/** @type {Cell} */ ([Math.floor(place / grid.columns), place % grid.columns])]
      : []
  );
}

/** Each is a minus before a number; scorekeeper/rules/signs.py has the same ones. */
const DASHES = /[-\u2010-\u2015\u2212\u2796\uFE58\uFE63\uFF0D]/gu;

/** The text with the digits 0 to 9, one minus, and no full-width or invisible characters. */
function plainSigns(/** @type {string} */ text) {
  return text
    .replace(DASHES, "-")
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCodePoint(codeOf(sign) - 0xfee0))
    .replace(/\p{Cf}|[\uFE0E\uFE0F]/gu, "");
}

/** The digits of each script are adjacent in Unicode, from 0 to 9, without other characters between them. */
function digitOf(/** @type {string} */ digit) {
  let zero = codeOf(digit);
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (codeOf(digit) - zero) % 10;
}

const codeOf = (/** @type {string} */ sign) => sign.codePointAt(0) ?? 0;

/**
 * Read a bare score: a number or a sum, such as `10+15 - 5`.
 * @param {string} text
 * @param {House | null} [house]
 * @returns {{points: number, problem: ""} | {points: null, problem: string}}
 */
export function parsePoints(text, house = null) {
  const sum = plainSigns(text).trim();
  if (!SUM.test(sum)) {
    const what = sum === "" ? "" : `“${text}” isn’t a score. `;
    return { points: null, problem: `${what}Enter a whole number like 15, or a sum like 10+15−5.` };
  }
  const parts = sum.replace(/\s+/g, "").match(/[+-]?[0-9]+/g) ?? [];
  const points = parts.reduce((total, part) => total + Number(part), 0);
  const most = mostPoints(house);
  if (Math.abs(points) > most) return { points: null, problem: `Scores go from ${number(-most)} to ${number(most)}.` };
  return { points, problem: "" };
}

// --- impossible cards ------------------------------------------------------------------------------------------------

/**
 * Every impossible set of cards over the whole hole, as far as its layouts are entered.
 * @param {readonly (readonly [name: string, layout: PartialLayout])[]} layouts
 * @param {House} house
 * @param {number} players  all at the table, also those not entered yet: they decide how many decks there are
 * @returns {DeckWarning[]}
 */
export function deckWarnings(layouts, house, players) {
  if (layouts.length === 0) return [];
  const decks = decksFor(house, players);
  const warnings = [...new Set([...ranksOf(house), JOKER])].flatMap((rank) => {
    const holders = holdersOf(layouts, (card) => card.rank === rank);
    const found = countOf(holders);
    const inDecks = heldByDecks(rank, house, decks);
    return inDecks !== null && found > inDecks ? [tooMany(rank, inDecks, decks, holders)] : [];
  });
  return decks === null ? warnings : [...warnings, ...sameCardTwice(layouts, decks)];
}

/**
 * A warning for every bare number that no cards of the house make, as `points_warnings` of scorekeeper/rules/reach.py.
 * Without cards, it is one for every number that can’t have been written.
 * @param {readonly (readonly [name: string, points: number])[]} entered
 * @param {House} house
 * @returns {DeckWarning[]}
 */
export function pointsWarnings(entered, house) {
  return entered.flatMap(([name, points]) => {
    const why = impossible(points, house);
    if (why === "") return [];
    const message = `${name} has ${number(points)}, but ${why} here.`;
    return [{ code: "points.impossible", card: String(points), holders: [[name, 1]], message }];
  });
}

/** Why no player can have that many points; empty where one can. @param {number} points @param {House} house */
function impossible(points, house) {
  const { min, max } = house.entry ?? {};
  const typed = [min ?? -MOST_TYPED, max ?? MOST_TYPED];
  const [lowest = -Infinity, highest = Infinity] = hasCards(house) ? (house.reach ?? []) : typed;
  if (points > highest) return `${makes(house)} at most ${number(highest)}`;
  if (points < lowest) return `${makes(house)} at least ${number(lowest)}`;
  const step = house.entry?.step ?? 1;
  return points % step === 0 ? "" : `scores go in steps of ${step}`;
}

function makes(/** @type {House} */ house) {
  if (!hasCards(house)) return "a score is";
  const size = house.grid.rows * house.grid.columns;
  return size === 1 ? "one card makes" : `${countWord(size)} cards make`;
}

/**
 * A warning for a complete round whose numbers do not add up to what they must.
 * @param {readonly (readonly [name: string, points: number])[]} entered
 * @param {House} house
 * @returns {DeckWarning[]}
 */
export function sumWarnings(entered, house) {
  const wanted = house.entry?.sum ?? null;
  const found = entered.reduce((sum, [, points]) => sum + points, 0);
  if (wanted === null || found === wanted) return [];
  const each = `each ${roundWord(house)} adds up to ${number(wanted)}`;
  const message = `These scores add up to ${number(found)}, but ${each}.`;
  return [{ code: "points.wrong_sum", card: String(found), holders: entered.map(([name]) => [name, 1]), message }];
}

/**
 * The cards of a rank in the decks; null where the number of decks is not known.
 * @param {Rank} rank
 * @param {House} house
 * @param {number | null} decks
 */
function heldByDecks(rank, house, decks) {
  const perDeck = cardsOfRank(rank, house);
  if (perDeck === 0) return 0; // without jokers in one deck there are none in several
  return decks === null ? null : decks * perDeck;
}

/**
 * @param {readonly (readonly [string, PartialLayout])[]} layouts
 * @param {(card: Card) => boolean} isMeant
 * @returns {[string, number][]}
 */
function holdersOf(layouts, isMeant) {
  return layouts
    .map(([name, layout]) => /** @type {[string, number]} */ ([name, cardsOf(layout).filter(isMeant).length]))
    .filter(([, count]) => count > 0);
}

/** @param {readonly (readonly [string, number])[]} holders */
function countOf(holders) {
  return holders.reduce((sum, [, count]) => sum + count, 0);
}

/**
 * @param {Rank} rank
 * @param {number} inDecks
 * @param {number | null} decks
 * @param {[string, number][]} holders
 * @returns {DeckWarning}
 */
function tooMany(rank, inDecks, decks, holders) {
  const who = holding(holders, { rank, suit: null });
  if (inDecks === 0)
    return { code: "deck.no_jokers", card: rank, holders, message: `${who}, but these rules use no jokers.` };
  const code = rank === JOKER ? "deck.too_many_jokers" : "deck.too_many_of_a_rank";
  return { code, card: rank, holders, message: `${who}, but ${deckWords(decks)} only ${countWord(inDecks)}.` };
}

/**
 * Who has how many of a card: `Ann has three kings and Bo two`.
 * @param {readonly (readonly [name: string, count: number])[]} holders
 * @param {Card} card
 */
function holding(holders, card) {
  return listing(
    holders.map(([name, count], index) =>
      index > 0
        ? `${name} ${countWord(count)}`
        : `${name} has ${countWord(count)} ${count === 1 ? cardWord(card) : cardWord(card, plural(card.rank))}`
    )
  );
}

/** @param {number | null} decks */
function deckWords(decks) {
  return decks === 1 ? "one deck has" : `${countWord(decks ?? 0)} decks have`;
}

/**
 * The same rank and suit more often than there are decks; cards without a noted suit say nothing here.
 * @param {readonly (readonly [string, PartialLayout])[]} layouts
 * @param {number} decks
 * @returns {DeckWarning[]}
 */
function sameCardTwice(layouts, decks) {
  const suited = layouts.flatMap(([, layout]) => cardsOf(layout)).filter((card) => card.suit !== null);
  return [...new Set(suited.map(formatCard))].sort().flatMap((card) => {
    const holders = holdersOf(layouts, (other) => formatCard(other) === card);
    const count = countOf(holders);
    if (count <= decks) return [];
    const who = holding(holders, /** @type {Card} */ (parseCard(card)));
    const message = `${who}, but ${deckWords(decks)} only ${countWord(decks)}.`;
    return [{ code: "deck.same_card_twice", card, holders, message }];
  });
}
