// The TypeScript tests: the shim in Node, and the released plugin in Chromium, which the tests start themselves.
import { defineConfig } from "vitest/config";

export default defineConfig({
  // The package itself holds only types.
  resolve: { alias: { obsidian: "obsidian-test-mocks/obsidian" } },
  test: {
    include: ["tests/**/*.test.ts"],
    maxWorkers: "100%",
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: "tests/shim/built.ts",
    // What one test spies on or takes away is there again for the next.
    restoreMocks: true,
    unstubGlobals: true,
  },
});
