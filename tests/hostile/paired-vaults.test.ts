// Pairs of vaults that differ only in excluded notes: no byte of a reply differs, whatever is called. The notes are
// excluded by their folder, by a pattern, by a property or by a tag in one of the forms of tests/fixtures/tag-forms.json.
// Through the wasm; needs pkg/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { type Changes, NO_JOURNAL } from "../../js/vault/changes.ts";
import type { Rules } from "../../js/vault/host.ts";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";
import { Random } from "./choices.ts";
import { rounds, TIMEOUT_MS } from "./effort.ts";

/** In a longer run, every run takes other cases. */
const FIRST_SEED = process.env["LECTERN_HOSTILE_SECONDS"] ? Date.now() % 1e9 : 0;

const FORMS = (
  JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/tag-forms.json"), "utf8")) as {
    note: string;
    closes: boolean;
    tag?: string;
  }[]
).filter(({ closes, tag = "private" }) => closes && tag === "private");

const CONFIG = { protected: ["Private", "Notes/Shut.md"], closedTags: ["private"], changes: true };

/** A vault whose rules exclude by patterns too. */
class RuledHost extends MemoryHost {
  override rules(): Rules {
    return { ignoreFile: "*.secret.md\nHidden/\n", excluded: [] };
  }
}

const OUTCOMES = ["planned", "rejected", "declined", "returned", "nobody"] as const;

/** Makes no change. */
const answering = (outcome: (typeof OUTCOMES)[number]): Changes => ({
  approve: () =>
    outcome === "nobody"
      ? Promise.reject(new Error("nobody can be asked"))
      : Promise.resolve({ outcome, hunks: null, comment: null }),
  journal: NO_JOURNAL,
});

const WORDS = ["bell", "rope", "tower", "crack", "glühen", "鐘", "bells", "2026-03-01", "zebra", "quorum", "xylophone"];
const NAMES = ["Bell", "Rope", "Plan", "plan", "Tower bell", "Zebra", "Ünïcode", "Quorum", "Diary", "bells"];
const FOLDERS = ["", "", "Notes/", "Notes/Deep/", "notes/", "Work/"];
const TAGS = ["work", "work/bell", "private", "priv"];

