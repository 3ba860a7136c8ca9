// The benchmarks that need the tests' app and stand-in models.
import { defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";

export default defineConfig({
  resolve: config.resolve ?? {},
  test: { include: ["tests/bench/*.bench.ts"], globalSetup: ["tests/shim/temporary-folder.ts"], maxWorkers: 1 },
});
