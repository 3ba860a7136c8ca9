// Tools on a host in memory: the shape of replies, configs, and arguments of other file tools. arguments.test.ts covers
// a model's arguments, run.test.ts the run loop, core.test.ts the instance. Needs pkg/, which built.ts makes.
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { Config, Reply } from "../../pkg/lectern.js";
import { createGlue } from "../../pkg/glue.js";
import { defaults } from "../../pkg/definitions.js";
import { briefly, changingDefinitions, definitions } from "../../js/vault/definitions.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { outcome, whole } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

const TEN = Array.from({ length: 10 }, (_, before) => `line ${before + 1}`);
const host = new MemoryHost({ "ten.md": `${TEN.join("\n")}\n`, "one.md": "alone" });
const tools = new Tools(host);
const read = (args: unknown): Promise<Reply> => tools.call("read_file", args);

describe("a reply", () => {
  test("has null for what goes on when nothing does, and for line endings where there are none", async () => {
    expect(await read({ path: "one.md" })).toStrictEqual(
      whole("one.md", ["alone"], { final_newline: false, eol: null }),
    );
  });

  test("that was cut gives the arguments of the call that goes on, in plain JSON", async () => {
    const reply = await new Tools(host, { maxBytes: 24 }).call("read_file", {
      path: "ten.md",
      start_line: 2,
      end_line: 9,
    });
    const next = { path: "ten.md", start_line: 4, end_line: 9 };
    expect(reply).toStrictEqual({
      content: [
        {
          type: "text",
          text: "2: line 2\n3: line 3\n[... truncated, showing lines 2-3 of 10; continue with start_line=4, end_line=9]",
        },
      ],
      isError: false,
      structuredContent: {
        display: "Read lines 2–3 of 10 in ten.md",
        files: [
          {
            ...{ path: "ten.md", start_line: 2, end_line: 3, total_lines: 10, truncated: true },
            ...{ final_newline: true, eol: "lf", next },
          },
        ],
      },
    });
    expect(JSON.parse(JSON.stringify(reply))).toStrictEqual(reply);
  });
});

describe("a config", () => {
  test.each<[string, Partial<Config>]>([
    ["a negative byte limit", { maxBytes: -1 }],
    ["half a byte", { maxBytes: 1.5 }],
    ["NaN bytes", { maxBytes: NaN }],
    ["infinite bytes", { maxBytes: Infinity }],
    ["more bytes than any file has", { maxBytes: 64 * 1024 * 1024 + 1 }],
    ["bytes as text", { maxBytes: "100" as unknown as number }],
    ["a closed folder without a name", { protected: ["Private", " "] }],
    ["a closed folder outside", { protected: ["../Private"] }],
    ["closed folders that are no list", { protected: "Private" as unknown as string[] }],
    ["a config folder without a name", { configDir: "" }],
  ])("with %s opens nothing: no file is shown, and the reason is told", async (_, config) => {
    const unready = new Tools(host, config);
    await expect(unready.ready()).rejects.toThrow(Error);
    const reply = await unready.call("read_file", { path: "ten.md" });
    expect(outcome(reply)).toBe("unreadable");
    expect(textOf(reply)).toMatch(/^error\[\w+\]: .+\nhelp: .+$/);
    expect(() => unready.isProtectedPath("ten.md")).toThrow(Error);
  });

  test("of the least and the most bytes can be used", async () => {
    for (const maxBytes of [0, 1, 64 * 1024 * 1024]) await new Tools(host, { maxBytes }).ready();
    expect(defaults).toStrictEqual({
      configDir: ".obsidian",
      protected: [],
      patterns: [],
      ignoreFile: "",
      excluded: [],
      closedTags: [],
      maxBytes: 102_400,
      maxLines: null,
      meaning: null,
      filesAtOnce: 5,
      maxImageBytes: 5 * 1024 * 1024,
      maxImagesBytes: 20 * 1024 * 1024,
      changes: false,
      readOnly: [],
      promptsFolders: [],
      maxIndexBytes: 128 * 1024 * 1024,
      searchDocuments: true,
      maxDocumentsIndexBytes: 32 * 1024 * 1024,
      maxDocumentBytes: 32 * 1024 * 1024,
      keepIndexOver: null,
      dailyNotesFolder: "",
      dailyNotesFormat: "",
      roots: [],
    });
  });
});

