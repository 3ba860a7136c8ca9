// Changes to notes that are made while something goes wrong: which ones, and what is left.
import type { Page } from "playwright-core";
import { journalIn } from "../../js/vault/journal.ts";
import type { JournalEntry } from "../../js/vault/changes.ts";
import { type AppFault, arm, type Files, filesAt, put } from "./app-faults.ts";
import { contentOf, edit, open } from "./write-page.ts";

/** What each change is of, for the run `run`, and the files before and after it. */
export interface Operation {
  tool: string;
  args(run: number): object;
  old(run: number): Files;
  made(run: number): Files;
  isOpen?: boolean;
}

const REST = "\nb\nc\nd\nmore\n";
const change = (isOpen: boolean, mark = ""): Operation => ({
  tool: "edit_file",
  args: (run) => edit(`a${run}.md`, "one", "two"),
  old: (run) => ({ [`a${run}.md`]: `${mark}one${REST}` }),
  made: (run) => ({ [`a${run}.md`]: `${mark}two${REST}` }),
  isOpen,
});
export const OPERATIONS: Record<string, Operation> = {
  "an edit": change(false),
  "an edit of an open note": change(true),
  "an edit of a note with a byte order mark": change(false, "\ufeff"),
  "a new note": {
    tool: "write_file",
    args: (run) => ({ path: `N${run}/D/a${run}.md`, content: `two${REST}` }),
    old: (run) => ({ [`N${run}/D/a${run}.md`]: undefined }),
    made: (run) => ({ [`N${run}/D/a${run}.md`]: `two${REST}` }),
  },
  "a deletion": {
    tool: "delete_file",
    args: (run) => ({ path: `a${run}.md` }),
    old: (run) => ({ [`a${run}.md`]: `one${REST}`, [`.trash/a${run}.md`]: undefined }),
    made: (run) => ({ [`a${run}.md`]: undefined, [`.trash/a${run}.md`]: `one${REST}` }),
  },
  "a move": {
    tool: "move_file",
    args: (run) => ({ from: `a${run}.md`, to: `N${run}/b${run}.md` }),
    old: (run) => ({ [`a${run}.md`]: `one${REST}`, [`N${run}/b${run}.md`]: undefined }),
    made: (run) => ({ [`a${run}.md`]: undefined, [`N${run}/b${run}.md`]: `one${REST}` }),
  },
};

/** The entries of the journal as they are on disk. */
export async function entriesOnDisk(page: Page): Promise<readonly JournalEntry[]> {
  const lines = (await contentOf(page, ".obsidian/plugins/lectern/journal.jsonl")) ?? "";
  return journalIn(Buffer.from(lines, "latin1").toString()).entries;
}

/** What the linters leave. */
export const LINTED = { linted: /More/, "linted there": /\./, "linted in the editor": /\./ };
/** `files` as they were before a linter came. */
export const plain = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text?.replace("More", "more").replace(".", "")]),
  );

/** Runs `operation` with a fault at the call number `at` after the approval. */
export async function faulty(page: Page, operation: Operation, run: number, at: number, fault: AppFault) {
  const old = operation.old(run);
  const path = Object.keys(old)[0] ?? "";
  await put(page, old);
  if (operation.isOpen === true) await open(page, path);
  await arm(page, at, fault, old);
  const args = operation.args(run);
  const text = await page.evaluate(
    async ({ tool, args, fault }) => {
      window.approving.proposals = [];
      window.approving.before = () => window.faults.begin();
      const made = window.approving.run(tool, args);
      // Nothing tells that a killed process does no more.
      const stopped = (async () => {
        while (fault !== "killed" || window.faults.call === undefined)
          await new Promise((resolve) => setTimeout(resolve, 5));
        return undefined;
      })();
      const reply = await Promise.race([made, stopped]);
      window.faults.end();
      return reply;
    },
    { tool: operation.tool, args, fault },
  );
  const [call, asked] = await page.evaluate(() => [window.faults.call, window.approving.proposals.length]);
  // What the app does 2 s after the last change.
  if (operation.isOpen === true && fault !== "killed") await page.evaluate(() => window.view.save());
  const files = await filesAt(page, Object.keys(old));
  const isKnown = (await entriesOnDisk(page)).some((entry) => entry.path === path);
  return { call, asked, text, files, isKnown, told: `call ${at}, ${call}: ${text} ${JSON.stringify(files)}` };
}
