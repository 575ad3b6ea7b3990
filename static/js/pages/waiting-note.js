/**
 * <waiting-note>: how many entries of this phone are not sent yet, whether the server answers, and which entries need a
 * decision. It is empty while there is nothing to say.
 *
 * With `data-compact` it is one line, for the entry page; refused entries are then decided on the scorecard. `data-key`
 * names the game on a page that is not live. Without a game the note covers all of them.
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
 * @property {number} waits  entries that need no decision
 * @property {number} heldUp  those of them that wait for a decision on another entry
 * @property {boolean} away  the server does not answer
 * @property {boolean} stuck  the server answers, but takes nothing
 * @property {boolean} stays  the page must stay open: it alone has the entries, or it can't be reopened
 * @property {boolean} mayEdit
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { gameUrls, KnownGames } from "../phone/device-storage.js";
import { deviceStorage, isKept, NOT_YET, Outbox, RENEWED } from "../phone/queue.js";
import { NO_NETWORK } from "../phone/server.js";
import { roundWord, sentence } from "../rules/house.js";
import { h, part, show } from "../shell/app.js";

/** Milliseconds. Shorter waits and gaps are not mentioned. */
const SOON = 1_500;

export class WaitingNote extends HTMLElement {
  /** @type {Source | null} */
  #source = null;
  /** When there was first something to say. @type {number | null} */
  #since = null;

  /** The entry that a second tap discards. @type {string | null} */
  #asking = null;

