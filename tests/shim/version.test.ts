// The version: the same in every file that contains it, and `npm version` updates all of them.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../js/build/tools.mjs";
import { spreadVersion } from "../../js/build/version.mjs";

const json = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, name), "utf8")) as Record<string, unknown>;
const manifest = json("manifest.json") as { version: string; minAppVersion: string };

const VERSIONED = ["package.json", "manifest.json", "versions.json", "Cargo.toml", "Cargo.lock"];

test("the versions agree with each other", () => {
  const folder = copyOf(VERSIONED);
  const before = VERSIONED.map((name) => readFileSync(join(folder, name), "utf8"));
  spreadVersion(folder);
  expect(VERSIONED.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(before);
  const lock = json("package-lock.json") as { version: string; packages: Record<string, { version: string }> };
  expect([lock.version, lock.packages[""]?.version]).toEqual([manifest.version, manifest.version]);
});

test("a new version reaches every file that holds one, and versions.json if it needs a newer app", () => {
  const folder = copyOf(VERSIONED);
  const change = (name: string, from: string, to: string): void => {
    writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replace(from, to));
  };
  change("package.json", `"version": "${manifest.version}"`, '"version": "7.8.9"');
  spreadVersion(folder);
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");
  expect(text("manifest.json")).toContain('"version": "7.8.9"');
  expect(text("Cargo.toml")).toContain('\nname = "lectern"\nversion = "7.8.9"\n');
  expect(text("Cargo.lock")).toContain('\nname = "lectern"\nversion = "7.8.9"\n');
  expect(text("Cargo.lock").split('"7.8.9"')).toHaveLength(2);
  expect(text("versions.json")).not.toContain("7.8.9");
  change("manifest.json", `"minAppVersion": "${manifest.minAppVersion}"`, '"minAppVersion": "2.0.0"');
  spreadVersion(folder);
  expect(JSON.parse(text("versions.json"))).toMatchObject({ "7.8.9": "2.0.0" });
});

/** A folder with these files of the project. */
function copyOf(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-version-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) copyFileSync(join(root, name), join(folder, name));
  return folder;
}
