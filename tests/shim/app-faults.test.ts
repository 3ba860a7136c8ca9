// Changes and undos with faults, in the app without its window. Those of open notes are in tests/app/faults.test.ts.
import type { App as ObsidianApp } from "obsidian";
import type { Page } from "playwright-core";
import { vi } from "vitest";
import { createApi, type OwnChanges, ownChangesOf } from "../../js/api.ts";
import { type ChangedFile, changedFiles } from "../../js/chat/changes/made-changes.ts";
import { SettingsStore } from "../../js/settings/settings-store.ts";
import { systemReason } from "../../js/base/reason.ts";
import { textOf } from "../../js/vault/layout.ts";
import { isUndone } from "../../js/vault/undo-change.ts";
import type { JournalEntry } from "../../js/vault/changes.ts";
import { OPERATIONS } from "../app/faulty-changes.ts";
import { UNDOINGS } from "../app/faulty-undos.ts";
import { testFaultyUndos } from "../app/undo-faults.ts";
import type { ListInPage, Said } from "../app/undo-page.ts";
import { testFaultyWrites } from "../app/write-faults.ts";
import { startApproving } from "../app/write-page.ts";
import { createApp } from "../obsidian/without-window.ts";

vi.mock("obsidian", () => import("../obsidian/without-window.ts"));

const node = {
  open: async (files: Record<string, string> = { "z.md": "z\n" }) => {
    const app = createApp(files);
    const loadData = () => Promise.resolve({ changes: true });
    const store = new SettingsStore({ loadData, saveData: () => Promise.resolve() });
    const lectern = createApi(app as unknown as ObsidianApp, store);
    vi.stubGlobal("window", { app, lectern, list: listOf(ownChangesOf(lectern)), setTimeout, clearTimeout });
    await startApproving();
    // What a test evaluates in a page runs here.
    const evaluate = (work: (arg: unknown) => unknown, arg: unknown) => Promise.resolve(arg).then(work);
    return { evaluate } as unknown as Page;
  },
  close: () => Promise.resolve(),
};

/** What the list of all changes undoes when its buttons are clicked, and what it says, without drawing it. */
function listOf(own: OwnChanges): ListInPage {
  let [files, said]: [ChangedFile[], Said] = [[], { status: "", refused: [] }];
  const read = async (): Promise<void> => void (files = changedFiles(await own.entries(), undefined));
  return {
    open: async () => {
      said = { status: "", refused: [] };
      await read();
    },
    press: async (name) => {
      const chosen = undoneBy(name, files);
      const refused: string[] = [];
      for (const [entry, parts] of chosen ?? []) {
        const reply = await own.undo(entry, parts).catch((error: unknown) => systemReason(error));
        if (typeof reply === "string") refused.push(reply);
        else if (reply && !isUndone(reply)) refused.push(reply.structuredContent.error?.message ?? textOf(reply));
      }
      if (chosen && chosen.length > 0)
        said = { status: refused.length > 0 ? "Not everything could be undone." : "Undone.", refused };
      await read().catch((error: unknown) => (said.status += systemReason(error)));
      return chosen !== undefined;
    },
    said: () => said,
  };
}

/** The changes, or the parts of them, that the button undoes; undefined if the list has no such button. */
function undoneBy(name: string, files: readonly ChangedFile[]): [JournalEntry, number[] | null][] | undefined {
  const entries = (some: readonly ChangedFile[]) => some.flatMap(({ changes }) => changes.map(({ entry }) => entry));
  const whole = (some: JournalEntry[]): [JournalEntry, null][] => some.map((entry) => [entry, null]);
  const all = entries(files);
  const [, part, parts] = /^Undo part (\d) of (\d): $/.exec(name) ?? [];
  if (part !== undefined) {
    const entry = all.find(({ replaced }) => replaced.length === Number(parts));
    return entry && [[entry, [Number(part) - 1]]];
  }
  if (name === "Undo: ") return all.length > 0 ? whole(all.slice(0, 1)) : undefined;
  if (name === "Undo all in this note") {
    const file = files.find(({ changes }) => changes.length > 1);
    return file && whole(entries([file]));
  }
  if (all.length < 2) return undefined;
  // Before everything is undone, the list asks.
  return name === "Undo all" ? whole(all.sort((a, b) => b.time.localeCompare(a.time))) : [];
}

testFaultyWrites(
  node,
  Object.entries(OPERATIONS).filter(([, { isOpen }]) => !isOpen),
);
testFaultyUndos(
  node,
  Object.entries(UNDOINGS).filter(([, { isOpen }]) => !isOpen),
);
