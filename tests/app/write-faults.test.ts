// Each change in the app, with a fault at every call of the app's disk once the user has approved: what is left is the
// old or the new content, complete, the reply says which, and the journal has what was changed.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entriesIn } from "../../js/vault/journal.ts";
import { launch } from "../obsidian/browser.ts";
import { contentOf, edit, open, openWriting } from "./write-page.ts";

let browser: Browser;
beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());

/**
 * `before`: the call fails and does nothing. `half`: what is to be written is cut off, as on a full disk. `after`: it fails
 * once all is done. `killed`: neither it nor any later call ends. `theirs`: another program writes the note before it.
 */
type AppFault = "before" | "half" | "after" | "killed" | "theirs";

/** What each change is of, for the run `run`, and the files before and after it. */
interface Operation {
  tool: string;
  args(run: number): object;
  old(run: number): Record<string, string | undefined>;
  made(run: number): Record<string, string | undefined>;
  isOpen?: boolean;
}

const change = (old: string, text: string, isOpen = false): Operation => ({
  tool: "edit_file",
  args: (run) => edit(`a${run}.md`, "one", "two"),
  old: (run) => ({ [`a${run}.md`]: old }),
  made: (run) => ({ [`a${run}.md`]: text }),
  isOpen,
});
const OPERATIONS: Record<string, Operation> = {
  "an edit": change("one\nmore\n", "two\nmore\n"),
  "an edit of an open note": change("one\nmore\n", "two\nmore\n", true),
  "an edit of a note with a byte order mark": change("\ufeffone\nmore\n", "\ufefftwo\nmore\n"),
  "a new note": {
    tool: "write_file",
    args: (run) => ({ path: `N${run}/D/a${run}.md`, content: "two\nmore\n" }),
    old: (run) => ({ [`N${run}/D/a${run}.md`]: undefined }),
    made: (run) => ({ [`N${run}/D/a${run}.md`]: "two\nmore\n" }),
  },
  "a deletion": {
    tool: "delete_file",
    args: (run) => ({ path: `a${run}.md` }),
    old: (run) => ({ [`a${run}.md`]: "one\n", [`.trash/a${run}.md`]: undefined }),
    made: (run) => ({ [`a${run}.md`]: undefined, [`.trash/a${run}.md`]: "one\n" }),
  },
  "a move": {
    tool: "move_file",
    args: (run) => ({ from: `a${run}.md`, to: `N${run}/b${run}.md` }),
    old: (run) => ({ [`a${run}.md`]: "one\n", [`N${run}/b${run}.md`]: undefined }),
    made: (run) => ({ [`a${run}.md`]: undefined, [`N${run}/b${run}.md`]: "one\n" }),
  },
};

const CALLS = ["read", "readBinary", "write", "writeBinary", "process", "append", "mkdir", "rename", "rmdir", "remove"];

/** Has `fault` happen at the `at`-th call after the next approval. What is told: the call, once it was reached. */
function arm(page: Page, at: number, fault: AppFault, path: string): Promise<void> {
  return page.evaluate(
    ({ at, fault, path, names }) => {
      const { adapter } = window.app.vault;
      type Call = (...args: unknown[]) => Promise<unknown>;
      const calls = adapter as unknown as Record<string, Call>;
      const real = Object.fromEntries(names.map((name) => [name, calls[name] as Call]));
      let [count, isIn] = [0, false];
      const state: { call?: string } = {};
      const never = new Promise(() => undefined);
      const failed = (): never => {
        throw new Error("ENOSPC: no space left on device, write '/vault/x'");
      };
      const called = async (name: string, work: Call, args: unknown[]): Promise<unknown> => {
        if (state.call !== undefined && fault === "killed") return never;
        if (isIn || ++count !== at) return work(...args);
        state.call = `${name} ${String(args[0])}`;
        if (fault === "killed") return never;
        isIn = true;
        if (fault === "theirs") adapter.put(path, "theirs\n", {}, true);
        if (fault === "before" || (fault === "half" && !/^(write|append|process)/.test(name))) {
          isIn = false;
          failed();
        }
        if (fault === "half" && name === "process") {
          const change = args[1] as (data: string) => string;
          const text = change(new TextDecoder("utf-8", { ignoreBOM: true }).decode(adapter.bytes(String(args[0]))));
          adapter.put(String(args[0]), text.slice(0, text.length / 2));
        } else if (fault === "half") {
          const data = args[1] as string | ArrayBuffer;
          await work(args[0], data.slice(0, (typeof data === "string" ? data.length : data.byteLength) / 2));
        } else {
          const result = await work(...args);
          if (fault === "theirs") {
            isIn = false;
            return result;
          }
        }
        isIn = false;
        return failed();
      };
      const put = (): void => {
        for (const name of names) calls[name] = (...args) => called(name, real[name] as Call, args);
      };
      window.approving.before = put;
      window.approving.seen = state;
      Object.assign(window, { disarm: () => Object.assign(calls, real) });
    },
    { at, fault, path, names: CALLS },
  );
}

