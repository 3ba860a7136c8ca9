// Which vault a command takes: `--vault`, the folder that holds `.obsidian`, or the one in the environment.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ended, start } from "./cli.ts";
import { folderWith } from "./vault.ts";

let here: string;
let other: string;
let nowhere: string;
beforeAll(async () => {
  here = await folderWith({ "a.md": "here\n", ".obsidian/app.json": "{}", "Deep/er/b.md": "deep\n" });
  other = await folderWith({ "a.md": "other\n" });
  // A file is no settings folder.
  nowhere = await folderWith({ ".obsidian": "x", "a.md": "nowhere\n" });
});

/** What `read_file` shows of a.md, run in `cwd`. */
async function read(cwd: string, vault: string | undefined, ...args: string[]) {
  const { INIT_CWD: _, LECTERN_VAULT: __, ...env } = process.env;
  const set = vault === undefined ? env : { ...env, LECTERN_VAULT: vault };
  const all = ["call", "read_file", "--args", '{"path": "a.md"}', ...args];
  const { code, stdout, stderr } = await ended(start(all, { cwd, env: set }));
  return code === 0 ? stdout : [code, stderr];
}

test("is the nearest folder at or above the user's that holds .obsidian", async () => {
  expect(await read(here, undefined)).toBe("1: here\n");
  expect(await read(join(here, "Deep/er"), other)).toBe("1: here\n");
  mkdirSync(join(here, "Deep/.obsidian"));
  expect(await read(join(here, "Deep/er"), undefined)).not.toBe("1: here\n");
});

test("is else the one in the environment, also by a relative path", async () => {
  expect(await read(nowhere, other)).toBe("1: other\n");
  expect(await read(dirname(other), other.slice(dirname(other).length + 1))).toBe("1: other\n");
});

test("is the one that --vault names in any case", async () => {
  expect(await read(here, nowhere, "--vault", other)).toBe("1: other\n");
});

test("is missing otherwise, and it is said what to do", async () => {
  const message =
    "lectern: no vault: neither this folder nor one above it has .obsidian; add --vault DIR, or set LECTERN_VAULT\n";
  expect(await read(nowhere, undefined)).toStrictEqual([2, message]);
  expect(await read(nowhere, "")).toStrictEqual([2, message]);
});
