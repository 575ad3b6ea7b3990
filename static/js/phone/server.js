/**
 * Sending to the server, telling its kinds of answer apart by their code, for a status says too little; and asking it again
 * and again what is new in a game, as seldom as the table will not notice:
 *
 * - while the page is seen: every 1.5 s; while it is hidden: not at all
 * - when the server does not answer: after 2, 4, 8, 16, then every 30 s
 * - at once when the page is seen again or the network comes back
 * - after something was deleted, which may be put back: every 5 s
 * - never two requests at a time, and none after a link was shut for good
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} message
 * @property {string | null} [field]  of what was sent, that it is about
 *
 * @typedef {{kind: "done", body: any}} Done
 *
 * @typedef {{kind: "conflict", body: any}} Conflict  somebody else entered this hand meanwhile; the body has both
 *
 * @typedef {{kind: "overtaken", message: string}} Overtaken  the hole was changed since this device looked at it
 *
 * @typedef {{kind: "refused", code: string, message: string, problems: Problem[]}} Refused  next time it goes no better
 *
 * @typedef {{kind: "later", message: string, reached: boolean, code?: string}} Later  no network, or the server has trouble:
 *   try again. `reached` tells whether the server answered at all, `code` what it waits for
 *
 * @typedef {Done | Conflict | Overtaken | Refused | Later} Answer
 *
 * @typedef {(method: "PUT" | "POST" | "GET", url: string, body?: Record<string, unknown>) => Promise<Answer>} Send
 *
 * @typedef {"online" | "away" | "closed"} Connection
 *   online: the server answered as it should; away: nothing did, or something that is not our server (the sign-in page
 *   of a hotel's network answers everything with 200); closed: the link leads nowhere any more
 *
 * @typedef {object} Watching
 * @property {string} url  of the game in the API
 * @property {string | null} [etag]  of the answer that the page has already
 * @property {number} [version]  of the game as the page has it already
 * @property {number} [every]  milliseconds between two questions while the page is seen, whatever changes
 * @property {(answer: any, etag: string | null) => void} onAnswer  with each answer that says something new
 * @property {(connection: Connection, message: string, refusal: any) => void} onConnection  with each change; the message is
 *   for people, the refusal is the server's JSON where it closed the link
 *
 * @typedef {object} Around  what a browser has and node has not
 * @property {typeof fetch} fetch
 * @property {() => number} now  milliseconds
 * @property {(milliseconds: number, what: () => void) => () => void} after  returns what calls it off
 * @property {Pick<Document, "visibilityState" | "addEventListener">} page
 * @property {Pick<EventTarget, "addEventListener">} window
 */

/** Milliseconds. On a network that swallows everything, a request would otherwise stay under way for ever. */
export const LONGEST_REQUEST = 20_000;

/** What is said where nothing answers. */
export const NO_NETWORK = "no connection";

/** The server's words for what it takes later. */
const WAITS = ["hole.not_yet", "class.wait", "class.deleted"];

/** And where two devices want something else: the body has both. */
const CONFLICT = "store.conflict";

/** Where a page that knows no token, or an old one, asks for one. */
export const TOKEN = "/api/token";

/** The newest token that was asked for; null while the page's own is good. @type {string | null} */
let token = null;

/** @type {Send} */
export async function send(method, url, body) {
  // A page from the shell has no token, and nothing is changed without one.
  if (method !== "GET" && csrfToken() === "") return (await askForToken()) ?? sendWithNew(method, url, body);
  const answer = await sendOnce(method, url, body);
  if (answer.kind !== "refused" || answer.code !== "csrf") return answer;
  // The session ended; it is the same phone all the same.
  return (await askForToken()) ?? sendWithNew(method, url, body);
}

/** @returns {Promise<Later | null>} why there is none */
async function askForToken() {
  const asked = await sendOnce("GET", TOKEN);
  if (asked.kind === "later" && !asked.reached) return asked;
  if (asked.kind !== "done" || typeof asked.body.token !== "string") {
    return { kind: "later", reached: true, message: "the server does not know this page any more; load it again" };
  }
  token = asked.body.token;
  return null;
}

