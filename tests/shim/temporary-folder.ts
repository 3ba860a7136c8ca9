// The folder for what the tests write to the disk: gone once all of them have ended, also those that failed.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    temporaryFolder: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "lectern-tests-")));
  provide("temporaryFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
