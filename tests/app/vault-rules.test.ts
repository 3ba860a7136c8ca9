// The same vault in the app and on disk: the released plugin in Chromium and the command line exclude the same files
// and give the same replies, for any settings, Excluded files and .lecternignore.
import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { effort, TIMEOUT_MS } from "../hostile/effort.ts";
import { lectern } from "../shim/cli.ts";
import { addFiles, folderWith } from "../shim/vault.ts";
import { manifest, openLectern } from "./release.ts";
import { page, usePages } from "./page.ts";

// Each case opens a page, and starts a process for each tool.
vi.setConfig({ testTimeout: 120_000 });

type Files = Record<string, string | Uint8Array>;
type Call = readonly [tool: string, args: Record<string, unknown>];

const APP = ".obsidian/app.json";
const PLUGIN = ".obsidian/plugins/lectern";
const SETTINGS = `${PLUGIN}/data.json`;
const IGNORE = ".lecternignore";

const NOTES = [
  ...["Plan.md", "Projects/Alpha.md", "Projects/Beta/Notes.md", "Projects/Beta/Draft one.md", "Projects/raw.txt"],
  ...["Private/Diary.md", "private notes.md", "Archive/2024/Old.md", "Archive/2025/New.md", "Caf\u00e9/Menu.md"],
  ...[
    "Lectern/2026-01-01 A talk.md",
    "Talks/AI/Talk.md",
    "Work/Clients/A.md",
    "Work/Clients/B.md",
    "Work/Lectern/x.md",
  ],
  ...["Templates/Day.md", "Secret1.md", "[odd] name!.md", "\ud55c\uad6d\uc5b4/\uc77c\uae30.md"],
];

const MARKS: Record<string, string> = {
  "Plan.md": "---\ntags: [work/secret]\n---\n",
  "Projects/Alpha.md": "---\nlectern: false\n---\n",
  "Work/Clients/B.md": "#private\n",
};

/** The notes, each with a word of its own, and files that are always hidden. */
const BASE: Files = {
  ...Object.fromEntries(NOTES.map((path, index) => [path, `${MARKS[path] ?? ""}# ${path}\nlamp word${index}\n`])),
  ".git/config": "lamp\n",
  ".trash/Plan.md": "lamp\n",
  "Projects/.hidden/x.md": "lamp\n",
  ".hidden.md": "lamp\n",
  [`${PLUGIN}/manifest.json`]: JSON.stringify(manifest),
};

/** Every way to see a vault. */
const CALLS: Call[] = [
  ...[{}, { depth: 1 }, { pattern: "**/*.md" }, { path: "Work" }, { path: "Archive", sort: "size" }].map(
    (args): Call => ["list_files", args],
  ),
  ...[...NOTES, ".git/config", ".hidden.md", "Projects/.hidden/x.md", IGNORE, SETTINGS, "Lectern", "none.md"].map(
    (path): Call => ["read_file", { path }],
  ),
  ...[
    { query: "lamp", limit: 50 },
    { query: "^# ", mode: "regex", limit: 50 },
    { query: "lamp", path: "Work" },
  ].map((args): Call => ["search_notes", args]),
  ["search_notes", { query: "lamp", tag: "private" }],
];

usePages();

/** The replies of the plugin, in a page whose vault has these files. */
const inApp = (page: Page, calls: readonly Call[] = CALLS): Promise<Reply[]> =>
  page.evaluate(async (calls) => {
    const replies: Reply[] = [];
    for (const [tool, args] of calls) replies.push(await window.lectern.call(tool, args));
    return replies;
  }, calls);

/** The replies of the command line over a folder. */
async function inTerminal(folder: string): Promise<Reply[]> {
  const replies = new Map<Call, Reply>();
  for (const name of ["list_files", "read_file", "search_notes"]) {
    const calls = CALLS.filter(([tool]) => tool === name);
    const input = calls.map(([, args]) => `${JSON.stringify(args)}\n`).join("");
    const { stdout, stderr } = await lectern(["call", name, "--vault", folder, "--json", "--args", "-"], input);
    expect(stderr).toBe("");
    const lines = stdout.trimEnd().split("\n");
    for (const [index, call] of calls.entries()) replies.set(call, JSON.parse(lines[index] ?? "null") as Reply);
  }
  return CALLS.map((call) => replies.get(call) as Reply);
}

