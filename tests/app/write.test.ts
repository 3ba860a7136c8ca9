// Changes to notes in the app: what is written where, and that nothing is before the user approves.
import type { App } from "obsidian";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { contentOf, edit, journal, openWriting, run, writes } from "./write-page.ts";
import { page, usePages } from "./page.ts";

usePages();

const opened = async (...args: [Record<string, string | Uint8Array>, boolean?]): Promise<Page> =>
  await openWriting(...args);
const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const utf8 = (text: string): string => latin(new TextEncoder().encode(text));

describe("a change", () => {
  test.each([
    ["edit_file", edit("a.md", "one", "two"), ["process a.md"]],
    ["edit_properties", { path: "a.md", set: { status: "done" } }, ["process a.md"]],
    ["write_file", { path: "New/Deep/b.md", content: "b\n" }, ["mkdir New", "mkdir New/Deep", "create New/Deep/b.md"]],
    ["move_file", { from: "a.md", to: "New/b.md" }, ["mkdir New", "rename a.md to New/b.md"]],
    ["delete_file", { path: "a.md" }, ["trash a.md", "mkdir .trash", "rename a.md to .trash/a.md"]],
  ])("by %s exists nowhere before the user approves it", async (tool, args, made) => {
    await opened({ "a.md": "one\n" });
    await page.evaluate(() => {
      window.approving.before = () => void (window.approving.seen = [...window.app.testCounts.writes]);
    });
    expect(await run(page, tool, args)).not.toMatch(/^error/);
    expect(await page.evaluate(() => window.approving.seen)).toEqual([]);
    expect(await writes(page)).toEqual(made);
  });

  test("is in the journal before the first byte is written", async () => {
    await opened({ "a.md": "one\n" });
    await run(page, "edit_file", edit("a.md", "one", "two"));
    await run(page, "write_file", { path: "New/b.md", content: "b\n" });
    expect(await page.evaluate(() => window.app.testCounts.writes)).toEqual([
      "create .obsidian/plugins/lectern/journal.jsonl",
      "process a.md",
      "append .obsidian/plugins/lectern/journal.jsonl",
      "mkdir New",
      "create New/b.md",
    ]);
    expect(await journal(page)).toMatchObject([
      { path: "a.md", replaced: [{ at: 0, old: "one\n", new: "two\n" }] },
      { path: "New/b.md", version: null },
    ]);
  });

  test.each(["rejected", "planned"] as const)("that is %s is written nowhere", async (outcome) => {
    await opened({ "a.md": "one\n" });
    await page.evaluate((outcome) => void (window.approving.decision = { outcome }), outcome);
    for (const [tool, args] of [
      ["edit_file", edit("a.md", "one", "two")],
      ["write_file", { path: "New/b.md", content: "b\n" }],
      ["delete_file", { path: "a.md" }],
    ] as const)
      expect(await run(page, tool, args)).not.toMatch(/^(changed|created)/);
    expect(await page.evaluate(() => window.app.testCounts.writes)).toEqual([]);
  });

  test.each([
    { outcome: "yes" },
    { outcome: undefined },
    { comment: 7 },
    { hunks: [-1] },
    { hunks: "all" },
    { hunks: [0.5] },
    { edited: "all" },
    { edited: [{ hunk: 0 }] },
    { edited: [{ hunk: -1, text: "two" }] },
    { edited: [{ hunk: 0, text: "\ud83d" }] },
  ])("is not made where another plugin decides %j", async (decision) => {
    await opened({ "a.md": "one\n" });
    await page.evaluate((decision) => void (window.approving.decision = decision as never), decision);
    expect(await run(page, "edit_file", edit("a.md", "one", "two"))).toMatch(/^error\[\w+\]: .*approve resolved to/);
    expect(await page.evaluate(() => window.app.testCounts.writes)).toEqual([]);
  });

  test("is made as another plugin lets the user edit it", async () => {
    await opened({ "a.md": "one\r\ntwo\r\n" });
    await page.evaluate(() => void (window.approving.decision = { edited: [{ hunk: 0, text: "zwei\ndrei" }] }));
    const reply = await run(page, "edit_file", edit("a.md", "two", "2"));
    expect(reply).toMatch(/\n2: zwei\n3: drei\nthe user edited lines 2-3 before accepting$/);
    expect(await contentOf(page, "a.md")).toBe("one\r\nzwei\r\ndrei\r\n");
  });

  test("by edit_file keeps the byte order mark and the line ends", async () => {
    const [mark, odd] = ["\ufeffone\r\ntwo\nthree\r\n", Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0)];
    await opened({ "Mark.md": mark, "Crlf.md": "one\r\ntwo\nthree\r\n", "Odd.md": odd });
    for (const path of ["Mark.md", "Crlf.md"]) {
      expect(await run(page, "edit_file", edit(path, "two", "2\nzwei"))).toMatch(/^changed/);
    }
    const now = utf8("one\r\n2\nzwei\nthree\r\n");
    expect(await contentOf(page, "Crlf.md")).toBe(now);
    expect(await contentOf(page, "Mark.md")).toBe(utf8("\ufeff") + now);
    expect(await run(page, "edit_file", edit("Odd.md", "a", "b"))).toMatch(/^(error|changed)/);
  });

  test("knows the version that read_file told, of a note with a byte order mark too", async () => {
    await opened({ "a.md": "\ufeffone\n", "b.md": "one\n" });
    for (const path of ["a.md", "b.md"]) {
      const { structuredContent } = await page.evaluate((path) => window.lectern.call("read_file", { path }), path);
      const expected = structuredContent.files[0]?.version;
      expect(expected).toMatch(/^[0-9a-v]{8}$/);
      expect(await run(page, "edit_file", { ...edit(path, "one", "two"), expect: expected })).toMatch(/^changed/);
    }
  });

  test("is proposed anew where another program was faster", async () => {
    await opened({ "a.md": "one\ntwo\n" });
    await page.evaluate(() => {
      const { vault } = window.app;
      window.approving.before = (_, index) => {
        if (index === 0) vault.adapter.put("a.md", "zero\none\ntwo\n");
      };
    });
    expect(await run(page, "edit_file", edit("a.md", "two", "2"))).toMatch(/^changed/);
    expect(await contentOf(page, "a.md")).toBe("zero\none\n2\n");
    expect(await page.evaluate(() => window.approving.proposals.length)).toBe(2);
    expect(await journal(page)).toHaveLength(3);
  });

  test("of the note that others write meanwhile leaves theirs", async () => {
    await opened({ "a.md": "one\n", "b.md": "one\n" });
    await page.evaluate(() => {
      const { adapter } = window.app.vault;
      window.approving.before = ({ path }, index) => adapter.put(path, `theirs ${index}\none\n`, {}, true);
    });
    expect(await run(page, "write_file", { path: "New/c.md", content: "c\n" })).toMatch(/^error/);
    expect(await contentOf(page, "New/c.md")).toBe("theirs 0\none\n");
    expect(await run(page, "delete_file", { path: "b.md" })).toMatch(/^error\[\w+\]: "b.md" keeps changing/);
    expect(await writes(page)).toEqual([]);
  });

  test("that a linter reformats is told to the model", async () => {
    await opened({ "a.md": "one\n" });
    await page.evaluate(() => {
      const { vault } = window.app;
      vault.on("modify", () => {
        if (new TextDecoder().decode(vault.adapter.bytes("a.md")) === "two\n") vault.adapter.put("a.md", "Two.\n");
      });
    });
    const reply = await run(page, "edit_file", edit("a.md", "one", "two"));
    expect(reply).toMatch(/^changed "a\.md"/);
    expect(reply).toMatch(/another program changed the file right afterwards: read it again/);
    expect(await contentOf(page, "a.md")).toBe("Two.\n");
  });

  test("moves a note to the app's trash", async () => {
    await opened({ "A/a.md": "one\n" });
    expect(await run(page, "delete_file", { path: "A/a.md" })).not.toMatch(/^error/);
    expect(await contentOf(page, "A/a.md")).toBeUndefined();
    expect(await contentOf(page, ".trash/a.md")).toBe("one\n");
  });

  test("leaves no folder of a note that could not be made", async () => {
    await opened({ "a.md": "one\n" });
    await page.evaluate(() => {
      window.app.vault.createBinary = () => Promise.reject(new Error("no space left on the device"));
    });
    expect(await run(page, "write_file", { path: "A/B/c.md", content: "c\n" })).toMatch(
      /^error\[\w+\]: .*no space left on the device/,
    );
    expect(await writes(page)).toEqual(["mkdir A", "mkdir A/B", "rmdir A/B", "rmdir A"]);
    expect(await page.evaluate(() => window.app.vault.getAllFolders().map(({ path }) => path))).toEqual([]);
    expect(await journal(page)).toMatchObject([{ path: "A/B/c.md" }, { entries: [] }]);
  });

  test("waits for the one before to the same note", async () => {
    await opened({ "a.md": "one\ntwo\nthree\n" });
    const edits = [edit("a.md", "one", "1"), edit("a.md", "two", "2"), edit("a.md", "three", "3")];
    const replies = await Promise.all(edits.map((args) => run(page, "edit_file", args)));
    for (const reply of replies) expect(reply).toMatch(/^changed/);
    expect(await contentOf(page, "a.md")).toBe("1\n2\n3\n");
  });
});

