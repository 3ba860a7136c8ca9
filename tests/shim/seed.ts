// `npm test` tries the same generated cases every time, so that no change fails by luck: 256 of each property that does
// not say otherwise. `LECTERN_CASES` tries as many new ones, and `LECTERN_HOSTILE_SECONDS` new ones.
import fc from "fast-check";

const { LECTERN_CASES, LECTERN_HOSTILE_SECONDS } = process.env;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  numRuns: Number(LECTERN_CASES ?? 256),
  ...(!LECTERN_CASES && !LECTERN_HOSTILE_SECONDS && { seed: 1 }),
});
