// Arguments as JavaScript values: what a model's provider may pass, and that none of it crashes. Needs pkg/, which
// built.ts makes.
import { describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { failed, outcome, whole } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

const TEN = Array.from({ length: 10 }, (_, before) => `line ${before + 1}`);
const tools = new Tools(new MemoryHost({ "ten.md": `${TEN.join("\n")}\n` }));
const read = (args: unknown): Promise<Reply> => tools.call("read_file", args);

/** The reply that shows lines `first` to `last` of ten. */
function lines(first: number, last: number): Reply {
  const numbered = TEN.slice(first - 1, last).map((line, before) => `${first + before}: ${line}`);
  const [text, display] =
    first === last
      ? [`[lines ${first}-${first} of 10]`, `Read line ${first} of 10 in ten.md`]
      : [`[lines ${first}-${last} of 10]`, `Read lines ${first}–${last} of 10 in ten.md`];
  const reply = whole("ten.md", TEN, { start_line: first, end_line: last });
  reply.content = [{ type: "text", text: [...numbered, text].join("\n") }];
  reply.structuredContent.display = display;
  return reply;
}

describe("arguments", () => {
  test.each<[string, Record<string, unknown>]>([
    ["null", { start_line: null, end_line: null, start_column: null }],
    ["undefined", { start_line: undefined, end_line: undefined }],
    ["a function", { start_line: (): number => 3 }],
    ["a symbol", { start_line: Symbol("3") }],
  ])("given as %s count as left out", async (_, range) => {
    expect(await read({ path: "ten.md", ...range })).toStrictEqual(whole("ten.md", TEN));
  });

  test.each<[string, Record<string, unknown>]>([
    ["numbers", { start_line: 3, end_line: 4 }],
    ["text", { start_line: "3", end_line: "4" }],
    ["bigint", { start_line: 3n, end_line: 4n }],
    ["numbers from the end", { start_line: -8, end_line: -7 }],
    ["text from the end", { start_line: "-8", end_line: "-7" }],
    ["column 1", { start_line: 3, end_line: 4, start_column: 1 }],
    ["boxed numbers", { start_line: Object(3), end_line: Object("4") }],
  ])("may give a range as %s", async (_, range) => {
    expect(await read({ path: "ten.md", ...range })).toStrictEqual(lines(3, 4));
  });

  test.each<[string, Record<string, unknown>, number, number]>([
    ["an end past the end", { start_line: 9, end_line: 1e300 }, 9, 10],
    ["an infinitely large bigint", { start_line: 10, end_line: 10n ** 40n }, 10, 10],
    ["a start before the start", { start_line: -11, end_line: 1 }, 1, 1],
  ])("may give %s", async (_, range, first, last) => {
    expect(await read({ path: "ten.md", ...range })).toStrictEqual(lines(first, last));
  });

  test.each<[string, unknown]>([
    ["NaN", NaN],
    ["Infinity", Infinity],
    ["-Infinity", -Infinity],
    ["0", 0],
    ["-0", -0],
    ["0n", 0n],
    ["a fraction", 1.5],
    ["text that is no number", "three"],
    ["text with a blank", " 3"],
    ["empty text", ""],
    ["true", true],
    ["a list", [3]],
    ["an object", { line: 3 }],
    ["a date", new Date(0)],
  ])("with %s as a line are invalid", async (_, start_line) => {
    const reply = await read({ path: "ten.md", start_line });
    expect(outcome(reply)).toBe("invalid_arguments");
    expect(reply.structuredContent.error?.message).toMatch(
      /^start_line is .+, (but counting starts|not a whole number)/,
    );
    expect(textOf(reply).split("\n")).toHaveLength(2);
  });

  const cyclic: Record<string, unknown> = { path: "ten.md" };
  cyclic.self = cyclic;
  let nested: unknown = "ten.md";
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];

  test.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a list", ["ten.md"]],
    ["text", '{"path": "ten.md"}'],
    ["a number", 3],
    ["NaN", NaN],
    ["a function", (): string => "ten.md"],
    ["a bigint", 3n],
    ["a cyclic object", cyclic],
    ["an object that throws", { toJSON: () => expect.unreachable() as unknown }],
    ["a deep object", { path: nested }],
    ["an empty object", {}],
    ["a path that is no text", { path: 7 }],
    ["a path that is null", { path: null }],
    ["a name that is not known", { path: "ten.md", line: 3 }],
    ["a map", new Map([["path", "ten.md"]])],
    ["a column without a line", { path: "ten.md", start_column: 3 }],
    ["a column from the end", { path: "ten.md", start_line: 1, start_column: -1 }],
  ])("that are %s are invalid, in an error of two lines", async (_, args) => {
    const reply = await read(args);
    expect(outcome(reply)).toBe("invalid_arguments");
    const { message = "", help = "" } = reply.structuredContent.error ?? {};
    // What has no JSON never reaches a tool.
    const before = message.startsWith("the call cannot be understood") ? "The call failed" : "Could not read";
    expect(reply).toStrictEqual(failed("invalid_arguments", message, help, before));
    expect(textOf(reply).split("\n")).toHaveLength(2);
  });

  test("that are no JSON text are invalid", async () => {
    for (const json of [
      "",
      "{",
      "{'path': 1}",
      "null",
      '{"path": "\ud800"',
      '{"path": "ten.md", "start_line": 1e999}',
    ]) {
      expect(outcome(await tools.callJson("read_file", json))).toBe("invalid_arguments");
    }
  });

  test("for a tool that does not exist name those that do", async () => {
    const reply = failed(
      "invalid_arguments",
      'there is no tool "rm"',
      "the tools are read_file, list_files, search_notes, links",
      "The call failed",
    );
    expect(await tools.call("rm", { path: "ten.md" })).toStrictEqual(reply);
  });
});

describe("half of a character in an argument", () => {
  const half = "a\ud83d";
  test.each<[string, unknown]>([
    ["a path", { path: half }],
    ["a name", { [half]: "ten.md" }],
    ["a list", { files: [{ path: "ten.md", sheet: "\ude00" }] }],
  ])("in %s is refused", async (_, args) => {
    const reply = await read(args);
    expect(reply.isError && textOf(reply)).toMatch(/^error\[invalid_arguments\]: .*half of a character, \\ud/);
  });

  test.each([`{"path": "${half}"}`, String.raw`{"path": "a\ud83d"}`])(
    "in the JSON text %j is refused",
    async (json) => {
      const reply = await tools.callJson("read_file", json);
      expect(reply.isError && reply.structuredContent.error?.code).toBe("invalid_arguments");
    },
  );

  test("a whole one is not", async () => {
    const reply = await tools.callJson("read_file", String.raw`{"path": "\ud83d\ude00"}`);
    expect(textOf(reply)).toContain("😀");
  });
});
