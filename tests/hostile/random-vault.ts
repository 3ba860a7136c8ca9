// A vault on disk with random notes and canvases, and its tools. Each link has a mark, for vault-model.ts.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import type { JournalEntry } from "../../js/vault/changes.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { isUndone, undoChange } from "../../js/vault/undo-change.ts";
import { folderWith } from "../shim/vault.ts";
import type { Random } from "./choices.ts";
import { nameOf } from "./vault-model.ts";

const NAMES = ["a", "b", "A b", "b (1)", "50%", "ä", "v1.2", "2", "Über 'x'"];
const FOLDERS = ["", "x/", "y/", "x/y/", "Two words/"];

/** Values that some parser takes for another type if they are written as they are. */
export const VALUES: readonly unknown[] = [
  ...["plain", "two words", "yes", "no", "~", "null", "true", "012", "1_000", "1e3", "0x1F", "12:30", "# x", "a: b"],
  ...["- x", "", " x ", "[a]", "{a}", "'q'", '"q"', "é 💡", "*a", "&a", "!x", "%x", "@x", "`x`", "x #y", "...", "---"],
  ...[0, 7, -3, 2.5, true, false, null, ["a", "b: c"], ["012", "yes", ""], [1, 2], []],
];

const approve = () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const);

export class VaultOnDisk {
  /** What was done, for the message of a failure. */
  readonly log: string[] = [];
  readonly #random: Random;
  readonly #folder: string;
  readonly #journal: NodeJournal;
  readonly #tools: Tools;
  #links = 0;
  #words = 0;

  private constructor(random: Random, folder: string, state: string) {
    this.#random = random;
    this.#folder = folder;
    this.#journal = new NodeJournal(folder, state);
    this.#tools = new Tools(NodeHost.open(folder), { changes: true });
  }

  static async make(random: Random): Promise<VaultOnDisk> {
    const vault = new VaultOnDisk(random, await folderWith(), await folderWith());
    const paths = [...new Set(random.some(4, 7, () => vault.somePath()))];
    for (const path of paths) vault.#put(path, vault.note(path, paths));
    vault.#put("Board.canvas", vault.#canvas("Board.canvas", paths));
    vault.#put("x/p.png", "\u0089PNG");
    for (const [path, text] of vault.now()) vault.log.push(`${path}: ${JSON.stringify(text)}`);
    return vault;
  }

  close(): void {
    this.#tools.close();
  }

  #put(path: string, text: string): void {
    const at = join(this.#folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }

  /** The files on disk, in order. */
  now(): Map<string, string> {
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const paths = files.map((file) => file.slice(this.#folder.length + 1)).filter((path) => !path.startsWith("."));
    return new Map(paths.sort().map((path) => [path, readFileSync(join(this.#folder, path), "utf8")]));
  }

  /** Whether there is a folder, which may be empty. */
  hasFolder(path: string): boolean {
    return statSync(join(this.#folder, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  async call(tool: string, args: object): Promise<{ reply: Reply; text: string }> {
    const reply = await this.#tools.call(tool, args, undefined, undefined, { journal: this.#journal, approve });
    return { reply, text: this.#told(`${tool} ${JSON.stringify(args)}`, reply) };
  }

  entries(): Promise<readonly JournalEntry[]> {
    return this.#journal.entries();
  }

  /** Undoes a change; whether that was possible. */
  async undo(entry: JournalEntry): Promise<boolean> {
    const reply = await undoChange(entry, null, { tools: this.#tools, journal: this.#journal, approve });
    this.#told(`undo ${entry.path} ${entry.movedTo ?? JSON.stringify(entry.replaced.map((part) => part.new))}`, reply);
    return reply !== undefined && isUndone(reply);
  }

  #told(what: string, reply: Reply | undefined): string {
    const text = reply ? textOf(reply) : "nothing to undo";
    this.log.push(`${what}\n  ${text.split("\n").slice(0, 4).join("\n  ")}`);
    return text;
  }

  somePath(): string {
    return `${this.#random.one(FOLDERS)}${this.#random.one(NAMES)}.md`;
  }

  someFolder(): string {
    return this.#random.one(FOLDERS.slice(1)).slice(0, -1);
  }

  /** A word that is nowhere else. */
  word(): string {
    return `word${++this.#words}.`;
  }

  /** A link as someone may write it to one of `paths`, or to a file that is not there. */
  #link(from: string, paths: readonly string[]): string {
    const random = this.#random;
    const path = random.one([...paths, this.somePath()]);
    const up = "../".repeat(from.split("/").length - 1) || "./";
    const stem = path.replace(/\.md$/, "");
    const target = random.one([stem, path, nameOf(path), nameOf(path), `/${path}`, up + path]);
    const shown = random.one([nameOf(path), nameOf(path), "text"]);
    const escaped = encodeURI(target).replace(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
    const written = random.one([
      `[[${target}]]`,
      `[[${target}|${shown}]]`,
      `![[${target}#Part]]`,
      `![[${target}|${shown}]]`,
      `[[${target}#Part|${shown}]]`,
      `[${shown}](${escaped})`,
      `[${shown}](<${target.replaceAll("%", "%25")}>)`,
    ]);
    return `«${++this.#links}»${written}«/»`;
  }

  /** A note for `path`, with links. */
  note(path: string, paths: readonly string[] = [...this.now().keys()]): string {
    const random = this.#random;
    const link = (): string => this.#link(path, paths);
    const block = (): string =>
      random.make(
        () => `${this.word()} ${link()} and ${link()}`,
        () => `- [ ] ${this.word()} ${link()}`,
        () => `> ${this.word()} ${link()}`,
        () => "`[[a]]` and \\[[b]]",
        () => "```\n[[a]] [[b|b]]\n```",
        () => `# Part\n\n${this.word()}`,
        () => `| a | b |\n|---|---|\n| ${this.word()} | x |`,
      );
    const end = random.one(["\n", "\n", "\r\n"]);
    const text = random.some(1, 5, block).join(`${end}${end}`);
    return `${random.below(8) === 0 ? "\ufeff" : ""}${text}${random.one(["", end])}`;
  }

  #canvas(path: string, paths: readonly string[]): string {
    const random = this.#random;
    const inText = (text: string): string => JSON.stringify(text).slice(1, -1);
    const card = (): string =>
      random.make(
        () => {
          const file = inText(random.one(paths));
          return `{"id":"f${++this.#links}", "type":"file","file":"${random.one([file, file.replaceAll("/", "\\/")])}"}`;
        },
        () => `{"id":"t","type":"text","text":"${this.word()}\\n${inText(this.#link(path, paths))}","x":1.0}`,
      );
    return `{\n\t"nodes":[\n${random.some(1, 4, card).join(",\n")}\n],"edges":[]}`;
  }
}
