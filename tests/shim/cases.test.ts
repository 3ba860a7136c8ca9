// The contract as data: every folder of tests/cases/TOOL/ through the wasm and the Node host, as the native tests run them
// without either. Needs pkg/, which built.ts makes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Config } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/tools.ts";
import { folderWith } from "./vault.ts";

const root = join(import.meta.dirname, "../cases");

interface Call {
  args: unknown;
  config?: Partial<Config>;
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
    const { args, config } = JSON.parse(read("call.json")) as Call;
    // No repository keeps an empty folder: an empty vault is none.
    const vault = existsSync(join(folder, "vault")) ? join(folder, "vault") : await folderWith();

    const reply = await new Tools(NodeHost.open(vault), config).call(tool, args);

    expect(`${textOf(reply)}\n`).toBe(read("reply.txt"));
    if (existsSync(join(folder, "reply.json"))) {
      expect(reply.structuredContent).toStrictEqual(JSON.parse(read("reply.json")));
    }
    expect(reply.isError).toBe(reply.structuredContent.error !== undefined);
  });
});
