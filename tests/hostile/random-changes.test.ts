// Random writes, edits, properties, moves and undos in a vault on disk. After each, all files are compared with a model
// written for this test alone: every byte outside links, the file that each link opens, and the properties as two YAML
// parsers read them.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { Random } from "./choices.ts";
import { rounds, TIMEOUT_MS } from "./effort.ts";
import { VALUES, VaultOnDisk } from "./random-vault.ts";
import { linksIn, nameOf, opened, skeletonOf } from "./vault-model.ts";

type Files = ReadonlyMap<string, string>;

const STEPS = 14;
const FIRST_SEED = process.env["LECTERN_HOSTILE_SECONDS"] === undefined ? 0 : Date.now() % 1_000_000_000;

/** A change that was made: its entries in the journal, and the vault on both sides. */
interface Made {
  readonly before: Files;
  readonly after: Files;
  /** The word that an edit replaced, and the new one. */
  readonly words?: readonly [string, string];
}

/** One vault, its changes, and what they must have done. */
class Round {
  readonly vault: VaultOnDisk;
  readonly random: Random;
  /** The changes that were made and not undone, by the id of their entry. */
  readonly #made = new Map<string, Made>();
  /** Front matter that was written, with the properties that it has. */
  readonly written: { yaml: string; properties: object }[] = [];
  moves = 0;
  undone = 0;

  constructor(vault: VaultOnDisk, random: Random) {
    this.vault = vault;
    this.random = random;
  }

  /** Does one of these at random. */
  async step(): Promise<void> {
    const edits = [() => this.write(), () => this.edit(), () => this.edit(), () => this.properties()];
    const others = [() => this.move(), () => this.move(), () => this.move(), () => this.remove()];
    await this.random.one([...edits, ...others, () => this.undo(), () => this.undo()])();
  }

  /** Makes a change; the vault on both sides, and the path that the reply names. Nothing has changed after an error. */
  async #change(
    tool: string,
    args: object,
    words?: readonly [string, string],
  ): Promise<(Made & { path: string }) | undefined> {
    const before = this.vault.now();
    const known = new Set((await this.vault.entries()).map(({ id }) => id));
    const { reply, text } = await this.vault.call(tool, args);
    const after = this.vault.now();
    const change = reply.structuredContent.change;
    if (change?.outcome !== "accepted") {
      expect(after).toStrictEqual(before);
      return undefined;
    }
    expect(text).not.toMatch(/^error/);
    const made = { before, after, ...(words && { words }) };
    for (const { id } of await this.vault.entries()) if (!known.has(id)) this.#made.set(id, made);
    return { ...made, path: change.path };
  }

  async write(): Promise<void> {
    const { vault } = this;
    const path = vault.somePath();
    const content = vault.note(path);
    const made = await this.#change("write_file", { path, content });
    // A new note has no byte order mark.
    const written = content.replace(/^\ufeff/, "");
    if (made) expect(made.after).toStrictEqual(sorted([...made.before, [made.path, written]]));
  }

  async edit(): Promise<void> {
    const before = this.vault.now();
    if (before.size === 0) return;
    const [path, text] = this.random.one([...before]);
    const words = text.match(/word\d+\./g);
    if (!words) return;
    const [old, made] = [this.random.one(words), this.vault.word()];
    const change = await this.#change("edit_file", { path, edits: [{ old, new: made }] }, [old, made]);
    if (change) expect(change.after).toStrictEqual(new Map(before).set(path, text.replace(old, made)));
  }

  async properties(): Promise<void> {
    const notes = [...this.vault.now()].filter(([path]) => path.endsWith(".md"));
    if (notes.length === 0) return;
    const [path, text] = this.random.one(notes);
    const [name, value] = [this.random.one(["status", "due date", "tags", "n"]), this.random.one(VALUES)];
    const removes = this.random.below(4) === 0;
    const made = await this.#change("edit_properties", {
      path,
      ...(removes ? { remove: [name] } : { set: { [name]: value } }),
    });
    if (!made) return;
    const [old, now] = [parted(text), parted(made.after.get(path) ?? "")];
    expect(now.body).toBe(old.body);
    const wanted = Object.fromEntries(Object.entries(old.properties).filter(([key]) => key !== name));
    if (!removes) wanted[name] = value;
    expect(now.properties).toStrictEqual(wanted);
    expect(made.after).toStrictEqual(new Map(made.before).set(path, made.after.get(path) ?? ""));
    this.written.push({ yaml: now.yaml, properties: wanted });
  }

  async move(): Promise<void> {
    const { vault, random } = this;
    const paths = [...vault.now().keys()];
    if (paths.length === 0) return;
    const from = random.one(paths);
    const extension = from.slice(from.lastIndexOf("."));
    const folder = vault.someFolder();
    const to = random.one([
      vault.somePath().replace(/\.md$/, extension),
      `${folder}/`,
      folder,
      vault.somePath().replace(/\.md$/, ""),
    ]);
    const isFolder = to.endsWith("/") || vault.hasFolder(to);
    const made = await this.#change("move_file", { from, to });
    if (!made) return;
    this.moves++;
    const name = from.slice(from.lastIndexOf("/") + 1);
    const wanted = isFolder ? `${to.replace(/\/$/, "")}/${name}` : to.endsWith(extension) ? to : to + extension;
    expect(made.path.toLowerCase()).toBe(wanted.toLowerCase());
    expectMoved(made, from, made.path);
  }

  async remove(): Promise<void> {
    const notes = [...this.vault.now().keys()].filter((path) => path.endsWith(".md"));
    if (notes.length === 0) return;
    const path = this.random.one(notes);
    const made = await this.#change("delete_file", { path });
    const rest = made && [...made.before].filter(([other]) => other !== path);
    if (rest) expect(made.after).toStrictEqual(new Map(rest));
  }

  async undo(): Promise<void> {
    const { vault, random } = this;
    const own = (await vault.entries()).filter(({ move }) => move === undefined);
    const entry = random.below(3) > 0 ? own.at(-1) : own.length > 0 ? random.one(own) : undefined;
    if (!entry) return;
    const before = vault.now();
    const isUndone = await vault.undo(entry);
    const after = vault.now();
    if (!isUndone) {
      expect(after).toStrictEqual(before);
      return;
    }
    this.undone++;
    const made = this.#made.get(entry.id);
    this.#made.delete(entry.id);
    if (made && equal(made.after, before)) {
      expect(after).toStrictEqual(made.before);
      return;
    }
    const skeletons = (files: Files): string[] => [...files.values()].map(skeletonOf).sort();
    if (entry.movedTo !== undefined) {
      expect(skeletons(after)).toStrictEqual(skeletons(before));
      return;
    }
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    expect(changed.length).toBeLessThanOrEqual(1);
    const [path = ""] = changed;
    if (made?.words) expect(after.get(path)).toBe(before.get(path)?.replace(made.words[1], made.words[0]));
  }
}

