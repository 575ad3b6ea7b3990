/**
 * Sending to the server, and telling its kinds of answer apart: by their code, for a status says too little.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} message
 * @property {string | null} [field]  of what was sent, that it is about
 *
 * @typedef {{kind: "done", body: any}} Done
 * @typedef {{kind: "conflict", body: any}} Conflict  somebody else entered this hand meanwhile; the body has both
 * @typedef {{kind: "overtaken", message: string}} Overtaken  the hole was changed since this device looked at it
 * @typedef {{kind: "refused", code: string, message: string, problems: Problem[]}} Refused  next time it goes no better
 * @typedef {{kind: "later", message: string, reached: boolean}} Later  no network, or the server has trouble: try again.
 *   `reached` tells whether the server answered at all
 *
 * @typedef {Done | Conflict | Overtaken | Refused | Later} Answer
 *
 * @typedef {(method: "PUT" | "POST" | "GET", url: string, body?: Record<string, unknown>) => Promise<Answer>} Send
 */

/** Milliseconds. On a network that swallows everything, a request would otherwise stay under way for ever. */
export const LONGEST_REQUEST = 20_000;

/** What is said where nothing answers. */
export const NO_NETWORK = "no connection";

/** The server's words for what it takes later. */
const WAITS = ["hole.not_yet", "class.wait"];

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
  let response;
  try {
    response = await fetch(url, {
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
  if (WAITS.includes(body.code)) return { kind: "later", reached: true, message: body.message };
  if (body.code === CONFLICT) return { kind: "conflict", body };
  if (body.code === "store.hole_conflict") return { kind: "overtaken", message: body.message };
  return { kind: "refused", code: body.code ?? "", message: body.message ?? `the server answered ${status}`, problems: body.problems ?? [] };
}

function csrfToken() {
  return token ?? document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}
