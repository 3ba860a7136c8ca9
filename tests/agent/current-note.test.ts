// Citations of notes that have changed since they were shown.
import { describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { citationsIn, type Citation } from "../../js/agent/citations/citations.ts";
import { Evidence } from "../../js/agent/citations/evidence.ts";
import type { Verdict } from "../../js/agent/citations/current-note.ts";
import { BELL, bell, shown } from "./desk.ts";

describe("a note that has changed since", () => {
  const above = ["A new line.", "And another.", ...BELL].join("\n");

  test("says where the lines have gone, with a quote or without", async () => {
    const desk = await shown();
    desk.write("Projects/Bell.md", above);
    const moved = { state: "moved", path: "Projects/Bell.md", startLine: 5, endLine: 5 };
    expect(await desk.check('"310 kg" [[Bell#L3]]')).toEqual(moved);
    expect(await desk.check("[[Bell#L3]]")).toEqual(moved);
    expect(await desk.check("[[Bell#L3-6]]")).toEqual({ ...moved, endLine: 8 });
  });

  test("finds them far away, in a long note", async () => {
    const desk = await shown();
    desk.write("Projects/Bell.md", `${"filler\n".repeat(3000)}${BELL.join("\n")}`);
    expect(await desk.check('"cast in 1958" [[Bell#L3]]')).toMatchObject({ state: "moved", startLine: 3003 });
    expect(desk.calls.length).toBeLessThan(12);
  });

  test("still holds what is quoted where other words have changed", async () => {
    const desk = await shown();
    desk.write("Projects/Bell.md", BELL.join("\n").replace("1958", "1959"));
    expect(await desk.check('"It weighs 310 kg" [[Bell#L3]]')).toEqual(bell(3, 3));
  });

  test("does not hold what was taken out", async () => {
    const desk = await shown();
    desk.write("Projects/Bell.md", "# Bell\n");
    expect(await desk.check("[[Bell#L3]]")).toEqual({
      state: "unverified",
      path: "Projects/Bell.md",
      since: "changed",
      lines: { before: ["It weighs **310 kg** and was cast in 1958."], now: [] },
      because: "The note has changed and no longer has this.",
    });
  });

  test("is searched for words that were not shown: they may have come since", async () => {
    const desk = await shown();
    desk.write("Projects/Bell.md", above);
    expect(await desk.check('"And another" [[Bell#L3]]')).toEqual({
      state: "moved",
      path: "Projects/Bell.md",
      startLine: 2,
      endLine: 2,
    });
  });

  test("may be gone or excluded", async () => {
    const desk = await shown();
    const check = (code: string): Promise<Verdict> => {
      const failed = { content: [], isError: true, structuredContent: { display: "", files: [], error: { code } } };
      const [citation] = citationsIn("[[Bell#L3]]") as [Citation];
      const call = (): Promise<Reply> => Promise.resolve(failed as unknown as Reply);
      return new Evidence(desk.messages).check(citation, call, new AbortController().signal);
    };
    expect(await check("not_found")).toMatchObject({ because: "The note no longer exists." });
    expect(await check("denied")).toMatchObject({ because: "The note is now excluded." });
    expect(await check("cancelled")).toEqual(bell(3, 3));
  });

  test("may be gone while another one of its name is there", async () => {
    const desk = await shown();
    const [citation] = citationsIn("[[Bell#L3]]") as [Citation];
    const read = await desk.tools.call("read_file", { path: "Projects/Bell.md" });
    const files = read.structuredContent.files.map((file) => ({ ...file, path: "Old/Bell.md" }));
    const other: Reply = { ...read, structuredContent: { ...read.structuredContent, files } };
    const verdict = await new Evidence(desk.messages).check(
      citation,
      () => Promise.resolve(other),
      new AbortController().signal,
    );
    expect(verdict).toMatchObject({ state: "unverified", because: "The note no longer exists." });
  });
});