describe("the API", () => {
  test("offers no changing tools without a way to approve", async () => {
    await opened({ "a.md": "one\n" });
    const names = await page.evaluate(() => {
      const app = window.app as unknown as App;
      return [{}, undefined, { approve: "yes" }, { approve: () => undefined }].map((options) =>
        window.lectern.createWriteTools(app, options as never).map(({ definition }) => definition.name),
      );
    });
    expect(names).toEqual([[], [], [], ["edit_file", "write_file", "edit_properties", "move_file", "delete_file"]]);
    expect(await page.evaluate(() => window.lectern.tools().filter(({ changes }) => changes))).toEqual([]);
  });

  test("has no changing tools where the user allows no changes", async () => {
    await opened({ "a.md": "one\n" }, false);
    expect(await run(page, "edit_file", edit("a.md", "one", "two"))).toMatch(
      /^error\[\w+\]: there is no tool "edit_file"/,
    );
    expect(await page.evaluate(() => window.approving.proposals)).toEqual([]);
    expect(await page.evaluate(() => window.app.testCounts.writes)).toEqual([]);
  });

  test("can't write by call and callJson", async () => {
    await opened({ "a.md": "one\n" });
    const approve = "() => Promise.resolve({ outcome: 'accepted', hunks: null, comment: null })";
    const replies = await page.evaluate(
      async ({ args, approve }) => {
        const changes = { approve: (0, eval)(approve) as () => unknown, journal: { record: () => undefined } };
        const options = { changes, approve: changes.approve } as object;
        type Call = (...args: unknown[]) => Promise<{ isError: boolean }>;
        const { call } = window.lectern as unknown as Record<string, Call>;
        if (!call) throw new Error("there is no call");
        return Promise.all([
          call("edit_file", args, options, changes, changes),
          call("write_file", { path: "b.md", content: "b" }, options),
          call("delete_file", { path: "a.md" }, options),
          window.lectern.callJson("edit_file", JSON.stringify(args), options),
        ]);
      },
      { args: edit("a.md", "one", "two"), approve },
    );
    expect(replies.map(({ isError }) => isError)).toEqual([true, true, true, true]);
    expect(await page.evaluate(() => window.app.testCounts.writes)).toEqual([]);
  });
});
