// Where the command line keeps the search index: whole or not there, for each vault and each list of exclusions.
import { readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeIndex } from "../../js/host/node-index.ts";
import { folderWith } from "./vault.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const bytes = (...numbers: number[]): Uint8Array => Uint8Array.from(numbers);
const newFolder = async (): Promise<string> => join(await folderWith(), "index");

async function keep(index: NodeIndex, ...pieces: Uint8Array[]): Promise<void> {
  for (const [at, piece] of pieces.entries()) await index.keep(at + 1, piece);
  await index.keep(0, bytes(pieces.length));
}

async function all(index: NodeIndex): Promise<number[][] | undefined> {
  const first = await index.piece(0);
  if (!first) return undefined;
  const pieces = [];
  for (let number = 1; number <= (first[0] ?? 0); number++) pieces.push([...((await index.piece(number)) ?? [])]);
  return pieces;
}

test("pieces are there for another process once the first one is, and only then", async () => {
  const folder = await newFolder();
  const index = new NodeIndex("/vault", [], folder);
  const other = new NodeIndex("/vault", [], folder);
  expect(await all(other)).toBeUndefined();
  await index.keep(1, bytes(1, 2, 3));
  expect(await all(other)).toBeUndefined();
  await index.keep(2, bytes());
  await index.keep(0, bytes(2));
  expect(await all(other)).toEqual([[1, 2, 3], []]);
  expect(await all(index)).toEqual([[1, 2, 3], []]);
  const [name = ""] = readdirSync(folder);
  if (process.platform !== "win32") expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test("a process that reads sees one index, also while another one is written", async () => {
  const folder = await newFolder();
  await keep(new NodeIndex("/vault", [], folder), bytes(1), bytes(2));
  const reader = new NodeIndex("/vault", [], folder);
  await reader.piece(0);
  const first = await reader.piece(1);
  await keep(new NodeIndex("/vault", [], folder), bytes(3), bytes(4));
  expect([first?.[0], (await reader.piece(2))?.[0]]).toEqual([1, 2]);
  expect(await all(reader)).toEqual([[3], [4]]);
});

test("other vaults and other exclusions have their own", async () => {
  const folder = await newFolder();
  const indexes = [
    new NodeIndex("/vault", [], folder),
    new NodeIndex("/vault2", [], folder),
    new NodeIndex("/vault", ["Private"], folder),
  ];
  for (const [number, index] of indexes.entries()) await keep(index, bytes(number));
  expect(await Promise.all(indexes.map((index) => all(index)))).toEqual([[[0]], [[1]], [[2]]]);
  await indexes[2]?.forget();
  expect(await Promise.all(indexes.map((index) => all(index)))).toEqual([[[0]], [[1]], undefined]);
});

test("a file that is cut off anywhere is never read beyond its end", async () => {
  const folder = await newFolder();
  await keep(new NodeIndex("/vault", [], folder), bytes(1, 2, 3), bytes(4, 5));
  const file = join(folder, readdirSync(folder)[0] ?? "");
  const { size } = statSync(file);
  for (const length of [size - 1, size - 2, size - 3, size - 6, size - 9, 1025, 1024, 3, 0]) {
    truncateSync(file, length);
    await expect(all(new NodeIndex("/vault", [], folder)), `${length} bytes`).rejects.toThrow("is cut off");
  }
});

test("what was abandoned, and what nobody has used for 90 days, is deleted", async () => {
  const folder = await newFolder();
  const index = new NodeIndex("/vault", [], folder);
  await keep(index, bytes(1));
  const [name = ""] = readdirSync(folder);
  const others = { old: 91 * DAY_MS, used: 89 * DAY_MS, "a.1.tmp": DAY_MS, "b.2.tmp": 1000 };
  for (const [other, age] of Object.entries(others)) {
    writeFileSync(join(folder, other), "");
    utimesSync(join(folder, other), new Date(), new Date(Date.now() - age));
  }
  await keep(index, bytes(2));
  expect(readdirSync(folder).sort()).toEqual([name, "b.2.tmp", "used"].sort());
  // Reading is use.
  utimesSync(join(folder, name), new Date(), new Date(Date.now() - 80 * DAY_MS));
  await all(index);
  expect(Date.now() - statSync(join(folder, name)).mtimeMs).toBeLessThan(DAY_MS);
});

test("an index that is not written to its end is deleted", async () => {
  const folder = await newFolder();
  const index = new NodeIndex("/vault", [], folder);
  await keep(index, bytes(1));
  const before = readdirSync(folder);
  await index.keep(1, bytes(2));
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await all(index)).toEqual([[1]]);
  expect(readdirSync(folder)).toEqual(before);
  await index.keep(1, bytes(2));
  await index.forget();
  expect(readdirSync(folder)).toEqual([]);
});

test("what can't be written is an error", async () => {
  const folder = await newFolder();
  writeFileSync(folder, "a file");
  await expect(new NodeIndex("/vault", [], folder).keep(1, bytes(1))).rejects.toThrow("EEXIST");
  const index = new NodeIndex("/vault", [], await newFolder());
  await expect(index.keep(2, bytes(1))).rejects.toThrow("the first pieces are missing");
});
