// The imports between the modules of js/, and between those of src/.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { preProcessFile } from "typescript";
import { expect, test } from "vitest";

const js = resolve(import.meta.dirname, "../../js");
const modules = readdirSync(js, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join(js, name));

/** The modules of js/ that `module` imports, types too. */
function importsOf(module: string): string[] {
  const { importedFiles } = preProcessFile(readFileSync(module, "utf8"));
  return importedFiles
    .map(({ fileName }) => resolve(dirname(module), fileName))
    .filter((path) => modules.includes(path));
}

/** The first circle in `imports`, as the modules that lead back to where it begins. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const follow = (module: string, way: readonly string[]): string[] | undefined => {
    const start = way.indexOf(module);
    if (start >= 0) return [...way.slice(start), module];
    if (done.has(module)) return undefined;
    for (const next of imports.get(module) ?? []) {
      const circle = follow(next, [...way, module]);
      if (circle) return circle;
    }
    done.add(module);
    return undefined;
  };
  for (const module of imports.keys()) {
    const circle = follow(module, []);
    if (circle) return circle;
  }
  return undefined;
}

const src = resolve(import.meta.dirname, "../../src");

/** The crates inside src/: their names in code, and their folders. */
const CRATES: Readonly<Record<string, string>> = { lectern_base: "base", lectern_document: "document" };

/** The folder in src/ of the crate that `module` is in, as the start of a path. */
const crateOf = (module: string): string[] =>
  Object.values(CRATES).filter((folder) => module === folder || module.startsWith(`${folder}::`));

/** The imports of each module of the crates in src/, by its path: `tool::find`. What a `mod.rs` only passes on counts as imported from it. */
function importsOfCore(): Map<string, string[]> {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".rs") && !/(^|\/)(tests|lib)(\/|\.rs$)/.test(name),
  );
  const named = new Map(files.map((file) => [file.replace(/(\/mod)?\.rs$/, "").replaceAll("/", "::"), file]));
  const imports = [...named].map(([module, file]): [string, string[]] => {
    const paths = pathsIn(readFileSync(join(src, file), "utf8")).map((path) => moduleOf(path, module, named));
    return [module, paths.filter((other) => other !== undefined).filter((other) => other !== module)];
  });
  return new Map(imports);
}

/** The paths that Rust code names from the root of a crate of ours or from the module above, without those of its tests. */
function pathsIn(code: string): string[] {
  const [own = ""] = code
    .replace(/\/\/.*/g, "")
    .replace(/pub\(in [^)]*\)/g, "pub")
    .split(/#\[cfg\((?:all\()?test/);
  const used = [...own.matchAll(/^\s*(?:pub(?:\(\w+\))? )?use ([^;]+);/gm)].flatMap(([, tree = ""]) => pathsOf(tree));
  const rest = own.replace(/^\s*(?:pub(?:\(\w+\))? )?use [^;]+;/gm, "");
  const inline = [...rest.matchAll(/(?<![\w:$])(?:crate|super|lectern_\w+)(?:::\w+)+/g)].map(([path]) => path);
  return [...used, ...inline].filter((path) => /^(crate|super|lectern_\w+)::/.test(path));
}

/** `a::{b, c::d}` as `a::b` and `a::c::d`. */
function pathsOf(tree: string): string[] {
  const trimmed = tree.trim().replace(/\s+as\s+\w+$/, "");
  const open = trimmed.indexOf("{");
  if (open < 0) return [trimmed];
  // Each part ends at a comma outside of braces, of which there are two levels at most.
  const parts = trimmed.slice(open + 1, -1).match(/(?:[^,{]|\{(?:[^{}]|\{[^}]*\})*\})+/g) ?? [];
  return parts
    .filter((part) => part.trim())
    .flatMap((part) => pathsOf(part).map((path) => trimmed.slice(0, open) + path));
}

/** The module of `named` in which `path`, as `module` writes it, ends. */
function moduleOf(path: string, module: string, named: ReadonlyMap<string, string>): string | undefined {
  const steps = path.split("::");
  const other = CRATES[steps[0] ?? ""];
  const base = other ? [other] : steps[0] === "crate" ? crateOf(module) : module.split("::");
  for (; steps[0] === "super"; steps.shift()) base.pop();
  if (other || steps[0] === "crate") steps.shift();
  while (steps.length > 0 && named.has([...base, steps[0]].join("::"))) base.push(steps.shift() ?? "");
  return base.length > 0 ? base.join("::") : undefined;
}

test("no modules import each other in a circle", () => {
  const imports = new Map(modules.map((module) => [module, importsOf(module)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(modules.length);
  expect(circleIn(imports)).toBeUndefined();
});

test("no modules of the core import each other in a circle", () => {
  const imports = importsOfCore();
  expect([...imports.values()].flat().length).toBeGreaterThan(imports.size);
  expect(circleIn(imports)).toBeUndefined();
});

test.each(["", ...Object.values(CRATES)])("a module of src/%s imports only what lib.rs lists above it", (folder) => {
  const lib = readFileSync(join(src, folder, "lib.rs"), "utf8");
  const order = [...lib.matchAll(/^(?:pub )?mod (\w+);/gm)].map(([, name]) => name);
  const within = (module: string) => crateOf(module).join("") === folder;
  const place = (module: string) => order.indexOf(module.split("::")[folder ? 1 : 0]);
  const imports = [...importsOfCore()].filter(([module]) => within(module));
  const upward = imports.flatMap(([module, others]) =>
    others
      .filter((other) => within(other) && place(other) > place(module))
      .map((other) => `${module} imports ${other}`),
  );
  expect(order.length).toBeGreaterThan(10);
  expect(imports.length).toBeGreaterThanOrEqual(order.length);
  expect(upward).toEqual([]);
});

test("the paths in Rust code are those of its modules", () => {
  const code =
    "use crate::{a::{B, c::D as E}, f};\npub(crate) use super::g::H;\n// use crate::i;\nfn j() { crate::k::l(lectern_base::m::n) }";
  expect(pathsIn(code)).toEqual([
    "crate::a::B",
    "crate::a::c::D",
    "crate::f",
    "super::g::H",
    "crate::k::l",
    "lectern_base::m::n",
  ]);
});

test("a circle is found", () => {
  const imports = Object.entries({ a: ["b"], b: ["c", "d"], c: ["d"], d: ["b"] });
  expect(circleIn(new Map(imports))).toEqual(["b", "c", "d", "b"]);
});
