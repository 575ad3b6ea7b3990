/**
 * Sending to the server, with answers sorted by their code because a status says too little; and asking for a game's
 * news, while the page is visible:
 *
 * - at once when the server rings, which it does over a stream that the page keeps open
 * - without such a stream every 1.5 s for a minute after a change or a touch, then every 5 s, and every 15 s once
 *   nothing has happened for ten minutes; with it every minute, in case a ring was lost
 * - after 2, 4, 8, 16, then every 30 s when the server does not answer
 * - at once when the page is shown again or the phone is back online
 * - every 5 s after something was deleted, because it may be put back
 * - never two requests at a time, and none after a link stopped working
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} message
 * @property {string | null} [field]  of the request
 *
 * @typedef {{kind: "done", body: any}} Done
 *
 * @typedef {{kind: "conflict", body: any}} Conflict  another phone entered this hand; the body has both
 *
 * @typedef {{kind: "overtaken", message: string}} Overtaken  the hole has changed since this phone saw it
 *
 * @typedef {{kind: "refused", code: string, message: string, problems: Problem[]}} Refused  another try will not help
 *
 * @typedef {{kind: "later", message: string, reached: boolean, code?: string}} Later  offline, or the server has
 *   trouble: try again. `reached` says whether the server answered at all, `code` what the entry waits for
 *
 * @typedef {Done | Conflict | Overtaken | Refused | Later} Answer
 *
 * @typedef {(method: "PUT" | "POST" | "GET", url: string, body?: Record<string, unknown>) => Promise<Answer>} Send
 *
 * @typedef {"online" | "away" | "closed"} Connection
 *   online: the server answered normally; away: nothing answered, or something other than our server (a hotel's sign-in
 *   page answers everything with 200); closed: the link no longer works
 *
 * @typedef {object} Watching
 * @property {string} url  of the game in the API
 * @property {string | null} [etag]  of the answer that the page already has
 * @property {number} [version]  of the game that the page already has
 * @property {(answer: any, etag: string | null) => void} onAnswer  called with each new answer
 * @property {(connection: Connection, message: string, refusal: any) => void} onConnection  called with each change;
 *   the message is for people, the refusal is the server's JSON for a closed link
 *
 * @typedef {object} Around  the parts of a browser that node lacks
 * @property {typeof fetch} fetch
 * @property {() => number} now  milliseconds
 * @property {(milliseconds: number, what: () => void) => () => void} after  returns a function that cancels it
 * @property {(url: string, rung: (etag: string) => void, lost: () => void) => () => void} listen  for rings of the
 *   server: calls `rung` for each, at first with the ETag of the newest answer, and `lost` when there are no more;
 *   returns a function that ends it
 * @property {Pick<Document, "visibilityState" | "addEventListener">} page
 * @property {Pick<EventTarget, "addEventListener">} window
 */

/** Milliseconds, because a request can hang forever on a bad network. */
export const LONGEST_REQUEST = 20_000;

/** The message when nothing answers. */
export const NO_NETWORK = "no connection";

/** The server's codes for entries that it takes later. */
const WAITS = ["hole.not_yet", "class.wait", "class.deleted"];

/** The code for different entries from two phones; the body has both. */
const CONFLICT = "store.conflict";

/** The address of a new token, for a page with an old one or none. */
export const TOKEN = "/api/token";

/** The newest fetched token; null while the page's own is valid. @type {string | null} */
let token = null;

/** @type {Send} */
export async function send(method, url, body) {
  // A page from the shell has no token, which every change needs.
  if (method !== "GET" && csrfToken() === "") return (await askForToken()) ?? sendWithNew(method, url, body);
  const answer = await sendOnce(method, url, body);
  if (answer.kind !== "refused" || answer.code !== "csrf") return answer;
  // The session has ended, but the phone is the same.
  return (await askForToken()) ?? sendWithNew(method, url, body);
}

/** @returns {Promise<Later | null>} why there is no token */
async function askForToken() {
  const asked = await sendOnce("GET", TOKEN);
  if (asked.kind === "later" && !asked.reached) return asked;
  if (asked.kind !== "done" || typeof asked.body.token !== "string") {
    return { kind: "later", reached: true, message: "This page is out of date. Reload it." };
  }
  token = asked.body.token;
  return null;
}

