// Writing on a real disk: what is kept of a file, what is refused, and what a killed process leaves.
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { Write } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { folderWith } from "./vault.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What the core asks for once a change is approved. */
function change(path: string, before: string | null, after: string | null): Write {
  const [old, made] = [before, after].map((text) => (text === null ? null : bytes(text)));
  return { path, before: old ?? null, after: made ?? null, version: null, newVersion: null, replaced: [] };
}

/** Both ways of holding entries, where the system has both. */
const hosts = (folder: string): NodeHost[] => [NodeHost.open(folder), NodeHost.open(folder, false)];

test("a file keeps its permissions, and nothing else is left in the folder", async () => {
  const folder = await folderWith({ "Notes/a.md": "one\n" });
  chmodSync(join(folder, "Notes/a.md"), 0o640);
  for (const [index, host] of hosts(folder).entries()) {
    const [before, after] = [index === 0 ? "one\n" : "two\n", index === 0 ? "two\n" : "three\n"];
    expect(host.write(change("Notes/a.md", before, after))).toStrictEqual({ written: "done" });
    expect(readFileSync(join(folder, "Notes/a.md"), "utf8")).toBe(after);
    expect(statSync(join(folder, "Notes/a.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(folder, "Notes"))).toStrictEqual(["a.md"]);
  }
});

test("a file that is not what the user saw is not written", async () => {
  for (const host of hosts(await folderWith({ "a.md": "mine\n", "B/c.md": "c" }))) {
    for (const write of [
      change("a.md", "one\n", "two\n"),
      change("a.md", null, "two\n"),
      change("gone.md", "one\n", "two\n"),
      change("gone.md", "one\n", null),
      change("B", null, "two\n"),
      change("a.md", "one\n", null),
    ]) {
      expect(host.write(write)).toStrictEqual({ written: "outdated" });
    }
    expect(readFileSync(join(host.root, "a.md"), "utf8")).toBe("mine\n");
    expect(readdirSync(host.root).sort()).toStrictEqual(["B", "a.md"]);
  }
});

test("a new file comes with its folders, and leaves none if it can't be made", async () => {
  for (const tellsPlaces of [undefined, false]) {
    const host = NodeHost.open(await folderWith({ "x.md": "x" }), tellsPlaces);
    expect(host.write(change("A/B/c.md", null, "c\n"))).toStrictEqual({ written: "done" });
    expect(readFileSync(join(host.root, "A/B/c.md"), "utf8")).toBe("c\n");
    expect(host.write(change(`A/D/E/${"n".repeat(300)}.md`, null, "c\n"))).not.toStrictEqual({ written: "done" });
    expect(host.write(change("x.md/y.md", null, "c\n"))).toStrictEqual({ failed: "x.md is a file, not a folder" });
    expect(readdirSync(join(host.root, "A"))).toStrictEqual(["B"]);
    expect(readdirSync(host.root).sort()).toStrictEqual(["A", "x.md"]);
  }
});

test("what is deleted is in the trash, beside what was there", async () => {
  const folder = await folderWith({ "A/a.md": "new\n", ".trash/a.md": "old\n", ".trash/a 2.md": "older\n" });
  expect(NodeHost.open(folder).write(change("A/a.md", "new\n", null))).toStrictEqual({ written: "done" });
  expect(existsSync(join(folder, "A/a.md"))).toBe(false);
  const trashed = readdirSync(join(folder, ".trash")).map((name) => [
    name,
    readFileSync(join(folder, ".trash", name), "utf8"),
  ]);
  expect(Object.fromEntries(trashed)).toStrictEqual({ "a.md": "old\n", "a 2.md": "older\n", "a 3.md": "new\n" });
});

test("a trash that leads elsewhere is not used", async () => {
  const folder = await folderWith({ "a.md": "one\n" });
  const other = await folderWith({ "x.md": "x" });
  symlinkSync(other, join(folder, ".trash"));
  expect(NodeHost.open(folder).write(change("a.md", "one\n", null))).toStrictEqual({
    failed: "the vault's .trash is not a folder",
  });
  expect([readdirSync(other), readFileSync(join(folder, "a.md"), "utf8")]).toStrictEqual([["x.md"], "one\n"]);
});

test("a link is never replaced, and nothing is written through one", async () => {
  const outside = await folderWith({ "o.md": "one\n" });
  const folder = await folderWith({ "real.md": "one\n" });
  symlinkSync("real.md", join(folder, "link.md"));
  symlinkSync(outside, join(folder, "Out"));
  for (const host of hosts(folder)) {
    for (const path of ["link.md", "Out/o.md", "Out/new.md"]) {
      const before = path === "Out/new.md" ? null : "one\n";
      expect(host.write(change(path, before, "two\n"))).toStrictEqual({
        failed: "a symbolic link is on the way to it",
      });
    }
  }
  expect(readlinkSync(join(folder, "link.md"))).toBe("real.md");
  expect([readdirSync(outside), readFileSync(join(outside, "o.md"), "utf8")]).toStrictEqual([["o.md"], "one\n"]);
});

test("a read-only file is refused with its reason", async () => {
  const folder = await folderWith({ "a.md": "one\n" });
  chmodSync(join(folder, "a.md"), 0o444);
  for (const host of hosts(folder)) {
    expect(host.write(change("a.md", "one\n", "two\n"))).toStrictEqual({ failed: "the file is read-only" });
  }
  expect(readdirSync(folder)).toStrictEqual(["a.md"]);
});

test("what a crash left is removed after a while, and nothing else", async () => {
  const folder = await folderWith({
    "a.md": "one\n",
    "lectern-notes.tmp": "x",
    ".lectern-0123456789abcdef.tmp": "old",
  });
  const young = join(folder, ".lectern-fedcba9876543210.tmp");
  writeFileSync(young, "young");
  utimesSync(join(folder, ".lectern-0123456789abcdef.tmp"), 1, 1);
  NodeHost.open(folder).write(change("a.md", "one\n", "two\n"));
  expect(readdirSync(folder).sort()).toStrictEqual([".lectern-fedcba9876543210.tmp", "a.md", "lectern-notes.tmp"]);
});

test("a hard link keeps the old content", async () => {
  const folder = await folderWith({ "a.md": "one\n" });
  mkdirSync(join(folder, "B"));
  linkSync(join(folder, "a.md"), join(folder, "B/b.md"));
  NodeHost.open(folder).write(change("a.md", "one\n", "two\n"));
  expect(readFileSync(join(folder, "B/b.md"), "utf8")).toBe("one\n");
  expect(lstatSync(join(folder, "a.md")).nlink).toBe(1);
});

test("a process that is killed at any time leaves the old or the new content, complete", async () => {
  const texts = ["a", "b"].map((letter) => letter.repeat(2_000_000));
  const folder = await folderWith({ "a.md": texts[0] ?? "" });
  const place = join(folder, "a.md");
  const script = join(await folderWith({}), "write.mjs");
  await build({
    stdin: {
      contents: `import { NodeHost } from "./js/host/node.ts";
        const host = NodeHost.open(${JSON.stringify(folder)});
        const texts = ["a", "b"].map((letter) => Buffer.from(letter.repeat(2_000_000)));
        process.stdout.write("ready");
        for (let round = ${JSON.stringify(place)} && Number(process.argv[2]); ; round++) {
          const [before, after] = round % 2 ? [texts[1], texts[0]] : texts;
          host.write({ path: "a.md", before, after });
          process.stdout.write(".");
        }`,
      resolveDir: join(import.meta.dirname, "../.."),
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["pdfjs-dist"],
    outfile: script,
    logLevel: "error",
  });
  for (let round = 0; round < 25; round++) {
    const which = readFileSync(place, "utf8").startsWith("a") ? "0" : "1";
    const child = spawn(process.execPath, [script, which], { stdio: ["ignore", "pipe", "inherit"] });
    const wanted = round % 2 === 0 ? "ready" : "ready.";
    let said = "";
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.startsWith(wanted)) break;
    }
    await new Promise((resolve) => setTimeout(resolve, round));
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    const text = readFileSync(place, "utf8");
    expect(texts.includes(text), `${text.length} bytes`).toBe(true);
  }
}, 120_000);
