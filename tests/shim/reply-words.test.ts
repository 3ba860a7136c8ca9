// The rows of calls in words of the interface, of real replies. Through the wasm; needs pkg/, which built.ts makes.
import { expect, test } from "vitest";
import type { Answer } from "../../pkg/lectern.js";
import { replyWords } from "../../js/chat/answer/reply-words.ts";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "./vault.ts";

const NOTES = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`Bell ${at}.md`, `The bell weighs ${at} kg.\n`]),
);

class WritableHost extends MemoryHost {
  write(): Answer {
    return { written: "done" };
  }
}

const accept = {
  approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const),
  journal: NO_JOURNAL,
};

test.each([
  ["search_notes", { query: "bell", limit: 20 }, "Searched “bell”: 12 notes"],
  ["search_notes", { query: "bell", limit: 5 }, "Searched “bell”: 5 of 12 notes"],
  ["search_notes", { query: "lamp" }, "Searched “lamp”: 0 notes"],
  ["write_file", { path: "New.md", content: "New.\n" }, "Created New.md"],
  ["edit_file", { path: "Bell 1.md", edits: [{ old: "1 kg", new: "9 kg" }] }, "Changed Bell 1.md: 1 change"],
  ["read_file", { path: "Private.md" }, "Private.md was not found"],
])("%s %j: %s", async (tool, args, words) => {
  const tools = new Tools(new WritableHost(NOTES), { changes: true });
  const reply = await tools.call(tool, args, undefined, undefined, accept);
  expect(replyWords({ id: "1", tool, args: JSON.stringify(args) }, reply)).toBe(words);
});
