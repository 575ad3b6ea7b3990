/**
 * <class-work data-api>: a student's questions, one at a time. Answers go to the server, or wait here while offline;
 * the server sends back the question to show.
 *
 * Markup: `.student-question` sections with `id`, `data-letter` and `data-state` in #questions, each with a form while
 * it takes answers, and links to them in a `.student-strip` in #places. The surrounding <live-page> may redraw all of
 * it at any time. Without this script the questions are one below another, and each form loads the page.
 *
 * @import {Did, Work} from "../phone/class-queue.js"
 */

import { ClassQueue } from "../phone/class-queue.js";
import { h, part, show } from "../shell/app.js";
import {
  byLetter,
  closedWords,
  fillIn,
  isAsServed,
  isSame,
  letterOf,
  notice,
  refusals,
  typedIn,
  waitsWords,
  workWords,
} from "./class-question.js";
import { LivePage } from "./live-page.js";

/** States of a question that still needs an answer. */
const UNDONE = new Set(["empty", "trying"]);

/** Sign of a question with an unsent answer. */
const WAITS = "↑";

/** Milliseconds; faster sending needs no message. */
const SOON = 1_000;

/** Milliseconds; beyond this the student wasn't working. */
const LONGEST_LOOK = 3_600_000;

export class ClassWork extends HTMLElement {
  #queue = new ClassQueue("", null);
  /** Letter of the question on show, and since when. */
  #at = "";
  #since = 0;
  /** Letters seen so far, to notice new questions. @type {Set<string>} */
  #known = new Set();
  /** Unsent work of this seat at the last look. @type {readonly Work[]} */
  #waited = [];
  #panel = h("div", { class: "student-sending stack" });
  /** Questions that closed while the student typed. @type {readonly string[]} */
  #closed = [];
  /** Aborts all listeners of this element. */
  #life = new AbortController();

