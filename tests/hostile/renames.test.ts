// Every note of a vault is renamed, one after the other, and each time every link still opens the file that it opened.
// Links are found and followed by simple rules of this test, not by the core. `LECTERN_RENAMES=DIR` takes another vault.
// Through the wasm; needs pkg/.
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { folderWith } from "../shim/vault.ts";
import { Random } from "./choices.ts";

const FOLDER = process.env["LECTERN_RENAMES"] ?? join(import.meta.dirname, "../fixtures/vault");

const accept = {
  approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const),
  journal: NO_JOURNAL,
};

/** Code, or a link: `[[target`, `](target`, `](<target`. */
const LINK = /^ *(```|~~~)[^]*?^ *\1|(`+)[^`][^]*?\2|\[\[([^\][|#\n\\]+)|\]\((?:<([^>#\n]+)|([^)\s#<]+))/gm;

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return paths.filter((path) => !/(^|\/)\./.test(path)).sort();
}

/** For each note, the files that its links open, in order. */
function destinations(folder: string): Map<string, string[]> {
  const files = filesIn(folder);
  const named = new Map<string, string[]>();
  for (const path of files) {
    const name = posix.basename(path).toLowerCase();
    named.set(name, [...(named.get(name) ?? []), path]);
  }
  const notes = files.filter((path) => path.endsWith(".md"));
  return new Map(notes.map((note) => [note, opened(readFileSync(join(folder, note), "utf8"), note, named)]));
}

function opened(text: string, note: string, named: Map<string, string[]>): string[] {
  // In a table, an unescaped `|` in a link ends the cell.
  const read = text.replace(/^ *\|.*$/gm, (row) => row.replace(/\[\[[^\][|\\]*\|[^\][]*\]\]/g, ""));
  return [...read.matchAll(LINK)].flatMap(({ 3: wiki, 4: bracketed, 5: bare }) => {
    const written = wiki ?? bracketed ?? bare;
    if (written === undefined) return [];
    const link = (wiki === undefined ? decoded(written) : written).trim().toLowerCase();
    const path = /^\.\.?\//.test(link) ? posix.join(posix.dirname(note).toLowerCase(), link) : link.replace(/^\//, "");
    const name = posix.basename(path);
    const found = named.get(name) ?? named.get(`${name}.md`) ?? [];
    const matches = found.filter((file) =>
      [path, `${path}.md`].some((end) => `/${file.toLowerCase()}`.endsWith(`/${end}`)),
    );
    const near = `${posix.dirname(note)}/`;
    const rank = (file: string): number =>
      file.toLowerCase().replace(/\.md$/, "") === path.replace(/\.md$/, "") ? 0 : file.startsWith(near) ? 1 : 2;
    return matches.sort((a, b) => rank(a) - rank(b) || a.length - b.length).slice(0, 1);
  });
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

test("every link that opened a file still does after each rename", async () => {
  const folder = await folderWith();
  cpSync(FOLDER, folder, { recursive: true });
  const random = new Random(1);
  const tools = new Tools(NodeHost.open(folder), { changes: true });
  const notes = filesIn(folder).filter((path) => path.endsWith(".md"));
  let before = destinations(folder);
  let [moved, checked, changed] = [0, 0, 0];
  for (const [index, from] of notes.entries()) {
    const name = random.one([`Renamed ${index}`, `R (${index}) 50%`, posix.basename(from, ".md")]);
    const folders = random.one([dirname(from), "Moved here", `Deep/er ${index % 3}`, "."]);
    const to = posix.join(folders, `${name}.md`);
    const reply = await tools.call("move_file", { from, to }, undefined, undefined, accept);
    const { change } = reply.structuredContent;
    if (!change) continue;
    expect(textOf(reply)).not.toContain("do not open");
    const after = destinations(folder);
    const then = (path: string): string => (path === from ? change.path : path);
    for (const [note, wanted] of before) {
      expect(after.get(then(note)), `${note}, after ${from} became ${to}`).toStrictEqual(wanted.map(then));
      checked += wanted.length;
    }
    [moved, changed, before] = [moved + 1, changed + (change.diff.match(/^@@/gm)?.length ?? 0), after];
  }
  console.log(`${moved} of ${notes.length} notes renamed, ${checked} links checked, ${changed} places changed`);
  expect(moved).toBeGreaterThan(notes.length / 2);
}, 600_000);