/** @type {Send} */
async function sendWithNew(method, url, body) {
  const answer = await sendOnce(method, url, body);
  if (answer.kind !== "refused" || answer.code !== "csrf") return answer;
  return { kind: "later", reached: true, message: "this browser keeps no cookies, and without them nothing can be sent" };
}

/** @type {Send} */
async function sendOnce(method, url, body) {
  try {
    const response = await fetch(url, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(LONGEST_REQUEST),
    });
    return answerOf(response.status, await response.json().catch(() => null));
  } catch {
    return { kind: "later", reached: false, message: NO_NETWORK };
  }
}

/**
 * What an answer means.
 * @param {number} status
 * @param {any} body  null where it is no JSON: whatever answered was not the app
 * @returns {Answer}
 */
export function answerOf(status, body) {
  const trouble = [408, 425, 429].includes(status) || status >= 500;
  if (body === null || typeof body !== "object" || trouble) {
    return { kind: "later", reached: true, message: `the server answered ${status}` };
  }
  if (status < 300) return { kind: "done", body };
  // Somebody took back the confirmation of an earlier hole, or the teacher has paused: once that is over, this goes by itself.
  if (WAITS.includes(body.code)) return { kind: "later", reached: true, message: body.message, code: body.code };
  if (body.code === CONFLICT) return { kind: "conflict", body };
  if (body.code === "store.hole_conflict") return { kind: "overtaken", message: body.message };
  return { kind: "refused", code: body.code ?? "", message: body.message ?? `the server answered ${status}`, problems: body.problems ?? [] };
}

function csrfToken() {
  return token ?? document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}

// --- asking what is new --------------------------------------------------------------------------------------------------

/** Milliseconds. */
export const SEEN = 1_500;
export const DELETED_SEEN = 5_000;
export const AWAY = [2_000, 4_000, 8_000, 16_000, 30_000];
/** A network that swallows everything must not keep a page silent. */
export const LONGEST_QUESTION = 10_000;
/** A request that is older than this when the page comes back was probably begun before the phone slept. */
export const STALE_REQUEST = 3_000;

const TOO_LONG = "no answer for too long";

export class Live {
  #watching;
  #around;
  /** @type {string | null} */
  #etag;
  #version;
  /** What was said last, to say each change once. @type {Connection | null} */
  #connection = null;
  /** Why the link was shut; "" while it is not. */
  #closed = "";
  /** The server says that what the link led to was deleted, and it may come back. */
  #isDeleted = false;
  /** Ends with everything that listens for this; null while it does not run. @type {AbortController | null} */
  #life = null;
  #failures = 0;
  /** How often in a row the server told of an older game than the page knows. */
  #older = 0;
  /** The request under way. @type {{aborting: AbortController, since: number, done: Promise<void>} | null} */
  #request = null;
  /** Somebody asked for news while a request was under way that may know too little. @type {Promise<void> | null} */
  #again = null;
  #callOff = () => {};

  /** @param {Watching} watching @param {Around} [around] */
  constructor(watching, around = browser()) {
    this.#watching = watching;
    this.#around = around;
    this.#etag = watching.etag ?? null;
    this.#version = watching.version ?? -1;
  }

