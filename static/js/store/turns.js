/**
 * Taking turns with the other tabs of this browser.
 *
 * @typedef {{over: boolean}} Turn  over: another tab has it now, and this one is to stop as soon as it can
 */

/** Milliseconds. A tab that the phone has frozen in the middle of its turn must not hold up the others for ever. */
const LONGEST_TURN = 25_000;

export class Turns {
  /**
   * @param {string} name
   * @param {LockManager | null} locks  browsers have them only over https; without, every tab goes ahead
   */
  constructor(name, locks) {
    this.name = name;
    this.locks = locks;
  }

  /**
   * Do the work when it is this tab's turn; resolves when the work has ended.
   * @param {(turn: Turn) => Promise<void>} work
   */
  async take(work) {
    const turn = { over: false };
    if (this.locks === null) return work(turn);
    /** @type {Promise<void> | null} */
    let mine = null;
    const begin = () => (mine = work(turn));
    const lost = (/** @type {unknown} */ error) => {
      if (!(error instanceof DOMException)) throw error;
      turn.over = mine !== null;
    };
    await this.locks.request(this.name, { signal: AbortSignal.timeout(LONGEST_TURN) }, begin).catch(lost);
    if (mine === null) await this.locks.request(this.name, { steal: true }, begin).catch(lost);
    await mine;
  }
}
