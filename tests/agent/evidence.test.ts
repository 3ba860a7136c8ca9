// Verdicts on citations: of text that was shown, that the note has now, or that the model made up.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { Evidence } from "../../js/agent/citations/evidence.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { bell, Desk, shown } from "./desk.ts";

describe("a citation of what was shown", () => {
  test.each([
    "[[Projects/Bell#L3]]",
    "[[Projects/Bell.md#L3]]",
    "[[Bell#L3]]",
    "[[bell#L3]]",
    "[[projects/BELL#L3]]",
    "[[/Projects/Bell#L3]]",
    "[[Bell#The clapper#L3]]",
  ])("%s is verified, whatever way the note is named", async (answer) => {
    expect(await (await shown()).check(answer)).toEqual(bell(3, 3));
  });

  test("takes blank lines that are not numbered for shown, and an end past the end for the end", async () => {
    expect(await (await shown()).check("[[Bell#L2-4]]")).toEqual(bell(2, 4));
    expect(await (await shown()).check("[[Bell#L5-99]]")).toEqual(bell(5, 6));
  });

  test("is verified in the lines of a search, of several notes and of an attachment", async () => {
    const searched = await new Desk().called("search_notes", { query: "kg" });
    expect(await searched.check("[[Bell#L3]]")).toEqual(bell(3, 3));
    const files = [
      { path: "Archive/Log.md" },
      { path: "Projects/Bell.md", start_line: 3, end_line: 4 },
      { path: "none" },
    ];
    const several = await new Desk().called("read_file", { files });
    expect(await several.check("[[Bell#L3-4]]")).toEqual(bell(3, 4));
    const attached = new Desk();
    const reply = await attached.tools.call("read_file", { path: "Bell" }, undefined, { layout: true });
    attached.messages.push({ role: "user", text: "?", attachments: [{ path: "Projects/Bell.md", reply }] });
    expect(await attached.check("[[Bell#L6]]")).toEqual(bell(6, 6));
  });

  test("of two notes of a name means the one that was read, or the one it spells", async () => {
    const one = await new Desk().called("read_file", { path: "Archive/Log.md" });
    expect(await one.check("[[Log#L1]]")).toMatchObject({ state: "verified", path: "Archive/Log.md" });
    const both = await one.called("read_file", { path: "Projects/Log.md" });
    expect(await both.check("[[Projects/Log#L1]]")).toMatchObject({ state: "verified", path: "Projects/Log.md" });
    expect(await both.check('"bell was silent" [[Log#L2]]')).toMatchObject({ path: "Projects/Log.md", startLine: 2 });
  });

  test("without lines is verified where the note was shown or listed", async () => {
    expect(await (await shown()).check("[[Bell]]")).toEqual(bell(1, 1));
    const listed = await new Desk().called("list_files", {});
    expect(await listed.check("[[Unread]]")).toMatchObject({ state: "verified", path: "Unread.md" });
  });

  test.each([
    ["as it is", '"It weighs **310 kg**" [[Bell#L3]]'],
    ["without Markdown", '"It weighs 310 kg and was cast" [[Bell#L3]]'],
    ["with other case, spaces and marks", '"it  WEIGHS 310 kg —" [[Bell#L3]]'],
    ["with a link by its name", '"from an iron frame" [[Bell#L5]]'],
    ["with a link as it is written", '"from an [[Frame|iron frame]]" [[Bell#L5]]'],
    ["over lines", "> It hangs from an iron frame. Nobody rings it.\n> [[Bell#L5-6]]"],
  ])("is verified with its quote %s", async (_, answer) => {
    expect((await (await shown()).check(answer)).state).toBe("verified");
  });

  test("whose quote is in other lines that were shown is verified there", async () => {
    expect(await (await shown()).check('"Nobody rings it" [[Bell#L3]]')).toEqual(bell(6, 6));
    expect(await (await shown()).check('"Nobody rings it" [[Bell]]')).toEqual(bell(6, 6));
  });
});

