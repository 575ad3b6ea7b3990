/**
 * <waiting-note>: what of this phone's entries the server does not have yet, whether it can be reached, and what needs a
 * decision. While all is well it shows nothing.
 *
 * With `data-compact` it is one line, for the entry page; then what the server refused is decided on the scorecard. On a
 * page of a game that is not live, `data-key` names the game; without them the note speaks for all games.
 *
 * @import {Waiting} from "../phone/queue.js"
 * @import {Connection} from "../phone/server.js"
 * @import {Game} from "../rules/game.js"
 *
 * @typedef {object} Source  a GameOnPhone, or the outbox by itself
 * @property {Outbox} outbox
 * @property {readonly Waiting[]} waiting
 * @property {boolean} keeps
 * @property {boolean} mayEdit
 * @property {boolean} isUnsent
 * @property {Connection} connection
 * @property {string} closed
 * @property {GameOnPhone["wayBack"]} wayBack
 * @property {boolean} isShut
 * @property {Game | null} game
 * @property {GameOnPhone["urls"] | null} urls
 * @property {EventTarget["addEventListener"]} addEventListener
 *
 * @typedef {object} Sending
 * @property {number} waits  entries that nobody need decide on
 * @property {number} heldUp  of these, those that cannot go before somebody has decided on another
 * @property {boolean} away  the server does not answer
 * @property {boolean} stuck  the server answers, and takes nothing
 * @property {boolean} stays  the page has to stay open: it alone has what waits, or it cannot be opened again
 * @property {boolean} mayEdit
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { gameUrls } from "../phone/kept.js";
import { isKept, NOT_YET, Outbox, RENEWED } from "../phone/queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { sentence } from "../rules/house.js";
import { h, part, show } from "../shell/app.js";

/** Milliseconds. What is done faster than this, and gaps shorter than this, are not worth a word. */
const SOON = 1_500;

export class WaitingNote extends HTMLElement {
  /** @type {Source | null} */
  #source = null;
  /** Since when not all is well. @type {number | null} */
  #since = null;

  /** The entry that is about to be discarded, if somebody says so once more. @type {string | null} */
  #asking = null;

