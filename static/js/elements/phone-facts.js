/**
 * What a phone can do at the table, in words, and why not where it cannot.
 *
 * @import {Abilities} from "./installing.js"
 *
 * @typedef {object} Around  what the browser has and is
 * @property {boolean} secure  whether pages come over https, or from this very machine
 * @property {boolean} standalone  opened from the home screen
 * @property {boolean} apple  where pages are installed by the share sheet, and no page may ask
 * @property {boolean} stays  whether the screen can be kept awake
 * @property {boolean} vibrates
 * @property {boolean} still  reduced motion is wished for
 *
 * @typedef {object} Outlook  of a game on this phone
 * @property {readonly unknown[]} waiting
 * @property {boolean} keeps  whether what waits survives closing the page
 * @property {boolean} mayEdit
 *
 * @typedef {object} Fact
 * @property {string} what
 * @property {boolean} good
 * @property {string} words
 */

const NEEDS_HTTPS = "Browsers allow that only to pages that come over https; the documentation says how a home network gets it.";
const ALSO_NEEDS_HTTPS = "That needs https too.";

/**
 * Each ability in words.
 * @param {Abilities} can
 * @param {Around} around
 * @param {Outlook | null} phone  the game of the page
 * @returns {Fact[]}
 */
export function factsOf(can, { secure, standalone, apple, stays, vibrates, still }, phone) {
  const { waiting, keeps, mayEdit } = phone ?? { waiting: [], keeps: true, mayEdit: false };
  const waits = waiting.length;
  const entries = waits === 0 ? "Nothing waits." : waits === 1 ? "1 entry waits to be sent." : `${waits} entries wait to be sent.`;
  const kept = keeps ? "" : " This browser keeps nothing for later: what waits is lost when the page is closed.";
  const how = apple
    ? "In Safari: the share button, then Add to Home Screen."
    : "In the browser's menu: Install app, or Add to home screen.";
  /** @type {Fact[]} */
  const forAll = [
    {
      what: "Without a network",
      good: can.offline,
      words: can.offline ? "The game opens and goes on." : `${can.why}${can.code === "plain-http" ? ` ${NEEDS_HTTPS}` : ""}`,
    },
    {
      what: "On the home screen",
      good: standalone,
      words: standalone ? "It is there: this is the app." : secure ? how : ALSO_NEEDS_HTTPS,
    },
  ];
  if (!mayEdit) return forAll; // whoever watches enters nothing
  return [
    ...forAll,
    { what: "Not sent yet", good: waits === 0 && keeps, words: entries + kept },
    {
      what: "Screen stays on",
      good: stays,
      words: stays ? "While a hole is entered." : secure ? "This browser cannot keep it on: set a longer time in the phone's settings." : ALSO_NEEDS_HTTPS,
    },
    {
      what: "Vibrates",
      good: vibrates && !still,
      words: !vibrates ? "This browser cannot." : still ? "Not while the phone is set to less motion." : "When a layout is complete.",
    },
  ];
}
