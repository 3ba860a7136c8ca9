// Changes to notes through the released plugin's API, for the tests of what is written.
import type { App, MarkdownView } from "obsidian";
import type { Page } from "playwright-core";
import type { Decision, Proposal } from "../../pkg/lectern.js";
import type { JournalEntry } from "../../js/vault/changes.ts";
import type { Release } from "../obsidian/browser.ts";
import { DATA, openLectern } from "./release.ts";

/** What the tests set in the page. */
export interface Approving {
  /** What was proposed, in order. */
  proposals: Proposal[];
  /** What is done for each proposal before it is approved. */
  before: (proposal: Proposal, index: number) => unknown;
  /** What is decided; accepted if it is not set. */
  decision?: Partial<Decision>;
  /** What a test has noticed. */
  seen?: unknown;
  run(tool: string, args: object): Promise<string>;
}

declare global {
  interface Window {
    approving: Approving;
  }
}

const JOURNAL = ".obsidian/plugins/lectern/journal.jsonl";

/** A page with a vault that may be changed unless `changes` says otherwise, and its changing tools. */
export async function openWriting(
  files: Record<string, string | Uint8Array>,
  changes = true,
  release?: Release,
): Promise<Page> {
  const data = JSON.stringify({ changes, chat: { isChosen: true, saves: false } });
  const all = { ...files, [DATA]: data };
  const page = await openLectern({ files: all }, release);
  await page.evaluate(startApproving);
  return page;
}

/** Runs in the page: makes `window.approving` of the plugin's API. */
export async function startApproving(): Promise<void> {
  const approving: Approving = (window.approving = {
    proposals: [],
    before: () => undefined,
    run: (tool, args) =>
      tools.find(({ definition }) => definition.name === tool)?.execute(args) ??
      Promise.reject(new Error(`no ${tool}`)),
  });
  const tools = window.lectern.createWriteTools(window.app as unknown as App, {
    approve: async (proposal) => {
      approving.proposals.push(proposal);
      await approving.before(proposal, window.approving.proposals.length - 1);
      return { outcome: "accepted", hunks: null, comment: null, ...approving.decision };
    },
  });
  await window.lectern.ready();
  window.app.testCounts.reset();
}

/** Calls a tool; its text. */
export const run = (page: Page, tool: string, args: object): Promise<string> =>
  page.evaluate(({ tool, args }) => window.approving.run(tool, args), { tool, args });

/** An edit of `path` that replaces `old` by `text`. */
export const edit = (path: string, old: string, text: string) => ({ path, edits: [{ old, new: text }] });

/** The bytes of a file as text, one character each; undefined if there is none. */
export const contentOf = (page: Page, path: string): Promise<string | undefined> =>
  page.evaluate((path) => {
    const { adapter } = window.app.vault;
    return adapter.statOf(path) ? String.fromCharCode(...adapter.bytes(path)) : undefined;
  }, path);

/** What was written, without the journal. */
export const writes = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.app.testCounts.writes.filter((write) => !write.includes("/plugins/lectern/journal")));

/** The lines of the journal. */
export async function journal(page: Page): Promise<(JournalEntry | { replaces: string[]; entries: JournalEntry[] })[]> {
  const text = (await contentOf(page, JOURNAL)) ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as JournalEntry);
}

/** Opens a note in the active tab, as `window.view`. */
export const open = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    const leaf = window.app.workspace.getLeaf();
    if (file) await leaf.openFile(file);
    Object.assign(window, { view: leaf.view });
  }, path);

declare global {
  interface Window {
    view: MarkdownView;
  }
}
