// What a model can see of a vault, in numbers: which files are open, which rule excludes the others, and what can't be
// read.
import type { Config } from "../../../pkg/lectern.js";
import { effective } from "../../vault/effective-config.ts";
import type { Host } from "../../vault/host.ts";
import { sharedCore, type Tools } from "../../vault/tools.ts";

/** A rule, and how many files it excludes that no rule before it does. */
export interface RuleCount {
  readonly rule: string;
  readonly files: number;
}

export interface Sight {
  readonly open: number;
  readonly excluded: number;
  readonly rules: readonly RuleCount[];
  /** Files and folders that are there, but can't be read. */
  readonly unreadable: number;
}

/** What excludes a file by its content. */
const BY_CONTENT = "a note's property or tag";

/** How many notes are judged in one call. */
const AT_ONCE = 500;

/** Looks at all files. `given` is what the options exclude. Throws if the vault's rules can't be read. */
export async function sightOf(host: Host, tools: Tools, given: Partial<Config>): Promise<Sight> {
  const counts = new Map<string, number>();
  const count = (rule: string): void => void counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const ruleOf = await ruleFinder(host, given);
  const { files, unreadable: folders } = await allFiles(host, (folder) => ruleOf(folder) === HIDDEN);
  const maybe: string[] = [];
  for (const path of files) {
    const rule = ruleOf(path);
    if (rule === undefined) maybe.push(path);
    else count(rule);
  }
  let [open, unreadable] = [maybe.length, folders];
  for (let from = 0; from < maybe.length; from += AT_ONCE) {
    for (const path of await tools.closedPaths(maybe.slice(from, from + AT_ONCE))) {
      open--;
      if (await isReadable(host, path)) count(BY_CONTENT);
      else unreadable++;
    }
  }
  const rules = [...counts].map(([rule, files]) => ({ rule, files }));
  return { open, excluded: rules.reduce((sum, { files }) => sum + files, 0), rules, unreadable };
}

/** Why models can't read the file that the user calls `given`: for the user only. Undefined if they can, or if none is there. */
export async function whyClosed(host: Host, tools: Tools, given: string, config: Partial<Config>) {
  const ruleOf = await ruleFinder(host, config);
  for (const path of [given, `${given}.md`]) {
    const found = await host.stat(path);
    if (typeof found !== "object" || !("file" in found)) continue;
    const rule = ruleOf(path);
    if (rule !== undefined) return `${path} is excluded by ${rule}`;
    if ((await tools.closedPaths([path])).length === 0) return undefined;
    return (await isReadable(host, path)) ? `${path} is excluded by ${BY_CONTENT}` : `${path} can't be read`;
  }
  return undefined;
}

async function isReadable(host: Host, path: string): Promise<boolean> {
  const answer = await host.read(path);
  return typeof answer === "object" && ("text" in answer || "bytes" in answer);
}

/** What it is called, and a config with this rule alone. */
type Rule = [string, Partial<Config>];

/** What is always excluded. */
const HIDDEN = "hidden files and folders";

/** Finds the first rule that excludes a path by its name. Rules are tried one by one, in the core. */
async function ruleFinder(host: Host, given: Partial<Config>): Promise<(path: string) => string | undefined> {
  const [glue, rules] = [await sharedCore.load(), await host.rules()];
  const settings = rules.settings ?? [];
  const named = (where: string, names: readonly string[] = []): Rule[] =>
    names.map((name) => [`"${name}" in ${where}`, { protected: [name] }]);
  const each: Rule[] = [
    [HIDDEN, {}],
    ...named("--protect", given.protected),
    ...settings.flatMap(({ protected: names }) => named("Lectern's settings", names)),
    ...settings.map(({ patterns = [] }): Rule => ["patterns in Lectern's settings", { patterns }]),
    [".lecternignore", { ignoreFile: rules.ignoreFile }],
    ...rules.excluded.map((filter): Rule => [`"${filter}" in the app's Excluded files`, { excluded: [filter] }]),
  ];
  const alone = each.map(([rule, config]) => [rule, new glue.Session(effective(config))] as const);
  // Together they decide: what one list opens again may stay closed by another.
  const all = new glue.Session(effective(given, rules));
  return (path) => {
    if (!all.isProtectedPath(path)) return undefined;
    return alone.find(([, session]) => session.isProtectedPath(path))?.[0] ?? "several rules together";
  };
}

/** All files, hidden ones too, without what is in the hidden folders; and how many folders can't be listed. */
async function allFiles(host: Host, isHidden: (folder: string) => boolean) {
  const files: string[] = [];
  let unreadable = 0;
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (let from: number | null = 0; from !== null;) {
      const answer = await host.list(folder, from);
      if (typeof answer !== "object" || !("listing" in answer)) {
        unreadable++;
        break;
      }
      files.push(...answer.listing.files.map(({ path }) => path));
      folders.push(...answer.listing.folders.filter((path) => !isHidden(path)));
      from = answer.listing.next;
    }
  }
  return { files, unreadable };
}
