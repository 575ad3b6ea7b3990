/**
 * How it stands with the network and with what this phone has to send, in a sentence; nothing while all is well.
 *
 * @typedef {object} Sending
 * @property {number} waits  entries that nobody need decide on
 * @property {number} heldUp  of these, those that cannot go before somebody has decided on another
 * @property {boolean} away  the server does not answer
 * @property {boolean} awayLong  and has not for a while
 * @property {boolean} sendingLong  something has been on its way for a while
 * @property {boolean} stuck  the server answers, and takes nothing
 * @property {boolean} unkept  what waits is nowhere but in this page
 * @property {boolean} plain  over plain http: without a network this page cannot be opened again
 * @property {boolean} mayEdit
 * @property {boolean} compact  one line of a small phone
 */

/**
 * @param {Sending} sending
 * @returns {string}
 */
export function sendingWords({ waits, heldUp, away, awayLong, sendingLong, stuck, unkept, plain, mayEdit, compact }) {
  const stay = unkept || plain;
  if (waits > 0 && (away || stuck)) {
    const wait = waits === 1 ? "1 entry waits" : `${waits} entries wait`;
    if (compact && stay) return `${wait}: keep this page open.`;
    const why = unkept
      ? " Keep this page open: this browser keeps nothing for later."
      : plain ? " Keep this page open: without a network it cannot be opened again." : "";
    return `${wait} for the ${away ? "network" : "server"}.${why}`;
  }
  const held = heldUp === 0 ? "" : `${heldUp === 1 ? "1 entry waits" : `${heldUp} entries wait`} until you have decided.`;
  if (waits > heldUp && sendingLong) return ["Sending…", held].filter(Boolean).join(" ");
  if (waits > 0) return held;
  if (!awayLong) return "";
  if (!mayEdit) return "No network: this is how the game stood.";
  if (!stay) return compact ? "No network: what you enter is kept here." : "No network: what you enter is kept on this phone.";
  if (compact) return "No network: keep this page open.";
  return unkept
    ? "No network: keep this page open, it alone holds what you enter."
    : "No network: keep this page open, without one it cannot be opened again.";
}