describe("other file tools", () => {
  const closing = new Tools(host, { protected: ["Private", "Work/Clients", "/Log.md"] });

  test.each([
    ...["", "/", "ten.md", "Clients/a.md", "Work", "Work/Log.md", "Privates/a.md", "not there.md"].map((path) => [
      path,
      false,
    ]),
    ...[
      ".obsidian",
      "a/.git/b",
      "private/x",
      "x/Private",
      "work/clients/a",
      "log.md",
      "../a",
      "C:\\a",
      "a\0b",
      "a\nb",
    ].map((path) => [path, true]),
  ] as [string, boolean][])("are told at once whether %j is protected: %s", async (path, isProtected) => {
    await closing.ready();
    expect(closing.isProtectedPath(path)).toBe(isProtected);
    const check = expect(() => closing.assertNotProtected(path));
    if (isProtected) check.toThrow(Error);
    else check.not.toThrow();
  });

  test("are told why, with the path as they gave it", () => {
    expect(() => closing.assertNotProtected("./Private/a.md")).toThrow(/^"\.\/Private\/a\.md" is excluded$/);
    expect(() => closing.assertNotProtected("../a.md")).toThrow(/^"\.\.\/a\.md" leaves the vault$/);
  });
});

describe("which paths are closed now", () => {
  const notes = new MemoryHost({ "Open.md": "a\n", "Own.md": "---\nlectern: false\n---\n", "Private/a.md": "a\n" });
  const paths = ["Open.md", "Own.md", "Private/a.md", "Gone.md", "Open", "\ud800.md"];

  test("is told of paths, and of what is in the notes", async () => {
    expect(await new Tools(notes, { protected: ["Private"] }).closedPaths(paths)).toEqual(paths.slice(1));
    expect(notes.asked.filter((asked) => asked.includes("Private"))).toEqual([]);
  });

  test("is all of them where it cannot be known", async () => {
    const tools = new Tools(notes);
    expect(await tools.closedPaths(paths, AbortSignal.abort())).toEqual(paths);
    expect(await new Tools(notes, { maxBytes: -1 }).closedPaths(paths)).toEqual(paths);
    vi.spyOn(notes, "read").mockRejectedValue(new Error("broken"));
    expect(await tools.closedPaths(["Open.md"])).toEqual(["Open.md"]);
  });
});

test("the definitions of the tools need no wasm", async () => {
  const touched = ["compile", "instantiate", "Module", "Instance"].map((name) =>
    vi.spyOn(WebAssembly, name as "compile"),
  );
  vi.resetModules();
  const { briefly, definitions } = await import("../../js/vault/definitions.ts");
  expect(definitions.map(({ name, inputSchema }) => [name, inputSchema.required])).toStrictEqual([
    ["read_file", undefined],
    ["list_files", undefined],
    ["search_notes", undefined],
    ["links", ["path"]],
  ]);
  const own = { name: "own", description: "A tool of another plugin.", inputSchema: {} };
  expect(briefly([own, ...definitions.slice(2)]).map(({ name }) => name)).toStrictEqual([
    "own",
    "search_notes",
    "links",
  ]);
  for (const spy of touched) expect(spy).not.toHaveBeenCalled();
});

test("tools in few words are those of the core", () => {
  const core = createGlue();
  core.initSync({ module: readFileSync("pkg/lectern_bg.wasm") });
  expect(briefly([...definitions, ...changingDefinitions])).toStrictEqual(core.briefTools());
});
