// The released bundle: its size, and code that the plugin directory's reviewers would reject or old phones can't run.
import { expect, test } from "vitest";
import { FROM_APP } from "../../js/build/bundle.mjs";
import { main } from "./release.ts";

/** The core and the reader, packed together as text, and the code around them. */
const MODULE = /"[ !#-[\]-~]{100000,}"/g;
const modules = main.match(MODULE) ?? [];
const code = main.replaceAll(MODULE, '""');

test("main.js is small enough to be synced to a phone", () => {
  expect(Buffer.byteLength(main)).toBeLessThanOrEqual(2_316_000);
});

test("main.js is ASCII, so that an engine holds it as one byte a character", () => {
  expect(main).toMatch(/^[\t\n -~]*$/);
});

test("main.js requires nothing but the app", () => {
  const required = [...code.matchAll(/\brequire\(["'`]([^"'`]*)["'`]\)/g)].map(([, name]) => name);
  // The app has them for plugins, each once: CodeMirror compares by identity.
  expect([...new Set(required)].sort()).toEqual([...FROM_APP].sort());
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
    expect(code).not.toContain(literal);
  }
});

test("main.js holds the modules of wasm once, and no path of the machine that built it", () => {
  expect([modules.length, new Set(modules).size]).toEqual([1, 1]);
  expect(code).not.toMatch(/\/(home|root|Users)\//);
});

test("main.js parses where there is no look-behind", () => {
  expect(code).not.toMatch(/\(\?<[=!]/);
});
