// The forms of tags in tests/fixtures/tag-forms.json: `lectern doctor` counts the notes that they exclude, and the command
// line lists the others. `tests/core/tag_forms.rs` asks every tool about the same forms.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { lectern } from "./cli.ts";
import { folderWith } from "./vault.ts";

interface Form {
  readonly note: string;
  readonly closes: boolean;
  readonly tag?: string;
}

const FORMS = JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/tag-forms.json"), "utf8")) as Form[];

test("doctor counts exactly the notes that a form of an excluded tag excludes", async () => {
  const closedTags = [...new Set(FORMS.map(({ tag = "private" }) => tag))];
  const notes = Object.fromEntries(FORMS.map(({ note }, index) => [`${index}.md`, note]));
  const vault = await folderWith({ ...notes, ".obsidian/plugins/lectern/data.json": JSON.stringify({ closedTags }) });
  const tools = new Tools(NodeHost.open(vault), { closedTags });
  const reply = await tools.call("list_files", { limit: 250 });
  tools.close();
  const listed = new Set(reply.structuredContent.entries?.map(({ path }) => Number.parseInt(path)));
  expect(reply.structuredContent.next ?? null).toBeNull();
  expect(FORMS.filter(({ closes }, index) => listed.has(index) === closes)).toStrictEqual([]);
  const { code, stdout } = await lectern(["doctor", "--vault", vault, "--json"]);
  const found = JSON.parse(stdout) as { open: number; rules: { rule: string; files: number }[] };
  const closed = FORMS.filter(({ closes }) => closes).length;
  expect([code, found.open]).toStrictEqual([0, FORMS.length - closed]);
  expect(found.rules).toContainEqual({ rule: "a note's property or tag", files: closed });
});
