// Each change in the app, with a fault at every call of the app's disk once the user has approved: what is left is the
// old or the new content, complete, the reply says which, and the journal has what was changed. And the same while a sync
// brings back the old files or a linter reformats them: nobody's text is lost, the reply says what happened, and undoing
// is exact or refused.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type AppFault, type Files, filesAt, type Place, removeAll } from "./app-faults.ts";
import { entriesOnDisk, faulty, LINTED, type Operation, plain } from "./faulty-changes.ts";
import { undo } from "./undo-page.ts";

/** Tests each of `operations` in apps of `place`. */
export function testFaultyWrites(place: Place, operations: readonly (readonly [string, Operation])[]): void {
  describe.each(operations)("%s", (_, operation) => {
    test.each(["before", "half", "after"] as const)("fails (%s) at any call", (fault) =>
      expectWhole(place, operation, fault),
    );
    test("is killed at any call", () => expectWholeAfterKill(place, operation));
    test("leaves what another program writes before any call", () => expectTheirs(place, operation));
    const faults = ["reverted", "linted", "linted there", "linted in the editor"] as const;
    test.each(faults.filter((fault) => fault !== "linted in the editor" || operation.isOpen))("is %s", (fault) =>
      expectNothingLost(place, operation, fault),
    );
  });
}

async function expectWhole({ open }: Place, operation: Operation, fault: AppFault): Promise<void> {
  const page = await open();
  for (let run = 1; ; run++) {
    const { call, text, files, isKnown, told } = await faulty(page, operation, run, run, fault);
    await removeAll(page, Object.keys(files));
    const isOld = JSON.stringify(files) === JSON.stringify(operation.old(run));
    if (!isOld) expect(files, told).toEqual(operation.made(run));
    expect(text?.startsWith("error"), told).toBe(isOld);
    if (!isOld) expect(isKnown, told).toBe(true);
    if (isOld) expect(await foldersOf(page, run), told).toEqual([]);
    expect(text, told).not.toContain("/vault/");
    if (call === undefined) break;
  }
}

async function expectWholeAfterKill({ open, close }: Place, operation: Operation): Promise<void> {
  for (let run = 1; ; run++) {
    const page = await open();
    const { call, files, isKnown, told } = await faulty(page, operation, run, run, "killed");
    const isOld = JSON.stringify(files) === JSON.stringify(operation.old(run));
    if (!isOld) expect(files, told).toEqual(operation.made(run));
    if (!isOld) expect(isKnown, told).toBe(true);
    await close(page);
    if (call === undefined) return;
  }
}

async function expectTheirs({ open }: Place, operation: Operation): Promise<void> {
  const page = await open();
  for (let run = 1; ; run++) {
    const { call, text, files, told } = await faulty(page, operation, run, run, "theirs");
    await removeAll(page, Object.keys(files));
    if (call === undefined) break;
    // Nothing can look between the app's last look and its own writing.
    if (/^(write|writeBinary|rename) (a|N)/.test(call)) continue;
    expect(Object.values(files), told).toContain("theirs\n");
    if (/^(changed|created)/.test(text ?? "")) expect(text, told).toContain("another program changed the file");
  }
}

async function expectNothingLost(
  { open }: Place,
  operation: Operation,
  fault: keyof typeof LINTED | "reverted",
): Promise<void> {
  const page = await open();
  for (let run = 1, isLast = false; !isLast; run++) {
    const [old, made] = [operation.old(run), operation.made(run)];
    const paths = Object.keys(old);
    const { call, asked, text = "", files, isKnown, told } = await faulty(page, operation, run, run, fault);
    isLast = call === undefined;
    if (isLast) await page.evaluate(() => window.faults.act());
    if (isLast && operation.isOpen) await page.evaluate(() => window.view.save());
    const now = isLast ? await filesAt(page, paths) : files;
    const isError = text.startsWith("error");
    // Nothing can look between the app's last look and its own writing, nor into the trash.
    const isBlind = /^(write|writeBinary|rename) (a|N)/.test(call ?? "");
    const isTold = !isBlind || operation.tool !== "delete_file";
    expect([old, made], told).toContainEqual(plain(files));
    if (isError) expect(plain(files), told).toEqual(old);
    else if (asked === 1 && isTold && JSON.stringify(files) !== JSON.stringify(made))
      expect(text, told).toContain("another program changed the file");
    expect(isKnown, told).toBe(!isError);
    if (fault !== "reverted" && !isBlind && (await page.evaluate(() => window.faults.hasActed)))
      expect(Object.values(now).join(""), told).toMatch(LINTED[fault]);

    const { status, refused } = await undo(page, "Undo: ");
    const left = await filesAt(page, paths);
    const after = `${told}; ${status} ${refused.join()} ${JSON.stringify(left)}`;
    const entries = await entriesOnDisk(page);
    if (isError) {
      expect(entries, after).toEqual([]);
    } else if (status === "Undone.") {
      expect(plain(left), after).toEqual({ ...old, ...inTrash(plain(left)) });
      expect(entries, after).toEqual([]);
    } else {
      expect([status, refused.length], after).toEqual(["Not everything could be undone.", 1]);
      expect(left, after).toEqual(now);
      expect(entries, after).toHaveLength(1);
    }
    await removeAll(page, [...paths, ".obsidian/plugins/lectern/journal.jsonl"]);
  }
}

/** A note that was trashed stays there when it is brought back. */
const inTrash = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(".trash/")));

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
