/**
 * <waiting-note>: what of this phone's entries the server does not have yet, whether it can be reached, and what needs a
 * decision. While all is well it shows nothing.
 *
 * With `data-compact` it is one line, for the entry page; then what the server refused is decided on the scorecard. On a
 * page of a game that is not live, `data-key` and `data-card` name the game; without them the note speaks for all games.
 *
 * @import {Connection} from "../store/live.js"
 * @import {Waiting} from "../store/outbox.js"
 * @import {Source} from "./waiting-line.js"
 */

import { sentence } from "../rules/wording.js";
import { Outbox } from "../store/outbox.js";
import { h } from "./build.js";
import { part } from "./part.js";
import { RENEWED, WaitingLine } from "./waiting-line.js";
import { called } from "./waiting-words.js";

export class WaitingNote extends WaitingLine {
  /** The entry that is about to be discarded, if somebody says so once more. @type {string | null} */
  #asking = null;

  /** @override */
  async sourceHere() {
    return (await super.sourceHere()) ?? new OutboxAlone(await Outbox.open(), this.dataset["key"], this.dataset["card"]);
  }

  /**
   * @override
   * @param {Source} source
   */
  follow(source) {
    if (this.source === null) this.addEventListener("click", (event) => this.#click(event));
    super.follow(source);
  }

  /**
   * @override
   * @param {Source} source
   * @param {readonly Waiting[]} refused
   */
  panels(source, refused) {
    return refused.map((entry) => this.#panel(source, entry));
  }

  /**
   * What the server refused, and what can be done about it.
   * @param {Source} source
   * @param {Waiting} entry
   */
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

  /** @param {Event} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-act]") : null;
    const { act, id } = button instanceof HTMLElement ? button.dataset : {};
    if (act === undefined || id === undefined || this.source === null) return;
    this.#asking = act === "ask" ? id : null;
    if (act === "retry") void this.source.outbox.retry(id);
    else if (act === "discard") void this.source.outbox.drop(id);
    this.draw();
    if (!this.contains(document.activeElement)) part(this, ".waiting-note__line").focus();
  }
}

/** What waits, on a page that shows no game or none that follows it. */
class OutboxAlone extends EventTarget {
  game = null;
  mayEdit = true;
  closed = "";

  /**
   * @param {Outbox} outbox
   * @param {string} [key]
   * @param {string} [card]
   */
  constructor(outbox, key, card) {
    super();
    this.outbox = outbox;
    this.key = key;
    this.urls = card === undefined ? null : { card, hole: `${card}/hole/` };
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
    return this.outbox.trouble === "no connection" ? "away" : "online";
  }
}

/** @param {Waiting} entry */
function entered({ cards, points }) {
  return cards ?? (points === null ? "taken back" : String(points).replace("-", "\u2212"));
}