  connectedCallback() {
    if (this.#source !== null) return;
    const source = GameOnPhone.here() ?? new OutboxAlone(Outbox.open(), this.dataset["key"]);
    this.#source = source;
    this.addEventListener("click", (event) => this.#click(event, source));
    source.addEventListener("change", () => this.#draw(source));
    this.#draw(source);
    // Whoever came by a link to an entry comes before there is anything to come to.
    if (location.hash.startsWith("#waiting-")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    this.dataset["ready"] = "";
    if (!("serviceWorker" in navigator)) learnToStay();
  }

  /** @param {Source} source */
  #draw(source) {
    // What is only kept until its game is reached again is told by the line; on pages of no game it can be discarded.
    const isTold = (/** @type {Waiting} */ entry) => entry.trouble?.code === RENEWED || (source.isShut && isKept(entry));
    const needing = source.waiting.filter((entry) => entry.state === "needs-you" && !isTold(entry));
    const compact = this.dataset["compact"] !== undefined;
    // The line is there before it has something to say, else a screen reader would not hear of it.
    show(this,
      h("div", { class: "waiting-note__line", role: "status", tabindex: -1 }, this.#line(source, needing, compact)),
      compact ? [] : needing.filter((entry) => !isDecidedOnItsHole(entry)).map((entry) => this.#panel(source, entry)));
    this.classList.toggle("is-closed", source.connection === "closed" || source.isShut);
    this.classList.toggle("is-deleted", source.wayBack !== null);
    this.classList.toggle("needs-you", needing.length > 0);
  }

  /**
   * @param {Source} source
   * @param {readonly Waiting[]} needing
   * @param {boolean} compact
   */
  #line(source, needing, compact) {
    const parts = [];
    const early = beforeTheirTurn(source);
    const waits = source.waiting.length - needing.length - early.length;
    // One that is decided on this very page is shown there.
    const elsewhere = needing.filter((entry) => !(compact && isDecidedOnItsHole(entry) && isHere(source, entry)));
    if (source.wayBack !== null) return wayBackParts(source.wayBack, waits);
    if (source.connection === "closed") {
      const whole = closedWords(source.closed, waits, false);
      parts.push(...closedWords(source.closed, waits, compact).map((words) => h("p", { title: compact && whole.join(" ") }, words)));
    }
    if (elsewhere.length > 0 && !(compact && source.isShut)) parts.push(h("p", null, needsYou(source, elsewhere, compact)));
    // On the page of its own hole that is told beside the cards.
    if (early.some((entry) => !(compact && isHere(source, entry)))) parts.push(h("p", null, waitsForHole(source, early.length)));
    const heldUp = source.waiting.filter((entry) => source.outbox.isHeldUp(entry)).length;
    const state = source.connection === "closed" ? "" : this.#state(source, waits, heldUp);
    if (state !== "" && !(compact && elsewhere.length > 0)) parts.push(h("p", null, state));
    return parts;
  }

  /**
   * How it stands with the network and what waits for it, once that has lasted.
   * @param {Source} source
   * @param {number} waits
   * @param {number} heldUp
   */
  #state(source, waits, heldUp) {
    const { connection, outbox, keeps, mayEdit, isUnsent } = source;
    const away = connection === "away" || outbox.trouble === NO_NETWORK;
    const told = sendingWords({ waits, heldUp, away, mayEdit, stays: !keeps || !isSecureContext, stuck: outbox.trouble !== "" });
    const words = isUnsent && away && keeps ? "On this phone alone until there is a network; then others can join." : told;
    this.#since = words === "" ? null : (this.#since ?? performance.now());
    const left = this.#since === null ? 0 : this.#since + SOON - performance.now();
    if (left > 0) setTimeout(() => this.#draw(source), left + 1);
    return left > 0 ? "" : words;
  }

  /** What the server refused, and what can be done about it. @param {Source} source @param {Waiting} entry */
  #panel(source, entry) {
    const what = called(entry, source.game);
    const asking = this.#asking === entry.id;
    const button = (/** @type {string} */ act, /** @type {string} */ words) =>
      h("button", { type: "button", class: "button button--small", dataset: { act, id: entry.id }, aria: { label: `${words}: ${what}` } }, words);
    return h("div", { class: "notice notice--warning waiting-note__panel", id: `waiting-${entry.id}` },
      h("p", { class: "notice__title" }, `Not taken: ${what}`),
      entry.kind === "hand" && h("p", null, h("code", null, entered(entry))),
      h("p", null, sentence(`The server says: ${entry.trouble?.message ?? "no"}`)),
      asking && h("p", null, "Discard it for good? Nobody else has it."),
      // In the place of the first tap stands what does no harm to a second one.
      h("p", { class: "buttons" }, asking
        ? [button("discard", "Discard it"), button("keep", "Keep it")]
        : [button("retry", "Try again"), button("ask", "Discard"),
          entry.kind === "confirm" && source.urls !== null && h("a", { class: "button button--small", href: source.urls.hole + entry.hole }, `Look at hole ${entry.hole}`)]));
  }

  #click(/** @type {Event} */ event, /** @type {Source} */ source) {
    const button = event.target instanceof Element ? event.target.closest("button[data-act]") : null;
    const { act, id } = button instanceof HTMLElement ? button.dataset : {};
    if (act === "put-back" && source instanceof GameOnPhone) void source.putBack();
    if (act === undefined || id === undefined) return;
    this.#asking = act === "ask" ? id : null;
    if (act === "retry") void source.outbox.retry(id);
    else if (act === "discard" && source.outbox.get(id)?.kind === "begin") void import("../phone/begin.js").then(({ giveUp }) => giveUp(source.outbox, id));
    else if (act === "discard") source.outbox.drop(id);
    this.#draw(source);
    if (!this.contains(document.activeElement)) part(this, ".waiting-note__line").focus();
  }
}

/** Ahead of the time without the server, and after all that this page needs itself. */
function learnToStay() {
  setTimeout(() => import("./open-page.js").catch(learnToStay), 3_000);
}

/**
 * Two entries for one hand lie side by side on the hole's own page; only there the table can choose.
 * @param {Waiting} entry
 */
function isDecidedOnItsHole({ trouble }) {
  return trouble?.code === "store.conflict" || trouble?.code === "store.hole_conflict";
}

/** Whether this is the page of the entry's hole. @param {Source} source @param {Waiting} entry */
function isHere({ urls }, { hole }) {
  return urls !== null && location.pathname === urls.hole + hole;
}

/** @param {Source} source @param {readonly Waiting[]} needing @param {boolean} compact */
function needsYou(source, needing, compact) {
  const { urls } = source;
  const count = needing.length === 1 ? "1 entry needs you: " : `${needing.length} entries need you: `;
  const shown = compact ? needing.slice(0, 1) : needing;
  const links = shown.flatMap((entry, index) => {
    const what = called(entry, source.game);
    const to = urls && (isDecidedOnItsHole(entry) ? urls.hole + entry.hole : `${urls.card}#waiting-${entry.id}`);
    return [index > 0 && ", ", to ? h("a", { href: to }, what) : what];
  });
  return [count, ...links, shown.length < needing.length && " …"];
}

/** What comes after a hole that the table is not done with any more. @param {Source} source */
function beforeTheirTurn({ waiting, game }) {
  const isEarly = (/** @type {Waiting} */ { trouble, hole }) => trouble?.code === NOT_YET && (game === null || (game.currentHole ?? hole) < hole);
  const first = waiting.find((entry) => entry.state === "waiting" && isEarly(entry));
  return waiting.filter(({ state, game: uid, hole }) => state === "waiting" && uid === first?.game && hole >= first.hole);
}

/**
 * Another phone took back the confirmation of an earlier hole: what was entered after it goes once that one is confirmed.
 * @param {Source} source
 * @param {number} count
 */
function waitsForHole({ urls, game }, count) {
  const first = game?.currentHole ?? null, words = count === 1 ? "1 entry waits until " : `${count} entries wait until `;
  if (urls === null || first === null) return [words, urls ? h("a", { href: urls.card }, "an earlier hole") : "an earlier hole", " is confirmed."];
  if (location.pathname === urls.hole + first) return [words, "this hole is confirmed."];
  return [words, h("a", { href: urls.hole + first, dataset: { first } }, `hole ${first}`), " is confirmed."];
}

/** What waits, on a page that shows no game or none that follows it. */
class OutboxAlone extends EventTarget {
  game = null;
  mayEdit = true;
  isUnsent = false;
  closed = "";
  wayBack = null;
  isShut = false;

  /** @param {Outbox} outbox @param {string} [key] */
  constructor(outbox, key) {
    super();
    this.outbox = outbox;
    this.key = key;
    this.urls = key === undefined ? null : gameUrls(key);
    outbox.addEventListener("change", () => this.dispatchEvent(new Event("change")));
    void outbox.flush();
  }

  get waiting() {
    return this.outbox.all.filter((entry) => this.key === undefined || entry.key === this.key);
  }

  get keeps() {
    return this.outbox.keeps;
  }

  /** @returns {Connection} */
  get connection() {
    if (this.waiting.some((entry) => entry.trouble?.code === RENEWED)) return "closed";
    return this.outbox.trouble === NO_NETWORK ? "away" : "online";
  }
}

/** @param {Waiting} entry */
function entered({ cards, points }) {
  return cards ?? (points === null ? "taken back" : String(points).replace("-", "\u2212"));
}

// --- in words ------------------------------------------------------------------------------------------------------------

/** The game was deleted. @param {NonNullable<GameOnPhone["wayBack"]>} wayBack @param {number} waits */
function wayBackParts({ message, putBack }, waits) {
  const kept = waits > 0 && ` ${waits === 1 ? "1 entry is" : `${waits} entries are`} kept on this phone.`;
  return [
    h("p", { dataset: { deleted: "game" } }, message, kept),
    putBack !== null && h("p", null, h("button", { type: "button", class: "button button--small", dataset: { act: "put-back" } }, "Put it back")),
  ];
}

/**
 * The link leads nowhere any more. On the entry page one line has to do; the scorecard has the whole.
 * @param {string} message  of the server
 * @param {number} waits
 * @param {boolean} compact
 */
function closedWords(message, waits, compact) {
  const whole = sentence(message || "This link was renewed: ask the table for the new one");
  const wait = waits === 1 ? "1 entry" : `${waits} entries`;
  if (!compact) return [whole, ...(waits > 0 ? [`${wait} ${waits === 1 ? "is" : "are"} kept on this phone${/renewed/.test(whole) ? " until then" : ""}.`] : [])];
  if (!/renewed/.test(whole)) return ["This game is gone: it was deleted."];
  return [waits === 0 ? "This link was renewed. Scan the new code." : `${wait} kept here. Scan the table's new code.`];
}

/**
 * An entry in few words.
 * @param {Pick<Waiting, "kind" | "hole" | "player"> & {name?: string | undefined}} entry
 * @param {Pick<Game, "player"> | null} game
 */
function called({ kind, hole, player, name }, game) {
  if (kind === "confirm") return `the end of hole ${hole}`;
  if (kind === "ender") return `who ended hole ${hole}`;
  if (kind !== "hand") return { begin: "this new game", table: "who plays", playoff: "the extra hole" }[kind];
  // Somebody may have been taken off the table since.
  const who = (player === null ? undefined : game?.player(player)?.name) ?? name;
  return who === undefined ? `hole ${hole}` : `${who} on hole ${hole}`;
}

/**
 * @param {Sending} sending
 * @returns {string}
 */
function sendingWords({ waits, heldUp, away, stuck, stays, mayEdit }) {
  const waiting = (/** @type {number} */ count) => count === 1 ? "1 entry waits" : `${count} entries wait`;
  if (waits > 0 && (away || stuck)) {
    return stays ? `${waiting(waits)}: keep this page open.` : `${waiting(waits)} for the ${away ? "network" : "server"}.`;
  }
  const held = heldUp === 0 ? "" : `${waiting(heldUp)} until you have decided.`;
  if (waits > 0) return waits > heldUp ? `Sending… ${held}`.trim() : held;
  if (!away) return "";
  if (!mayEdit) return "No network: this is how the game stood.";
  return stays ? "No network: keep this page open." : "No network: what you enter is kept here.";
}

customElements.define("waiting-note", WaitingNote);