  connectedCallback() {
    const { signal } = (this.#life = new AbortController());
    this.#queue = ClassQueue.of(this.dataset["api"] ?? "");
    this.#waited = this.#queue.all;
    this.append(this.#panel);
    this.addEventListener("submit", (event) => this.#submit(event), { signal });
    for (const kind of ["input", "change"])
      this.addEventListener(kind, (event) => this.#keepDraft(event.target), { signal });
    this.addEventListener("click", (event) => this.#click(event), { signal });
    addEventListener("hashchange", () => this.#go(location.hash.slice("#q-".length)), { signal });
    addEventListener("online", () => void this.#queue.hurry(), { signal });
    addEventListener(
      "pageshow",
      ({ persisted }) => {
        void this.#queue.hurry();
        if (persisted) void this.#page?.refresh(); // the cached page may be old
      },
      { signal }
    );
    document.addEventListener("visibilitychange", () => document.hidden || void this.#queue.hurry(), { signal });
    this.#arrange();
    const watching = new MutationObserver(() => this.#arrange());
    for (const id of ["questions", "places"]) watching.observe(part(this, `#${id}`), { childList: true });
    signal.addEventListener("abort", () => watching.disconnect());
    this.#page?.addEventListener(
      "live-page:changed",
      (event) => {
        void this.#queue.hurry();
        if (/** @type {CustomEvent} */ (event).detail.includes("found"))
          part(document.body, "[data-live=found]").focus();
      },
      { signal }
    );
    this.#page?.addEventListener("live-page:closed", () => this.#queue.dropDrafts(), { signal });
    document
      .querySelector("form[data-leaves]")
      ?.addEventListener("submit", (event) => this.#holdBack(event), { signal });
    this.#queue.addEventListener("change", () => this.#follow(), { signal });
    this.#queue.addEventListener("done", (event) => this.#taken(/** @type {CustomEvent} */ (event).detail), { signal });
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    this.#life.abort();
  }

  get #page() {
    const page = this.closest("live-page");
    return page instanceof LivePage ? page : null;
  }

  // --- the questions -------------------------------------------------------------------------------------------------

  /** In order of letters, which differs from the page's order in a live class. */
  get #questions() {
    const found = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".student-question"));
    return [...found].sort((one, other) => byLetter(letterOf(one), letterOf(other)));
  }

  /** @param {string} letter */
  #question(letter) {
    return this.#questions.find((one) => letterOf(one) === letter);
  }

  /** @param {string} letter */
  #form(letter) {
    return this.#question(letter)?.querySelector("form") ?? null;
  }

  /** After each drawing of the page: show one question, with its typed text. */
  #arrange() {
    const letters = this.#questions.map(letterOf);
    const fresh = letters.filter((letter) => !this.#known.has(letter));
    const isFirst = this.#known.size === 0;
    this.#known = new Set(letters);
    for (const letter of fresh) {
      const [form, draft] = [this.#form(letter), this.#queue.drafts.get(letter)];
      if (form !== null && draft !== null) fillIn(form, draft);
    }
    this.#dropClosed();
    // The teacher has moved on, so the student does too.
    const asked = isFirst ? undefined : fresh.findLast((letter) => this.#form(letter) !== null);
    if (asked !== undefined) this.#go(asked);
    else if (isFirst || this.#question(this.#at) === undefined) this.#put(this.#beginWith(letters));
    this.#draw();
  }

  /** Drop text typed at a closed question, and say so once. */
  #dropClosed() {
    const { drafts } = this.#queue;
    const closed = drafts.ids.filter((letter) => this.#question(letter) !== undefined && this.#form(letter) === null);
    if (closed.length === 0) return;
    for (const letter of closed) drafts.drop(letter);
    this.#closed = closed.filter((letter) => this.#queue.get(letter) === null).sort(byLetter); // unsent work says so
    if (document.activeElement === document.body) this.#question(this.#at)?.focus();
  }

  /** @param {readonly string[]} letters */
  #beginWith(letters) {
    const wanted = location.hash.slice("#q-".length);
    const undone = letters.find((letter) => this.#isUndone(letter));
    // The question from before, but not a closed one while another is open.
    if (letters.includes(wanted) && (undone === undefined || this.#form(wanted) !== null)) return wanted;
    const first = this.querySelector(".student-question");
    return undone ?? (first instanceof HTMLElement ? letterOf(first) : "");
  }

  /** Whether a question takes an answer and has none, not even an unsent one. @param {string} letter */
  #isUndone(letter) {
    return (
      this.#form(letter) !== null &&
      UNDONE.has(this.#question(letter)?.dataset["state"] ?? "") &&
      this.#queue.get(letter)?.did !== "answer"
    );
  }

  /** Next unanswered question, starting over after the last. */
  get #next() {
    const letters = this.#questions.map(letterOf);
    const at = letters.indexOf(this.#at);
    return [...letters.slice(at + 1), ...letters.slice(0, at)].find((letter) => this.#isUndone(letter));
  }

  /** @param {string} letter */
  #put(letter) {
    if (letter !== this.#at) this.#since = performance.now();
    this.#at = letter;
  }

  /** Show another question. @param {string} letter */
  #go(letter) {
    const question = this.#question(letter);
    if (question === undefined) return;
    this.#put(letter);
    history.replaceState(history.state, "", `#${question.id}`);
    this.#draw();
    question.focus();
  }

  /** @param {EventTarget | null} target */
  #keepDraft(target) {
    const form = target instanceof Element ? target.closest("form") : null;
    const letter = form && letterAround(form);
    if (!form || !letter) return;
    if (isAsServed(form)) this.#queue.drafts.drop(letter);
    else this.#queue.drafts.put(letter, typedIn(form));
  }

  // --- sending -------------------------------------------------------------------------------------------------------

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = event.target;
    const letter = form instanceof HTMLFormElement ? letterAround(form) : "";
    if (!(form instanceof HTMLFormElement) || letter === "") return;
    event.preventDefault();
    const value = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "answer";
    /** @type {Did["did"]} */
    const did = value === "hint" || value === "show" ? value : "answer";
    const typed = did === "answer" ? typedIn(form) : {};
    this.#closed = [];
    const before = this.#queue.get(letter);
    if (before?.state === "waiting" && before.did === did && isSame(before.typed, typed)) return; // tapped twice
    this.#queue.submit({
      letter,
      did,
      typed,
      took: Math.min(Math.round(performance.now() - this.#since), LONGEST_LOOK),
    });
    setTimeout(() => this.#draw(), SOON);
  }

  /** React to changes of the queue. */
  #follow() {
    const waiting = this.#queue.all;
    const isWaiting = (/** @type {Work} */ { letter }) =>
      waiting.some((work) => work.letter === letter && work.state === "waiting");
    const settled = this.#waited.filter((work) => work.state === "waiting" && !isWaiting(work));
    this.#waited = waiting;
    for (const { letter, did, typed } of settled) {
      const draft = this.#queue.drafts.get(letter);
      // A student who asks for the solution is done answering.
      if (draft !== null && (did === "show" || isSame(draft, typed))) this.#queue.drafts.drop(letter);
    }
    // A refusal has its own message; the page may be outdated.
    if (settled.some(({ letter }) => this.#queue.get(letter) !== null)) void this.#page?.refresh();
    this.#draw();
  }

  /**
   * The server took the work: show the question it sent, and focus its feedback.
   * @param {{work: Work, body: {question: string}}} done
   */
  #taken({ work: { letter, did, typed, write }, body: { question } }) {
    if (this.#queue.get(letter)?.write !== write) return; // something newer is on its way
    const form = this.#form(letter);
    // A box in use is never redrawn, but a box whose text was sent is no longer in use.
    const focused = document.activeElement;
    const isDone = form !== null && (did !== "answer" || isSame(typedIn(form), typed));
    if (isDone && focused instanceof HTMLElement && form.contains(focused)) focused.blur();
    if (question === "") this.#isIn(letter, typed);
    else this.#page?.put(question);
    if (this.#questions.every((one) => this.#form(letterOf(one)) === null)) void this.#page?.refresh(); // the result
    const fresh = this.#question(letter);
    const said = fresh?.querySelector(did === "hint" ? ".said--hint" : ".said");
    const isFree =
      document.activeElement === document.body ||
      (fresh?.contains(document.activeElement) && !(document.activeElement instanceof HTMLInputElement));
    if (isDone && said instanceof HTMLElement && isFree && this.#at === letter) {
      said.tabIndex = -1;
      said.focus();
    }
  }

  /**
   * A hand takes one answer; the next hand or the result follows.
   * @param {string} letter @param {Did["typed"]} typed
   */
  #isIn(letter, typed) {
    this.#form(letter)?.replaceWith(h("p", { class: "exercise__given" }, "Your answer is in."));
    const draft = this.#queue.drafts.get(letter);
    this.#queue.drafts.drop(letter);
    if (draft !== null && !isSame(draft, typed)) this.#closed = [letter];
    void this.#page?.refresh();
  }

  /** @param {Event} event */
  #click(event) {
    this.#keepDraft(event.target); // a button next to a box may have changed its text
    const target = event.target instanceof Element ? event.target.closest("a[href^='#q-'], button[data-act]") : null;
    if (target instanceof HTMLAnchorElement && target.closest(".student-strip")) {
      event.preventDefault();
      this.#go(target.hash.slice("#q-".length));
    }
    if (!(target instanceof HTMLButtonElement)) return;
    const { act, id = "" } = target.dataset;
    if (act === "go") this.#go(id);
    else if (act === "drop") this.#queue.drop(id);
    else if (act === "drop-all") this.#queue.dropAll();
    if (!this.contains(document.activeElement)) this.#question(this.#at)?.focus();
  }

  /**
   * Warn once about unsent work when the student leaves; leaving anyway loses it.
   * @param {Event} event
   */
  #holdBack(event) {
    const form = event.target;
    const left = this.#queue.all;
    if (left.length === 0 || !(form instanceof HTMLFormElement) || form.dataset["told"] !== undefined) {
      this.#queue.dropAll();
      return;
    }
    event.preventDefault();
    form.dataset["told"] = "";
    form.prepend(
      notice("Some work hasn’t been sent", [h("p", null, `Waiting to send: ${workWords(left)}. Keep this page open.`)])
    );
    const leave = form.querySelector("button");
    if (leave !== null) leave.textContent = "Leave anyway";
  }

  // --- drawing -------------------------------------------------------------------------------------------------------

  #draw() {
    const { all, trouble } = this.#queue;
    const waiting = all.filter(({ state }) => state === "waiting");
    for (const question of this.#questions) question.hidden = letterOf(question) !== this.#at;
    // Work sent during a pause waits here, so buttons stay enabled for students who type through its end.
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll("button[name=do]")))
      button.disabled = false;
    this.#drawPlaces(trouble === "" ? [] : waiting);
    const own = waiting.find(({ letter }) => letter === this.#at);
    const others = waiting
      .map(({ letter }) => letter)
      .filter((letter) => letter !== this.#at)
      .sort(byLetter);
    const isSlow = own !== undefined && trouble === "" && Date.now() - own.madeAt >= SOON;
    const words = [closedWords(this.#closed), isSlow ? "Sending…" : waitsWords(own?.did, others, trouble)]
      .filter(Boolean)
      .join(" ");
    const next = this.#isUndone(this.#at) ? undefined : this.#next;
    show(
      this.#panel,
      h("p", { class: ["student-sending__line", words !== "" && "notice"], role: "status" }, words),
      refusals(all),
      next !== undefined &&
        h(
          "p",
          { id: "next" },
          h(
            "button",
            { type: "button", class: "button button--primary", dataset: { act: "go", id: next } },
            `Next: question ${next}`
          )
        )
    );
  }

  /** Draw the links, with a sign for unsent work. @param {readonly Work[]} waiting */
  #drawPlaces(waiting) {
    for (const place of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.querySelectorAll(".student-strip a"))) {
      const letter = place.hash.slice("#q-".length);
      const question = this.#question(letter);
      const [, sign, words] = Array.from(
        question?.querySelector(".student-state")?.childNodes ?? [],
        ({ textContent }) => textContent ?? ""
      );
      const waits = waiting.some((work) => work.letter === letter);
      place.className = `student-strip__place student-state--${question?.dataset["state"]}`;
      if (letter === this.#at) place.setAttribute("aria-current", "true");
      else place.removeAttribute("aria-current");
      show(
        place,
        h("span", { class: "visually-hidden" }, "Question "),
        letter,
        h("span", { class: "student-strip__sign", aria: { hidden: true } }, waits ? WAITS : sign),
        h("span", { class: "visually-hidden" }, `: ${words?.trim()}${waits ? ", not sent yet" : ""}`)
      );
    }
  }
}

/** @param {HTMLFormElement} form */
function letterAround(form) {
  const question = form.closest(".student-question");
  return question instanceof HTMLElement ? letterOf(question) : "";
}

customElements.define("class-work", ClassWork);
