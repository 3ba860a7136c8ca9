// Changes to a note that is open in an editor: its undo, its cursor, and what is not saved yet.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contentOf, edit, journal, open, openWriting, run, writes } from "./write-page.ts";
import { page, usePages } from "./page.ts";

usePages();

const opened = async (text: string): Promise<Page> => {
  await openWriting({ "a.md": text, "b.md": "other\n" });
  await open(page, "a.md");
  return page;
};
const editor = (page: Page) =>
  page.evaluate(() => ({ text: window.view.editor.getValue(), cursor: window.view.editor.getCursor() }));
const type = (page: Page, text: string, line: number, ch: number): Promise<void> =>
  page.evaluate(({ text, line, ch }) => window.view.editor.replaceRange(text, { line, ch }), { text, line, ch });

const NOTE = "# Plan 🎉\nfirst line\nsecond 🎈 line\n\nlast\n";

test("one undo takes back all of a change, and the cursor stays", async () => {
  await opened(NOTE);
  await page.evaluate(() => window.view.editor.setCursor(4, 2));
  const edits = [
    { old: "# Plan 🎉", new: "# Plan 🎈\n\nAdded" },
    { old: "second 🎈 line", new: "second 🎉 line" },
  ];
  expect(await run(page, "edit_file", { path: "a.md", edits })).toMatch(/^changed/);
  const now = "# Plan 🎈\n\nAdded\nfirst line\nsecond 🎉 line\n\nlast\n";
  expect(await editor(page)).toEqual({ text: now, cursor: { line: 6, ch: 2 } });
  expect(await contentOf(page, "a.md")).toBe(String.fromCharCode(...new TextEncoder().encode(now)));
  expect(await writes(page)).toEqual(["write a.md"]);
  await page.evaluate(() => window.view.editor.undo());
  expect(await editor(page)).toEqual({ text: NOTE, cursor: { line: 4, ch: 2 } });
});

test("a cursor in a line that changes stays where it does not change", async () => {
  await opened("alpha beta gamma\n");
  await page.evaluate(() => window.view.editor.setCursor(0, 14));
  await run(page, "edit_file", edit("a.md", "alpha beta gamma", "alpha BETA! gamma"));
  expect(await editor(page)).toEqual({ text: "alpha BETA! gamma\n", cursor: { line: 0, ch: 15 } });
});

test("what is typed before the proposal is saved, and the change is proposed on top of it", async () => {
  await opened("one\ntwo\n");
  await type(page, "zero\n", 0, 0);
  expect(await contentOf(page, "a.md")).toBe("one\ntwo\n");
  expect(await run(page, "edit_file", edit("a.md", "two", "2"))).toMatch(/^changed/);
  expect(await editor(page)).toMatchObject({ text: "zero\none\n2\n" });
  expect(await contentOf(page, "a.md")).toBe("zero\none\n2\n");
  expect(await page.evaluate(() => window.approving.proposals.length)).toBe(2);
});

test("what is typed while the user is asked is kept", async () => {
  await opened("one\ntwo\n");
  await page.evaluate(() => {
    window.approving.before = (_, index) => {
      if (index === 0) window.view.editor.replaceRange("typed ", { line: 0, ch: 0 });
    };
  });
  expect(await run(page, "edit_file", edit("a.md", "two", "2"))).toMatch(/^changed/);
  expect(await contentOf(page, "a.md")).toBe("typed one\n2\n");
  await page.evaluate(() => window.view.editor.undo());
  expect(await editor(page)).toMatchObject({ text: "typed one\ntwo\n" });
});

test("a note is not trashed while what was typed in it is not seen", async () => {
  await opened("one\n");
  await page.evaluate(() => {
    window.approving.before = (_, index) => {
      if (index === 0) window.view.editor.replaceRange("typed ", { line: 0, ch: 0 });
    };
  });
  await run(page, "delete_file", { path: "a.md" });
  expect(await page.evaluate(() => window.approving.proposals.length)).toBe(2);
  expect(await contentOf(page, ".trash/a.md")).toBe("typed one\n");
});

