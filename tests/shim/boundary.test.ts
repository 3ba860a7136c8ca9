// The boundary of the released core, as JavaScript sees it: bytes and text go in, plain objects come out, and what is
// malformed is an error that leaves the session alive. Needs pkg/, which built.ts makes.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createGlue } from "../../pkg/glue.js";
import type { Answer, Config, Step } from "../../pkg/lectern.js";

const core = createGlue();
core.initSync({ module: readFileSync(new URL("../../pkg/lectern_bg.wasm", import.meta.url)) });

type Session = InstanceType<typeof core.Session>;

/** What JavaScript makes of `value` as JSON: undefined properties and maps would be lost. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What `config` leaves out is as usual. */
const open = (config: object): Session => new core.Session({ ...core.defaultConfig(), ...config });
const session = (maxBytes = 100, closed: string[] = []): Session =>
  open({ configDir: ".obsidian", protected: closed, maxBytes });

const start = (session: Session, args: object): Step => session.start("read_file", JSON.stringify(args), null);
const resume = (session: Session, call: number, answer: unknown): Step => session.resume(call, [answer as Answer]);
const bytes = (text: string): Answer => ({ bytes: new TextEncoder().encode(text) });

/** The step after reading a file that is there, whose `read` is answered so. */
function read(session: Session, args: { path: string } & Record<string, unknown>, content: Answer): Step {
  const started = start(session, args);
  if (!("ask" in started)) return expect.unreachable();
  const { call } = started.ask;
  const step = resume(session, call, { file: { size: 7, mtime: call } });
  expect(step).toStrictEqual({ ask: { call, requests: [{ read: args.path }] } });
  return resume(session, call, content);
}

/** The reply in which a step ends. */
function done(step: Step) {
  if (!("done" in step)) return expect.unreachable(JSON.stringify(step));
  expect(plain(step.done)).toStrictEqual(step.done);
  return step.done;
}

const textOf = (step: Step): unknown => (done(step).content[0] as { text?: string } | undefined)?.text;

test("the usual config is a plain object", () => {
  const expected: Config = {
    ...{ configDir: ".obsidian", protected: [], patterns: [], ignoreFile: "", excluded: [], closedTags: [] },
    ...{ changes: false, readOnly: [], promptsFolders: [] },
    ...{ maxBytes: 102_400, maxLines: null, filesAtOnce: 5 },
    ...{ maxImageBytes: 5_242_880, maxImagesBytes: 20_971_520, maxIndexBytes: 134_217_728 },
    ...{ searchDocuments: true, maxDocumentsIndexBytes: 33_554_432, maxDocumentBytes: 33_554_432 },
    ...{ keepIndexOver: null, meaning: null, roots: [], dailyNotesFolder: "", dailyNotesFormat: "" },
  };
  expect(core.defaultConfig()).toStrictEqual(expected);
});

test("the tools are plain objects", () => {
  const tools = core.tools();
  expect(plain(tools)).toStrictEqual(tools);
  expect(tools[0]).toMatchObject({
    name: "read_file",
    inputSchema: { properties: { start_column: { type: "integer" } } },
  });
  expect(tools[3]?.inputSchema).toMatchObject({ required: ["path"] });
});

test("a call asks with plain objects", () => {
  const expected = { ask: { call: 1, requests: [{ stat: "Notes/a.md" }] } };
  expect(start(session(), { path: "Notes/a.md" })).toStrictEqual(expected);
});

test("a reply is a plain object, with null for what is not there", () => {
  const file = { path: "a.md", start_line: 1, end_line: 1, total_lines: 1, truncated: false };
  expect(done(read(session(), { path: "a.md" }, bytes("only")))).toStrictEqual({
    content: [{ type: "text", text: "1: only" }],
    isError: false,
    structuredContent: {
      display: "Read line 1 of 1 in a.md",
      files: [{ ...file, final_newline: false, eol: null, next: null }],
    },
  });
});

test("a cut reply has plain arguments to go on with", () => {
  const reply = done(read(session(7), { path: "a.md", end_line: 2 }, bytes("abcdefgh\r\nx\n")));
  const file = { path: "a.md", start_line: 1, end_line: 1, total_lines: 2, truncated: true, final_newline: true };
  const next = { path: "a.md", start_line: 1, end_line: 2, start_column: 5 };
  expect(reply.structuredContent.files).toStrictEqual([{ ...file, eol: "mixed", next }]);
  const mixed = done(read(session(), { path: "a.md" }, bytes("a\r\nb\nc\r\nd\r\n")));
  expect(mixed.structuredContent.files[0]?.crlf_lines).toStrictEqual([
    [1, 1],
    [3, 4],
  ]);
});

