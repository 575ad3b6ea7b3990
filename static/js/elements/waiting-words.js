/**
 * What is said of this phone's entries: how it stands with the network and with what is to be sent, in a sentence, nothing
 * while all is well; how an entry is called.
 *
 * @import {Game} from "../rules/game.js"
 * @import {Waiting} from "../store/outbox.js"
 *
 * @typedef {object} Sending
 * @property {number} waits  entries that nobody need decide on
 * @property {number} heldUp  of these, those that cannot go before somebody has decided on another
 * @property {boolean} away  the server does not answer
 * @property {boolean} awayLong  and has not for a while
 * @property {boolean} sendingLong  something has been on its way for a while
 * @property {boolean} stuck  the server answers, and takes nothing
 * @property {boolean} stays  the page has to stay open: it alone has what waits, or it cannot be opened again
 * @property {boolean} mayEdit
 */

import { sentence } from "../rules/wording.js";

/**
 * The link leads nowhere any more. On the entry page one line has to do; the scorecard has the whole.
 * @param {string} message  of the server
 * @param {number} waits
 * @param {boolean} compact
 */
export function closedWords(message, waits, compact) {
  const whole = sentence(message || "This link was renewed: ask the table for the new one");
  const wait = waits === 1 ? "1 entry" : `${waits} entries`;
  if (!compact) return [whole, ...(waits > 0 ? [`${wait} ${waits === 1 ? "is" : "are"} kept on this phone until then.`] : [])];
  return [waits === 0 ? "This link was renewed. Scan the new code." : `${wait} kept here. Scan the table's new code.`];
}

/**
 * An entry in few words.
 * @param {Pick<Waiting, "kind" | "hole" | "player"> & {name?: string | undefined}} entry
 * @param {Pick<Game, "player"> | null} game
 */
export function called({ kind, hole, player, name }, game) {
  if (kind === "confirm") return `the end of hole ${hole}`;
  // Somebody may have been taken off the table since.
  const who = (player === null ? undefined : game?.player(player)?.name) ?? name;
  return who === undefined ? `hole ${hole}` : `${who} on hole ${hole}`;
}

/**
 * @param {Sending} sending
 * @returns {string}
 */
export function sendingWords({ waits, heldUp, away, awayLong, sendingLong, stuck, stays, mayEdit }) {
  const waiting = (/** @type {number} */ count) => count === 1 ? "1 entry waits" : `${count} entries wait`;
  if (waits > 0 && (away || stuck)) {
    return stays ? `${waiting(waits)}: keep this page open.` : `${waiting(waits)} for the ${away ? "network" : "server"}.`;
  }
  const held = heldUp === 0 ? "" : `${waiting(heldUp)} until you have decided.`;
  if (waits > heldUp && sendingLong) return ["Sending…", held].filter(Boolean).join(" ");
  if (waits > 0) return held;
  if (!awayLong) return "";
  if (!mayEdit) return "No network: this is how the game stood.";
  return stays ? "No network: keep this page open." : "No network: what you enter is kept here.";
}
