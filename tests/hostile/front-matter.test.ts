// Front matter compared with the very forgiving parser of the `yaml` package: a note that this parser would exclude is
// never open, even if it reports errors and continues. And no ordinary note is excluded by mistake. Through the wasm;
// needs pkg/, which built.ts makes.
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";
import { Random } from "./choices.ts";
import { rounds, TIMEOUT_MS } from "./effort.ts";
import { hostile, ordinary } from "./front-matter.ts";

/** As many notes as one listing shows. */
const AT_ONCE = 1000;

/** In a longer run, every run takes other cases. */
const FIRST_SEED = process.env["LECTERN_HOSTILE_SECONDS"] ? Date.now() % 1e9 : 0;

const note = (front: string): string => `---\n${front}---\ntext\n`;

/** Which of these notes are open, by their place in the list. */
async function openOf(notes: string[]): Promise<Set<number>> {
  const host = new MemoryHost(Object.fromEntries(notes.map((text, index) => [`${index}.md`, text])));
  const tools = new Tools(host, { closedTags: ["private"], maxBytes: 1e7 });
  const reply = await tools.call("list_files", { sort: "size", limit: AT_ONCE });
  tools.close();
  expect(reply.structuredContent.next ?? null).toBeNull();
  return new Set(reply.structuredContent.entries?.map(({ path }) => Number.parseInt(path)));
}

/** The text that the app would take for the front matter of `text`, which begins with `---`. */
function frontOf(text: string): string | undefined {
  const lines = text.split("\n");
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*\r?$/u.test(line));
  return end < 0 ? undefined : lines.slice(1, end).join("\n");
}

const isFalse = (value: unknown): boolean =>
  value === false ||
  (typeof value === "string" && /^\s*(?:false|no|off|n)\s*$/iu.test(value)) ||
  (Array.isArray(value) && value.length === 1 && value[0] !== value && isFalse(value[0]));

/** `outer` are the lists and maps around `value`: in `tags: &a [*a]` the list holds itself. */
const isPrivate = (value: unknown, outer: unknown[] = []): boolean => {
  if (typeof value === "string") return value.split(/[,\s]+/u).some((word) => /^#*private(?:$|\/)/iu.test(word));
  if (outer.includes(value)) return false;
  const inside = (each: unknown): boolean => isPrivate(each, [...outer, value]);
  if (value instanceof Map) return [...value.keys(), ...value.values()].some(inside);
  return (Array.isArray(value) || value instanceof Set) && [...value].some(inside);
};

interface Read {
  closes: boolean;
  isValid: boolean;
}

/** What `yaml` reads in front matter: of all documents, whatever it reports. */
function readByYaml(front: string, version: "1.1" | "1.2"): Read {
  const read: Read = { closes: false, isValid: true };
  const documents = parseAllDocuments(front, {
    version,
    merge: true,
    logLevel: "silent",
    prettyErrors: false,
    strict: false,
  });
  for (const document of Array.isArray(documents) ? documents : []) {
    read.isValid &&= document.errors.length === 0 && document.warnings.length === 0;
    let properties: unknown;
    try {
      properties = document.toJS({ mapAsMap: true });
    } catch {
      // An alias of nothing: it has no value at all.
      read.isValid = false;
    }
    if (!(properties instanceof Map)) continue;
    for (const [name, value] of properties as Map<unknown, unknown>) {
      const key = typeof name === "string" ? name.toLowerCase() : "";
      read.closes ||= (key === "lectern" && isFalse(value)) || (/^tags?$/u.test(key) && isPrivate(value));
    }
  }
  return read;
}

const VERSIONS = ["1.2", "1.1"] as const;

test(
  "no note is open that YAML closes",
  async () => {
    let [closing, count] = [0, 0];
    for (const round of rounds(110)) {
      const random = new Random(FIRST_SEED + round);
      const notes = Array.from({ length: AT_ONCE }, () => note(hostile(random)));
      const open = await openOf(notes);
      // Parsing takes most of the time, so each note is read by one version.
      const isClosed = (text: string, index: number): boolean =>
        readByYaml(frontOf(text) ?? "", VERSIONS[index % 2] ?? "1.2").closes;
      expect(notes.filter((text, index) => open.has(index) && isClosed(text, index))).toEqual([]);
      // Of the others it is enough to know that there are such notes: a test of open ones alone could not fail.
      const sample = notes.slice(0, 20);
      closing += sample.filter(isClosed).length;
      count += sample.length;
    }
    expect(closing).toBeGreaterThan(count / 10);
  },
  TIMEOUT_MS,
);

test(
  "no ordinary note is closed that YAML leaves open",
  async () => {
    for (const round of rounds(10)) {
      const random = new Random(FIRST_SEED + round);
      const fronts = Array.from({ length: AT_ONCE }, () => ordinary(random));
      const open = await openOf(fronts.map(note));
      const closed = fronts.filter((_, index) => !open.has(index));
      expect(closed).toEqual([]);
      for (const front of fronts.slice(0, 50)) {
        for (const version of VERSIONS)
          expect([front, readByYaml(front, version)]).toEqual([front, { closes: false, isValid: true }]);
      }
    }
  },
  TIMEOUT_MS,
);