  /** Begin, with a question at once. */
  start() {
    if (this.#life !== null) return;
    this.#life = new AbortController();
    const { page, window } = this.#around, { signal } = this.#life;
    page.addEventListener("visibilitychange", this.#back, { signal });
    window.addEventListener("online", this.#back, { signal });
    // A page that is shown for the first time has just begun by itself.
    window.addEventListener("pageshow", (event) => "persisted" in event && event.persisted && this.#back(), { signal });
    void this.now();
  }

  /** End; an answer that is still on its way will not be told. */
  stop() {
    this.#life?.abort();
    this.#life = null;
    this.#callOff();
    this.#request?.aborting.abort();
  }

  /**
   * Ask now, or as soon as the request under way has ended: what that one brings may be older than this call.
   * @returns {Promise<void>} when it was answered, or was not
   */
  now() {
    if (this.#life === null) return Promise.resolve();
    if (this.#request === null) return this.#ask();
    const ended = this.#request.done.catch(() => {}); // whoever asked for that one is told
    this.#again ??= ended.then(() => {
      this.#again = null;
      return this.now();
    });
    return this.#again;
  }

  /** The page learned of a version by another way, as by the answer to what it sent. @param {number} version */
  knows(version) {
    if (version <= this.#version) return;
    this.#version = version;
    this.#older = 0;
  }

  #ask() {
    this.#callOff();
    const aborting = new AbortController();
    const request = { aborting, since: this.#around.now(), done: Promise.resolve() };
    this.#request = request;
    const late = this.#around.after(LONGEST_QUESTION, () => aborting.abort(TOO_LONG));
    request.done = this.#questionAndAnswer(aborting.signal).finally(() => {
      late();
      this.#request = null;
      this.#schedule();
    });
    return request.done;
  }

  /** @param {AbortSignal} signal */
  async #questionAndAnswer(signal) {
    const asked = this.#etag;
    let response, body = null;
    try {
      response = await this.#around.fetch(this.#watching.url, {
        headers: { Accept: "application/json", ...(asked === null ? {} : { "If-None-Match": asked }) },
        cache: "no-store", // the page has its own copy, and a browser's cache would hide the 304
        credentials: "same-origin",
        redirect: "error", // the API redirects nobody; the sign-in page of a network does
        signal,
      });
      if (response.status !== 304) body = await response.json();
    } catch {
      if (signal.aborted && signal.reason !== TOO_LONG) return; // given up by ourselves, which says nothing
      if (this.#life !== null) this.#isAway(response === undefined ? "no connection" : `the server answered ${response.status}`);
      return;
    }
    if (this.#life !== null) this.#read(response, body, asked);
  }

  #read(/** @type {Response} */ response, /** @type {any} */ body, /** @type {string | null} */ asked) {
    const { status } = response;
    const isNews = status === 200 && Number.isInteger(body?.version);
    if (isNews || (status === 304 && asked !== null)) {
      this.#failures = 0;
      this.#isDeleted = false;
      this.#say("online", "");
      if (isNews) this.#take(body, response.headers.get("ETag"));
    } else if ((status === 404 || status === 410) && typeof body?.code === "string") {
      this.#failures = 0;
      this.#isDeleted = body.code.endsWith(".deleted");
      if (!this.#isDeleted) this.stop();
      this.#say("closed", typeof body.message === "string" ? body.message : "This link leads nowhere any more.", body);
    } else {
      this.#isAway(`the server answered ${status}`);
    }
  }

  #take(/** @type {{version: number}} */ answer, /** @type {string | null} */ etag) {
    if (answer.version < this.#version) {
      // It was probably asked for before this phone's own entry arrived. When a second one says the same, the server
      // has gone back, to a copy of its games perhaps, and it is the server that counts.
      this.#older += 1;
      if (this.#older < 2) {
        this.#etag = null; // so that the next answer is a whole one
        return;
      }
    }
    this.#older = 0;
    this.#version = answer.version;
    this.#etag = etag;
    this.#watching.onAnswer(answer, etag);
  }

  /** @param {string} message */
  #isAway(message) {
    this.#failures += 1;
    this.#say("away", message);
  }

  #say(/** @type {Connection} */ connection, /** @type {string} */ message, /** @type {any} */ refusal = null) {
    const closed = connection === "closed" ? message : "";
    if (connection === this.#connection && closed === this.#closed) return;
    this.#connection = connection;
    this.#closed = closed;
    this.#watching.onConnection(connection, message, refusal);
  }

  #schedule() {
    this.#callOff();
    if (this.#life === null || this.#isHidden()) return;
    const wait = AWAY[Math.min(this.#failures, AWAY.length) - 1] ?? (this.#isDeleted ? DELETED_SEEN : this.#watching.every ?? SEEN);
    this.#callOff = this.#around.after(wait, () => void this.now());
  }

  #isHidden() {
    return this.#around.page.visibilityState === "hidden";
  }

  #back = () => {
    if (this.#isHidden()) {
      if (this.#request === null) this.#callOff();
      return;
    }
    const request = this.#request;
    if (request !== null && this.#around.now() - request.since <= STALE_REQUEST) return;
    request?.aborting.abort();
    void this.now();
  };
}

/** @returns {Around} */
function browser() {
  return {
    fetch: (...request) => fetch(...request),
    now: () => Date.now(),
    after(milliseconds, what) {
      const timer = setTimeout(what, milliseconds);
      return () => clearTimeout(timer);
    },
    page: document,
    window,
  };
}
