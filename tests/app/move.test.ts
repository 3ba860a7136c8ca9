// Moving files in the app: the app itself updates links, by the user's settings.
import { expect, test } from "vitest";
import { openPanel, undo } from "./undo-page.ts";
import { contentOf, journal, open, openWriting, run, writes } from "./write-page.ts";
import { page, usePages } from "./page.ts";

usePages();

const VAULT = { "Notes/a.md": "See [b](../b.md).\n", "b.md": "[[a]] and [text](Notes/a.md), not `[[a]]`\n" };

test("the file moves, the app updates the links, and the move is in the journal", async () => {
  await openWriting(VAULT);
  await page.evaluate(() => {
    window.approving.before = () => void (window.approving.seen = [...window.app.testCounts.writes]);
  });
  const reply = await run(page, "move_file", { from: "a", to: "Archive/2026/x y" });
  expect(reply).toMatch(
    /^moved "Notes\/a.md" to "Archive\/2026\/x y.md", version [0-9a-v]{8}\nlinks are updated in 2 notes: /,
  );
  expect(reply).not.toContain("warning");
  expect(await page.evaluate(() => window.approving.seen)).toEqual([]);
  expect((await writes(page)).slice(0, 2)).toEqual(["mkdir Archive", "mkdir Archive/2026"]);
  expect(await contentOf(page, "b.md")).toBe("[[x y]] and [text](x%20y.md), not `[[a]]`\n");
  expect(await contentOf(page, "Archive/2026/x y.md")).toBe("See [b](b.md).\n");
  expect(await journal(page)).toMatchObject([{ path: "Notes/a.md", movedTo: "Archive/2026/x y.md", replaced: [] }]);
  const [proposal] = await page.evaluate(() => window.approving.proposals);
  expect(proposal?.linked.map(({ path, hunks }) => [path, hunks.length])).toEqual([
    ["Notes/a.md", 1],
    ["b.md", 1],
  ]);
});

test("if the user does not let the app update links, the model learns which are broken", async () => {
  await openWriting(VAULT);
  await page.evaluate(() => void (window.app.fileManager.testUpdatesLinks = false));
  const reply = await run(page, "move_file", { from: "a", to: "x" });
  expect(reply).toContain('warning: 2 links in "b.md" do not open the same file any more');
  expect(reply).not.toContain("links are updated");
  expect(await contentOf(page, "b.md")).toBe(VAULT["b.md"]);
});

test("the model learns that another program brought the old file back", async () => {
  await openWriting(VAULT);
  await page.evaluate(() => {
    const { vault } = window.app;
    vault.on("rename", () => vault.adapter.put("Notes/a.md", "theirs\n"));
  });
  expect(await run(page, "move_file", { from: "a", to: "x" })).toContain("another program changed the file");
  expect(await contentOf(page, "Notes/a.md")).toBe("theirs\n");
  expect(await contentOf(page, "x.md")).toContain("See ");
});

test("nothing moves if the place is taken or the note is not what the user saw", async () => {
  await openWriting(VAULT);
  await page.evaluate(() => {
    window.approving.before = async (_, index) => {
      if (index === 0) await window.app.vault.adapter.write("x.md", "taken");
    };
  });
  expect(await run(page, "move_file", { from: "a", to: "x" })).toMatch(/^error\[\w+\]: there is a "x.md" already/);
  await open(page, "b.md");
  await page.evaluate(() => {
    window.approving.before = (_, index) =>
      index === 1 && window.view.editor.replaceRange("typed ", { line: 0, ch: 0 });
  });
  expect(await run(page, "move_file", { from: "b", to: "Notes/" })).toMatch(/^moved "b.md" to "Notes\/b.md"/);
  const proposals = await page.evaluate(() => window.approving.proposals.length);
  expect([proposals, await contentOf(page, "x.md"), await contentOf(page, "Notes/a.md")]).toEqual([
    3,
    "taken",
    "See [b](b.md).\n",
  ]);
  expect(await contentOf(page, "Notes/b.md")).toBe("typed [[a]] and [text](Notes/a.md), not `[[a]]`\n");
});

test("undoing a move is checked for links, as the move was", async () => {
  await openWriting(VAULT);
  await openPanel(page);
  await run(page, "move_file", { from: "a", to: "x" });
  expect(await contentOf(page, "b.md")).toBe("[[x]] and [text](x.md), not `[[a]]`\n");
  expect(await undo(page, "Undo")).toMatchObject({ status: "Undone.", refused: [] });
  expect(await contentOf(page, "b.md")).toBe("[[a]] and [text](a.md), not `[[a]]`\n");
  await run(page, "move_file", { from: "a", to: "x" });
  await page.evaluate(() => void (window.app.fileManager.testUpdatesLinks = false));
  expect(await undo(page, "Undo")).toMatchObject({
    status: "Undone. Links in b.md no longer open the same file.",
    refused: [],
  });
});

test("a file moves into a folder, also an empty one", async () => {
  await openWriting({ ...VAULT, "Sub/c.md": "c" });
  await page.evaluate(() => window.app.vault.createFolder("Empty"));
  expect(await run(page, "move_file", { from: "a", to: "Sub" })).toMatch(/^moved "Notes\/a.md" to "Sub\/a.md"/);
  expect(await run(page, "move_file", { from: "b.md", to: "Empty" })).toMatch(/^moved "b.md" to "Empty\/b.md"/);
});
