// Seeded random choices for the hostile tests that generate their input.

/** Random choices that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed + 1) | 0;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /** The result of one of these. */
  make(...ways: readonly (() => string)[]): string {
    return this.one(ways)();
  }

  /** `least` to `most` results of `make`. */
  some<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
