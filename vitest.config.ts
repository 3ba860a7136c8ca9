// The TypeScript tests: the shim in Node, and the released plugin in Chromium, which the tests start themselves.
import { defineConfig } from "vitest/config";

/** They mock a module for all that import it. */
const MOCKS_MODULES = ["core", "node-host-faults", "search-node"].map((name) => `tests/shim/${name}.test.ts`);

export default defineConfig({
  // The package itself holds only types.
  resolve: { alias: { obsidian: "obsidian-test-mocks/obsidian" } },
  test: {
    maxWorkers: "100%",
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ["tests/shim/seed.ts"],
    globalSetup: ["tests/shim/built.ts", "tests/shim/temporary-folder.ts"],
    // What one test spies on or takes away is there again for the next.
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      // What a file imports stays for the next file: a quarter less time.
      {
        extends: true,
        test: { name: "shared", include: ["tests/**/*.test.ts"], exclude: MOCKS_MODULES, isolate: false },
      },
      { extends: true, test: { name: "isolated", include: MOCKS_MODULES } },
    ],
  },
});
