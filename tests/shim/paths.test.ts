// How paths are spelled: the result of each spelling on a real folder, and that no spelling gets anything of an
// excluded file into a reply. spellings.ts has the table; node-host.test.ts covers symbolic links. Needs pkg/, which
// built.ts makes.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Config, Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { named, outcome, whole } from "./replies.ts";
import { CANARY, CLOSED, OPEN, SPELLINGS } from "./spellings.ts";
import { folderWith } from "./vault.ts";

const CONFIG: Partial<Config> = { configDir: "config-dir", protected: ["Secret", "work/Clients", "/work/diary.md"] };

let tools: Tools;
let root: string;
const read = (path: string): Promise<Reply> => tools.call("read_file", { path });

beforeAll(async () => {
  root = await folderWith({
    ...Object.fromEntries(OPEN.map((path) => [path, `this is ${path}\n`])),
    ...Object.fromEntries(CLOSED.map((path) => [path, `{"${CANARY}": 0}\n`])),
    "Clients/b.md": "this is Clients/b.md\n",
    "diary.md": "this is diary.md\n",
  });
  tools = new Tools(NodeHost.open(root), CONFIG);
});

const table = Object.entries(SPELLINGS).flatMap(([end, paths]) =>
  paths.map((path) => [JSON.stringify(path), end, path]),
);

describe("a path", () => {
  test.each(table as [string, string, string][])("spelled %s ends in: %s", async (_, end, path) => {
    const reply = await read(path);
    expect(outcome(reply)).toBe(end);
    expect(JSON.stringify(reply)).not.toContain(CANARY);
    if (end.startsWith("open ")) {
      const real = end.slice("open ".length);
      const shown = whole(real, [`this is ${real}`]);
      const names = posix.normalize(`/${path.replaceAll("\\", "/")}`).split("/");
      const isPath =
        names
          .filter((name) => name !== "")
          .join("/")
          .normalize("NFC") === real;
      expect(reply).toStrictEqual(isPath ? shown : named(shown));
    }
  });

  test.each(SPELLINGS.denied ?? [])("closed for reading is protected for other tools: %j", (path) => {
    // A link is not a path: other tools take paths.
    if (!path.includes("[[")) expect(tools.isProtectedPath(path)).toBe(true);
  });

  test.each(CLOSED)("to a closed place is answered as its neighbour that does not exist: %s", async (path) => {
    const [real, gone] = [path, `${path}-gone`].map(async (given) => {
      const quoted = JSON.stringify(given);
      const reply = JSON.stringify(await read(given));
      return reply.replaceAll(JSON.stringify(quoted).slice(1, -1), "PATH").replaceAll(quoted, '"PATH"');
    });
    // "work/diary.md-gone" is another name beside the closed one, and open.
    if (path === "work/diary.md") return;
    expect(await real).toBe(await gone);
  });

  test("that is not found suggests no closed name", async () => {
    for (const near of [`${CANARY}.md`, `[[${CANARY}]]`, `x/${CANARY}`, `work/${CANARY}x`, "app.jso", "inbox.json"]) {
      const help = (await read(near)).structuredContent.error?.help;
      expect(help).toBe("no note has a similar name; ask the user for the note's name");
    }
  });

  test("of two that differ in case only is exact or ambiguous", async ({ skip }) => {
    const twins = await folderWith({ "dup/A.md": "upper\n", "dup/a.md": "lower\n" });
    skip(existsSync(join(twins, "DUP")), "this disk takes both for one");
    const both = new Tools(NodeHost.open(twins));
    expect(await both.call("read_file", { path: "dup/A.md" })).toStrictEqual(whole("dup/A.md", ["upper"]));
    expect(await both.call("read_file", { path: "dup/a" })).toStrictEqual(named(whole("dup/a.md", ["lower"])));
    expect((await both.call("read_file", { path: "DUP/A.MD" })).structuredContent.error).toStrictEqual({
      code: "ambiguous",
      message: '"DUP/A.MD" could be any of 2 notes',
      help: 'give one of them exactly: "dup/A.md" or "dup/a.md"',
      path: "DUP/A.MD",
    });
  });
});
