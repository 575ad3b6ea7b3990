/**
 * What a phone forgets of classes: of a class that is gone, of a seat whose pupil wants it, and of what is old.
 *
 * What was answered and could not be sent any more is not forgotten before somebody was told; what still can be is sent.
 */

import { classOf, isSeatPage } from "../offline/addresses.js";
import { forgetPage, forgetSeatPagesOf, keptSeatPage, seatPagesOf } from "../offline/seats.js";
import { ClassDrafts, dropDraftsOf, Hand, hasDraftsOf } from "../store/class-drafts.js";
import { ClassOutbox, GONE } from "../store/class-outbox.js";
import { send } from "../store/sending.js";
import { h, show } from "./build.js";
import { isSame, isServed } from "./class-form.js";
import { button, goneNotice, listed, notice, toldOf } from "./class-refusals.js";
import { byLetter, typedWords } from "./class-words.js";
import { ownPage } from "./own-markup.js";

/**
 * The class is not there any more: what was typed at its seats and their pages go. Answers that wait stay to be told of.
 * @param {string} code
 */
export async function forgetClass(code) {
  dropDraftsOf(code);
  if (isSecureContext) await forgetSeatPagesOf(code).catch(() => undefined);
}

/**
 * Everything of one seat goes but what may still come to count, which waits for its pupil to come back. Somebody else
 * does not lose what its pupil had typed.
 * @param {string} seat  the class and the number in it, `ABC234/7`
 * @param {boolean} isOwn  whether its own pupil wants it
 */
async function forgetSeat(seat, isOwn) {
  leaveHand(seat);
  if (isOwn) new ClassDrafts(seat).dropAll();
  const outbox = await ClassOutbox.open();
  await outbox.forgetSettled(seat);
  const left = outbox.unsettled(seat);
  if (left.length > 0) {
    document.querySelector("[data-forgotten]")?.after(notice({ id: "not-sent" }, "Something was not sent", [
      h("p", null, `Not sent: ${toldOf(left, isOwn)}`),
      h("p", null, "It stays on this device for a month, and is sent when its pupil comes back here with the code."),
    ]));
  }
  if (isSecureContext) await forgetPage(`/join/${seat}`).catch(() => undefined);
}

/**
 * The teacher has removed a seat. What was answered or typed there cannot be sent any more: it is listed until it is
 * cleared, so that whoever joins again can answer it once more.
 * @param {string} seat  the class and the number in it
 * @param {HTMLElement} told  where the page says that the seat is gone
 */
async function tellOfRemoved(seat, told) {
  leaveHand(seat);
  if (isSecureContext) await forgetPage(`/join/${seat}`).catch(() => undefined);
  const [outbox, drafts] = [await ClassOutbox.open(), new ClassDrafts(seat)];
  const clear = async () => {
    drafts.dropAll();
    await outbox.forget(seat);
  };
  const place = h("div", null);
  told.after(place);
  const draw = () => {
    const left = outbox.of(seat).filter(({ did }) => did === "answer");
    const typed = drafts.letters.map((letter) => ({ letter, typed: drafts.get(letter)?.typed ?? {} }));
    // What was typed after an answer that waits is what was meant last.
    const all = [...left.filter(({ letter }) => !typed.some((one) => one.letter === letter)), ...typed];
    const words = listed(all.filter((one) => typedWords(one) !== "").sort((one, other) => byLetter(one.letter, other.letter)));
    show(place, words !== "" && notice({ id: "not-sent" }, "Something was not sent", [
      h("p", null, `Only this device has: ${words}`),
      h("p", null, "It does not count any more. Join again, and answer once more."),
      h("p", { class: "buttons" }, button("forget-seat", "Clear it from this phone", {})),
    ]));
    return words !== "";
  };
  place.addEventListener("click", (event) => {
    if (event.target instanceof HTMLButtonElement && event.target.dataset["act"] === "forget-seat") void clear().then(draw);
  });
  outbox.addEventListener("change", draw);
  if (!draw()) await clear();
}

/**
 * Whoever had this device in hand there has it no more, as other tabs are told.
 * @param {string} seat  the class and the number in it
 */
function leaveHand(seat) {
  const [code = "", number] = seat.split("/");
  new Hand(code).leave(Number(number));
}