test("an error is a reply too", () => {
  const [message, help] = ['"../a.md" leaves the vault', 'give the path from the vault root, such as "a.md"'];
  expect(done(start(session(), { path: "../a.md" }))).toStrictEqual({
    content: [{ type: "text", text: `error[outside_vault]: ${message}\nhelp: ${help}` }],
    isError: true,
    structuredContent: {
      display: `Could not read: ${message}`,
      files: [],
      error: { code: "outside_vault", message, help },
    },
  });
});

test("bytes and text are read alike", () => {
  const content = "\ufeff한글 e\u0301\n👨\u200d👩\ufeff\0\n";
  // A view into the middle of a larger buffer.
  const view = new TextEncoder().encode(`xx${content}yy`).subarray(2, -2);
  for (const answer of [bytes(content), { bytes: view }, { text: content }])
    expect(textOf(read(session(), { path: "a.md" }, answer))).toBe("1: 한글 e\u0301\n2: 👨\u200d👩\ufeff\0");
});

test("half a letter of the host becomes a replacement character", () => {
  expect(textOf(read(session(), { path: "a.md" }, { text: "a\ud83db" }))).toBe("1: a\ufffdb");
});

test("bytes that are no UTF-8 are converted, wherever they stand", () => {
  for (const [before, start_line] of [
    ["", 1],
    ["x\n".repeat(600_000), -1],
  ] as const) {
    const step = read(session(), { path: "a.md", start_line }, { bytes: Buffer.from(`${before}caf\xe9\n`, "latin1") });
    expect(step).toMatchObject({ ask: { requests: [{ convert: { format: "legacy" } }] } });
  }
});

test("a large file comes back whole", () => {
  const line = "한글의 긴 줄 👨\u200d👩, plain words and e\u0301.";
  const lines = Array.from({ length: Math.floor(1_048_576 / Buffer.byteLength(line)) }, () => line);
  const text = textOf(read(session(4_000_000), { path: "a.md" }, bytes(`${lines.join("\n")}\n`)));
  // Not toBe: two texts of a megabyte are nothing to print.
  expect(text === lines.map((line, index) => `${index + 1}: ${line}`).join("\n")).toBe(true);
});

test("a malformed answer is an error, and the call can still be answered", () => {
  const asked = session();
  start(asked, { path: "a.md" });
  for (const answer of [
    ...[undefined, null, 3, "inside", {}, [], { file: {} }, { file: { size: "7", mtime: 0 } }, { file: { size: 7 } }],
    ...[{ listing: { files: [] } }, { text: 3 }, { bytes: "text" }, { whatever: null }],
  ])
    expect(() => resume(asked, 1, answer), JSON.stringify(answer)).toThrow();
  expect(done(resume(asked, 1, "special")).structuredContent.error?.code).toBe("unsupported");
});

test("a config that cannot be used throws", () => {
  const c = { configDir: "c", protected: [], maxBytes: 9 };
  for (const [config, expected] of [
    [{ ...c, maxBytes: -1 }, "the byte limit must be a whole number"],
    [{ ...c, configDir: "" }, "a closed folder cannot be understood: path is"],
    [{ ...c, protected: ["../x"] }, "a closed folder cannot be understood"],
  ] as const)
    expect(() => open(config)).toThrow(expected);
  for (const config of [
    ...[
      { ...c, protected: "x" },
      { ...c, protected: [3] },
      { ...c, configDir: 3 },
      { ...c, maxBytes: "9" },
    ],
    ...[{ configDir: "c", protected: [] }, {}, null, undefined],
  ])
    expect(() => new core.Session(config as unknown as Config), JSON.stringify(config)).toThrow();
});

test("names fold as they do natively", () => {
  const closed = session(100, ["Café 비밀", "Straße"]);
  for (const path of [
    ...[".ob\u017fidian/app.json", ".OBSIDIAN", ".g\u200cit/config"],
    ...["cafe\u0301 \u1107\u1175\u1106\u1175\u11af/a.md", "x/CAFÉ 비밀.", "STRASSE/a.md"],
  ])
    expect(closed.isProtectedPath(path), path).toBe(true);
  expect(closed.isProtectedPath("Cafe 비밀/a.md")).toBe(false);
  expect(() => closed.assertNotProtected("../a")).toThrow('"../a" leaves the vault');
  closed.assertNotProtected("a");
});

test("a name in another normal form is asked for in NFC", () => {
  const step = start(session(), { path: "Cafe\u0301/\u1112\u1161\u11ab.md" });
  expect(step).toMatchObject({ ask: { requests: [{ stat: "Café/한.md" }] } });
});

test("a cancelled call ends in a plain reply", () => {
  const asked = session();
  start(asked, { path: "a.md" });
  const reply = asked.cancel(1);
  expect(plain(reply)).toStrictEqual(reply);
  expect(reply.structuredContent.error?.code).toBe("cancelled");
  expect(done(resume(asked, 1, "missing"))).toStrictEqual(reply);
});
