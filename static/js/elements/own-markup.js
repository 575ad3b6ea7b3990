/**
 * Where text becomes a page: what our own server sent, and nothing else. Browsers that know Trusted Types refuse any other
 * way, by the policy that comes with every page, so that no text of a person can become markup by a slip.
 *
 * @typedef {{createHTML: (text: string) => string, createScriptURL: (address: string) => string}} Policy
 */

import { WORKER } from "../offline/addresses.js";

const known = /** @type {{trustedTypes?: {createPolicy: (name: string, rules: Policy) => Policy}}} */ (globalThis).trustedTypes;

/** @type {Policy} */
const rules = {
  createHTML: (text) => text,
  createScriptURL: (address) => {
    if (address !== WORKER) throw new TypeError(`${address} is no worker of ours`);
    return address;
  },
};
const policy = known?.createPolicy("scorekeeper", rules) ?? rules;

/**
 * A page that our server answered with. Its scripts never run.
 * @param {string} text
 */
export function ownPage(text) {
  return new DOMParser().parseFromString(policy.createHTML(text), "text/html");
}

/**
 * Show a piece of a page that our server answered with.
 * @param {Element} place
 * @param {string} text
 */
export function showOwn(place, text) {
  place.innerHTML = policy.createHTML(text);
}

/** The address of the service worker, as `register` wants it. */
export function workerAddress() {
  return policy.createScriptURL(WORKER);
}
