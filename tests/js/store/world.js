/**
 * A browser in memory: a clock that is turned by hand, a page that is hidden and shown, a server that answers as told.
 */

/**
 * @typedef {{status?: number, body?: unknown, etag?: string | null, never?: boolean, broken?: boolean}} Told
 */

export class World {
  constructor() {
    this.time = 1_000_000;
    /** @type {{at: number, what: () => void}[]} */
    this.timers = [];
    /** @type {{url: string, at: number, options: any, settle: (told: Told) => void}[]} */
    this.requests = [];
    /** What the server answers at once; a request stays under way where it is null. @type {(() => Told) | null} */
    this.server = () => ({ status: 304 });
    /** The page's streams that are open. @type {{url: string, rung: (etag: string) => void, lost: () => void}[]} */
    this.streams = [];
    this.underWay = 0;
    this.mostUnderWay = 0;
    this.page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    this.window = new EventTarget();
    /** @type {any} */
    this.around = {
      fetch: this.fetch.bind(this),
      now: () => this.time,
      after: this.after.bind(this),
      listen: this.listen.bind(this),
      page: this.page,
      window: this.window,
    };
  }

  /** @param {number} milliseconds @param {() => void} what */
  after(milliseconds, what) {
    const timer = { at: this.time + milliseconds, what };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** @param {string} url @param {(etag: string) => void} rung @param {() => void} lost */
  listen(url, rung, lost) {
    const stream = { url, rung, lost };
    this.streams.push(stream);
    return () => {
      this.streams = this.streams.filter((other) => other !== stream);
    };
  }

  /** @param {string} url @param {any} options */
  fetch(url, options) {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    return new Promise((resolve, reject) => {
      const over = () => (this.underWay -= 1);
      options.signal.addEventListener("abort", () => {
        over();
        reject(options.signal.reason);
      });
      const settle = (/** @type {Told} */ { status = 200, body, etag = null, never = false, broken = false }) => {
        if (never) return;
        over();
        if (broken) reject(new TypeError("Failed to fetch"));
        const text = typeof body === "string" ? body : JSON.stringify(body);
        resolve(new Response(status === 304 ? null : text, { status, headers: etag === null ? {} : { ETag: etag } }));
      };
      this.requests.push({ url, at: this.time, options, settle });
      if (this.server !== null) settle(this.server());
    });
  }

  /** Let everything that waits for a promise go on. */
  async settle() {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
  }

  /** Let time pass, with everything that happens in it. @param {number} milliseconds */
  async pass(milliseconds) {
    const until = this.time + milliseconds;
    await this.settle();
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time = Math.max(this.time, next.at);
      next.what();
      await this.settle();
    }
    this.time = until;
  }

  /** @param {"visible" | "hidden"} state */
  see(state) {
    this.page.visibilityState = state;
    this.page.dispatchEvent(new Event("visibilitychange"));
  }

  online() {
    this.window.dispatchEvent(new Event("online"));
  }

  /** @param {boolean} persisted */
  shown(persisted) {
    this.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  }

  /** When each request was sent, counted from the first one. */
  get times() {
    return this.requests.map(({ at }) => at - (this.requests[0]?.at ?? 0));
  }
}
