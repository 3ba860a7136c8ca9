// The imports between the modules of js/.
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

test("no modules import each other in a circle", () => {
  const imports = new Map(modules.map((module) => [module, importsOf(module)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(modules.length);
  expect(circleIn(imports)).toBeUndefined();
});

test("a circle is found", () => {
  const imports = Object.entries({ a: ["b"], b: ["c", "d"], c: ["d"], d: ["b"] });
  expect(circleIn(new Map(imports))).toEqual(["b", "c", "d", "b"]);
});
