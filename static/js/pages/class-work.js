/**
 * <class-work data-api>: a pupil's questions, one at a time. What is answered goes to
 * the server, or waits here for the network; what the server makes of it, the page draws that it sends.
 *
 * Markup: `.pupil-question` sections with `id`, `data-letter` and `data-state`, each with a form while it takes answers, in
 * #questions; links to them in a `.pupil-strip` in #places. All of it may be drawn anew at any time by the <live-page>
 * around it. Without this, the questions stand one under the other and each form loads the page.
 *
 * @import {Did, Work} from "../phone/class-queue.js"
 */

import { ClassQueue } from "../phone/class-queue.js";
import { h, part, show } from "../shell/page.js";
import { byLetter, closedWords, fillIn, isAsServed, isSame, isUnreadable, letterAround, letterOf, notice, OnShow, othersWaitWords, refusals, sayProblems, typedIn, unsayProblems, waitsWords, workWords } from "./class-question.js";
import { LivePage } from "./live-page.js";

/** States of a question that still asks for something. */
const UNDONE = new Set(["empty", "trying"]);

/** Stands at a question whose answer is not sent yet. */
const WAITS = "↑";

/** Milliseconds. What is done faster is not worth a word. */
const SOON = 1_000;

export class ClassWork extends HTMLElement {
  #queue = new ClassQueue("", null);
  #onShow = new OnShow();
  /** The letter of the question on show. */
  #at = "";
  /** Those that were on the page, so that a new one is noticed. @type {Set<string>} */
  #known = new Set();
  /** What of this seat waited when it was looked at last. @type {readonly Work[]} */
  #waited = [];
  #panel = h("div", { class: "pupil-sending stack" });
  /** Questions that were closed while somebody typed. @type {readonly string[]} */
  #closed = [];
  /** Ends with everything that listens for this. */
  #life = new AbortController();

  connectedCallback() {
    this.#life = new AbortController();
    this.#begin(this.#life.signal);
  }

  disconnectedCallback() {
    this.#life.abort();
  }

