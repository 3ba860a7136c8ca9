// Chance that a seed decides, with numbers that are the same on every machine. `Math.exp`, `**` and their like may differ
// in the last bit from one engine to the next; sums, products and quotients may not, so nothing else is used here.

/** Numbers from 0 to 1, always the same for one seed (mulberry32).
 * @param {number} seed @returns {() => number} */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for each thing that has a number, so that none depends on how much chance those before it took.
 * @param {number} seed @param {number} index */
export const seedOf = (seed, index) => Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);

/** A whole number from `least` up to and with `most`.
 * @param {() => number} random @param {number} least @param {number} most */
export const between = (random, least, most) => least + Math.floor(random() * (most - least + 1));

/** @template T @param {() => number} random @param {readonly T[]} from not empty @returns {T} */
export const pick = (random, from) => /** @type {T} */ (from[Math.floor(random() * from.length)]);

/** How far Mandelbrot's law sets the first rank from 0: the commonest word is some 3 % of a text, not 8 %. */
const FLAT_TOP = 2.7;

/** Ranks from 0, as often as words of that rank in real text (Zipf and Mandelbrot): drawn in constant time, by Vose's
 * alias method.
 * @param {number} size @returns {(random: () => number) => number} */
export function zipf(size) {
  const share = Float64Array.from({ length: size }, (_, rank) => 1 / (rank + FLAT_TOP));
  const mean = share.reduce((sum, weight) => sum + weight, 0) / size;
  const other = new Uint32Array(size);
  /** @type {number[]} */
  const poor = [];
  /** @type {number[]} */
  const rich = [];
  share.forEach((weight, rank) => {
    share[rank] = weight / mean;
    (weight < mean ? poor : rich).push(rank);
  });
  for (;;) {
    const [less, more] = [poor.pop(), rich.at(-1)];
    if (less === undefined || more === undefined) break;
    other[less] = more;
    share[more] = (share[more] ?? 0) + (share[less] ?? 0) - 1;
    if ((share[more] ?? 0) < 1) poor.push(/** @type {number} */ (rich.pop()));
  }
  // What rounding leaves over has its full share.
  for (const rank of rich) share[rank] = 1;
  return (random) => {
    const rank = Math.floor(random() * size);
    return random() < (share[rank] ?? 1) ? rank : (other[rank] ?? 0);
  };
}

/** About a normal number, of mean 0 and deviation 1: twelve uniform ones together.
 * @param {() => number} random */
export function normal(random) {
  let sum = -6;
  for (let count = 0; count < 12; count++) sum += random();
  return sum;
}

/** e to the power of `x`, for the small `x` of sizes.
 * @param {number} x @returns {number} */
export function exponential(x) {
  if (x < 0) return 1 / exponential(-x);
  if (x > 0.5) return exponential(x / 2) * exponential(x / 2);
  let [sum, term] = [1, 1];
  for (let n = 1; n < 20; n++) {
    term *= x / n;
    sum += term;
  }
  return sum;
}