/** A folder with `files`, changed at the times that the app says. */
async function folderAsIn(page: Page, files: Files): Promise<string> {
  const folder = await folderWith(files);
  const times = await page.evaluate(
    (paths) => paths.map((path): [string, number] => [path, window.app.vault.adapter.statOf(path)?.mtime ?? 0]),
    Object.keys(files),
  );
  for (const [path, mtime] of times) await utimes(join(folder, path), mtime / 1000, mtime / 1000);
  return folder;
}

const openPaths = (replies: readonly Reply[]): string[] =>
  replies.flatMap(({ isError, structuredContent }) => (isError ? [] : structuredContent.files.map(({ path }) => path)));

describe("the app and the command line reply the same", () => {
  test.each<[string, Files, string[]]>([
    ["without settings, where the plugin is installed", {}, ["Lectern/2026-01-01 A talk.md", "Projects/Alpha.md"]],
    [
      "with folders, patterns and tags closed in the settings",
      {
        [SETTINGS]:
          '{"closed":["Private","/Work/Clients"],"patterns":["Archive/*","!2025","*.txt"],"closedTags":["secret","work"]}',
      },
      ["Private/Diary.md", "Work/Clients/A.md", "Archive/2024/Old.md", "Projects/raw.txt", "Plan.md"],
    ],
    ["with another folder of conversations", { [SETTINGS]: '{"chat":{"folder":"Talks/AI"}}' }, ["Talks/AI/Talk.md"]],
    ["where no conversations are saved", { [SETTINGS]: '{"chat":{"saves":false}}' }, ["Projects/Alpha.md"]],
    [
      "with Excluded files",
      { [APP]: '{"userIgnoreFilters":["Archive/","/secret\\\\d/","private"]}' },
      ["Archive/2025/New.md", "Secret1.md", "private notes.md", "Private/Diary.md"],
    ],
    [
      "with a .lecternignore in UTF-16",
      { [IGNORE]: Buffer.from("\ufeffCaf\u00e9/\r\n*.txt\r\n", "utf16le") },
      ["Caf\u00e9/Menu.md", "Projects/raw.txt"],
    ],
    ["with limits", { [SETTINGS]: '{"maxBytes":40,"maxLines":2}' }, ["Projects/Alpha.md"]],
    [
      "with all of it",
      {
        [SETTINGS]:
          '{"closed":["Templates"],"patterns":["/Plan.md"],"closedTags":["private"],"chat":{"folder":"Talks"}}',
        [APP]: '{"userIgnoreFilters":["Archive/"]}',
        [IGNORE]: "\ufeff[[]odd*\n\ud55c\uad6d\uc5b4/\n",
      },
      ["Templates/Day.md", "Plan.md", "Work/Clients/B.md", "Talks/AI/Talk.md", "Archive/2024/Old.md", "[odd] name!.md"],
    ],
  ])("%s", async (_, rules, closed) => {
    const files = { ...BASE, ...rules };
    await openLectern({ files });
    const replies = await inApp(page);
    expect(await inTerminal(await folderAsIn(page, files))).toStrictEqual(replies);
    const open = openPaths(replies);
    expect(open.filter((path) => closed.includes(path) || path.startsWith("."))).toEqual([]);
    expect(new Set(open).size).toBeGreaterThan(5);
  });

  const broken: [string, Files][] = [
    ["settings that are no JSON", { [SETTINGS]: '{"closed":["Private"]' }],
    ["a setting of the wrong type", { [SETTINGS]: '{"closed":"Private"}' }],
    ["a setting that is not known", { [SETTINGS]: '{"shut":[]}' }],
    ["settings of the chat that cannot be used", { [SETTINGS]: '{"chat":{"folder":""}}' }],
    ["a path that lies in no vault", { [SETTINGS]: '{"closed":["../a"]}' }],
    ["a tag that is none", { [SETTINGS]: '{"closedTags":["a b"]}' }],
    ["Excluded files that are no list", { [APP]: '{"userIgnoreFilters":"Private/"}' }],
    ["app settings that are no JSON", { [APP]: "{" }],
    ["a filter that is no regular expression", { [APP]: '{"userIgnoreFilters":["/(/"]}' }],
    ["a .lecternignore that is no text", { [IGNORE]: Buffer.from("Private/\n", "utf16le") }],
    ["a .lecternignore that is a folder", { [`${IGNORE}/x`]: "Private/" }],
    ["a .lecternignore of more than 1 MB", { [IGNORE]: "#".repeat(1024 * 1024 + 1) }],
  ];

  test.each(broken)("and read nothing with %s", async (_, rules) => {
    const files = { ...BASE, ...rules };
    await openLectern({ files });
    const tools = new Tools(NodeHost.open(await folderWith(files)));
    const onDisk = await Promise.all(CALLS.map(([tool, args]) => tools.call(tool, args)));
    for (const replies of [await inApp(page), onDisk]) {
      for (const reply of replies) {
        expect(reply.structuredContent.error?.code).toBe("unreadable");
        expect(textOf(reply)).toMatch(
          /^error\[\w+\]: Lectern cannot start: .+\nhelp: tell the user; nothing was read$/,
        );
        expect(textOf(reply)).not.toContain("/tmp/");
      }
    }
  });
});