/** @type {Send} */
async function sendWithNew(method, url, body) {
  const answer = await sendOnce(method, url, body);
  if (answer.kind !== "refused" || answer.code !== "csrf") return answer;
  return {
    kind: "later",
    reached: true,
    message: "Cookies are off in this browser. Turn them on to send your entries.",
  };
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
 * The kind of an answer.
 * @param {number} status
 * @param {any} body  null if it isn't JSON, so that something other than the app answered
 * @returns {Answer}
 */
export function answerOf(status, body) {
  const trouble = [408, 425, 429].includes(status) || status >= 500;
  if (body === null || typeof body !== "object" || trouble) {
    return { kind: "later", reached: true, message: statusWords(status) };
  }
  if (status < 300) return { kind: "done", body };
  // An earlier hole was reopened, or the teacher has paused. The entry is sent automatically after that.
  if (WAITS.includes(body.code)) return { kind: "later", reached: true, message: body.message, code: body.code };
  if (body.code === CONFLICT) return { kind: "conflict", body };
  if (body.code === "store.hole_conflict") return { kind: "overtaken", message: body.message };
  return {
    kind: "refused",
    code: body.code ?? "",
    message: body.message ?? statusWords(status),
    problems: body.problems ?? [],
  };
}

function statusWords(/** @type {number} */ status) {
  return `The server answered with code ${status}.`;
}

function csrfToken() {
  return token ?? document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}

// --- polling ---------------------------------------------------------------------------------------------------------

/** Milliseconds. After a change there may soon be another. */
const BUSY = 60_000;
/** Milliseconds between two questions, by how long nothing has happened. @type {readonly [number, number][]} */
export const SEEN = [
  [BUSY, 1_500],
  [600_000, 5_000],
  [Infinity, 15_000],
];
/** The same while the server rings. */
export const SURE = 60_000;
/** Milliseconds in which a page is left after a form was sent. */
const REST = 1_500;
/** Milliseconds until a server that does not ring is asked for rings again. */
export const DEAF = 300_000;
export const DELETED_SEEN = 5_000;
export const AWAY = [2_000, 4_000, 8_000, 16_000, 30_000];
/** Milliseconds before a request on a bad network is given up. */
export const LONGEST_QUESTION = 10_000;
/** An older request was probably started before the phone slept. */
export const STALE_REQUEST = 3_000;

const TOO_LONG = "the server took too long";

export class Live {
  #watching;
  #around;
  /** @type {string | null} */
  #etag;
  #version;
  /** The last announced connection, to announce each change once. @type {Connection | null} */
  #connection = null;
  /** Why the link was closed; "" while it is open. */
  #closed = "";
  /** Whether the link's game or class was deleted and may come back. */
  #isDeleted = false;
  /** Removes all listeners on stop; null while not running. @type {AbortController | null} */
  #life = null;
  #failures = 0;
  /** The number of answers in a row with an older game than the page's. */
  #older = 0;
  /** The request in progress. @type {{aborting: AbortController, since: number, done: Promise<void>} | null} */
  #request = null;
  /** The next request, wanted during one that may miss the newest changes. @type {Promise<void> | null} */
  #again = null;
  #callOff = () => {};
  /** When something last changed or was touched. */
  #happenedAt = 0;
  /** Ends listening; null while the page does not listen. @type {(() => void) | null} */
  #ear = null;
  /** Whether the server rings. */
  #hears = false;
  /** When rings may be asked for again. */
  #deafUntil = -Infinity;

  /** @param {Watching} watching @param {Around} [around] */
  constructor(watching, around = browser()) {
    this.#watching = watching;
    this.#around = around;
    this.#etag = watching.etag ?? null;
    this.#version = watching.version ?? -1;
  }

  /** Start polling at once. */
  start() {
    if (this.#life !== null) return;
    this.#life = new AbortController();
    this.#happenedAt = this.#around.now();
    const { page, window } = this.#around,
      { signal } = this.#life;
    page.addEventListener("visibilitychange", this.#back, { signal });
    window.addEventListener("online", this.#back, { signal });
    window.addEventListener("offline", this.#lost, { signal });
    window.addEventListener("pointerdown", this.#touched, { signal });
    // A page that is shown for the first time has just started polling.
    window.addEventListener("pageshow", (event) => "persisted" in event && event.persisted && this.#back(), { signal });
    void this.now();
  }

  /** Stop, and ignore any answer still to come. */
  stop() {
    this.#life?.abort();
    this.#life = null;
    this.#callOff();
    this.#request?.aborting.abort();
    this.#deafen();
  }

  /**
   * Ask now, or right after the request in progress, whose answer may be too old.
   * @returns {Promise<void>} when the request has ended
   */
  now() {
    if (this.#life === null) return Promise.resolve();
    if (this.#request === null) return this.#ask();
    const ended = this.#request.done.catch(() => {}); // its own caller gets the error
    this.#again ??= ended.then(() => {
      this.#again = null;
      return this.now();
    });
    return this.#again;
  }

  /** Listen to no rings until the next poll, because this page is about to be left. */
  rest() {
    this.#deafen();
    this.#deafUntil = Math.max(this.#deafUntil, this.#around.now() + REST);
    if (this.#life !== null) this.#schedule();
  }

  /** Note a version that the page learned another way, as from the answer to an entry. @param {number} version */
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
    let response,
      body = null;
    try {
      response = await this.#around.fetch(this.#watching.url, {
        headers: { Accept: "application/json", ...(asked === null ? {} : { "If-None-Match": asked }) },
        cache: "no-store", // the page has its own copy, and the browser's cache would hide a 304
        credentials: "same-origin",
        redirect: "error", // only the sign-in page of a network redirects
        signal,
      });
      if (response.status !== 304) body = await response.json();
    } catch {
      if (signal.aborted && signal.reason !== TOO_LONG) return; // aborted by this page
      if (this.#life !== null) this.#isAway(response === undefined ? NO_NETWORK : statusWords(response.status));
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
      this.#listen();
      if (isNews) this.#take(body, response.headers.get("ETag"));
    } else if ((status === 404 || status === 410) && typeof body?.code === "string") {
      this.#failures = 0;
      this.#isDeleted = body.code.endsWith(".deleted");
      if (!this.#isDeleted) this.stop();
      this.#say("closed", typeof body.message === "string" ? body.message : "This link no longer works.", body);
    } else {
      this.#isAway(statusWords(status));
    }
  }

  #take(/** @type {{version: number}} */ answer, /** @type {string | null} */ etag) {
    if (answer.version < this.#version) {
      // The request probably left before this phone's own entry arrived. If a second answer is also older, the server
      // has gone back, perhaps to a backup, and the page follows it.
      this.#older += 1;
      if (this.#older < 2) {
        this.#etag = null; // so that the next answer is complete
        return;
      }
    }
    this.#older = 0;
    if (answer.version !== this.#version) this.#happenedAt = this.#around.now();
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
    if (this.#request !== null) return;
    this.#callOff();
    if (this.#life === null || this.#isHidden()) return;
    const wait = AWAY[Math.min(this.#failures, AWAY.length) - 1] ?? (this.#isDeleted ? DELETED_SEEN : this.#seldom());
    this.#callOff = this.#around.after(wait, () => void this.now());
  }

  #seldom() {
    if (this.#hears && this.#older === 0) return SURE;
    const quiet = this.#around.now() - this.#happenedAt;
    return /** @type {[number, number]} */ (SEEN.find(([until]) => quiet < until))[1];
  }

  /** Listen for rings, unless the server has just shown that it doesn't ring. */
  #listen() {
    if (this.#ear !== null || this.#life === null || this.#isHidden() || this.#around.now() < this.#deafUntil) return;
    const rung = (/** @type {string} */ etag) => {
      this.#hears = true;
      this.#schedule();
      if (etag !== this.#etag) void this.now();
    };
    const lost = () => {
      if (!this.#hears) this.#deafUntil = this.#around.now() + DEAF;
      this.#lost();
    };
    this.#ear = this.#around.listen(this.#watching.url, rung, lost);
  }

  /** No more rings come, perhaps because the network is gone: a stream may be silent for long before it ends. */
  #lost = () => {
    const heard = this.#hears;
    this.#deafen();
    if (heard) void this.now();
  };

  #deafen() {
    this.#ear?.();
    this.#ear = null;
    this.#hears = false;
  }

  #touched = () => {
    const now = this.#around.now(),
      quiet = now - this.#happenedAt;
    this.#happenedAt = now;
    // Someone looks again after a while.
    if (!this.#hears && quiet >= BUSY && this.#failures === 0) void this.now();
  };

  #isHidden() {
    return this.#around.page.visibilityState === "hidden";
  }

  #back = () => {
    if (this.#isHidden()) {
      if (this.#request === null) this.#callOff();
      this.#deafen();
      return;
    }
    this.#happenedAt = this.#around.now();
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
    listen(url, rung, lost) {
      const stream = new EventSource(url);
      stream.onmessage = ({ data }) => rung(data);
      stream.onerror = lost; // without trying by itself: the next answer shows whether the server is there
      return () => stream.close();
    },
    page: document,
    window,
  };
}
