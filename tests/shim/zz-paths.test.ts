import { readFileSync, readdirSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { Tools } from "../../js/vault/tools.ts";
import { NodeHost } from "../../js/host/node.ts";
import { folderWith } from "./vault.ts";
const accept = { approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const), journal: NO_JOURNAL };
function tree(dir: string): Record<string, string> {
  return Object.fromEntries(readdirSync(dir, { withFileTypes: true, recursive: true }).filter((e) => e.isFile()).map((e) => [join(e.parentPath, e.name), readFileSync(join(e.parentPath, e.name), "utf8")]));
}
test("paths", async () => {
  const lines = readFileSync("/work/shared/cases/paths.tsv", "utf8").split("\n").filter((l) => l.startsWith('"')).map((l) => l.split("\t"));
  const outside = await folderWith({ "out.md": "canary old\n" });
  let n = 0;
  for (const [json = "", expected = ""] of lines) {
    const path = JSON.parse(json) as string;
    const files: Record<string, string> = {};
    for (const [, e = ""] of lines) if (e.startsWith("open:")) files[e.slice(5).replace(/^"|"$/g, "")] = "open old\n";
    Object.assign(files, { ".obsidian/app.json": '{"a":"canary"}', ".obsidian/plugins/x/data.json": "canary", "Private/a.md": "canary old\n", ".git/config": "canary", ".lecternignore": "" });
    const root = await folderWith(files);
    mkdirSync(join(root, "Links"), { recursive: true });
    symlinkSync(outside, join(root, "Links/out"));
    symlinkSync("../Private", join(root, "Links/in"));
    const before = tree(root), out = tree(outside);
    const tools = new Tools(NodeHost.open(root), { changes: true, protected: ["Private"] });
    for (const p of [path, `Links/out/${path}`, `Links/in/a.md`]) for (const [tool, args] of [["edit_file", { edits: [{ old: "old", new: "new" }] }], ["write_file", { content: "new\n" }], ["edit_properties", { set: { a: 1 } }], ["delete_file", {}]] as const) {
      const reply = await tools.call(tool, { path: p, ...args }, undefined, undefined, accept);
      const after = tree(root);
      for (const [file, text] of Object.entries(before)) if (text.includes("canary") || file.endsWith(".lecternignore")) expect(after[file], `${tool} ${p} ${file}`).toBe(text);
      expect(tree(outside)).toStrictEqual(out);
      const rel = Object.keys(after).map((f) => f.slice(root.length + 1)).filter((f) => !(join(root, f) in before));
      expect(rel.filter((f) => f.split("/").some((s) => s.startsWith(".")) && !f.startsWith(".trash/") || f.toLowerCase().startsWith("private")), `${tool} ${p}`).toStrictEqual([]);
      if (reply.isError && rel.length) console.log("created on refusal?", tool, JSON.stringify(p), rel);
      if (!reply.isError && /denied|outside/.test(expected)) console.log("not refused", tool, JSON.stringify(p), expected, JSON.stringify(reply.structuredContent.display));
      n++;
    }
    tools.close();
  }
  console.log(n, "calls");
}, 120000);
