// A model that quotes inexactly: real passages, changed as models change them, each with an edit of one word. A scripted
// model that calls what the error names succeeds in one more call nearly always, and never changes the wrong place.
// `LECTERN_MISQUOTES=DIR` takes the notes of another folder, such as a vault. Through the wasm; needs pkg/.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Answer, Reply, Write } from "../../pkg/lectern.js";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";
import { Random } from "./choices.ts";

const FOLDER = process.env["LECTERN_MISQUOTES"] ?? join(import.meta.dirname, "../fixtures/vault");
const PASSAGES = 1000;

class WritableHost extends MemoryHost {
  /** What was written since it was last taken. */
  #written: string | undefined;

  write({ after }: Write): Answer {
    this.#written = new TextDecoder("utf-8", { ignoreBOM: true }).decode(after ?? undefined);
    return { written: "done" };
  }

  take(): string | undefined {
    const written = this.#written;
    this.#written = undefined;
    return written;
  }
}

const accept = {
  approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const),
  journal: NO_JOURNAL,
};

/** What models do to what they quote. */
const MISTAKES: Record<string, (passage: string, random: Random) => string> = {
  "straight quotes": (text) => text.replace(/[‘’]/g, "'").replace(/[“”«»]/g, '"'),
  "curly quotes": (text) => text.replace(/'/g, "’").replace(/"([^"\n]*)"/g, "“$1”"),
  "other dashes": (text) => text.replace(/[–—]/g, "-").replace(/ - /g, " – "),
  "no-break spaces": (text, random) => text.replace(/ /g, () => (random.below(3) === 0 ? "\u00a0" : " ")),
  "plain spaces": (text) => text.replace(/[\u00a0\u202f]/g, " "),
  NFD: (text) => text.normalize("NFD"),
  "blanks at the ends of lines": (text) => text.replace(/$/gm, "  "),
  "no blanks at the ends": (text) => text.replace(/[ \t]+$/gm, ""),
  CRLF: (text) => text.replace(/\n/g, "\r\n"),
  "line numbers": (text, random) => {
    const first = 1 + random.below(99);
    return text
      .split("\n")
      .map((line, index) => `${first + index}: ${line}`)
      .join("\n");
  },
  "a missing line": (text, random) => {
    const lines = text.split("\n");
    if (lines.length > 2) lines.splice(1 + random.below(lines.length - 2), 1);
    return lines.join("\n");
  },
  ellipsis: (text) => text.replace(/\.\.\./g, "…"),
};

/** The notes in `folder`, by path. */
function notesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** A passage of 1 to 6 lines, and a word in it to change. */
function passageOf(note: string, random: Random): { passage: string; word: string } | undefined {
  const lines = note.split("\n");
  const start = random.below(lines.length);
  const passage = lines
    .slice(start, start + 1 + random.below(6))
    .join("\n")
    .replace(/^\s*\n|\s+$/g, "");
  const words = passage.match(/\p{L}{4,}/gu);
  if (passage.length < 12 || !words) return undefined;
  return { passage, word: random.one(words) };
}

/** The call that the last line of an error names; undefined if it names none. */
function namedCall(reply: Reply): string | undefined {
  return /^help: .*?\bcall edit_file (\{.*\})$/m.exec(textOf(reply))?.[1];
}

test("one more call succeeds, at the right place", async () => {
  const random = new Random(1);
  const notes = notesIn(FOLDER).filter((text) => text.length > 200 && !text.includes("\r"));
  const host = new WritableHost({});
  const tools = new Tools(host, { changes: true });
  const call = (json: string): Promise<Reply> => tools.callJson("edit_file", json, undefined, undefined, accept);
  const failed: string[] = [];
  let count = 0;
  while (count < PASSAGES) {
    const note = random.one(notes);
    const chosen = passageOf(note, random);
    if (!chosen || note.split(chosen.passage).length !== 2) continue;
    const { passage, word } = chosen;
    const name = random.one(Object.keys(MISTAKES));
    const wrong = MISTAKES[name]?.(passage, random) ?? "";
    const shown = MISTAKES[name === "NFD" ? "NFD" : "ellipsis"]?.(word, random) ?? word;
    const at = wrong.indexOf(shown);
    // The word is gone with its line.
    if (at < 0) continue;
    count++;
    const changed = `${wrong.slice(0, at)}CHANGED${wrong.slice(at + shown.length)}`;
    host.put("a.md", note);
    host.mtime++;
    let reply = await call(JSON.stringify({ path: "a.md", edits: [{ old: wrong, new: changed }] }));
    if (reply.isError) {
      const next = namedCall(reply);
      if (next !== undefined) reply = await call(next);
    }
    const written = host.take();
    if (reply.isError || written === undefined) {
      failed.push(`${name}: ${textOf(reply)}\n${JSON.stringify(passage)}`);
      continue;
    }
    // Of the whole note, one occurrence of the word has changed, and it is in the passage.
    const start = note.indexOf(passage);
    const end = start + passage.length;
    const before = written.slice(0, start);
    const after = written.slice(written.length - (note.length - end));
    expect([before, after], name).toStrictEqual([note.slice(0, start), note.slice(end)]);
    expect(written, name).toContain("CHANGED");
    expect(written.length, name).toBe(note.length - word.length + "CHANGED".length);
  }
  tools.close();
  if (process.env["LECTERN_MISQUOTES"]) console.log(failed.length, failed.slice(0, 12).join("\n\n"));
  expect(failed.length, failed.slice(0, 5).join("\n\n")).toBeLessThan(PASSAGES * 0.05);
}, 120_000);
