// The tools' contract as data: runs every folder of tests/cases/TOOL/ through the wasm and the Node host. The native
// tests run the same cases without either. Needs pkg/, which built.ts makes.
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import type { Config } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { folderWith } from "./vault.ts";

const root = join(import.meta.dirname, "../cases");

interface Call {
  args: unknown;
  config?: Partial<Config>;
  /** When files were changed, in milliseconds since 1970; all others at `CHANGED`. */
  changed?: Record<string, number>;
  /** The user's date; unknown if left out. */
  today?: string;
}

/** Noon of March 1st, 2025, UTC: when the files of a case were changed. */
const CHANGED = 1_740_830_400_000;

/** A copy of the case's vault, in which times of change are those of the case: no repository keeps them. */
async function vaultOf(folder: string, changed: Record<string, number> = {}): Promise<string> {
  const vault = await folderWith();
  // No repository keeps an empty folder either: an empty vault is none.
  if (existsSync(folder)) cpSync(folder, vault, { recursive: true });
  for (const entry of readdirSync(vault, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const time = (changed[relative(vault, path).normalize("NFC")] ?? CHANGED) / 1000;
    if (entry.isFile()) utimesSync(path, time, time);
  }
  return vault;
}

const folders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : [];
const cases = folders(root).flatMap((tool) => folders(join(root, tool)).map((name) => [tool, name] as const));

describe("the contract", () => {
  test("has cases", () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test.each(cases)("%s %s ends in the reply that the case gives", async (tool, name) => {
    const folder = join(root, tool, name);
    const read = (file: string): string => readFileSync(join(folder, file), "utf8");
    const { args, config, changed, today = null } = JSON.parse(read("call.json")) as Call;
    const vault = await vaultOf(join(folder, "vault"), changed);

    const reply = await new Tools(NodeHost.open(vault), config).call(tool, args, undefined, { today });

    expect(`${textOf(reply)}\n`).toBe(read("reply.txt"));
    if (existsSync(join(folder, "reply.json"))) {
      expect(reply.structuredContent).toStrictEqual(JSON.parse(read("reply.json")));
    }
    expect(reply.isError).toBe(reply.structuredContent.error !== undefined);
  });
});
