// The TypeScript tests: the shim in Node, and the released plugin in Chromium, which the tests start themselves.
import { defineConfig } from "vitest/config";

/** They mock a module for all that import it. */
const MOCKS_MODULES = ["app-faults", "core", "node-host-faults", "search-node"].map(
  (name) => `tests/shim/${name}.test.ts`,
);

/**
 * They start many processes, often through the journal, which locks its file with `flock`. Node starts one by `fork`,
 * which takes as long as its memory is large: 1 ms with 50 MB, 60 ms with 1 GB, as a worker has after many files.
 */
const START_PROCESSES = [
  ...["clients/*", "mcp/*", "embeddings/cli-embed", "shim/cli*", "shim/node-*"],
  ...["disk-faults", "terminal", "random-changes", "rule-files", "*-writers"].map((name) => `hostile/${name}`),
  ...["encodings-changed", "npm-package", "skill", "tag-forms"].map((name) => `shim/${name}`),
].map((name) => `tests/${name}.test.ts`);

/** Texts of 60 MB: beside 500 MB of what other files left, each collection of garbage takes half a second. */
const HAS_LARGE_TEXTS = ["tests/shim/obsidian-journal.test.ts"];

const OWN_PROCESS = [...MOCKS_MODULES, ...START_PROCESSES, ...HAS_LARGE_TEXTS];

export default defineConfig({
  // The package itself holds only types.
  resolve: { alias: { obsidian: "obsidian-test-mocks/obsidian" } },
  test: {
    maxWorkers: "100%",
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ["tests/shim/seed.ts"],
    globalSetup: ["tests/shim/built.ts", "tests/shim/temporary-folder.ts"],
    // What one test spies on or takes away is there again for the next.
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: "isolated", include: OWN_PROCESS } },
      // What a file imports stays for the next file: a quarter less time.
      {
        extends: true,
        test: { name: "shared", include: ["tests/**/*.test.ts"], exclude: OWN_PROCESS, isolate: false },
      },
    ],
  },
});
