// Hosts that throw, or answer nonsense or something else: the reply is an error, and the next call works. Needs pkg/,
// which built.ts makes.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Reply } from "../../pkg/lectern.js";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { about, failed, outcome, whole } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

let host: MemoryHost;
let tools: Tools;
const read = (path: string): Promise<Reply> => tools.call("read_file", { path });

beforeEach(() => {
  host = new MemoryHost({ "a.md": "text a\n", "b.md": "text b\n" });
  tools = new Tools(host);
});

describe("a host", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue(undefined));

  test.each<[string, unknown]>([
    ["an error", new Error("the disk is full")],
    ["text", "the disk is full"],
    ["an error of several lines", new Error("the disk is full\nat line 1")],
  ])("that throws %s makes the file unreadable, in one line", async (_, thrown) => {
    for (const what of ["stat", "read"] as const) {
      vi.spyOn(host, what).mockImplementationOnce(() => {
        throw thrown;
      });
      const message = '"a.md" could not be read: the disk is full';
      const error = failed("unreadable", message, "try once more, then tell the user");
      expect(await read("a.md")).toStrictEqual(about("a.md", error));
      expect(await read("a.md")).toStrictEqual(whole("a.md", ["text a"]));
      host.mtime++;
    }
    expect(console.error).not.toHaveBeenCalled();
  });

  const garbage: [string, unknown][] = [
    ["undefined", undefined],
    ["null", null],
    ["a number", 42],
    ["NaN", NaN],
    ["empty text", ""],
    ["a name that is no answer", "nowhere"],
    ["a list", []],
    ["an empty object", {}],
    ["true", true],
    ["a symbol", Symbol("answer")],
    ["a file without a size", { file: {} }],
    ["a size that is text", { file: { size: "7", mtime: 1 } }],
    ["two answers", { file: { size: 7, mtime: 1 }, folder: null }],
    ["an unknown answer", { directory: "a" }],
    ["bytes that are text", { bytes: "text" }],
    ["bytes that are numbers out of range", { bytes: [300, -1] }],
    ["text that is bytes", { text: new Uint8Array(3) }],
    ["a listing of numbers", { listing: { files: [1], folders: [], next: null } }],
    [
      "an answer that throws when it is looked at",
      {
        get file(): never {
          throw new Error("looked at");
        },
      },
    ],
    ["a listing, which was not asked for", { listing: { files: [], folders: [], next: null } }],
    [
      "a listing of files without a size",
      { listing: { files: [{ path: "a.md", mtime: 1 }], folders: [], next: null } },
    ],
    ["a link, which was not asked for", { links: ["a.md"] }],
  ];

  test.each(garbage)("that answers with %s gets an error reply, and the next call works", async (_, answer) => {
    for (const what of ["stat", "read", "list"] as const) {
      vi.spyOn(host, what).mockReturnValueOnce(answer as Answer);
      const reply = await read(what === "list" ? "[[c]]" : "a.md");
      expect(reply.isError).toBe(true);
      expect(textOf(reply)).toMatch(/^error\[\w+\]: .+\nhelp: .+$/);
      expect(await read("b.md")).toStrictEqual(whole("b.md", ["text b"]));
      host.mtime++;
    }
  });

  test("that answers with lone surrogates gets them back as U+FFFD", async () => {
    vi.spyOn(host, "read").mockReturnValueOnce({ text: "a\ud800b\n" });
    expect(await read("a.md")).toStrictEqual(whole("a.md", ["a\ufffdb"]));
  });

  test("is not asked to read what is too large for a phone", async () => {
    vi.spyOn(host, "stat").mockReturnValueOnce({ file: { size: 64 * 1024 * 1024 + 1, mtime: 1 } });
    expect(outcome(await read("a.txt"))).toBe("too_large");
    expect(host.asked).toStrictEqual([]);
  });
});
