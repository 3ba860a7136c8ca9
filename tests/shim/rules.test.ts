// The rules in a vault, through the Node host: they apply, and apply anew as soon as they change.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { folderWith } from "./vault.ts";

test("a .lecternignore is looked at anew at every call", async () => {
  const folder = await folderWith({ "drafts/a.md": "draft\n", "b.md": "open\n" });
  const tools = new Tools(NodeHost.open(folder));
  const read = async (path: string): Promise<string> => textOf(await tools.call("read_file", { path }));
  expect(await read("drafts/a.md")).toBe("1: draft");
  await writeFile(join(folder, ".lecternignore"), "drafts/\n");
  expect(await read("drafts/a.md")).toContain("is excluded");
  expect(await read("b.md")).toBe("1: open");
  expect(tools.isProtectedPath("Drafts/none.md")).toBe(true);
});

test("what the app excludes is closed in a terminal too", async () => {
  const folder = await folderWith({
    ".obsidian/app.json": '{"userIgnoreFilters":["Archive/","/secret\\\\d/"]}',
    "Archive/a.md": "old\n",
    "my secret1.md": "x\n",
    "b.md": "open\n",
  });
  const tools = new Tools(NodeHost.open(folder));
  const codes = ["Archive/a.md", "my secret1.md", "b.md"].map(
    async (path) => (await tools.call("read_file", { path })).structuredContent.error?.code,
  );
  expect(await Promise.all(codes)).toEqual(["denied", "denied", undefined]);
});

test("a filter that is no regular expression closes everything, and says so", async () => {
  const folder = await folderWith({ ".obsidian/app.json": '{"userIgnoreFilters":["/(/"]}', "b.md": "open\n" });
  const reply = await new Tools(NodeHost.open(folder)).call("read_file", { path: "b.md" });
  expect(reply.structuredContent.error?.code).toBe("unreadable");
  expect(textOf(reply)).toContain("Excluded files");
});

test("notes with the property are as good as not there, and several files come in one reply", async () => {
  const folder = await folderWith({ "a.md": "---\nlectern: false\n---\nx\n", "b.md": "open\n" });
  const reply = await new Tools(NodeHost.open(folder)).call("read_file", { files: ["a.md", "b.md"] });
  expect(textOf(reply)).toBe(
    '== a.md ==\nerror[not_found]: no note at "a.md"\nhelp: no note has a similar name; ' +
      "ask the user for the note's name\n== b.md ==\n1: open",
  );
  expect(reply.structuredContent.display).toBe("Read 1 note, 1 line; 1 was not found");
});