  connectedCallback() {
    if (this.#source !== null) return;
    const source = GameOnPhone.here() ?? new OutboxAlone(Outbox.open(), this.dataset["key"]);
    this.#source = source;
    this.addEventListener("click", (event) => this.#click(event, source));
    source.addEventListener("change", () => this.#draw(source));
    this.#draw(source);
    // A link to an entry is followed before its panel is drawn.
    if (location.hash.startsWith("#waiting-")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    this.dataset["ready"] = "";
    if (!("serviceWorker" in navigator)) learnToStay();
  }

  /** @param {Source} source */
  #draw(source) {
    // Entries of a game that is out of reach are in the line; they can be discarded on pages without a game.
    const isTold = (/** @type {Waiting} */ entry) =>
      entry.trouble?.code === RENEWED || (source.isShut && isKept(entry));
    const needing = source.waiting.filter((entry) => entry.state === "needs-you" && !isTold(entry));
    const compact = this.dataset["compact"] !== undefined;
    // The line exists while it is empty, or a screen reader would not announce its text.
    show(
      this,
      h("div", { class: "waiting-note__line", role: "status", tabindex: -1 }, this.#line(source, needing, compact)),
      compact ? [] : needing.filter((entry) => !isDecidedOnItsHole(entry)).map((entry) => this.#panel(source, entry))
    );
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
    // An entry that is decided on this page is shown there.
    const elsewhere = needing.filter((entry) => !(compact && isDecidedOnItsHole(entry) && isHere(source, entry)));
    if (source.wayBack !== null) return wayBackParts(source.wayBack, waits);
    if (source.connection === "closed") {
      const whole = closedWords(source, waits, false);
      parts.push(
        ...closedWords(source, waits, compact).map((words) => h("p", { title: compact && whole.join(" ") }, words))
      );
    }
    if (elsewhere.length > 0 && !(compact && source.isShut))
      parts.push(h("p", null, needsYou(source, elsewhere, compact)));
    // The page of its own hole says so next to the cards.
    if (early.some((entry) => !(compact && isHere(source, entry))))
      parts.push(h("p", null, waitsForHole(source, early.length)));
    const heldUp = source.waiting.filter((entry) => source.outbox.isHeldUp(entry)).length;
    const state = source.connection === "closed" ? "" : this.#state(source, waits, heldUp);
    if (state !== "" && !(compact && elsewhere.length > 0)) parts.push(h("p", null, state));
    return parts;
  }

  /**
   * The state of the connection and the queue, once it has lasted.
   * @param {Source} source
   * @param {number} waits
   * @param {number} heldUp
   */
  #state(source, waits, heldUp) {
    const { connection, outbox, keeps, mayEdit, isUnsent } = source;
    const away = connection === "away" || outbox.trouble === NO_NETWORK;
    const told = sendingWords({
      waits,
      heldUp,
      away,
      mayEdit,
      stays: !keeps || !isSecureContext,
      stuck: outbox.trouble !== "",
    });
    const words = isUnsent && away && keeps ? "Only on this phone until you’re online. Then others can join." : told;
    this.#since = words === "" ? null : (this.#since ?? performance.now());
    const left = this.#since === null ? 0 : this.#since + SOON - performance.now();
    if (left > 0) setTimeout(() => this.#draw(source), left + 1);
    return left > 0 ? "" : words;
  }

  /** A refused entry, with the reason and buttons. @param {Source} source @param {Waiting} entry */
  #panel(source, entry) {
    const what = called(entry, source.game);
    const asking = this.#asking === entry.id;
    const button = (/** @type {string} */ act, /** @type {string} */ words) =>
      h(
        "button",
        {
          type: "button",
          class: "button button--small",
          dataset: { act, id: entry.id },
          aria: { label: `${words}: ${what}` },
        },
        words
      );
    return h(
      "div",
      { class: "notice notice--warning waiting-note__panel", id: `waiting-${entry.id}` },
      h("p", { class: "notice__title" }, `Not saved: ${what}`),
      entry.kind === "hand" && h("p", null, h("code", null, entered(entry))),
      h("p", null, sentence(`The server says: ${entry.trouble?.message ?? "no"}`)),
      asking && h("p", null, "Delete it? This is the only copy."),
      // A second tap in the same place is harmless.
      h(
        "p",
        { class: "buttons" },
        asking
          ? [button("discard", "Delete it"), button("keep", "Keep it")]
          : [
              button("retry", "Try again"),
              button("ask", "Delete"),
              entry.kind === "confirm" &&
                source.urls !== null &&
                h(
                  "a",
                  { class: "button button--small", href: source.urls.hole + entry.hole },
                  `See ${wordOf(source.game, entry.key)} ${entry.hole}`
                ),
            ]
      )
    );
  }

  #click(/** @type {Event} */ event, /** @type {Source} */ source) {
    const button = event.target instanceof Element ? event.target.closest("button[data-act]") : null;
    const { act, id } = button instanceof HTMLElement ? button.dataset : {};
    if (act === "put-back" && source instanceof GameOnPhone) void source.putBack();
    if (act === undefined || id === undefined) return;
    this.#asking = act === "ask" ? id : null;
    if (act === "retry") void source.outbox.retry(id);
    else if (act === "discard" && source.outbox.get(id)?.kind === "begin")
      void import("../phone/begin.js").then(({ giveUp }) => giveUp(source.outbox, id));
    else if (act === "discard") source.outbox.drop(id);
    this.#draw(source);
    if (!this.contains(document.activeElement)) part(this, ".waiting-note__line").focus();
  }
}

/** Load the code for staying open offline, after everything that the page needs first. */
function learnToStay() {
  setTimeout(() => import("./open-page.js").catch(learnToStay), 3_000);
}

/**
 * The hole's own page shows two entries for one hand side by side; players choose only there.
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
  const count =
    needing.length === 1 ? "1 entry needs your attention: " : `${needing.length} entries need your attention: `;
  const shown = compact ? needing.slice(0, 1) : needing;
  const links = shown.flatMap((entry, index) => {
    const what = called(entry, source.game);
    const to = urls && (isDecidedOnItsHole(entry) ? urls.hole + entry.hole : `${urls.card}#waiting-${entry.id}`);
    return [index > 0 && ", ", to ? h("a", { href: to }, what) : what];
  });
  return [count, ...links, shown.length < needing.length && " …"];
}

/** Entries for holes after one that was reopened. @param {Source} source */
function beforeTheirTurn({ waiting, game }) {
  const isEarly = (/** @type {Waiting} */ { trouble, hole }) =>
    trouble?.code === NOT_YET && (game === null || (game.currentHole ?? hole) < hole);
  const first = waiting.find((entry) => entry.state === "waiting" && isEarly(entry));
  return waiting.filter(
    ({ state, game: uid, hole }) => state === "waiting" && uid === first?.game && hole >= first.hole
  );
}

/**
 * Another phone reopened an earlier hole: later entries are sent once that hole is finished.
 * @param {Source} source
 * @param {number} count
 */
function waitsForHole({ urls, game, waiting }, count) {
  const first = game?.currentHole ?? null,
    word = wordOf(game, waiting[0]?.key),
    words = count === 1 ? "1 entry is waiting for you to finish " : `${count} entries are waiting for you to finish `;
  if (urls === null || first === null)
    return [words, urls ? h("a", { href: urls.card }, `an earlier ${word}`) : `an earlier ${word}`, "."];
  if (location.pathname === urls.hole + first) return [words, `this ${word}.`];
  return [words, h("a", { href: urls.hole + first, dataset: { first } }, `${word} ${first}`), "."];
}

/** The queue on a page without a live game. */
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
  return cards ?? (points === null ? "undone" : String(points).replace("-", "\u2212"));
}

// --- in words --------------------------------------------------------------------------------------------------------

/** The game was deleted. @param {NonNullable<GameOnPhone["wayBack"]>} wayBack @param {number} waits */
function wayBackParts({ message, putBack }, waits) {
  const kept = waits > 0 && (waits === 1 ? " 1 entry is" : ` ${waits} entries are`) + " saved on this phone.";
  return [
    h("p", { dataset: { deleted: "game" } }, message, kept),
    putBack !== null &&
      h(
        "p",
        null,
        h("button", { type: "button", class: "button button--small", dataset: { act: "put-back" } }, "Restore")
      ),
  ];
}

/**
 * The link no longer works. The entry page has one line; the scorecard has all of it.
 * @param {Source} source
 * @param {number} waits
 * @param {boolean} compact
 */
function closedWords({ closed, isShut }, waits, compact) {
  const whole = isShut ? sentence(closed) : "This link was replaced. Ask for the new one.";
  const wait = waits === 1 ? "1 entry" : `${waits} entries`;
  if (!compact)
    return [
      whole,
      ...(waits > 0
        ? [`${wait} ${waits === 1 ? "is" : "are"} saved on this phone${isShut ? "" : " until you have it"}.`]
        : []),
    ];
  if (isShut) return ["This game was deleted."];
  return [waits === 0 ? "This link was replaced. Scan the new code." : `${wait} saved here. Scan the new code.`];
}

/**
 * What a deal of an entry's game is called; a page without that game asks the phone's own record of it.
 * @param {Pick<Game, "house"> | null} game @param {string | undefined} key  of the game's link
 */
function wordOf(game, key) {
  const house = game?.house ?? (key === undefined ? null : new KnownGames(deviceStorage()).get(key)?.rules.house);
  return house ? roundWord(house) : "hole";
}

/**
 * A short name for an entry.
 * @param {Pick<Waiting, "kind" | "key" | "hole" | "player"> & {name?: string | undefined}} entry
 * @param {Pick<Game, "player" | "house"> | null} game
 */
function called({ kind, key, hole, player, name }, game) {
  const word = wordOf(game, key);
  if (kind === "confirm") return `finishing ${word} ${hole}`;
  if (kind === "ender") return `who ended ${word} ${hole}`;
  if (kind !== "hand") return { begin: "this new game", table: "who’s playing", playoff: `the extra ${word}` }[kind];
  // The player may have been removed since.
  const who = (player === null ? undefined : game?.player(player)?.name) ?? name;
  return who === undefined ? `${word} ${hole}` : `${who} on ${word} ${hole}`;
}

/**
 * @param {Sending} sending
 * @returns {string}
 */
function sendingWords({ waits, heldUp, away, stuck, stays, mayEdit }) {
  const entries = (/** @type {number} */ count) => (count === 1 ? "1 entry" : `${count} entries`);
  if (waits > 0 && (away || stuck)) {
    if (stays) return `${entries(waits)} not sent yet. Keep this page open.`;
    return `${entries(waits)} ${away ? "waiting to send." : "waiting for the server."}`;
  }
  const held = heldUp === 0 ? "" : `${entries(heldUp)} ${heldUp === 1 ? "needs" : "need"} your attention.`;
  if (waits > 0) return waits > heldUp ? `Sending… ${held}`.trim() : held;
  if (!away) return "";
  if (!mayEdit) return "Offline. This may be out of date.";
  return stays ? "Offline. Keep this page open." : "Offline. Entries are saved here.";
}

customElements.define("waiting-note", WaitingNote);
