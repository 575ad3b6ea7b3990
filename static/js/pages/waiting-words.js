/**
 * What a <waiting-note> says once the server has refused something: a line, and a panel for each refused entry.
 *
 * @import {Source, WaitingNote} from "./waiting-note.js"
 * @import {Waiting} from "../phone/queue.js"
 * @import {Game} from "../rules/game.js"
 */

import { GameOnPhone } from "../phone/game-on-phone.js";
import { KnownGames } from "../phone/device-storage.js";
import { deviceStorage, isKept, NOT_YET, RENEWED } from "../phone/queue.js";
import { roundWord, sentence } from "../rules/house.js";
import { h, part, show } from "../shell/app.js";
import { line } from "./waiting-note.js";

export class WaitingWords {
  /** The entry that a second tap discards. @type {string | null} */
  #asking = null;

  /** @param {WaitingNote} note @param {Source} source */
  constructor(note, source) {
    this.note = note;
    note.addEventListener("click", (event) => this.#click(event, source));
    this.draw(source);
    // A link to an entry is followed before its panel is drawn.
    if (location.hash.startsWith("#waiting-")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  /** @param {Source} source */
  draw(source) {
    // Entries of a game that is out of reach are in the line; they can be discarded on pages without a game.
    const isTold = (/** @type {Waiting} */ entry) =>
      entry.trouble?.code === RENEWED || (source.isShut && isKept(entry));
    const needing = source.waiting.filter((entry) => entry.state === "needs-you" && !isTold(entry));
    const compact = this.note.dataset["compact"] !== undefined;
    show(
      this.note,
      line(this.#line(source, needing, compact)),
      compact ? [] : needing.filter((entry) => !isDecidedOnItsHole(entry)).map((entry) => this.#panel(source, entry))
    );
    this.note.classList.toggle("is-closed", source.connection === "closed" || source.isShut);
    this.note.classList.toggle("is-deleted", source.wayBack !== null);
    this.note.classList.toggle("needs-you", needing.length > 0);
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
    const state = source.connection === "closed" ? "" : this.note.state(source, waits, heldUp);
    if (state !== "" && !(compact && elsewhere.length > 0)) parts.push(h("p", null, state));
    return parts;
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
    this.draw(source);
    if (!this.note.contains(document.activeElement)) part(this.note, ".waiting-note__line").focus();
  }
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
