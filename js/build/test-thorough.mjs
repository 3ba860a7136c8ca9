// `npm run test:thorough`: what `npm test` tries with a few fixed cases, with many new ones: the properties of the core
// and of the shim (`LECTERN_CASES`, by default 10,000 cases each), damaged files, and the hostile tests
// (`LECTERN_HOSTILE_SECONDS` for each property). Every group runs; what they say is kept in target/thorough/, with the seed that repeats it.
import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAll } from "./build.mjs";
import { setup } from "./setup.mjs";
import { cargoTests, testFiles, vitest } from "./test-runners.mjs";
import { Failure, main, root } from "./tools.mjs";

const { LECTERN_CASES = "10000", LECTERN_HOSTILE_SECONDS = "60" } = process.env;
const seed = process.env.PROPTEST_RNG_SEED ?? String(randomInt(2 ** 32));

/** @type {Record<string, () => Promise<unknown>>} */
const GROUPS = {
  core: () =>
    cargoTests({
      PROPTEST_RNG_SEED: seed,
      PROPTEST_CASES: LECTERN_CASES,
      // Cases that a test has no use for.
      PROPTEST_MAX_GLOBAL_REJECTS: LECTERN_CASES,
      LECTERN_FUZZ_SECONDS: LECTERN_HOSTILE_SECONDS,
      LECTERN_HOSTILE_SECONDS,
    }),
  TypeScript: () => typeScript("properties", isProperty, { LECTERN_CASES }),
  hostile: () => typeScript("hostile", isHostile, { LECTERN_HOSTILE_SECONDS }),
};

/** @param {string} file */
const isHostile = (file) => file.startsWith("tests/hostile/");
/** @param {string} file */
const isProperty = (file) => !isHostile(file) && readFileSync(join(root, file), "utf8").includes('from "fast-check"');

/**
 * @param {string} name
 * @param {(file: string) => boolean} isWanted
 * @param {NodeJS.ProcessEnv} more
 */
function typeScript(name, isWanted, more) {
  const { inNode, inBrowser } = testFiles();
  // However long a test takes.
  return vitest(`thorough-${name}`, ["--testTimeout=0", ...[...inNode, ...inBrowser].filter(isWanted)], more);
}

await main(import.meta.url, async () => {
  await setup({ browser: true });
  await buildAll();
  const folder = join(root, "target", "thorough");
  mkdirSync(folder, { recursive: true });
  console.log(`PROPTEST_RNG_SEED=${seed} repeats the core's cases; fast-check names its own seed.`);
  let failed = 0;
  for (const [name, work] of Object.entries(GROUPS)) {
    console.log(`== ${name} ...`);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failed++;
      const message = `PROPTEST_RNG_SEED=${seed}\n${error.message}\n`;
      writeFileSync(join(folder, `${name}.txt`), message);
      console.error(message);
    }
  }
  if (failed > 0) throw new Failure(`${failed} of ${Object.keys(GROUPS).length} groups failed: see ${folder}`);
}).finally(() => process.exit());
