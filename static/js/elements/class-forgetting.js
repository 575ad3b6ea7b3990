/**
 * What a phone forgets of a class: of a seat that was left, and of a class that is over. For a seat that another device has
 * since nothing more is sent, but it is told.
 */

import { ClassDrafts, dropDraftsOf } from "../store/class-drafts.js";
import { ClassOutbox } from "../store/class-outbox.js";
import { h } from "./build.js";
import { listed, notice } from "./class-refusals.js";

/**
 * What a page says of a seat, `ABC234/7`, or of a class, `ABC234`.
 * @param {DOMStringMap} said
 */
export async function forgetWhatIsOver({ seatLeft, seatLost, classOver }) {
  const outbox = await ClassOutbox.open();
  if (seatLeft !== undefined) {
    new ClassDrafts(seatLeft).dropAll();
    await outbox.forget(seatLeft);
  }
  if (seatLost !== undefined) {
    await outbox.holdBack(seatLost);
    const left = outbox.of(seatLost);
    if (left.length > 0) document.querySelector("main")?.append(notice("Not sent", [h("p", null, "You had filled in: ", h("strong", null, listed(left)))]));
  }
  if (classOver !== undefined) {
    dropDraftsOf(classOver);
    await outbox.forgetClass(classOver);
  }
}