/** On a page about a class, or one that says of a seat that it is gone or is to be forgotten here. */
export async function forgetWhatIsOver() {
  const marked = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-forgotten], [data-removed]"));
  for (const one of marked) {
    const { code, forgotten, removed } = one.dataset;
    const seat = `${code}/${forgotten ?? removed}`;
    if (!isSeatPage(`/join/${seat}`)) continue;
    if (removed === undefined) await forgetSeat(seat, one.dataset["own"] !== undefined);
    else await tellOfRemoved(seat, one);
  }
  await holdBack();
  const code = classOf(location.pathname);
  // A page of a class that is not one: there may be none any more.
  if (code !== null && document.querySelector("class-work, form, offline-page, [data-removed]") === null) await lookFor(code);
  if (code !== null && document.querySelector("class-work") === null) await sendWhatWaits();
}

/** Whose page asks for a code just now may have answered without a network: that goes all the same. */
async function sendWhatWaits() {
  const outbox = await ClassOutbox.open();
  if (!outbox.all.some(({ state }) => state === "waiting")) return;
  addEventListener("online", () => void outbox.hurry());
  void outbox.hurry();
}

/** What is not sent would be lost with its seat: first it is told, and to lose it takes another button. */
async function holdBack() {
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-forgets]"));
  if (forms.length === 0) return;
  const outbox = await ClassOutbox.open();
  for (const form of forms) {
    const seat = form.dataset["forgets"] ?? "";
    const isOwn = form.dataset["own"] !== undefined;
    const usual = /** @type {HTMLButtonElement | null} */ (form.querySelector("button"));
    const page = await pageOf(seat);
    const place = h("div", null);
    form.prepend(place);
    const draw = () => {
      const left = outbox.unsettled(seat);
      const typed = typedAt(seat, page, outbox);
      const isHeld = left.length + typed.length > 0;
      if (usual !== null) usual.disabled = isHeld;
      show(place, isHeld && notice({}, "Not everything is sent", [
        left.length > 0 && h("p", null, `Only this device has: ${toldOf(left, isOwn)}. It goes by itself as soon as it can; leave a page of this class open until then.`),
        typed.length > 0 && h("p", null, `Typed and not sent: ${toldOf(typed, isOwn)}.${isOwn ? "" : " Only its own pupil can send it, or lose it."}`),
        isOwn && h("p", { class: "buttons" }, button("lose", "Lose it, and forget", {})), // nobody loses what is another's
      ]));
    };
    place.addEventListener("click", (event) => {
      if (!(event.target instanceof HTMLButtonElement) || event.target.dataset["act"] !== "lose") return;
      new ClassDrafts(seat).dropAll();
      void outbox.forget(seat).then(() => form.requestSubmit());
    });
    outbox.addEventListener("change", draw);
    for (const kind of ["input", "change", "click", "live-page:changed"]) document.addEventListener(kind, draw);
    form.closest("details")?.addEventListener("toggle", draw);
    addEventListener("storage", draw); // another tab types
    draw();
    form.dataset["ready"] = "";
  }
}

/**
 * The page of a seat, as it is shown or kept.
 * @param {string} seat
 * @returns {Promise<Document | null>}
 */
async function pageOf(seat) {
  if (location.pathname === `/join/${seat}`) return document;
  const kept = isSecureContext ? await keptSeatPage(`/join/${seat}`).catch(() => undefined) : undefined;
  return kept === undefined ? null : ownPage(await kept.text());
}

/**
 * What was typed at a seat and is nowhere else: not as the server has it, and not as it waits.
 * @param {string} seat
 * @param {Document | null} page  of the seat
 * @param {ClassOutbox} outbox
 */
function typedAt(seat, page, outbox) {
  const drafts = new ClassDrafts(seat);
  return drafts.letters.sort(byLetter).flatMap((letter) => {
    const typed = drafts.get(letter)?.typed ?? {};
    const form = page?.querySelector(`.pupil-question[data-letter="${CSS.escape(letter)}"] form`);
    const isThere = form instanceof HTMLFormElement && isServed(form, typed);
    const waits = outbox.newest(seat, letter);
    return typedWords({ typed }) === "" || isThere || (waits !== null && isSame(waits.typed, typed)) ? [] : [{ letter, typed }];
  });
}

/** @param {string} code */
async function lookFor(code) {
  if (!(await hasSomethingOf(code))) return; // whoever only mistyped a code asks no more for that
  const answer = await send("GET", `/api/class/${code}`);
  if (answer.kind !== "refused" || !GONE.includes(answer.code)) return;
  const outbox = await ClassOutbox.open();
  const own = `${code}/${new Hand(code).number}`;
  await forgetClass(code);
  const place = h("div", null);
  document.querySelector("main")?.append(place);
  const tell = () => {
    const notice = goneNotice(outbox.ofClass(code), own);
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
