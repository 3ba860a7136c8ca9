// Hostile rule files: any bytes, or something else in place of the file, changed at full speed while they are read.
// Needs pkg/, which built.ts makes.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { excludedIn, MOST_BYTES, settingsIn, textIn } from "../../js/host/rules-file.ts";
import { Tools } from "../../js/vault/tools.ts";
import { folderWith } from "../shim/vault.ts";
import { effort, rounds, TIMEOUT_MS } from "./effort.ts";

describe("bytes", () => {
  const text = fc.string({
    unit: fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\n", "\r\n", "!", "\ufeff")),
  });

  test("in any encoding that is told apart are the same text", { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(
        text.filter((text) => !text.includes("\0") && !text.startsWith("\ufeff")),
        (text) => {
          const little = Buffer.from(`\ufeff${text}`, "utf16le");
          const big = Buffer.from(little).swap16();
          const expected = text.replace(/\r\n?/g, "\n");
          for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), little, big]) {
            expect(textIn("x", bytes)).toBe(expected);
          }
        },
      ),
      effort(5000),
    );
  });

  test("are text without a NUL and without loss, or an error in words", { timeout: TIMEOUT_MS }, () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]), fc.uint8Array({ maxLength: 40 }))
        .map(([mark, rest]) => Uint8Array.of(...mark, ...rest)),
    );
    fc.assert(
      fc.property(bytes, (bytes) => {
        let text: string;
        try {
          text = textIn("x", bytes);
        } catch (error) {
          expect((error as Error).message).toBe("x is not text in UTF-8; save it as UTF-8");
          return;
        }
        expect(text).not.toMatch(/[\0\r]/);
        const marked = [0xff, 0xfe].includes(bytes[0] ?? 0);
        if (!marked)
          expect(text).toBe(
            Buffer.from(bytes)
              .toString()
              .replace(/^\ufeff/, "")
              .replace(/\r\n?/g, "\n"),
          );
      }),
      effort(20_000),
    );
  });

  test("that are settings, or nearly, are understood or an error that quotes nothing", { timeout: TIMEOUT_MS }, () => {
    const json = fc.oneof(fc.json(), fc.constantFrom('{"closed":["canary"]}', '{"userIgnoreFilters":["canary"]}'));
    const damaged = fc
      .tuple(json, fc.nat(60), fc.constantFrom("", "]", "}", ",", '"', "canary"))
      .map(([json, at, put]) => json.slice(0, at) + put + json.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(json, damaged), (text) => {
        for (const read of [excludedIn, settingsIn]) {
          try {
            read("file.json", text);
          } catch (error) {
            expect((error as Error).message).toMatch(/^("userIgnoreFilters" in )?file\.json .+; .+$/);
            if ((error as Error).message.includes("is not valid JSON")) {
              expect((error as Error).message).not.toContain("canary");
            }
          }
        }
      }),
      effort(5000),
    );
  });
});

/** Puts one thing after another in the place of the file, until the process is told to stop. */
const SWAP = `
const { workerData: { place, things } } = require("node:worker_threads");
const { renameSync, linkSync, rmSync, symlinkSync, readlinkSync, lstatSync } = require("node:fs");
for (let round = 0; ; round++) {
  const thing = things[round % things.length];
  const next = place + ".next";
  try {
    rmSync(next, { force: true });
    if (lstatSync(thing).isSymbolicLink()) symlinkSync(readlinkSync(thing), next);
    else linkSync(thing, next);
    renameSync(next, place);
  } catch {}
}
`;

test.skipIf(process.platform === "win32")(
  "files that are swapped for pipes, devices and links at full speed open nothing and hold nothing up",
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = await folderWith({ "closed/a.md": "canary\n", ".lecternignore": "closed\n" });
    const things = await folderWith({
      rules: "closed/\n",
      other: "/closed\n",
      large: Buffer.alloc(MOST_BYTES + 1, "#"),
    });
    execFileSync("mkfifo", [join(things, "pipe")]);
    execFileSync("ln", ["-s", "/dev/zero", join(things, "device")]);
    execFileSync("ln", ["-s", join(things, "rules"), join(things, "link")]);
    const place = join(folder, ".lecternignore");
    const names = ["rules", "pipe", "other", "device", "link", "large"].map((name) => join(things, name));
    const swapper = new Worker(SWAP, { eval: true, workerData: { place, things: names } });
    try {
      const tools = new Tools(NodeHost.open(folder));
      const ends = new Set<string>();
      const call = async (path: string): Promise<void> => {
        const reply = await tools.call("read_file", { path });
        ends.add(reply.structuredContent.error?.code ?? "open");
      };
      for (const round of rounds(600)) await call(`closed/${round % 2 === 0 ? "a" : "none"}.md`);
      // On a busy machine the rounds may be over before the worker starts.
      while (ends.size < 2) await call("closed/a.md");
      expect([...ends].sort()).toEqual(["denied", "unreadable"]);
    } finally {
      await swapper.terminate();
    }
  },
);