/** Runs `operation` with a fault. */
async function faulty(page: Page, operation: Operation, run: number, at: number, fault: AppFault) {
  const old = operation.old(run);
  const path = Object.keys(old)[0] ?? "";
  await page.evaluate((old) => {
    for (const [path, text] of Object.entries(old))
      if (text !== undefined) window.app.vault.adapter.put(path, text, {}, true);
  }, old);
  if (operation.isOpen === true) await open(page, path);
  await arm(page, at, fault, path);
  const args = operation.args(run);
  const text = await page.evaluate(
    async ({ tool, args, fault }) => {
      const made = window.approving.run(tool, args);
      const isReached = (): boolean => (window.approving.seen as { call?: string }).call !== undefined;
      // Nothing tells that a killed process does no more.
      const stopped = (async () => {
        while (fault !== "killed" || !isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
        return undefined;
      })();
      const reply = await Promise.race([made, stopped]);
      (window as unknown as { disarm: () => void }).disarm();
      return reply;
    },
    { tool: operation.tool, args, fault },
  );
  const call = await page.evaluate(() => (window.approving.seen as { call?: string }).call);
  // What the app does 2 s after the last change.
  if (operation.isOpen === true && fault !== "killed") await page.evaluate(() => window.view.save());
  const files: Record<string, string | undefined> = {};
  for (const path of Object.keys(old)) {
    const bytes = await contentOf(page, path);
    files[path] = bytes === undefined ? undefined : Buffer.from(bytes, "latin1").toString();
  }
  // A move reads all notes, so there must not be more at each run.
  await page.evaluate(async (paths) => {
    const { adapter } = window.app.vault;
    for (const path of paths) if (adapter.statOf(path)) await adapter.remove(path);
  }, Object.keys(old));
  const lines = Buffer.from((await contentOf(page, ".obsidian/plugins/lectern/journal.jsonl")) ?? "", "latin1");
  const isKnown = entriesIn(lines.toString()).some((entry) => entry.path === path);
  return { call, text, files, isKnown, told: `call ${at}, ${call}: ${text} ${JSON.stringify(files)}` };
}

describe.each(Object.entries(OPERATIONS))("%s", (_, operation) => {
  test.each(["before", "half", "after"] as const)("fails (%s) at any call", async (fault) => {
    const page = await openWriting(browser, { "z.md": "z\n" });
    for (let run = 1; ; run++) {
      const { call, text, files, isKnown, told } = await faulty(page, operation, run, run, fault);
      const isOld = JSON.stringify(files) === JSON.stringify(operation.old(run));
      if (!isOld) expect(files, told).toEqual(operation.made(run));
      expect(text?.startsWith("error"), told).toBe(isOld);
      if (!isOld) expect(isKnown, told).toBe(true);
      if (isOld) expect(await foldersOf(page, run), told).toEqual([]);
      expect(text, told).not.toContain("/vault/");
      if (call === undefined) break;
    }
    await page.context().close();
  });

  test("is killed at any call", async () => {
    for (let run = 1; ; run++) {
      const page = await openWriting(browser, { "z.md": "z\n" });
      const { call, files, isKnown, told } = await faulty(page, operation, run, run, "killed");
      const isOld = JSON.stringify(files) === JSON.stringify(operation.old(run));
      if (!isOld) expect(files, told).toEqual(operation.made(run));
      if (!isOld) expect(isKnown, told).toBe(true);
      await page.context().close();
      if (call === undefined) return;
    }
  });

  test("leaves what another program writes before any call", async () => {
    const page = await openWriting(browser, { "z.md": "z\n" });
    for (let run = 1; ; run++) {
      const { call, text, files, told } = await faulty(page, operation, run, run, "theirs");
      if (call === undefined) break;
      // Nothing can look between the app's last look and its own writing.
      if (/^(write|writeBinary|rename) (a|N)/.test(call)) continue;
      expect(Object.values(files), told).toContain("theirs\n");
      if (/^(changed|created)/.test(text ?? "")) expect(text, told).toContain("another program changed the file");
    }
    await page.context().close();
  });
});

/** The folders that were made for the run `run` and are empty. */
const foldersOf = (page: Page, run: number): Promise<string[]> =>
  page.evaluate(
    (run) =>
      window.app.vault
        .getAllFolders()
        .map(({ path }) => path)
        .filter((path) => path.split("/")[0] === `N${run}`),
    run,
  );
