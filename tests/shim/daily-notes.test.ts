// Daily notes with names of the format that the user chose in the app. obsidian-host.test.ts has how the app's host
// reads it.
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { folderWith } from "./vault.ts";

const NOTES = { "Journal/2026/10/27.md": "Rain all day.\n", "Journal/2026/10/26.md": "Sun.\n", "27.md": "Seven.\n" };
const SETTING = ".obsidian/daily-notes.json";
const FORMAT = '{"folder":"Journal","format":"YYYY/MM/DD"}';
const CONTEXT = { today: "2026-10-28" };

/** The notes that say what was done yesterday. */
async function yesterday(tools: Tools): Promise<string[]> {
  const args = { query: "What did I do yesterday?", passages: true };
  const { structuredContent } = await tools.callJson("search_notes", JSON.stringify(args), undefined, CONTEXT);
  return (structuredContent.notes ?? []).map(({ path }) => path);
}

test("are found in a folder", async () => {
  const tools = new Tools(NodeHost.open(await folderWith({ ...NOTES, [SETTING]: FORMAT })));
  expect(await yesterday(tools)).toEqual(["Journal/2026/10/27.md"]);
});

test("are found by a format that was changed", async () => {
  const folder = await folderWith({ ...NOTES, "Journal/27-10-26.md": "Fog.\n", [SETTING]: FORMAT });
  const tools = new Tools(NodeHost.open(folder));
  await yesterday(tools);
  await writeFile(`${folder}/${SETTING}`, '{"folder":"Journal","format":"DD-MM-YY"}');
  expect(await yesterday(tools)).toEqual(["Journal/27-10-26.md"]);
});

test.each(["{", "[]", '{"format":7}', "null", "\0\0"])("a setting %j counts as none", async (text) => {
  const tools = new Tools(NodeHost.open(await folderWith({ "2026-10-27.md": "Rain.\n", [SETTING]: text })));
  expect(await yesterday(tools)).toEqual(["2026-10-27.md"]);
});
