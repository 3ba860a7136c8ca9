// The tests that run in Node: the shim, its hosts, the command line. Those in a real browser are not started from here.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: "tests/shim/built.ts",
    // What one test spies on or takes away is there again for the next.
    restoreMocks: true,
    unstubGlobals: true,
  },
});