describe("rules at random", () => {
  const name = fc.constantFrom(
    ...["Private", "Work", "Clients", "Archive", "Lectern", "Talks", "AI", "Beta", "Plan", "2024"],
  );
  const piece = fc.oneof(
    name,
    fc.constantFrom("*", "?", "**", "/", "!", "[a-z]", ".md", "\\", " ", "#", "\u200b", "\u00e9"),
  );
  const text = fc.oneof(
    fc.constantFrom(...NOTES),
    fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join("")),
  );
  const lists = fc.array(text, { maxLength: 4 });
  const settings = fc.record(
    {
      closed: fc.array(fc.oneof(name, fc.constantFrom(...NOTES)), { maxLength: 3 }),
      patterns: lists,
      closedTags: fc.subarray(["private", "work", "secret", "work/secret"]),
      chat: fc.record(
        { saves: fc.boolean(), folder: fc.constantFrom("Lectern", "Talks/AI", "Work") },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );
  const maybeBroken = (json: fc.Arbitrary<unknown>): fc.Arbitrary<string | null> =>
    fc.oneof(
      { weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom("", "{", "[]", '{"closed":1}', '{"userIgnoreFilters":{}}') },
    );
  const encoded = fc
    .tuple(
      lists,
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.constantFrom("utf8", "\ufeffutf8", "utf16le", "\ufeffutf16le"),
    )
    .map(([lines, end, encoding]) => {
      const content = lines.map((line) => `${line}${end}`).join("");
      return encoding.startsWith("\ufeff")
        ? Buffer.from(`\ufeff${content}`, encoding.slice(1) as BufferEncoding)
        : Buffer.from(content, encoding as BufferEncoding);
    });

  test("close the same, and are replied to the same", { timeout: TIMEOUT_MS }, async () => {
    await openLectern({ files: BASE });
    const opened = page;
    const folder = await folderAsIn(opened, BASE);
    const tools = new Tools(NodeHost.open(folder));
    let [open, closed] = [0, 0];
    const rules = fc.record({
      [SETTINGS]: maybeBroken(settings),
      [APP]: maybeBroken(fc.record({ userIgnoreFilters: lists }, { requiredKeys: [] })),
      [IGNORE]: fc.option(encoded),
    });
    const same = fc.asyncProperty(rules, async (rules) => {
      for (const [path, content] of Object.entries(rules)) {
        if (content === null) await rm(join(folder, path), { force: true });
        else await addFiles(folder, { [path]: content });
      }
      const contents = Object.entries(rules).map(([path, content]): [string, number[] | null] => [
        path,
        content === null ? null : [...Buffer.from(content)],
      ]);
      await opened.evaluate(async (contents) => {
        const { vault, plugins } = window.app;
        for (const [path, bytes] of contents) {
          if (bytes) vault.adapter.put(path, Uint8Array.from(bytes), {}, true);
          else if (vault.adapter.statOf(path)) await vault.adapter.remove(path);
        }
        const lectern = plugins.plugins["lectern"] as unknown as { onExternalSettingsChange(): Promise<void> };
        await lectern.onExternalSettingsChange();
      }, contents);
      const replies = await inApp(opened);
      for (const [index, [tool, args]] of CALLS.entries()) {
        const here = await tools.call(tool, args);
        const there = replies[index];
        const code = there?.structuredContent.error?.code;
        if (code === "unreadable") expect(here.structuredContent.error?.code).toBe(code);
        else expect([tool, args, here]).toStrictEqual([tool, args, there]);
        if (tool !== "read_file") continue;
        if (there?.isError) closed++;
        else open++;
      }
    });
    await fc.assert(same, { ...effort(60) });
    // The rules are such that much is closed and much is not.
    expect(Math.min(open, closed)).toBeGreaterThan(100);
  });
});
