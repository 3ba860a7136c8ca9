// The npm package: packed, installed offline in an empty folder, and run as `npx` runs it. To test another Node, run the
// tests with it.
import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { writePackage } from "../../js/build/npm-package.mjs";
import { root } from "../../js/build/tools.mjs";
import { pdf, text } from "./pdf-file.ts";
import { folderWith } from "./vault.ts";

const VAULT = join(root, "tests/fixtures/vault");
const MOST_BYTES = 3 * 1024 * 1024;
const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run("npm", args, { cwd, shell: process.platform === "win32" });

let packed: { filename: string; size: number; files: { path: string }[] };
let installed: string;

beforeAll(async () => {
  const folder = join(root, "dist/npm");
  await writePackage(folder);
  const home = await folderWith({ "package.json": "{}" });
  const { stdout } = await npm(folder, "pack", "--json", "--pack-destination", home);
  [packed] = JSON.parse(stdout) as [typeof packed];
  await npm(home, "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(home, packed.filename));
  installed = join(home, "node_modules/lectern");
});

/** Runs the installed program. */
async function lectern(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { bin } = manifest();
  const child = run(process.execPath, [join(installed, bin.lectern), ...args]);
  child.child.stdin?.end();
  return child.then(
    (output) => ({ code: 0, ...output }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

const manifest = () =>
  JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    bin: { lectern: string };
    scripts?: unknown;
    dependencies?: unknown;
  };

test("has at most 3 MB, no scripts, no dependencies, and what belongs to it", () => {
  expect(packed.size).toBeLessThan(MOST_BYTES);
  expect([manifest().scripts, manifest().dependencies]).toStrictEqual([undefined, undefined]);
  const names = packed.files.map(({ path }) => path);
  for (const name of [
    "LICENSE",
    "README.md",
    "THIRD-PARTY-NOTICES.txt",
    "man/lectern.1",
    "schemas/prompt-output.json",
    "skills/lectern/SKILL.md",
  ])
    expect(names).toContain(name);
  expect(existsSync(join(dirname(installed), "pdfjs-dist"))).toBe(false);
  if (process.platform !== "win32") {
    expect(statSync(join(dirname(installed), ".bin/lectern")).mode & 0o111).not.toBe(0);
  }
});

test("has a README whose links lead somewhere", () => {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const targets = [...readme.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(targets.length).toBeGreaterThan(2);
  expect(targets.filter((target) => !existsSync(join(installed, target)))).toStrictEqual([]);
});

test("prints help, reads a note, and answers a prompt with Quotes", async () => {
  expect(await lectern("--help")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^usage: lectern/) as string,
  });
  const args = ["call", "read_file", "--vault", VAULT, "--args", '{"path": "Home.md"}'];
  expect(await lectern(...args)).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/^1: /) as string,
  });
  const { code, stdout } = await lectern("-p", "which pane is thinner?", "--vault", VAULT);
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining("[[Projects/Lantern room#L56]]")]);
});

test("reads documents, and says what reading PDF needs", async () => {
  const vault = await folderWith({ "a.pdf": pdf([text(10, 700, "found")]), "a.html": "<p>found</p>" });
  const read = (path: string) => lectern("call", "read_file", "--vault", vault, "--args", JSON.stringify({ path }));
  expect(await read("a.html")).toMatchObject({ code: 0, stdout: expect.stringContaining("found") as string });
  const { code, stdout } = await read("a.pdf");
  expect(code).toBe(1);
  expect(stdout).toContain("npx -p lectern -p pdfjs-dist@5.6 lectern");
  symlinkSync(join(root, "node_modules/pdfjs-dist"), join(dirname(installed), "pdfjs-dist"), "junction");
  expect(await read("a.pdf")).toMatchObject({ code: 0, stdout: expect.stringContaining("found") as string });
});