/** Every link opens the file that it opened; nothing else has changed, and no link without need. */
function expectMoved({ before, after }: Made, from: string, to: string): void {
  const then = (path: string): string => (path === from ? to : path);
  expect([...after.keys()]).toStrictEqual([...before.keys()].map(then).sort());
  const [paths, later] = [[...before.keys()], [...after.keys()]];
  for (const [path, text] of before) {
    const now = after.get(then(path)) ?? "";
    expect(skeletonOf(now)).toBe(skeletonOf(text));
    const links = linksIn(now);
    for (const [id, old] of linksIn(text)) {
      const link = links.get(id);
      const target = opened(old, path, paths);
      const isRight = target === undefined || opened(old, then(path), later) === then(target);
      const what = `link ${id} in ${path} to ${old.target}, which opens ${String(target)}`;
      if (!link || isRight) {
        expect(link, what).toStrictEqual(old);
        continue;
      }
      expect(opened(link, then(path), later), what).toBe(then(target));
      // The text of a picture describes it, and a number is its size.
      const isText = old.isEmbed && (!from.endsWith(".md") || /^[\dx]*$/.test(old.shown ?? ""));
      const isName = target === from && old.shown === nameOf(from) && !isText;
      expect(link.shown, what).toBe(isName ? nameOf(to) : old.shown);
    }
  }
}

/** A note's front matter and the rest. */
function parted(note: string): { yaml: string; properties: Record<string, unknown>; body: string } {
  const text = note.replace(/^\ufeff/, "");
  const [all = "", yaml = ""] = /^---\r?\n([^]*?)^---(?:\r?\n|$)/m.exec(text) ?? [];
  const found = text.startsWith("---\n") || text.startsWith("---\r\n") ? { all, yaml } : { all: "", yaml: "" };
  const properties = (parse(found.yaml) ?? {}) as Record<string, unknown>;
  return { yaml: found.yaml, properties, body: text.slice(found.all.length) };
}

const sorted = (files: [string, string][]): Files => new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));

const equal = (a: Files, b: Files): boolean => JSON.stringify([...a]) === JSON.stringify([...b]);

/** Reads JSON texts of front matter, and prints what PyYAML reads in them, as JSON; nothing without PyYAML. */
const PYTHON = `
import json, sys
try:
    import yaml
except ImportError:
    sys.exit(0)
print(json.dumps([yaml.safe_load(text) or {} for text in json.load(sys.stdin)], default=str))
`;

test("files, links and properties are as a model of them says", { timeout: TIMEOUT_MS }, async () => {
  const written: { yaml: string; properties: object }[] = [];
  let [moves, undone] = [0, 0];
  for (const index of rounds(16)) {
    const random = new Random(FIRST_SEED + index);
    const vault = await VaultOnDisk.make(random);
    const round = new Round(vault, random);
    try {
      for (let step = 0; step < STEPS; step++) {
        await round.step();
      }
      let left = Infinity;
      // All of it back, as far as it can be.
      for (let entries = await vault.entries(); entries.length < left; entries = await vault.entries()) {
        left = entries.length;
        await round.undo();
      }
    } catch (error) {
      throw new Error(`seed ${FIRST_SEED + index}:\n${vault.log.join("\n")}`, { cause: error });
    } finally {
      vault.close();
    }
    written.push(...round.written);
    moves += round.moves;
    undone += round.undone;
  }
  expect([moves > 20, undone > 20, written.length > 10]).toStrictEqual([true, true, true]);
  const input = JSON.stringify(written.map(({ yaml }) => yaml));
  const { status, stdout } = spawnSync("python3", ["-c", PYTHON], { input, encoding: "utf8", maxBuffer: 1 << 30 });
  if (status !== 0 || stdout === "") return;
  for (const [index, read] of (JSON.parse(stdout) as object[]).entries()) {
    expect(read, written[index]?.yaml).toStrictEqual(written[index]?.properties);
  }
});
