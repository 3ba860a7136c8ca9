// Makes a call of the app's disk fail, or the app seem killed at it, or another program write before it. For the tests
// of what is left of a change, or of its undo.
import type { Page } from "playwright-core";

/** The text of each file of a change; undefined if the file does not exist. */
export type Files = Record<string, string | undefined>;

/** Where the app runs: in Chromium, or without a window. */
export interface Place {
  /** An app with `files` in its vault, which may be changed, and with `window.list`. */
  readonly open: (files?: Record<string, string>) => Promise<Page>;
  readonly close: (page: Page) => Promise<void>;
}

/**
 * `before`: the call fails and does nothing. `half`: what is to be written is cut off, as on a full disk. `after`: it fails
 * once all is done. `killed`: neither it nor any later call ends. The others are what another program does before it:
 * `theirs` writes the note anew, `reverted` is a sync that brings back the files `old`, `linted` and `linted there` are a
 * linter that reformats a line far from the change or the line itself, `linted in the editor` is one that does so in the
 * editor.
 */
export type AppFault =
  | ("before" | "half" | "after" | "killed")
  | ("theirs" | "reverted" | "linted" | "linted there" | "linted in the editor");

/** What the page has for it. */
interface FaultsInPage {
  /** The call at which the fault was; undefined if there were fewer calls. */
  call?: string;
  /** All calls so far. */
  calls: string[];
  /** From now on, calls are counted. */
  begin(): void;
  end(): void;
  /** Does what another program does. */
  act(): Promise<void>;
  /** Whether it changed anything. */
  hasActed: boolean;
}

declare global {
  interface Window {
    faults: FaultsInPage;
  }
}

const CALLS = ["read", "readBinary", "write", "writeBinary", "process", "append", "mkdir", "rename", "rmdir", "remove"];

/** Has `fault` happen at the `at`-th call after `window.faults.begin()`. */
export function arm(page: Page, at: number, fault: AppFault, old: Files): Promise<void> {
  return page.evaluate(
    ({ at, fault, old, names }) => {
      const { adapter } = window.app.vault;
      type Call = (...args: unknown[]) => Promise<unknown>;
      const calls = adapter as unknown as Record<string, Call>;
      const real = Object.fromEntries(names.map((name) => [name, calls[name] as Call]));
      let [count, isIn] = [0, false];
      const failed = (): never => {
        throw new Error("ENOSPC: no space left on device, write '/vault/x'");
      };
      const textOf = (path: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(adapter.bytes(path));
      const seen = () => JSON.stringify(Object.keys(old).map((path) => adapter.statOf(path)));
      const act = async (): Promise<void> => {
        const before = seen();
        const paths = Object.keys(old).filter((path) => adapter.statOf(path) && !path.startsWith(".trash"));
        if (fault === "theirs") adapter.put(Object.keys(old)[0] ?? "", "theirs\n", {}, true);
        for (const path of fault === "reverted" ? Object.keys(old) : []) {
          const text = old[path];
          if (text === undefined && adapter.statOf(path)) await real["remove"]?.(path);
          if (text !== undefined && (!adapter.statOf(path) || textOf(path) !== text)) adapter.put(path, text, {}, true);
        }
        for (const path of fault.startsWith("linted") ? paths : []) {
          const text = textOf(path);
          const linted =
            fault === "linted" ? text.replace("more", "More") : text.replace(/one|two/i, (word) => `${word}.`);
          if (/^linted( there)?$/.test(fault) && !text.includes(".") && linted !== text) adapter.put(path, linted);
        }
        if (fault === "linted in the editor" && !window.view.editor.getValue().includes(".")) {
          const [line = ""] = window.view.editor.getValue().split("\n");
          window.view.editor.replaceRange(".", { line: 0, ch: line.length });
          window.faults.hasActed = true;
        }
        window.faults.hasActed ||= seen() !== before;
      };
      const called = async (name: string, work: Call, args: unknown[]): Promise<unknown> => {
        if (window.faults.call !== undefined && fault === "killed") return new Promise(() => undefined);
        if (!isIn) window.faults.calls.push(name);
        if (isIn || ++count !== at) return work(...args);
        window.faults.call = `${name} ${String(args[0])}`;
        if (fault === "killed") return new Promise(() => undefined);
        isIn = true;
        try {
          if (!/^(before|half|after)$/.test(fault)) {
            await act();
            isIn = false;
            return await work(...args);
          }
          if (fault === "before" || (fault === "half" && !/^(write|append|process)/.test(name))) failed();
          if (fault === "half" && name === "process") {
            const change = args[1] as (data: string) => string;
            const text = change(textOf(String(args[0])));
            adapter.put(String(args[0]), text.slice(0, text.length / 2));
          } else if (fault === "half") {
            const data = args[1] as string | ArrayBuffer;
            await work(args[0], data.slice(0, (typeof data === "string" ? data.length : data.byteLength) / 2));
          } else {
            await work(...args);
          }
          return failed();
        } finally {
          isIn = false;
        }
      };
      window.faults = {
        begin: () => {
          for (const name of names) calls[name] = (...args) => called(name, real[name] as Call, args);
        },
        end: () => void Object.assign(calls, real),
        act,
        calls: [],
        hasActed: false,
      };
    },
    { at, fault, old, names: CALLS },
  );
}

/** Writes `files` into the vault, as some other program. */
export const put = (page: Page, files: Files): Promise<void> =>
  page.evaluate((files) => {
    for (const [path, text] of Object.entries(files))
      if (text !== undefined) window.app.vault.adapter.put(path, text, {}, true);
  }, files);

/** What is at `paths`. */
export const filesAt = (page: Page, paths: readonly string[]): Promise<Files> =>
  page.evaluate((paths) => {
    const { adapter } = window.app.vault;
    const textOf = (path: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(adapter.bytes(path));
    return Object.fromEntries(paths.map((path) => [path, adapter.statOf(path) ? textOf(path) : undefined]));
  }, paths);

/** A move reads all notes, so there must not be more at each run. */
export const removeAll = (page: Page, paths: readonly string[]): Promise<void> =>
  page.evaluate(async (paths) => {
    const { adapter } = window.app.vault;
    for (const path of paths) if (adapter.statOf(path)) await adapter.remove(path);
  }, paths);
