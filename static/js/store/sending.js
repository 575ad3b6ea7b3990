/**
 * Sending to the server, and telling its four kinds of answer apart.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} message
 *
 * @typedef {{kind: "done", body: any}} Done
 * @typedef {{kind: "conflict", body: any}} Conflict  somebody else changed it meanwhile
 * @typedef {{kind: "refused", status: number, message: string, problems: Problem[]}} Refused  it will not do better next time
 * @typedef {{kind: "later", message: string}} Later  no network, or the server has trouble: try again
 */

/**
 * @param {"PUT" | "POST" | "GET"} method
 * @param {string} url
 * @param {unknown} [body]
 * @returns {Promise<Done | Conflict | Refused | Later>}
 */
export async function send(method, url, body) {
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    return { kind: "later", message: "no connection" };
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return { kind: "done", body: answer };
  if (response.status === 409) return { kind: "conflict", body: answer };
  if (answer === null || response.status >= 500 || response.status === 429) {
    return { kind: "later", message: `the server answered ${response.status}` };
  }
  return { kind: "refused", status: response.status, message: answer.message, problems: answer.problems ?? [] };
}

function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}