test("an open note with other line ends or a byte order mark stays as it is, byte for byte", async () => {
  for (const text of ["one\r\ntwo\r\n", "\ufeffone\ntwo\n"]) {
    await opened(text);
    expect(await run(page, "edit_file", edit("a.md", "two", "2"))).toMatch(/^changed/);
    const bytes = new TextEncoder().encode(text.replace("two", "2"));
    expect(await contentOf(page, "a.md")).toBe(String.fromCharCode(...bytes));
    expect(await editor(page)).toMatchObject({ text: "one\n2\n" });
    expect(await writes(page)).toHaveLength(1);
  }
});

test("an editor that the app is saving already is waited for", async () => {
  await opened("one\n");
  await page.evaluate(() => {
    const save = window.view.save.bind(window.view);
    window.view.save = () => {
      window.setTimeout(() => void save(), 200);
      return Promise.resolve();
    };
  });
  const reply = await run(page, "edit_file", edit("a.md", "one", "two"));
  expect(reply).toMatch(/^changed/);
  expect(reply).not.toContain("another program");
  expect(await contentOf(page, "a.md")).toBe("two\n");
});

test.each([
  ["edit_file", edit("a.md", "one", "two")],
  ["move_file", { from: "a.md", to: "New/c.md" }],
  ["delete_file", { path: "a.md" }],
])("by %s, an editor is not saved over what another program wrote and the app has not noticed", async (tool, args) => {
  await opened("one\n");
  await page.evaluate(() => {
    window.approving.before = () => {
      window.view.editor.replaceRange("typed ", { line: 0, ch: 0 });
      const { adapter } = window.app.vault;
      const { watcher } = adapter;
      adapter.watcher = null;
      adapter.put("a.md", "one\ntheirs\n");
      adapter.watcher = watcher;
    };
  });
  expect(await run(page, tool, args)).toMatch(
    /^error\[\w+\]: "a.md" could not be (written|moved): its editor has unsaved text, and another program has changed the file/,
  );
  expect(await editor(page)).toMatchObject({ text: "typed one\n" });
  expect(await contentOf(page, "a.md")).toBe("one\ntheirs\n");
  expect(await writes(page)).toEqual([]);
  expect((await journal(page)).slice(1)).toMatchObject([{ entries: [] }]);
});

test("a change that can't be saved stays in the journal if others have changed the editor with it", async () => {
  await opened("one\n");
  await page.evaluate(() => {
    const save = window.view.save.bind(window.view);
    window.view.save = () => {
      window.view.editor.replaceRange("linted ", { line: 0, ch: 0 });
      window.view.save = save;
      return Promise.reject(new Error("the disk is full"));
    };
  });
  expect(await run(page, "edit_file", edit("a.md", "one", "two"))).toMatch(
    /^changed[^]*another program changed the file/,
  );
  await page.evaluate(() => window.view.save());
  expect(await contentOf(page, "a.md")).toBe("linted two\n");
  expect(await journal(page)).toMatchObject([{ path: "a.md" }]);
});

test("an editor that can't be saved keeps what was typed, and nothing is written", async () => {
  await opened("one\n");
  await page.evaluate(() => (window.view.save = () => Promise.resolve()));
  await type(page, "typed ", 0, 0);
  expect(await run(page, "edit_file", edit("a.md", "one", "two"))).toMatch(/^error\[\w+\]: "a.md" keeps changing/);
  expect(await editor(page)).toMatchObject({ text: "typed one\n" });
  expect(await writes(page)).toEqual([]);
});

test("a note in reading view is written through the vault", async () => {
  await opened("one\n");
  await page.evaluate(() => window.view.setState({ file: "a.md", mode: "preview" }, { history: false }));
  expect(await run(page, "edit_file", edit("a.md", "one", "two"))).toMatch(/^changed/);
  expect(await writes(page)).toEqual(["process a.md"]);
  expect(await editor(page)).toMatchObject({ text: "two\n" });
});

test("a note that another tab shows is not touched", async () => {
  await opened("one\n");
  await type(page, "typed ", 0, 0);
  expect(await run(page, "edit_file", edit("b.md", "other", "else"))).toMatch(/^changed/);
  expect(await writes(page)).toEqual(["process b.md"]);
  expect(await editor(page)).toMatchObject({ text: "typed one\n" });
});
