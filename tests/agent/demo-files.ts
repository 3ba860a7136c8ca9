// The files of the demo vault, by their paths.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const VAULT = "tests/fixtures/vault";

export const DEMO_FILES: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  readdirSync(VAULT, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith(".") && statSync(join(VAULT, path)).isFile())
    .map((path) => [path, readFileSync(join(VAULT, path))]),
);