const name = (random: Random): string => `${random.one(FOLDERS)}${random.one(NAMES)}.md`;
const linkTo = (path: string): string => path.replace(/^.*\//, "").replace(/\.md$/, "");

function text(random: Random, paths: readonly string[]): string {
  const line = (): string =>
    random.make(
      () => random.some(1, 8, () => random.one(WORDS)).join(" "),
      () => `# ${random.one(WORDS)} ${random.one(NAMES)}`,
      () => `- [ ] ${random.one(WORDS)} by ${random.one(["2026-01-01", "Friday"])}`,
      () => `See [[${linkTo(random.one(paths))}]] and [it](${encodeURI(random.one(paths))}).`,
      () => `![[${linkTo(random.one(paths))}#${random.one(WORDS)}]]`,
      () => `${random.one(WORDS)} #work #work/bell`,
      () => "",
    );
  const front = random.make(
    () => "",
    () => `---\nstatus: ${random.one(["open", "done"])}\ntags: [work]\n---\n`,
    () => `---\naliases: [${random.one(NAMES)}]\ndue: 2026-03-01\n---\n`,
  );
  return front + random.some(1, 8, line).join("\n") + "\n";
}

/** An excluded note: its path and its content. */
function closedNote(random: Random, paths: readonly string[]): [string, string] {
  const body = text(random, paths).replace(/^---[^]*?\n---\n/, "");
  const tagged = (): string => {
    const { note } = random.one(FORMS);
    return note.startsWith("---") || random.below(2) === 0 ? `${note}\n\n${body}` : `${body}\n${note}\n`;
  };
  const form = random.below(8);
  if (form === 0) return [`Private/${name(random)}`, body];
  if (form === 1) return [random.one(["Notes/Shut.md", `Hidden/${name(random)}`]), body];
  if (form === 2) return [name(random).replace(/\.md$/, ".secret.md"), body];
  if (form === 3)
    return [name(random), `---\n${random.one(["lectern: false", '"lectern": no', "Lectern: FALSE"])}\n---\n${body}`];
  return [name(random), tagged()];
}

/** Arguments of some tool. */
function anyCall(random: Random, paths: readonly string[]): [string, Record<string, unknown>] {
  const path = (): string =>
    random.make(
      () => random.one(paths),
      () => random.one(paths),
      () => `[[${linkTo(random.one(paths))}]]`,
      () => linkTo(random.one(paths)),
      () => random.one(paths).toUpperCase(),
      () => linkTo(random.one(paths)).slice(0, -1),
      () => name(random),
      () => random.one(["", "Notes", "Private", "Hidden", "Private/x", "nothing"]),
    );
  const newPath = (): string => `${random.one([...FOLDERS, "NOTES/", "Moved/"])}${random.one(NAMES)}.md`;
  const query = (): string => random.some(1, 3, () => random.one([...WORDS, ...NAMES])).join(" ");
  const some = (of: Record<string, () => unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(of).flatMap(([key, make]) => (random.below(3) === 0 ? [[key, make()]] : [])));
  const where = (): string =>
    random.one([
      "status = open",
      "tags has work",
      "tags has private",
      "due < 2027-01-01",
      "file.name contains l",
      "lectern is empty",
    ]);
  const calls: (() => [string, Record<string, unknown>])[] = [
    () => [
      "list_files",
      some({
        path,
        where,
        sort: () => random.one(["modified", "size", "name"]),
        limit: () => 1 + random.below(9),
        pattern: () => random.one(["*.md", "**/B*", "*.secret.md", "Plan*"]),
      }),
    ],
    () => [
      "read_file",
      {
        path: path(),
        ...some({ view: () => random.one(["outline", "content"]), start_line: () => 1 + random.below(6) }),
      },
    ],
    () => ["read_file", { files: random.some(1, 4, path) }],
    () => [
      "search_notes",
      {
        query: query(),
        ...some({
          path,
          where,
          tag: () => random.one(TAGS),
          passages: () => 1 + random.below(4),
          limit: () => 1 + random.below(5),
          sort: () => random.one(["modified", "relevance"]),
        }),
      },
    ],
    () => [
      "search_notes",
      { query: random.one(["be.*", "x+yl", "private", "(zebra|quorum)", "^#", "\\[\\["]), mode: "regex" },
    ],
    () => ["search_notes", some({ tasks: () => "open", tag: () => random.one(TAGS), where, since: () => "2020" })],
    () => ["links", { path: path(), ...some({ direction: () => random.one(["in", "out", "both"]) }) }],
    () => ["related_notes", { path: path() }],
    () => ["why", { query: query(), path: path() }],
    () => [
      "edit_file",
      { path: path(), edits: [{ old: random.one(WORDS), new: random.one(["x", `[[${linkTo(random.one(paths))}]]`]) }] },
    ],
    () => ["edit_properties", { path: path(), set: { status: "done" } }],
    () => ["write_file", { path: newPath(), content: `See [[${linkTo(random.one(paths))}]].\n` }],
    () => ["move_file", { from: path(), to: newPath() }],
    () => ["delete_file", { path: path() }],
  ];
  return random.one(calls)();
}

/** A vault with excluded notes, the same without them, and all paths. */
function pair(random: Random): { with: RuledHost; without: RuledHost; paths: string[]; open: string[] } {
  const open = [...new Set(random.some(2, 8, () => name(random)))];
  const closed = random.some(1, 6, () => closedNote(random, open)).filter(([path]) => !open.includes(path));
  const paths = [...open, ...closed.map(([path]) => path)];
  const notes = Object.fromEntries(open.map((path) => [path, text(random, paths)]));
  return {
    with: new RuledHost({ ...notes, ...Object.fromEntries(closed) }),
    without: new RuledHost({ ...notes }),
    paths,
    open,
  };
}

const isError = ({ structuredContent }: Reply): boolean => structuredContent.error !== undefined;

test(
  "no reply tells that an excluded note is there",
  async () => {
    const [shown, failed] = [new Set<string>(), new Set<string>()];
    for (const round of rounds(150)) {
      const seed = FIRST_SEED + round;
      const random = new Random(seed);
      const vaults = pair(random);
      const both = [vaults.with, vaults.without].map((host) => ({ host, tools: new Tools(host, CONFIG) }));
      for (let step = 0; step < 25; step++) {
        if (random.below(6) === 0) {
          // An open note changes, and every file may have.
          const [path, content] = [random.one(vaults.open), text(random, vaults.paths)];
          for (const { host } of both) {
            host.put(path, content);
            host.mtime++;
          }
        }
        const [tool, args] = anyCall(random, vaults.paths);
        const changes = answering(random.one(OUTCOMES));
        const [given, other] = await Promise.all(
          both.map(({ tools }) => tools.call(tool, args, undefined, undefined, changes)),
        );
        if (!given || !other) throw new Error("there are two vaults");
        expect(JSON.stringify(given), `${tool} ${JSON.stringify(args)}, seed ${seed}`).toBe(JSON.stringify(other));
        (isError(given) ? failed : shown).add(tool);
      }
      for (const { tools } of both) tools.close();
    }
    // Every tool has replied with something, so that the comparison means something.
    const tools =
      "delete_file edit_file edit_properties links list_files move_file read_file related_notes search_notes";
    expect([...shown].sort().join(" ")).toBe(`${tools} why write_file`);
  },
  TIMEOUT_MS,
);
