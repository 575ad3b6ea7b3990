/**
 * A part of a page that its script cannot do without.
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (found instanceof HTMLElement) return found;
  throw new Error(`the hole page lacks ${selector}`);
}
