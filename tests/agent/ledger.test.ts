// The chain of the ledger: what was changed or removed is noticed, what was dropped is said, and it stays in its bounds.
import { beforeEach, expect, test } from "vitest";
import { Ledger, type SentRequest } from "../../js/agent/ledger/ledger.ts";
import { MemoryLedger } from "./memory-ledger.ts";

let store: MemoryLedger;
let ledger: Ledger;
beforeEach(() => {
  store = new MemoryLedger();
  ledger = new Ledger(store, 4000, 3000);
});

const request = (path: string): SentRequest => {
  const notes = [{ path, lines: [[1, 3] as const], parts: [], bytes: 12 }];
  return { at: 1, host: "api.example", model: "m", notes, again: 0 };
};
const paths = async (): Promise<string[]> =>
  (await ledger.read()).requests.flatMap(({ notes }) => notes.map(({ path }) => path));
const isWhole = async (): Promise<boolean> => (await ledger.read()).isWhole;

test("an empty ledger is whole; records come back in their order", async () => {
  expect(await ledger.read()).toEqual({ requests: [], droppedAt: undefined, isWhole: true });
  await Promise.all(["a", "b", "c"].map((path) => ledger.add(request(path))));
  expect(await paths()).toEqual(["a", "b", "c"]);
  expect(await isWhole()).toBe(true);
  expect((await ledger.read()).requests[1]).toMatchObject(request("b"));
});

test.each([
  ["changed", 2, (text: string) => text.replace('"path":"b"', '"path":"x"')],
  ["changed at the end", 4, (text: string) => text.replace('"path":"d"', '"path":"x"')],
  ["damaged", 2, () => "{"],
  ["exchanged for another", 2, (_: string, store: MemoryLedger) => store.records.get(3) ?? ""],
])("a record that was %s is noticed", async (_, number, change) => {
  for (const path of ["a", "b", "c", "d"]) await ledger.add(request(path));
  store.records.set(number, change(store.records.get(number) ?? "", store));
  expect(await isWhole()).toBe(false);
});

test.each([[[1]], [[2]], [[4]], [[1, 2]], [[3, 4]], [[1, 2, 3, 4]]])(
  "records %j that were removed are noticed",
  async (gone) => {
    for (const path of ["a", "b", "c", "d"]) await ledger.add(request(path));
    for (const number of gone) store.records.delete(number);
    expect(await isWhole()).toBe(false);
  },
);

test("the oldest records are dropped when there are too many, and the chain says so", async () => {
  for (let index = 0; index < 100; index++) {
    await ledger.add(request(`note ${index}`));
    const size = [...store.records.values()].reduce((sum, { length }) => sum + length, 0);
    expect(size).toBe(store.last?.size);
    expect(size).toBeLessThan(4500);
    expect(await isWhole()).toBe(true);
  }
  const kept = await paths();
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => `note ${100 - kept.length + index}`));
  expect((await ledger.read()).droppedAt).toBeGreaterThan(0);
  const [first = 0] = [...store.records.keys()].sort((a, b) => a - b);
  store.records.delete(first);
  expect(await isWhole()).toBe(false);
});

test("a record larger than the bound is kept, alone", async () => {
  await ledger.add(request("a"));
  await ledger.add(request("x".repeat(5000)));
  expect(await paths()).toEqual(["x".repeat(5000)]);
  expect(await isWhole()).toBe(true);
});

test("a cleared ledger has no request, says when it was cleared, and goes on", async () => {
  await ledger.clear();
  expect(store.records.size).toBe(0);
  await ledger.add(request("a"));
  await ledger.clear();
  expect(JSON.stringify([...store.records])).not.toContain('"a"');
  expect((await ledger.read()).droppedAt).toBeGreaterThan(0);
  expect(await isWhole()).toBe(true);
  await ledger.add(request("b"));
  expect(await paths()).toEqual(["b"]);
  expect(await isWhole()).toBe(true);
});

test("two windows write into one chain", async () => {
  const other = new Ledger(store);
  await ledger.add(request("a"));
  let added: Promise<void> | undefined;
  store.before = () => void (added = other.add(request("b")));
  const [text = "", head] = [store.records.get(1), store.last];
  expect(text).not.toBe("");
  // The other window's record comes between reading the end and writing.
  const adding = ledger.add(request("c"));
  await adding;
  await added;
  expect(head?.number).toBe(1);
  expect((await paths()).sort()).toEqual(["a", "b", "c"]);
  expect(await isWhole()).toBe(true);
});

test("a failed write is told, and the next one succeeds", async () => {
  store.before = () => {
    throw new Error("the disk is full");
  };
  await expect(ledger.add(request("a"))).rejects.toThrow("the disk is full");
  await ledger.add(request("b"));
  expect(await paths()).toEqual(["b"]);
  expect(await isWhole()).toBe(true);
});
