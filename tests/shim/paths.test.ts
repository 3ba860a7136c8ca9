// How paths are spelled: what each spelling ends in on a real folder, and that nothing from a closed place is in any reply,
// in whatever spelling. Links are in node-host.test.ts. Needs pkg/, which built.ts makes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Config, Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/tools.ts";
import { outcome, whole } from "./replies.ts";
import { folderWith } from "./vault.ts";

/** What stands in every closed file, and in the name of some. */
const CANARY = "c4n4ry";

const OPEN = ["Plan.md", "work/Todo list.md", "work/raw.txt", "work/a.b/c.md", "Stra\u00dfe/\ud55c\uad6d\uc5b4.md"];
const CLOSED = [
  ...[".obsidian/app.json", ".obsidian/plugins/p/data.json", ".smarthole/inbox.json", ".git/config", ".trash/Plan.md"],
  ...[".hidden.md", "work/.env", "work/.obsidian/x.md", "config-dir/app.json", "Secret/deep/Plan.md"],
  ...["work/Clients/A.md", "archive/Secret/b.md", `work/.${CANARY}/x.md`, `Secret/${CANARY}.md`, "work/diary.md"],
];
const CONFIG: Partial<Config> = { configDir: "config-dir", protected: ["Secret", "work/Clients", "/work/diary.md"] };

let tools: Tools;
let root: string;
const read = (path: string): Promise<Reply> => tools.call("read_file", { path });

beforeAll(async () => {
  root = await folderWith({
    ...Object.fromEntries(OPEN.map((path) => [path, `this is ${path}\n`])),
    ...Object.fromEntries(CLOSED.map((path) => [path, `${CANARY}\n`])),
    "Clients/b.md": "this is Clients/b.md\n",
    "diary.md": "this is diary.md\n",
  });
  tools = new Tools(await NodeHost.open(root), CONFIG);
});

/** Spellings, and the open path that each shows or the code that it ends in. */
const SPELLINGS: Record<string, string[]> = {
  "open Plan.md": [
    ...["Plan.md", "/Plan.md", "./Plan.md", "\\Plan.md", "work/../Plan.md", "work/./../Plan.md", "Plan.md/", "///Plan.md"],
    ...["plan.MD", "PLAN", "Plan", "[[Plan]]", "![[plan]]", "[[Plan.md|the plan]]", "Plan#Goals", "Plan.md#Goals", " Plan.md "],
    ...["none/../Plan.md", "[[Plan#^block]]", "Plan|shown so"],
  ],
  "open work/Todo list.md": [
    ...["work/Todo list.md", "work\\Todo list.md", "work//Todo list.md", "WORK/todo LIST", "[[Todo list]]", "todo list"],
    ...["work/Todo\u00a0list.md", "/work/Todo list.md#Open", "[[work/todo list]]"],
  ],
  "open work/raw.txt": ["work/raw.txt", "[[raw.txt]]", "work/RAW.TXT", "raw.txt"],
  "open work/a.b/c.md": ["work/a.b/c.md", "work/a.b/c", "[[c]]"],
  "open Stra\u00dfe/\ud55c\uad6d\uc5b4.md": [
    ...["Stra\u00dfe/\ud55c\uad6d\uc5b4.md", "STRASSE/\ud55c\uad6d\uc5b4", "[[\ud55c\uad6d\uc5b4]]"],
    "Stra\u00dfe/\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165.md",
  ],
  "open Clients/b.md": ["Clients/b.md", "[[b]]"],
  "open diary.md": ["diary.md", "[[diary]]"],
  denied: [
    ...[".obsidian/app.json", "./.obsidian//app.json", "\\.obsidian\\app.json", "work/../.obsidian/app.json", ".OBSIDIAN/none"],
    ...[".obsidian.", ".obsidian /app.json", ".obsidian::$INDEX_ALLOCATION/app.json", "OBSIDI~1/app.json", "OB1A2F~1/x"],
    ...[".ob\u017fidian/app.json", ".obs\u200cidian/app.json", "\ufeff.obsidian/app.json", "\u00a0.obsidian/app.json", "...", ".. ."],
    ...[".git/config", "GIT~1/config", ".g\u200dit/config", ".git./config", ".git:x/config", "work/.git", ".gitignore"],
    ...[".smarthole/inbox.json", ".Smarthole\\none", ".trash/Plan.md", ".hidden.md", ".hidden", "work/.env", ".lecternignore"],
    ...["config-dir/app.json", "CONFIG-DIR/none", "Config-Dir", "Secret/deep/Plan.md", "secret/none.md", "SECRET", "Secret."],
    ...["archive/Secret/b.md", "archive/s\u00adecret/b.md", "S\u0455ecret/../Secret/x", "work/Clients/A.md", "WORK\\clients /none"],
    ...["work/diary.md", "/work/Diary.md::$DATA", "[[.obsidian/app.json]]", "![[Secret/deep/Plan]]", "[[.git/config|the plan]]"],
    ...["\uff0eobsidian/../.obsidian", ".obsidian/../.obsidian/app.json", ".obsidian%2fapp.json", ".%6fbsidian/app.json"],
  ],
  outside_vault: [
    ...["..", "../", "../Plan.md", "work/../../Plan.md", "..\\Plan.md", "/../Plan.md", "./../.obsidian/app.json", "[[../Plan]]"],
    ...["C:/Plan.md", "c:\\Plan.md", "C:Plan.md", "/C:/Plan.md", "//server/share/Plan.md", "\\\\?\\C:\\Plan.md", "\\\\.\\pipe\\x"],
    ...["file:///etc/passwd", "file:Plan.md", "app://local/Plan.md", "https://example.org/Plan.md", " file:///etc/passwd"],
  ],
  invalid_arguments: ["", "   ", "Plan.md\u0000", "Plan\n.md", "\u001bPlan.md", "Plan.md\u007f", ".obsidian\u0000/app.json", "\u0085"],
  is_folder: ["/", ".", "./", "\\", "work", "work/", "WORK", "work/a.b", "work/.."],
  not_found: [
    ...["Nothing.md", "work/Plan.md", "%50lan.md", "Plan%2emd", "%2eobsidian/app.json", "~/Plan.md", "Plan.txt", "[[A]]"],
    ...["[[app.json]]", "\uff0eobsidian/app.json", "$HOME/Plan.md", "*.md", "Plan.md\u2028", "Pl\ufffdan.md", "deep/Plan.md"],
  ],
};