  /** @param {AbortSignal} signal */
  #begin(signal) {
    const { api = "" } = this.dataset;
    this.#queue = ClassQueue.of(api);
    this.#waited = this.#queue.all;
    this.append(this.#panel);
    this.addEventListener("submit", (event) => this.#submit(event), { signal });
    this.addEventListener("input", (event) => this.#keepDraft(event.target), { signal });
    this.addEventListener("change", (event) => this.#keepDraft(event.target), { signal });
    this.addEventListener("click", (event) => this.#click(event), { signal });
    addEventListener("hashchange", () => this.#go(location.hash.slice("#q-".length)), { signal });
    addEventListener("online", () => void this.#queue.hurry(), { signal });
    addEventListener("pageshow", ({ persisted }) => {
      void this.#queue.hurry();
      const page = this.closest("live-page");
      if (persisted && page instanceof LivePage) void page.refresh(); // as it was left, which may be long ago
    }, { signal });
    document.addEventListener("visibilitychange", () => {
      this.#onShow.see(!document.hidden);
      if (!document.hidden) void this.#queue.hurry();
    }, { signal });
    this.#onShow.see(!document.hidden);
    this.#arrange();
    const watching = new MutationObserver(() => this.#arrange());
    for (const id of ["questions", "places"]) watching.observe(part(this, `#${id}`), { childList: true });
    signal.addEventListener("abort", () => watching.disconnect());
    const page = this.closest("live-page");
    page?.addEventListener("live-page:changed", () => {
      this.#draw(); // what is said there already
      void this.#queue.hurry();
    }, { signal });
    page?.addEventListener("live-page:closed", () => this.#queue.dropDrafts(), { signal });
    const leaving = document.querySelector("form[data-leaves]");
    leaving?.addEventListener("submit", (event) => this.#holdBack(event), { signal });
    this.#queue.addEventListener("change", () => this.#follow(), { signal });
    this.dataset["ready"] = "";
  }

  // --- the questions -----------------------------------------------------------------------------------------------------

  /** In the order of their letters, which is not that of the page where the teacher leads. */
  get #questions() {
    const found = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".pupil-question"));
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

  /** The page was drawn, by the server or anew: one question is on show, with what was typed into it. */
  #arrange() {
    const letters = this.#questions.map(letterOf);
    const fresh = letters.filter((letter) => !this.#known.has(letter));
    const isFirst = this.#known.size === 0;
    this.#known = new Set(letters);
    for (const letter of fresh) this.#restore(letter);
    this.#dropClosed();
    if (isFirst || this.#question(this.#at) === undefined) this.#at = this.#beginWith(letters);
    else {
      // The teacher has gone on, and everybody goes along.
      const asked = fresh.findLast((letter) => this.#form(letter) !== null);
      if (asked !== undefined) this.#go(asked);
    }
    this.#draw();
  }

  /** What was typed at a question that takes no answer any more is of no use: that is said once, and it goes. */
  #dropClosed() {
    const closed = this.#drafts.ids.filter((letter) => this.#question(letter) !== undefined && this.#form(letter) === null);
    if (closed.length === 0) return;
    for (const letter of closed) this.#drafts.drop(letter);
    this.#closed = closed.filter((letter) => this.#queue.get(letter) === null).sort(byLetter); // what waits says so itself
    if (document.activeElement === document.body) this.#question(this.#at)?.focus();
  }

  /** @param {readonly string[]} letters */
  #beginWith(letters) {
    const wanted = location.hash.slice("#q-".length);
    const undone = letters.find((letter) => this.#isUndone(letter));
    // Where the page was left; but not at a question that is over while another one is asked.
    if (letters.includes(wanted) && (undone === undefined || this.#form(wanted) !== null)) return wanted;
    const first = this.querySelector(".pupil-question");
    return undone ?? (first instanceof HTMLElement ? letterOf(first) : "");
  }

  /**
   * Whether a question takes an answer and has none, not even one that waits.
   * @param {string} letter
   */
  #isUndone(letter) {
    return this.#form(letter) !== null && UNDONE.has(this.#question(letter)?.dataset["state"] ?? "") &&
      this.#queue.get(letter)?.did !== "answer";
  }

  /**
   * The question that is offered after this one: the next that is not done, from the first again after the last.
   * @returns {string | undefined}
   */
  get #next() {
    const letters = this.#questions.map(letterOf);
    const at = letters.indexOf(this.#at);
    return [...letters.slice(at + 1), ...letters.slice(0, at)].find((letter) => this.#isUndone(letter));
  }

  /**
   * Put another question on show.
   * @param {string} letter
   */
  #go(letter) {
    const question = this.#question(letter);
    if (question === undefined) return;
    this.#at = letter;
    history.replaceState(history.state, "", `#${question.id}`);
    this.#draw();
    question.focus();
  }

  get #drafts() {
    return this.#queue.drafts;
  }

  // --- what is typed -----------------------------------------------------------------------------------------------------

  /** @param {string} letter */
  #restore(letter) {
    const [form, draft] = [this.#form(letter), this.#drafts.get(letter)];
    if (form === null || draft === null) return;
    this.#onShow.recall(letter, draft.took);
    fillIn(form, draft.typed);
  }

  /** @param {EventTarget | null} target */
  #keepDraft(target) {
    const form = target instanceof Element ? target.closest("form") : null;
    const letter = form && letterAround(form);
    if (!form || !letter) return;
    if (isAsServed(form)) this.#drafts.drop(letter);
    else this.#drafts.put(letter, { typed: typedIn(form), took: this.#onShow.took(letter) });
  }

  /**
   * The server has an answer: what was typed for it need not be kept any more.
   * @param {Pick<Work, "letter" | "typed">} work
   */
  #forgetDraft({ letter, typed }) {
    const draft = this.#drafts.get(letter);
    if (draft !== null && isSame(draft.typed, typed)) this.#drafts.drop(letter);
  }

  // --- sending -----------------------------------------------------------------------------------------------------------

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = event.target;
    const letter = form instanceof HTMLFormElement ? letterAround(form) : "";
    if (!(form instanceof HTMLFormElement) || letter === "") return;
    event.preventDefault();
    const value = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "answer";
    /** @type {Did["did"]} */
    const did = value === "hint" || value === "show" ? value : "answer";
    this.#closed = [];
    const what = { letter, did, typed: did === "answer" ? typedIn(form) : {}, took: this.#onShow.took(letter) };
    unsayProblems(form);
    const before = this.#queue.get(letter);
    if (before?.state === "waiting" && before.did === did && isSame(before.typed, what.typed)) return; // tapped twice
    this.#queue.submit(what);
    setTimeout(() => this.#draw(), SOON);
  }

  /** Something waits, or waits no longer. */
  #follow() {
    const waiting = this.#queue.all;
    const before = this.#waited.filter(({ state }) => state === "waiting");
    this.#waited = waiting;
    // What another one has taken the place of was not answered.
    const settled = before.filter(({ letter }) => !waiting.some((work) => work.letter === letter && work.state === "waiting"));
    for (const work of settled) {
      if (work.did === "show") this.#drafts.drop(work.letter); // who wants to see it wants to answer no more
      else this.#forgetDraft(work);
    }
    // What was refused says so itself.
    if (settled.length > 0) void this.#catchUp(settled.find(({ id, letter }) => letter === this.#at && !waiting.some((work) => work.id === id)));
    this.#draw();
  }

  /**
   * Have the page drawn anew, and lead to what is said of the answer that was just given.
   * @param {Work | undefined} work  at the question on show
   */
  async #catchUp(work) {
    const page = this.closest("live-page");
    if (!(page instanceof LivePage)) return;
    const form = work && this.#form(work.letter);
    // Where somebody types nothing is drawn; who has sent what stands there types no more.
    const focused = document.activeElement;
    const isDone = form && (work.did !== "answer" || isSame(typedIn(form), work.typed));
    if (isDone && focused instanceof HTMLElement && form.contains(focused)) focused.blur();
    await page.refresh();
    const question = work && this.#question(work.letter);
    const said = question?.querySelector(work?.did === "hint" ? ".said--hint" : ".said");
    const isFree = document.activeElement === document.body || (question?.contains(document.activeElement) && !(document.activeElement instanceof HTMLInputElement));
    if (isDone && said instanceof HTMLElement && isFree && this.#at === work?.letter) {
      said.tabIndex = -1;
      said.focus();
    }
  }

  /** @param {Event} event */
  #click(event) {
    this.#keepDraft(event.target); // a button beside a box may have changed what stands in it
    const target = event.target instanceof Element ? event.target.closest("a[href^='#q-'], button[data-act]") : null;
    if (target instanceof HTMLAnchorElement && target.closest(".pupil-strip")) {
      event.preventDefault();
      this.#go(target.hash.slice("#q-".length));
    }
    if (!(target instanceof HTMLButtonElement)) return;
    const { act, id = "", letter = "" } = target.dataset;
    if (act === "go") this.#go(letter);
    else if (act === "drop") this.#queue.drop(id);
    else if (act === "drop-all") this.#queue.dropAll();
    if (!this.contains(document.activeElement)) this.#question(this.#at)?.focus();
  }

  /**
   * Whoever leaves this device is told what it has not sent, once, and loses it by leaving all the same.
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
    form.prepend(notice("Not everything is sent", [
      h("p", null, `Only this device has: ${workWords(left)}. It goes by itself as soon as it can; leave this page open until then.`),
    ]));
    const leave = form.querySelector("button");
    if (leave !== null) leave.textContent = "Lose it, and leave";
  }

  // --- what is seen ------------------------------------------------------------------------------------------------------

  #draw() {
    const { all: waiting, trouble } = this.#queue;
    for (const question of this.#questions) question.hidden = letterOf(question) !== this.#at;
    // What is sent in a pause waits here, and somebody who types through the end of it finds no button that is shut.
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll("button[name=do]"))) button.disabled = false;
    this.#onShow.show(this.#form(this.#at) === null ? null : this.#at);
    this.#drawPlaces(waiting);
    if (this.#sayRefused(waiting)) return;
    const own = waiting.findLast(({ letter, state }) => letter === this.#at && state === "waiting");
    const others = [...new Set(waiting.filter(({ letter, state }) => letter !== this.#at && state === "waiting").map(({ letter }) => letter))].sort(byLetter);
    const next = this.#isUndone(this.#at) ? undefined : this.#next;
    const said = this.closest("live-page")?.querySelector(".pupil-status")?.textContent ?? "";
    const words = [
      closedWords(this.#closed),
      own === undefined ? "" : waitsWords(own.did, trouble, next !== undefined, said) || (Date.now() - own.madeAt >= SOON ? "Sending…" : ""),
      othersWaitWords(others, trouble, said),
    ].filter(Boolean).join(" ");
    show(this.#panel,
      h("p", { class: ["pupil-sending__line", words !== "" && "notice"], role: "status" }, words),
      refusals(waiting, (letter) => this.#form(letter) !== null),
      next !== undefined && h("p", { id: "next" },
        h("button", { type: "button", class: "button button--primary", dataset: { act: "go", letter: next } }, `Next: question ${next}`)));
  }

  /** @param {readonly Work[]} waiting */
  #drawPlaces(waiting) {
    for (const place of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.querySelectorAll(".pupil-strip a"))) {
      const letter = place.hash.slice("#q-".length);
      if (letter === this.#at) place.setAttribute("aria-current", "true");
      else place.removeAttribute("aria-current");
      const waits = waiting.some((work) => work.letter === letter && work.state === "waiting") && this.#queue.trouble !== "";
      const sign = place.querySelector(".pupil-strip__sign");
      if (sign instanceof HTMLElement) {
        sign.dataset["served"] ??= sign.textContent;
        sign.textContent = waits ? WAITS : sign.dataset["served"];
      }
      place.querySelector("[data-said]")?.remove();
      if (waits) place.append(h("span", { class: "visually-hidden", dataset: { said: "" } }, ", not sent yet"));
    }
  }

  /**
   * What cannot be an answer is none, and waits for nothing: it stands in its boxes again, with the reasons beside them.
   * @param {readonly Work[]} waiting
   * @returns {boolean} whether it was drawn by that
   */
  #sayRefused(waiting) {
    const work = waiting.find((one) => one.letter === this.#at && isUnreadable(one));
    const form = work && this.#form(work.letter);
    if (!form) return false;
    fillIn(form, work.typed);
    const box = sayProblems(form, work.trouble?.problems ?? []);
    if (box === null) return false;
    box.focus();
    this.#queue.drop(work.id); // which is a change, and draws
    return true;
  }
}

customElements.define("class-work", ClassWork);
