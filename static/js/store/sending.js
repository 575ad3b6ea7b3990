/**
 * Sending to the server, and telling its kinds of answer apart: by their code, for a status says too little.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} message
 *
 * @typedef {{kind: "done", body: any}} Done
 * @typedef {{kind: "conflict", body: any}} Conflict  somebody else entered this hand meanwhile; the body has both
 * @typedef {{kind: "overtaken", message: string}} Overtaken  the hole was changed since this device looked at it
 * @typedef {{kind: "refused", code: string, message: string, problems: Problem[]}} Refused  next time it goes no better
 * @typedef {{kind: "later", message: string}} Later  no network, or the server has trouble: try again
 *
 * @typedef {Done | Conflict | Overtaken | Refused | Later} Answer
 *
 * @typedef {(method: "PUT" | "POST" | "GET", url: string, body?: Record<string, unknown>) => Promise<Answer>} Send
 */

import { newWriteId } from "./drafts.js";

/** Milliseconds. On a network that swallows everything, a request would otherwise stay under way for ever. */
const LONGEST_REQUEST = 20_000;

/** @type {Send} */
export async function send(method, url, body) {
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.timeout(LONGEST_REQUEST),
    });
  } catch {
    return { kind: "later", message: "no connection" };
  }
  return answerOf(response.status, await response.json().catch(() => null));
}

/**
 * What an answer means.
 * @param {number} status
 * @param {any} body  null where it is no JSON: whatever answered was not the app
 * @returns {Answer}
 */
export function answerOf(status, body) {
  if (body === null || status >= 500 || status === 429) return { kind: "later", message: `the server answered ${status}` };
  if (status < 300) return { kind: "done", body };
  if (body.code === "store.conflict") return { kind: "conflict", body };
  if (body.code === "store.hole_conflict") return { kind: "overtaken", message: body.message };
  return { kind: "refused", code: body.code ?? "", message: body.message ?? `the server answered ${status}`, problems: body.problems ?? [] };
}

/**
 * Send a change under its write id. Where that id stands for another content already, as when an answer was lost and the
 * content changed since, the change goes once more under a new one.
 *
 * @param {"PUT" | "POST"} method
 * @param {string} url
 * @param {{write_id: string} & Record<string, unknown>} body
 * @param {Send} [ask]
 * @returns {Promise<Answer>}
 */
export async function sendWrite(method, url, body, ask = send) {
  const answer = await ask(method, url, body);
  if (answer.kind !== "refused" || answer.code !== "write.id_reused") return answer;
  return ask(method, url, { ...body, write_id: newWriteId() });
}

function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}