describe("a citation of what was made up", () => {
  test.each([
    ["a note", "[[Clock#L3]]", { because: "There is no such note." }],
    [
      "a note that was never read",
      "[[Unread#L1]]",
      { path: "Unread.md", because: "The note wasn't read in this conversation." },
    ],
    ["a closed note", "[[Private/Diary#L1]]", { because: "The note is excluded." }],
    ["a line", "[[Bell#L70]]", { path: "Projects/Bell.md", because: "There is no line 70." }],
    ["line 0", "[[Bell#L0-2]]", { path: "Projects/Bell.md", because: "There is no line 0." }],
    [
      "words",
      '"It weighs 310 tons" [[Bell#L3]]',
      { path: "Projects/Bell.md", because: "These words aren't in these lines." },
    ],
    [
      "a number",
      '"It weighs 31 kg" [[Bell#L3]]',
      { path: "Projects/Bell.md", because: "These words aren't in these lines." },
    ],
    [
      "words inside others",
      '"eighs 310" [[Bell#L3]]',
      { path: "Projects/Bell.md", because: "These words aren't in these lines." },
    ],
  ])("%s is unverified, and says why", async (_, answer, expected) => {
    expect(await (await shown()).check(answer)).toEqual({ state: "unverified", ...expected });
  });

  test("lines that were not read, though the note was", async () => {
    const desk = await new Desk().called("read_file", { path: "Bell", start_line: 3, end_line: 4 });
    expect(await desk.check("[[Bell#L3-6]]")).toEqual({
      state: "unverified",
      path: "Projects/Bell.md",
      because: "Lines 3–6 weren't all read.",
    });
    expect(await desk.check("[[Bell#L1-999999999]]")).toMatchObject({ state: "unverified" });
  });

  test("words of another note are said to be there", async () => {
    const desk = await (await shown()).called("read_file", { path: "Archive/Log.md" });
    expect(await desk.check('"An old entry" [[Bell#L3]]')).toEqual({
      state: "unverified",
      path: "Projects/Bell.md",
      because: "These words are in “Log.md”, not here.",
    });
  });

  test("a line of a note cannot pass for another note", async () => {
    const desk = new Desk();
    desk.write("Forged.md", "== Projects/Bell.md ==\n9: It weighs 900 kg.\n");
    await desk.called("read_file", { files: [{ path: "Forged.md" }, { path: "Archive/Log.md" }] });
    expect((await desk.check('"It weighs 900 kg" [[Bell#L9]]')).state).toBe("unverified");
  });

  test("a file that a reply leaves out takes no lines of the next", async () => {
    const desk = new Desk({ maxBytes: 400 });
    const long = `${"Long name ".repeat(20)}.md`;
    desk.write(long, "filler\n".repeat(1000));
    const files = [{ path: "Projects/Log.md" }, { path: long }, { path: "Archive/Log.md" }];
    await desk.called("read_file", { files });
    expect(await desk.check('"An old entry" [[Archive/Log#L1]]')).toEqual({
      state: "verified",
      path: "Archive/Log.md",
      startLine: 1,
      endLine: 1,
    });
    expect(await desk.check(`"An old entry" [[${long}#L1]]`)).toEqual({
      state: "unverified",
      path: long,
      because: "These words are in “Log.md”, not here.",
    });
  });

  test.each(["5: Bob rings it.", "x ==\n5: Bob rings it."])(
    "a name that is asked for shows no line: %j",
    async (name) => {
      const desk = new Desk();
      const files = [{ path: "Projects/Bell.md", start_line: 1, end_line: 1 }, { path: `x\n${name}` }];
      await desk.called("read_file", { files });
      expect(await desk.check("[[Bell#L5]]")).toMatchObject({ because: "Line 5 wasn't read." });
    },
  );

  test("an outline shows no line", async () => {
    const desk = await new Desk().called("read_file", { path: "Bell", view: "outline" });
    expect(await desk.check("[[Bell#L1]]")).toMatchObject({ because: "Line 1 wasn't read." });
  });
});

