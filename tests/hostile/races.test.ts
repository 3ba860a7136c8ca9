// The Node host while another thread swaps the vault's files and folders for links at full speed: no answer has the
// content, a name or the size of a file that is excluded or outside the vault. Needs pkg/, which built.ts makes.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Answer, Change } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { folderWith } from "../shim/vault.ts";
import { rounds, TIMEOUT_MS } from "./effort.ts";

/** The size of every file that must not be seen. */
const SIZE = 54_321;
const SECRET = "canary lamp\n".padEnd(SIZE, "x");
/** Its content, the names of such files, their size, and the same as a listing rounds it. */
const LEAK = /canary|54,?321|53(\.0)? KB/;

const OPEN = { "plan.md": "an open lamp\n", "other.md": "another lamp\n", "sub/deep.md": "a deep lamp\n" };
const CLOSED = Object.fromEntries(
  ["plan.md", "canary.md", "sub/deep.md", "sub/canary.md", "canary/a.md"].map((path) => [path, SECRET]),
);

/** What is asked for; names that only closed folders hold are asked for by others, so that `LEAK` can be looked for. */
const FILES = ["notes/plan.md", "notes/sub/deep.md", "a/notes/plan.md", "a/notes/sub/deep.md", "b/plan.md"];
const FOLDERS = ["", "notes", "notes/sub", "a", "a/notes", "a/notes/sub", "b"];

/** Swaps each place for its link, and back, until it is ended. */
const SWAP = `
const { renameSync } = require("node:fs");
const { workerData, parentPort } = require("node:worker_threads");
parentPort.postMessage("begun");
for (let turn = 0; ; turn++) {
  const [place, link, aside] = workerData[turn % workerData.length];
  for (const [from, to] of [[place, aside], [link, place], [place, link], [aside, place]]) renameSync(from, to);
}
`;

/** A vault in which folders and a file are swapped for links to closed places as long as the test lasts. */
async function swapping(): Promise<string> {
  const below = (folder: string, files: Record<string, string>): [string, string][] =>
    Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]);
  const open = ["notes", "a/notes", "b"].flatMap((folder) => below(folder, OPEN));
  const vault = await folderWith(Object.fromEntries([...open, ...below("Private", CLOSED)]));
  const [outside, stash] = [await folderWith(CLOSED), await folderWith()];
  const links = { notes: join(vault, "Private"), "a/notes": outside, "b/plan.md": "../Private/plan.md" };
  const swaps = Object.entries(links).map(([path, target], index) => {
    const link = join(stash, String(index));
    symlinkSync(target, link);
    return [join(vault, path), link, `${link}-aside`];
  });
  const worker = new Worker(SWAP, { eval: true, workerData: swaps });
  onTestFinished(async () => {
    await worker.terminate();
  });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  return vault;
}

/** What an answer tells. Where a link leads is for the core to judge, and no more than the link itself says. */
function told(answer: Answer): string {
  if (typeof answer === "object" && "bytes" in answer) return Buffer.from(answer.bytes).toString();
  return typeof answer === "object" && "moved" in answer ? "" : JSON.stringify(answer);
}

describe.each([
  { told: "told", tells: true },
  { told: "not told", tells: false },
])("while links are swapped in, where it is $told where an open file lies,", ({ tells }) => {
  test("no answer of the host tells of what is closed", { timeout: TIMEOUT_MS }, async () => {
    const host = NodeHost.open(await swapping(), tells);
    const changes: Change[] = [];
    const watch = host.watch((change) => changes.push(change));
    onTestFinished(() => watch.stop());
    const open = new Set<string>();
    for (const round of rounds(tells ? 120 : 30)) {
      const answers: Answer[] = [];
      for (const path of FILES) answers.push(host.stat(path), await host.read(path));
      for (const path of FOLDERS) answers.push(host.list(path, 0));
      for (const answer of answers) {
        const text = told(answer);
        expect(text, `round ${round}`).not.toMatch(LEAK);
        open.add(/open lamp|deep lamp|other\.md|"size":1[23]/.exec(text)?.[0] ?? "");
      }
      await watch.settled?.();
      expect(JSON.stringify(changes.splice(0))).not.toMatch(/54,?321/);
    }
    // What is open was seen in between.
    expect([...open].filter(Boolean).length).toBeGreaterThan(2);
  });

  test("no reply of a tool tells of what is closed", { timeout: TIMEOUT_MS }, async () => {
    const tools = new Tools(NodeHost.open(await swapping(), tells), { protected: ["Private"] });
    onTestFinished(() => tools.close());
    let shown = 0;
    for (const round of rounds(4)) {
      const calls: [string, unknown][] = [
        ...FILES.map((path): [string, unknown] => ["read_file", { path }]),
        ["read_file", { path: "[[deep]]" }],
        ...FOLDERS.map((path): [string, unknown] => ["list_files", { path }]),
        ["search_notes", { query: "lamp" }],
        ["search_notes", { query: "la.p", mode: "regex" }],
      ];
      for (const [tool, args] of calls) {
        const reply = await tools.call(tool, args);
        expect(JSON.stringify(reply), `round ${round}`).not.toMatch(LEAK);
        if (!reply.isError) shown++;
      }
    }
    expect(shown).toBeGreaterThan(0);
  });
});
