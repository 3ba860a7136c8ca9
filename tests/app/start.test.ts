// Enabling the plugin: what it costs the app before anybody uses it.
import type { App } from "obsidian";
import { expect, test } from "vitest";
import { openApp } from "../obsidian/browser.ts";
import { DATA, main, manifest, openLectern, styles } from "./release.ts";
import { page, usePages } from "./page.ts";

usePages();

const FILES = {
  "Note.md": "One\nTwo\n",
  [DATA]: '{"maxBytes":102400,"closed":["Private"]}',
};
const counts = (): Record<string, number> => window.app.testCounts.counts;

test("evaluating main.js and onload compile nothing, read nothing and reach no network", async () => {
  await openApp({ files: FILES, layoutReady: false });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const release = { main, manifest, styles };
  await page.evaluate(async ({ main, manifest, styles }) => {
    await window.app.installPlugin(main, manifest, styles);
  }, release);
  expect(await page.evaluate(counts)).toEqual({});
  expect(requests).toEqual([]);
  // The app would ask a settings tab for all of its rows.
  const tabs = (): number => window.app.setting.pluginTabs.length;
  expect(await page.evaluate(tabs)).toBe(0);
  await page.evaluate(() => window.app.workspace.finishLayout());
  expect(await page.evaluate(tabs)).toBe(1);
  await page.context().close();
});

test("the core is loaded when the app is idle, once, and the settings are read", async () => {
  await openLectern({ files: FILES, layoutReady: false });
  await page.evaluate(() => window.app.workspace.finishLayout());
  await page.evaluate(() => window.lectern.ready());
  expect(await page.evaluate(counts)).toEqual({
    read: 1,
    // The ignore file, app.json and daily-notes.json, each twice.
    stat: 6,
    // The unpacker and the core.
    "WebAssembly.compile": 2,
    "WebAssembly.instantiate": 2,
  });
  await page.context().close();
});

test("a page has no Node, and the plugin needs none", async () => {
  await openLectern({ files: FILES });
  expect(
    await page.evaluate(() => ["process", "Buffer", "global", "require"].filter((name) => name in window)),
  ).toEqual([]);
  expect(
    await page.evaluate(async () =>
      window.lectern.createReadFileTool(window.app as unknown as App).execute({ path: "Note.md" }),
    ),
  ).toBe("1: One\n2: Two");
  await page.context().close();
});

test("a plugin that was disabled and enabled again works", async () => {
  await openLectern({ files: FILES });
  await page.evaluate(() => window.app.disablePlugin("lectern"));
  expect(await page.evaluate(() => "lectern" in window.app.plugins.plugins)).toBe(false);
  const release = { main, manifest, styles };
  await page.evaluate(async ({ main, manifest, styles }) => {
    await window.app.installPlugin(main, manifest, styles);
  }, release);
  expect(await page.evaluate(async () => (await window.lectern.call("read_file", { path: "Note" })).isError)).toBe(
    false,
  );
  await page.context().close();
});

test("without WebAssembly the plugin stays loaded, and says what is missing", async () => {
  await openApp({ files: FILES });
  await page.evaluate(() => Reflect.deleteProperty(window, "WebAssembly"));
  const release = { main, manifest, styles };
  const reply = await page.evaluate(async ({ main, manifest, styles }) => {
    await window.app.installPlugin(main, manifest, styles);
    const plugins = window.app.plugins.plugins as unknown as Record<string, { api: typeof window.lectern }>;
    return plugins["lectern"]?.api.call("read_file", { path: "Note.md" });
  }, release);
  expect(reply?.structuredContent.error).toEqual({
    code: "unreadable",
    message: "Lectern cannot start: this device has WebAssembly turned off (iOS does so in Lockdown Mode)",
    help: "tell the user; nothing was read",
  });
  await page.context().close();
});
