// A limit on the work of one call, which also ends when the call is cancelled. Where the host can tell, processor time
// counts: a busy machine takes longer, and reads as much.
import { nextTurn } from "../base/turns.ts";

/** How long work runs before it yields, in ms. */
const SLICE = 8;
/** The most work of one step, such as opening a document or reading a page, in ms. */
const STEP_MS = 10_000;
/** The longest time of one step, even if nothing worked on it. */
const IDLE_MS = 60_000;
/** How often a step is looked at. */
const LOOK_MS = 1000;

/** The time is up, or the call was cancelled. */
export class TimeIsUp extends Error {}

/** What belongs to a limit. */
export interface TimeOptions {
  readonly signal?: AbortSignal | undefined;
  /** The processor time of this process so far, in ms; undefined if the host can't tell. */
  readonly clock?: (() => number) | undefined;
  /** After this many ms, what is still needed is given up, too. */
  readonly most?: number;
}

/** Starts at once. Call `stop` when done. */
export class TimeLimit {
  readonly #ms: number;
  readonly #most: number;
  readonly #signal: AbortSignal | undefined;
  readonly #clock: (() => number) | undefined;
  readonly #up: Promise<never>;
  #start: Moment;
  #step: Moment;
  #stop = (): void => undefined;
  /** When the app last had a turn. */
  #since = performance.now();

  constructor(ms: number, { signal, clock, most = ms }: TimeOptions = {}) {
    [this.#ms, this.#most, this.#signal, this.#clock] = [ms, most, signal, clock];
    this.#start = this.#step = this.#now();
    this.#up = new Promise((_, reject) => {
      const end = (): void => {
        this.#stop();
        reject(new TimeIsUp());
      };
      const timer = setInterval(() => this.#isStuck && end(), LOOK_MS);
      signal?.addEventListener("abort", end, { once: true });
      this.#stop = () => {
        clearInterval(timer);
        signal?.removeEventListener("abort", end);
      };
      if (signal?.aborted) end();
    });
    // Nobody may be waiting when it fires.
    this.#up.catch(() => undefined);
  }

  /** Whether the call was cancelled. */
  get isCancelled(): boolean {
    return this.#signal?.aborted === true;
  }

  /** Whether no more should be begun. */
  get isUp(): boolean {
    return this.#isBeyond(this.#start, this.#ms);
  }

  /** Whether what is still needed is to be given up. */
  get isOver(): boolean {
    return this.#isBeyond(this.#start, this.#most);
  }

  /** Begins anew what the time is for: reading, behind checks that have to be made, however long they took. */
  restart(): void {
    if (this.#most > this.#ms) this.#start = this.#now();
  }

  /** Begins a step. */
  begin(): void {
    this.#step = this.#now();
  }

  /** The result of `work`; throws `TimeIsUp` when its step takes too long, without waiting for `work`. */
  async within<T>(work: Promise<T>): Promise<T> {
    const done = await Promise.race([work, this.#up]);
    // Without a worker, pdf.js runs on this thread and may keep the timer from firing.
    if (this.#isStuck) throw new TimeIsUp();
    return done;
  }

  /** Whether `pause` should be called. */
  get isPauseDue(): boolean {
    return performance.now() - this.#since > SLICE;
  }

  /** Yields to the app; throws `TimeIsUp` when the whole time is up. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
    if (this.isOver || this.isCancelled) throw new TimeIsUp();
  }

  /** Clears the timer. */
  stop(): void {
    this.#stop();
  }

  get #isStuck(): boolean {
    return this.#isBeyond(this.#step, STEP_MS) || performance.now() - this.#step.time > IDLE_MS;
  }

  /** Whether more work than `ms` was done since then. Never more than the time allows, however many threads work. */
  #isBeyond({ time, work }: Moment, ms: number): boolean {
    // The clock is asked only if need be: it takes longer than a chunk of text.
    return performance.now() - time > ms && (!this.#clock || this.#clock() - work > ms);
  }

  #now(): Moment {
    const time = performance.now();
    return { time, work: this.#clock?.() ?? time };
  }
}

/** The time, and the work so far. */
interface Moment {
  readonly time: number;
  readonly work: number;
}
