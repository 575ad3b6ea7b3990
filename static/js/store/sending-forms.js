/** Sending what a page sends by a form, where no page is to be loaded by it. */

import { LONGEST_REQUEST, TOKEN } from "./sending.js";

/**
 * Send what a page sends by a form, and follow to where it leads.
 * @param {string} url
 * @param {Readonly<Record<string, string>>} fields
 * @param {number} [longest]  milliseconds that it may take
 * @returns {Promise<Response | null>} null where nobody answered in time
 */
export async function sendForm(url, fields, longest = LONGEST_REQUEST) {
  /** @type {RequestInit} */
  const how = { credentials: "same-origin", mode: "same-origin", cache: "no-store", signal: AbortSignal.timeout(longest) };
  try {
    // A page from the phone has an old token or none.
    const asked = await (await fetch(TOKEN, { ...how, headers: { Accept: "application/json" } })).json();
    if (typeof asked?.token !== "string") return null; // a stranger in the server's place
    const headers = { Accept: "text/html", "X-CSRFToken": asked.token };
    return await fetch(url, { ...how, method: "POST", headers, body: new URLSearchParams(fields) });
  } catch {
    return null;
  }
}
