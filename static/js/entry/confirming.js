/**
 * The end of a hole on the entry page: who ended it, what is impossible about the cards, and the one button. However
 * the server answers, the table is told. Without a network the confirmation waits in the outbox like any entry, and the
 * table goes on.
 *
 * @import {Hands} from "./hands.js"
 * @import {Answer} from "../phone/server.js"
 *
 * @typedef {object} Owner
 * @property {(text: string) => void} tell  what came of it, in words; "" for nothing to say
 * @property {() => Promise<void>} look  learn how the game stands
 * @property {(next: string | null) => void} leave  the hole counts; `next` is the page that the server goes on with, null
 *   where the confirmation waits for the network
 */

import { enderText } from "../phone/outbox.js";
import { newWriteId } from "../phone/queue.js";
import { part } from "../shell/app.js";
import { handText } from "./hands.js";

const OVERTAKEN = "Another phone changed this hole meanwhile: look again, then confirm.";

/** Milliseconds. A table does not wait longer than this for a network that may be none. */
const PATIENCE = 4_000;

export class Confirming {
  /** Whether a confirmation is on its way: a second tap does nothing. */
  busy = false;

  /**
   * @param {HTMLElement} form
   * @param {Hands} hands
   * @param {Owner} owner
   */
  constructor(form, hands, owner) {
    this.form = form;
    this.hands = hands;
    this.owner = owner;
    this.ender = enderValue(hands.ender);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.busy) void this.#confirm();
    });
  }

  draw() {
    const list = part(this.form, ".confirm__warnings");
    const { warnings } = this.hands;
    list.hidden = warnings.length === 0;
    const items = warnings.map(({ message }) => {
      const item = document.createElement("li");
      item.textContent = message.charAt(0).toUpperCase() + message.slice(1);
      return item;
    });
    list.querySelector("ul")?.replaceChildren(...items);
    const button = part(this.form, "button[type=submit]");
    const plain = button.dataset["plain"] ?? "";
    button.textContent = warnings.length === 0 ? plain : (button.dataset["warned"] ?? plain);
    this.#drawEnder();
  }

  /** Another phone said who ended the hole: that is chosen here too, until this table says otherwise. */
  #drawEnder() {
    const value = enderValue(this.hands.ender);
    if (value === this.ender) return;
    this.ender = value;
    for (const choice of this.form.querySelectorAll("input[name=ender]")) {
      if (choice instanceof HTMLInputElement) choice.checked = choice.value === value;
    }
    const fold = this.form.querySelector("details.confirm__ender");
    if (fold instanceof HTMLDetailsElement) fold.open = value !== "";
  }

  async #confirm() {
    this.#setBusy(true);
    const { hands, owner } = this;
    const before = enderValue(hands.ender);
    try {
      await Promise.race([hands.retry(), aWhile()]);
      const { stuck } = hands;
      if (stuck.length > 0) {
        owner.tell(`Not saved yet: ${stuck.map(({ name, message }) => (message === "" ? name : `${name} (${message})`)).join(", ")}.`);
      } else if (enderValue(hands.ender) !== before) {
        owner.tell(OVERTAKEN); // what was sent just now came back with somebody else's choice
      } else {
        await this.#settled(await this.#send());
      }
    } finally {
      this.#setBusy(false);
    }
  }

  /** @returns {Promise<Answer | null>} null where there is no network just now */
  async #send() {
    const { hands } = this;
    const said = new FormData(/** @type {HTMLFormElement} */ (this.form)).get("ender");
    const write = newWriteId();
    hands.outbox.confirm(hands.place, hands.waiting.length > 0 ? null : (hands.holeVersion ?? null), {
      ender: said === null || said === "nobody" || said === "" ? null : Number(said),
      enderKnown: said !== null && said !== "",
      acceptWarnings: hands.warnings.length > 0,
      acceptMissing: hands.anyOut,
      seen: { ...Object.fromEntries(hands.all.map((hand) => [hand.id, handText(hand)])), ender: enderValue(hands.ender) },
    }, write);
    await Promise.race([hands.outbox.flush(), aWhile()]);
    return hands.outbox.answerTo(write);
  }

  /** @param {Answer | null} answer */
  async #settled(answer) {
    const { owner, hands } = this;
    if (answer === null || answer.kind === "later") {
      owner.leave(null);
      return;
    }
    if (answer.kind === "done") {
      owner.tell("");
      owner.leave(answer.body.next);
      return;
    }
    const { outbox, place } = hands;
    const entry = outbox.for(place.game, place.hole, null);
    if (entry !== null) outbox.drop(entry.id); // the table sees the reason right here, and confirms anew
    await owner.look();
    if (answer.kind === "overtaken") owner.tell(OVERTAKEN);
    else if (answer.kind === "conflict") owner.tell(answer.body.message);
    else owner.tell(answer.problems.map((problem) => problem.message).join("; ") || answer.message);
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    this.busy = busy;
    const button = part(this.form, "button[type=submit]");
    if (busy) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}

/** @returns {Promise<void>} */
function aWhile() {
  return new Promise((done) => setTimeout(done, PATIENCE));
}

/**
 * As the page's choices have it.
 * @param {{player: number | null, known: boolean}} ender
 */
function enderValue({ player, known }) {
  return enderText(player, known);
}