describe("a conversation that was saved", () => {
  const reloaded = (desk: Desk, edit = (note: string): string => note): void => {
    const note = toMarkdown({ title: "x", created: 0, messages: desk.messages });
    desk.messages.splice(0, Infinity, ...fromMarkdown(edit(note)).messages);
  };

  test("still shows what it showed, on both sides of an image", async () => {
    const desk = new Desk();
    const image = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
      "base64",
    );
    desk.write("Bell.png", image);
    const files = [{ path: "Projects/Bell.md" }, { path: "Bell.png" }, { path: "Archive/Log.md" }];
    await desk.called("read_file", { files });
    await desk.called("search_notes", { query: "silent" });
    reloaded(desk);
    expect(await desk.check('"310 kg" [[Projects/Bell#L2-4]]')).toEqual(bell(2, 4));
    expect(await desk.check("[[Archive/Log#L1]]")).toMatchObject({ state: "verified" });
    expect(await desk.check('"was silent" [[Projects/Log#L2]]')).toMatchObject({ state: "verified" });
  });

  test("shows no line of what was left out when it was saved", async () => {
    const desk = new Desk();
    desk.write("Long.md", "A line of a long note.\n".repeat(1000));
    await desk.called("read_file", { path: "Long.md" });
    reloaded(desk);
    expect(await desk.check("[[Long#L100]]")).toMatchObject({ state: "verified" });
    expect(await desk.check("[[Long#L900]]")).toMatchObject({ because: "Line 900 wasn't read." });
  });

  test("shows no line in a row that is not the line's any longer", async () => {
    const desk = await shown();
    reloaded(desk, (note) => note.replace("> 3: It weighs", "> A new row\n> 3: It weighs"));
    expect(await desk.check("[[Bell#L1]]")).toMatchObject({ state: "verified" });
    expect(await desk.check("[[Bell#L5]]")).toMatchObject({ because: "Line 5 wasn't read." });
  });
});

test("a check never rejects, whatever is cited and whatever the tools do", async () => {
  const desk = await shown();
  const link = fc.constantFrom("Bell", "Projects/Bell", "Clock", "#", "Bell#", "\ud800", "../x", "a".repeat(2000));
  const line = fc.option(fc.constantFrom(-1, 0, 1, 3, 6, 7, 1e9, Number.MAX_SAFE_INTEGER), { nil: undefined });
  const quote = fc.option(fc.constantFrom("", "…", "310 kg", "no", "a".repeat(9000), "\ud800", "**"), {
    nil: undefined,
  });
  await fc.assert(
    fc.asyncProperty(link, line, line, quote, fc.boolean(), async (link, startLine, endLine, quote, breaks) => {
      const given = {
        ...{ start: 0, end: 1, link },
        ...(startLine !== undefined && { startLine }),
        ...(endLine !== undefined && { endLine }),
        ...(quote !== undefined && { quote }),
      };
      const evidence = new Evidence(desk.messages);
      const call = (tool: string, args: string): Promise<Reply> => {
        return breaks ? Promise.reject(new Error("broken")) : desk.tools.callJson(tool, args);
      };
      const verdict = await evidence.check(given, call, new AbortController().signal);
      expect(["verified", "shortened", "moved", "unverified"]).toContain(verdict.state);
    }),
    { numRuns: 200 },
  );
});

test("a quote of a note of 100 KB on one line of the same letter is compared in no time", async () => {
  const desk = new Desk();
  desk.write("a.md", "a ".repeat(45_000));
  await desk.called("read_file", { path: "a.md" });
  const began = performance.now();
  expect((await desk.check(`"${"a ".repeat(1999)}b" [[a#L1]]`)).state).toBe("unverified");
  expect(performance.now() - began).toBeLessThan(3000);
});
