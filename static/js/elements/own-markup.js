/**
 * Where text becomes a page: what our own server sent, and nothing else. Browsers that know Trusted Types refuse any other
 * way, by the policy that comes with every page, so that no text of a person can become markup by a slip.
 *
 * @typedef {{createHTML: (text: string) => string}} Policy
 */

const known = /** @type {{trustedTypes?: {createPolicy: (name: string, rules: Policy) => Policy}}} */ (globalThis).trustedTypes;

/** @type {Policy} */
const rules = { createHTML: (text) => text };
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
