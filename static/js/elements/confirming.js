/**
 * The end of a hole on the entry page: who ended it, what is impossible about the cards, and the one button. However
 * the server answers, the table is told.
 *
 * @import {Hands} from "./hands.js"
 * @import {Answer} from "../store/sending.js"
 */

import { newWriteId } from "../store/drafts.js";
import { send, sendWrite } from "../store/sending.js";
import { part } from "./part.js";

const OVERTAKEN = "Another phone changed this hole meanwhile: look again, then confirm.";

export class Confirming {
  /** Kept until the server has answered, so that a confirmation whose answer was lost counts once. */
  writeId = newWriteId();
  /** Whether a confirmation is on its way: a second tap does nothing. */
  busy = false;

  /**
   * @param {HTMLElement} form
   * @param {Hands} hands
   * @param {string} url
   * @param {(text: string) => void} tell  what came of it, in words; "" for nothing to say
   */
  constructor(form, hands, url, tell) {
    this.form = form;
    this.hands = hands;
    this.url = url;
    this.tell = tell;
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
    const fold = this.form.querySelector("details");
    if (fold !== null) fold.open = value !== "";
  }

  async #confirm() {
    this.#setBusy(true);
    const before = enderValue(this.hands.ender);
    try {
      await this.hands.retry();
      const unsent = this.hands.unsent.map((hand) => (hand.message === "" ? hand.name : `${hand.name} (${hand.message})`));
      if (unsent.length > 0) {
        this.tell(`Not saved yet: ${unsent.join(", ")}.`);
      } else if (enderValue(this.hands.ender) !== before) {
        this.tell(OVERTAKEN); // what was sent just now came back with somebody else's choice
      } else {
        await this.#answered(await this.#send());
      }
    } finally {
      this.#setBusy(false);
    }
  }

  #send() {
    const said = new FormData(/** @type {HTMLFormElement} */ (this.form)).get("ender");
    const { holeVersion } = this.hands;
    return sendWrite("POST", this.url, {
      write_id: this.writeId,
      ...(holeVersion === undefined ? {} : { based_on: holeVersion }),
      ender: said === null || said === "nobody" || said === "" ? null : Number(said),
      ender_known: said !== null && said !== "",
      accept_warnings: this.hands.warnings.length > 0,
      accept_missing: this.hands.anyOut,
    }, send);
  }

  /** @param {Answer} answer */
  async #answered(answer) {
    if (answer.kind === "later") {
      this.tell(`Not confirmed yet: ${answer.message}. Nothing is lost; try again.`);
      return;
    }
    this.writeId = newWriteId();
    if (answer.kind === "done") {
      this.tell("");
      location.assign(answer.body.next);
      return;
    }
    await this.hands.refresh();
    if (answer.kind === "overtaken") this.tell(OVERTAKEN);
    else if (answer.kind === "conflict") this.tell(answer.body.message);
    else this.tell(answer.problems.map((problem) => problem.message).join("; ") || answer.message);
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    this.busy = busy;
    const button = part(this.form, "button[type=submit]");
    if (busy) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}

/**
 * As the page's choices have it.
 * @param {{player: number | null, known: boolean}} ender
 */
function enderValue({ player, known }) {
  return known ? String(player ?? "nobody") : "";
}
