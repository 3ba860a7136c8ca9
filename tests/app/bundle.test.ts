// The bundle as it is released: size, and what the directory's reviewers and old phones would stumble over.
import { expect, test } from "vitest";
import { main } from "./release.ts";

test("main.js is small enough to be synced to a phone", () => {
  expect(Buffer.byteLength(main)).toBeLessThanOrEqual(2_300_000);
});

test("main.js requires nothing but the app", () => {
  const required = [...main.matchAll(/\brequire\(["'`]([^"'`]*)["'`]\)/g)].map(([, name]) => name);
  expect([...new Set(required)]).toEqual(["obsidian"]);
});

test("main.js holds nothing that looks like updating itself, running other code or reaching a network", () => {
  for (const literal of [
    "main.js",
    "manifest.json",
    "eval(",
    "new Function",
    "innerHTML",
    "XMLHttpRequest",
    "WebSocket",
  ]) {
    expect(main).not.toContain(literal);
  }
});

test("main.js holds each module of wasm once, and no path of the machine that built it", () => {
  const long = [...main.matchAll(/"[A-Za-z0-9.:+=^!/*?&<>()[\]{}@%$#-]{1000,}"/g)].map(([module]) => module);
  expect([long.length, new Set(long).size]).toEqual([2, 2]);
  expect(main).not.toMatch(/\/(home|root|Users)\//);
});

test("main.js parses where there is no look-behind", () => {
  expect(main).not.toMatch(/\(\?<[=!]/);
});
