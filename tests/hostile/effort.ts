// How long the hostile tests run. By default each property tests a fixed number of cases, which takes a few seconds.
// `LECTERN_HOSTILE_SECONDS=600 npx vitest run tests/hostile` gives each property that many seconds, with new cases
// every time.
import fc from "fast-check";

export const SECONDS = Number(process.env["LECTERN_HOSTILE_SECONDS"] ?? 0);

/** How long a test with this effort may take, in milliseconds: Vitest's limit for it. */
export const TIMEOUT_MS = SECONDS * 1000 + 300_000;

/** The parameters for `fc.assert`: `cases` runs, or as many as fit in the time that the environment gives. */
export function effort(cases: number): Pick<fc.Parameters<unknown>, "numRuns" | "plugins"> {
  if (SECONDS === 0) return { numRuns: cases };
  return { numRuns: Infinity, plugins: [fc.interruptAfterTimeLimit(SECONDS * 1000)] };
}

/** The rounds of a test that does not use fast-check: `count` of them, or as many as fit in that time, which it tells. */
export function* rounds(count: number): Generator<number> {
  const end = performance.now() + SECONDS * 1000;
  let round = 0;
  while (SECONDS > 0 ? performance.now() < end : round < count) yield round++;
  if (SECONDS > 0) process.stderr.write(`${round} rounds in ${SECONDS} s\n`);
}
