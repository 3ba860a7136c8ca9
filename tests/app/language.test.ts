// The interface in the app's language: the names of commands, the panel and the settings.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { encoded, readLocales } from "../../js/build/locales.mjs";
import { ENCODINGS } from "../../js/locales/encodings.mjs";
import { installPlugin, openApp } from "../obsidian/browser.ts";
import { main, manifest, runCommand, styles } from "./release.ts";
import { page, usePages } from "./page.ts";

usePages();

async function open(language: string): Promise<Page> {
  await openApp({
    files: { "Home.md": "# Home\n\nA line.\n" },
    viewport: { width: 400, height: 800 },
  });
  await page.evaluate((code) => {
    window.localStorage.setItem("language", code);
    if (code !== "ar") return;
    document.body.classList.add("mod-rtl");
    document.body.dir = "rtl";
  }, language);
  await installPlugin(page, { main, manifest, styles });
  await runCommand("open-chat");
  await page.locator(".lectern-chat-field").waitFor();
  return page;
}

test.each(["ar", "de", "pt-BR", "zh"])("in %s", async (code) => {
  await open(code);
  const texts = readLocales()[code.replace("-BR", "")] ?? {};
  const placeholder = await page.locator(".lectern-chat-field").getAttribute("placeholder");
  expect(placeholder).toBe(texts["Ask your notes"]);
  const command = await page.evaluate(() => window.app.commands.commands["lectern:open-chat"]?.name);
  expect(command).toContain(texts["Open chat"]);
  await page.locator(".lectern-chat-empty").waitFor();
  const wide = await page.evaluate(() => document.body.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
});

test.each(Object.entries(ENCODINGS))("texts in %s are decoded from %s as they were written", async (code, encoding) => {
  await openApp({ files: {}, viewport: { width: 400, height: 800 } });
  const texts = JSON.stringify(Object.values(readLocales()[code] ?? {}));
  const decoded = await page.evaluate(([bytes, encoding]) => new TextDecoder(encoding).decode(Uint8Array.from(bytes)), [
    [...encoded(texts, encoding)],
    encoding,
  ] as const);
  expect(decoded).toBe(texts);
});

test("a language without a translation is English", async () => {
  await open("tr");
  expect(await page.locator(".lectern-chat-field").getAttribute("placeholder")).toBe("Ask your notes");
});
