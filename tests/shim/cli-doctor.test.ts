// `lectern doctor`: what a model can see of a vault.
import { expect, test } from "vitest";
import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import { sightOf } from "../../js/cli/doctor/what-models-see.ts";
import { versions } from "../../js/build/tools.mjs";
import { Tools } from "../../js/vault/tools.ts";
import { ended, lectern, start } from "./cli.ts";
import { folderWith, MemoryHost } from "./vault.ts";

const PLUGIN = ".obsidian/plugins/lectern";
const FILES = {
  "open.md": "open\n",
  "pictures/a.png": "x",
  "Private/canary-1.md": "x\n",
  "Private/deep/canary-2.md": "x\n",
  "Old/canary-3.md": "x\n",
  "canary-4.secret": "x\n",
  "canary-5.md": "---\nlectern: false\n---\nx\n",
  "canary-6.md": "#hidden\n",
  ".canary-7.md": "x\n",
  [`${PLUGIN}/data.json`]: JSON.stringify({ closed: ["Private"], closedTags: ["hidden"] }),
  [`${PLUGIN}/manifest.json`]: JSON.stringify({ id: "lectern", version: "7.8.9" }),
  ".obsidian/app.json": JSON.stringify({ userIgnoreFilters: ["Old/"] }),
  ".lecternignore": "*.secret\n",
};

const OWN = ["read_file", "list_files", "search_notes", "links"].map((name) => `mcp__lectern__${name}`);

/** A program that says its version, or else, as Claude Code does, its tools. */
function script(version: string, tools: readonly string[]): string {
  const init = JSON.stringify({ type: "system", subtype: "init", tools });
  const delta = { type: "text_delta", text: "ok" };
  const text = JSON.stringify({ type: "stream_event", event: { type: "content_block_delta", delta } });
  const act = tools.length === 0 ? "exit 1" : `read prompt; echo '${init}'; echo '${text}'; sleep 60`;
  return `#!/bin/sh\nif [ "$1" = --version ]; then echo "${version}"; exit; fi\n${act}\n`;
}

test("counts what is open, and what each rule excludes", async () => {
  const vault = await folderWith(FILES);
  const { code, stdout, stderr } = await lectern(["doctor", "--vault", vault, "--json"]);
  expect([code, stderr]).toStrictEqual([0, ""]);
  const found = JSON.parse(stdout) as Record<string, unknown> & { rules: { rule: string; files: number }[] };
  expect(found).toMatchObject({ open: 2, excluded: 8, unreadable: 0, index: { notes: 1, unread: 0 }, model: null });
  expect(Object.fromEntries(found.rules.map(({ rule, files }) => [rule, files]))).toStrictEqual({
    '"Old/" in the app\'s Excluded files': 1,
    '"Private" in Lectern\'s settings': 2,
    ".lecternignore": 1,
    "a note's property or tag": 2,
    "hidden files and folders": 2,
  });
  expect(found.versions).toMatchObject({ node: process.version, plugin: "7.8.9" });
});

test("says it in plain words, without the names of excluded notes", async () => {
  const vault = await folderWith(FILES);
  const { code, stdout } = await lectern(["doctor", "--vault", vault, "--protect", "pictures"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Open to a model: 1 file\nExcluded: 9 files\n/);
  expect(stdout).toContain('  1 by "pictures" in --protect\n');
  expect(stdout).toContain("Model: not asked; add --model\n");
  expect(stdout).toContain("An agent with a shell");
  expect(stdout).not.toContain("canary");
});

test.skipIf(process.platform === "win32")("says which programs can answer in the panel, by their tools", async () => {
  const folder = await folderWith({
    claude: script(`${versions.claudeCode} (Claude Code)`, OWN),
    codex: script("codex-cli 9.8.7", []),
  });
  for (const name of ["claude", "codex"]) await chmod(join(folder, name), 0o755);
  const vault = await folderWith({ "a.md": "x\n" });
  const env = { PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}`, HOME: folder, SHELL: "" };
  const { stdout } = await ended(start(["doctor", "--vault", vault], { env }));
  expect(stdout).toContain(
    `Claude Code ${versions.claudeCode}: can answer in the app's panel, with Lectern's tools alone\n`,
  );
  expect(stdout).toContain(`Codex 9.8.7: Codex ended without an answer. (its wall was tried with ${versions.codex})\n`);
  await writeFile(join(folder, "claude"), script("9.8.7", [...OWN, "Bash"]));
  const other = await ended(start(["doctor", "--vault", vault, "--json"], { env }));
  const { agents } = JSON.parse(other.stdout) as { agents: { fault: string | null }[] };
  expect(agents[0]?.fault).toContain("it has tools that Lectern can't control (Bash)");
});

test("says that a model does not answer, and ends with 1", async () => {
  const vault = await folderWith({ "a.md": "x\n" });
  // Nothing listens on this port.
  const options = ["--model", "compatible/none", "--base-url", "http://127.0.0.1:9/v1"];
  const { code, stdout } = await lectern(["doctor", "--vault", vault, ...options]);
  expect([code, stdout]).toStrictEqual([1, expect.stringMatching(/^Model none: does not answer: .+$/m)]);
});

test("tells a note that can't be read from one that is excluded", async () => {
  class Faulty extends MemoryHost {
    override read(path: string): Answer | Promise<Answer> {
      return path === "bad.md" ? { failed: "permission denied" } : super.read(path);
    }
  }
  const host = new Faulty({ "a.md": "x\n", "bad.md": "x\n", "closed.md": "---\nlectern: false\n---\n" });
  const rules = [{ rule: "a note's property or tag", files: 1 }];
  expect(await sightOf(host, new Tools(host), {})).toStrictEqual({ open: 1, excluded: 1, rules, unreadable: 1 });
});

test("refuses a vault whose rules can't be read", async () => {
  const vault = await folderWith({ "a.md": "x\n", ".lecternignore": Buffer.from("x\n", "utf16le") });
  const { code, stderr } = await lectern(["doctor", "--vault", vault]);
  expect(code).toBe(1);
  expect(stderr).toContain(".lecternignore is not text in UTF-8");
});
