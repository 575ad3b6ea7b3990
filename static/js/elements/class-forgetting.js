/**
 * What a phone forgets of classes: of a class that is gone, of a seat whose pupil wants it, and of what is old.
 *
 * What was answered and could not be sent any more is not forgotten before somebody was told.
 */

import { classOf, isSeatPage } from "../offline/addresses.js";
import { forgetPage, forgetSeatPagesOf, seatPagesOf } from "../offline/keeping.js";
import { ClassDrafts, dropDraftsOf, hasDraftsOf } from "../store/class-drafts.js";
import { ClassOutbox, GONE } from "../store/class-outbox.js";
import { send } from "../store/sending.js";
import { h, show } from "./build.js";
import { button, goneNotice, listed, notice } from "./class-refusals.js";

/**
 * The class is not there any more: what was typed at its seats and their pages go. Answers that wait stay to be told of.
 * @param {string} code
 */
export async function forgetClass(code) {
  dropDraftsOf(code);
  if (isSecureContext) await forgetSeatPagesOf(code).catch(() => undefined);
}

/**
 * Everything of one seat goes but what may still come to count, which waits for its pupil to come back.
 * @param {string} seat  the class and the number in it, `ABC234/7`
 */
async function forgetSeat(seat) {
  new ClassDrafts(seat).dropAll();
  const outbox = await ClassOutbox.open();
  await outbox.forgetSettled(seat);
  const left = outbox.unsettled(seat);
  if (left.length > 0) {
    document.querySelector("[data-forgotten]")?.after(notice({ id: "not-sent" }, "Something was not sent", [
      h("p", null, `Not sent: ${listed(left)}`),
      h("p", null, "It stays on this device for a month, and is sent when you come back here with your code."),
    ]));
  }
  if (isSecureContext) await forgetPage(`/join/${seat}`).catch(() => undefined);
}

/** On a page about a class, or one that says of a seat that it is to be forgotten here. */
export async function forgetWhatIsOver() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-forgotten]"))) {
    const seat = `${one.dataset["code"]}/${one.dataset["forgotten"]}`;
    if (isSeatPage(`/join/${seat}`)) await forgetSeat(seat);
  }
  await holdBack();
  const code = classOf(location.pathname);
  // A page of a class that is not one: there may be none any more.
  if (code !== null && document.querySelector("class-work, form, offline-page") === null) await lookFor(code);
}

/** What is not sent would be lost with its seat: first it is told, and to lose it takes another button. */
async function holdBack() {
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-forgets]"));
  if (forms.length === 0) return;
  const outbox = await ClassOutbox.open();
  for (const form of forms) {
    const seat = form.dataset["forgets"] ?? "";
    const usual = /** @type {HTMLButtonElement | null} */ (form.querySelector("button"));
    const place = h("div", null);
    form.prepend(place);
    const draw = () => {
      const left = outbox.unsettled(seat);
      if (usual !== null) usual.disabled = left.length > 0;
      show(place, left.length > 0 && notice({}, "Not everything is sent", [
        h("p", null, `Only this device has: ${listed(left)}. It goes by itself as soon as it can; leave a page of this class open until then.`),
        h("p", { class: "buttons" }, button("lose", "Lose it, and forget", {})),
      ]));
    };
    place.addEventListener("click", (event) => {
      if (event.target instanceof HTMLButtonElement && event.target.dataset["act"] === "lose") void outbox.forget(seat).then(() => form.requestSubmit());
    });
    outbox.addEventListener("change", draw);
    draw();
    form.dataset["ready"] = "";
  }
}

/** @param {string} code */
async function lookFor(code) {
  if (!(await hasSomethingOf(code))) return; // whoever only mistyped a code asks no more for that
  const answer = await send("GET", `/api/class/${code}`);
  if (answer.kind !== "refused" || !GONE.includes(answer.code)) return;
  await forgetClass(code);
  const outbox = await ClassOutbox.open();
  const place = h("div", null);
  document.querySelector("main")?.append(place);
  const tell = () => {
    const notice = goneNotice(outbox.ofClass(code));
    place.replaceChildren(...(notice === null ? [] : [notice]));
  };
  place.addEventListener("click", (event) => {
    if (event.target instanceof HTMLButtonElement && event.target.dataset["act"] === "forget") void outbox.forgetClass(code).then(tell);
  });
  tell();
}

/**
 * Whether this phone has anything of a class.
 * @param {string} code
 */
async function hasSomethingOf(code) {
  if (hasDraftsOf(code) || (await ClassOutbox.open()).ofClass(code).length > 0) return true;
  return isSecureContext && (await seatPagesOf(code).catch(() => [])).length > 0;
}