const table = Object.entries(SPELLINGS).flatMap(([end, paths]) => paths.map((path) => [JSON.stringify(path), end, path]));

describe("a path", () => {
  test.each(table as [string, string, string][])("spelled %s ends in: %s", async (_, end, path) => {
    const reply = await read(path);
    expect(outcome(reply)).toBe(end);
    expect(JSON.stringify(reply)).not.toContain(CANARY);
    if (end.startsWith("open ")) {
      const real = end.slice("open ".length);
      expect(reply).toStrictEqual(whole(real, [`this is ${real}`]));
    }
  });

  test.each(SPELLINGS.denied ?? [])("closed for reading is protected for other tools: %j", (path) => {
    // A link is not a path: other tools take paths.
    if (!path.includes("[[")) expect(tools.isProtectedPath(path)).toBe(true);
  });

  test.each(CLOSED)("to a closed place is answered as its neighbour that does not exist: %s", async (path) => {
    const [real, gone] = [path, `${path}-gone`].map(async (given) => {
      const reply = await read(given);
      return JSON.stringify(reply).replaceAll(JSON.stringify(JSON.stringify(given)).slice(1, -1), "PATH");
    });
    // "work/diary.md-gone" is another name beside the closed one, and open.
    if (path === "work/diary.md") return;
    expect(await real).toBe(await gone);
  });

  test("that is not found suggests no closed name", async () => {
    for (const near of [`${CANARY}.md`, `[[${CANARY}]]`, `x/${CANARY}`, `work/${CANARY}x`, "app.jso", "inbox.json"]) {
      const help = (await read(near)).structuredContent.error?.help;
      expect(help).toBe("no open note has a name like it; ask the user for the note's name");
    }
  });

  test("of two that differ in case only is exact or ambiguous", async ({ skip }) => {
    const twins = await folderWith({ "dup/A.md": "upper\n", "dup/a.md": "lower\n" });
    skip(existsSync(join(twins, "DUP")), "this disk takes both for one");
    const both = new Tools(await NodeHost.open(twins));
    expect(await both.call("read_file", { path: "dup/A.md" })).toStrictEqual(whole("dup/A.md", ["upper"]));
    expect(await both.call("read_file", { path: "dup/a" })).toStrictEqual(whole("dup/a.md", ["lower"]));
    expect((await both.call("read_file", { path: "DUP/A.MD" })).structuredContent.error).toStrictEqual({
      code: "ambiguous",
      message: '"DUP/A.MD" could be any of 2 notes',
      help: 'give one of them exactly: "dup/A.md" or "dup/a.md"',
    });
  });
});
