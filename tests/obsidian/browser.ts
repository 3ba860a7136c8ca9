// The Node side: starts Chromium and opens pages in which the mock app runs. No page can reach the network. `index.ts`
// has the code inside a page; tests make pages for other purposes.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { PluginManifest, RequestUrlParam, RequestUrlResponse } from "obsidian";
import { type Browser, chromium, type Page, type Route } from "playwright-core";
import type { AppOptions } from "./app.ts";
import { served, startApp } from "./served.ts";

declare global {
  interface Window {
    askOutside(asked: Asked): Promise<Partial<RequestUrlResponse>>;
  }
}

const ORIGIN = "https://vault.invalid";
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const SILENT = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** `CHROME`, else the first Chromium on `PATH`. */
export function launch(): Promise<Browser> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  const executablePath = process.env["CHROME"] ?? found;
  if (!executablePath) throw new Error(`no ${NAMES.join(", ")} on PATH: install one, or set CHROME`);
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", ...SILENT] });
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, for all files with tests that run in it. It ends with the process. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= launch());

/** Closes every page of a file's tests. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export interface OpenOptions extends AppOptions {
  /** Vault path to content; hidden ones too. */
  files: Record<string, string | Uint8Array>;
  viewport?: { width: number; height: number };
  /**
   * Origins that the page may ask, such as a stand-in for a provider: by `fetch`, as far as their CORS lets it read the
   * answer (a preflight is let through by the browser's own interception), and by `requestUrl`, whatever they say.
   */
  reaches?: readonly string[];
}

type Asked = Pick<RequestUrlParam, "url" | "method" | "headers"> & { body?: string };
/** The app's own request, made from outside the page. Follows redirects as Electron does: every header goes along. */
async function askOutside(reaches: readonly string[], { url, ...init }: Asked): Promise<Partial<RequestUrlResponse>> {
  if (!reaches.includes(new URL(url).origin)) throw new Error(`net::ERR_INTERNET_DISCONNECTED: ${url}`);
  const response = await fetch(url, { ...init, redirect: "manual" });
  const location = response.headers.get("location");
  if (location !== null && response.status >= 300 && response.status <= 399) {
    const next = { url: new URL(location, url).href, headers: init.headers ?? {} };
    return askOutside(reaches, response.status < 307 ? next : { ...init, ...next });
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** A page with the app in it, as `window.app`. Close it with `page.context().close()`. */
export async function openApp(
  browser: Browser,
  { files, viewport, reaches = [], ...options }: OpenOptions,
): Promise<Page> {
  const { start, at } = await served(files, options);
  const context = await browser.newContext({ viewport: viewport ?? { width: 1200, height: 800 } });
  await context.route("**/*", async (route: Route) => {
    const url = new URL(route.request().url());
    if (reaches.includes(url.origin)) return route.continue();
    const found = url.origin === ORIGIN ? await at(url.pathname) : undefined;
    return found ? route.fulfill({ body: found.body, contentType: found.type }) : route.abort("internetdisconnected");
  });
  const page = await context.newPage();
  await page.exposeFunction("askOutside", (asked: Asked) => askOutside(reaches, asked));
  await page.goto(ORIGIN);
  await page.evaluate(startApp, start);
  await page.evaluate(() => {
    window.app.testRequestUrl = ({ url, method = "GET", headers = {}, body }) =>
      window.askOutside({ url, method, headers, ...(typeof body === "string" && { body }) });
  });
  return page;
}

/** Loads MathJax into `page`, with `packages` beside those of the app. From then on the app renders formulas. */
export async function loadMath(page: Page, packages: readonly string[] = []): Promise<void> {
  await page.evaluate((packages) => {
    Object.assign(window, { MathJax: { startup: { typeset: false }, tex: { packages: { "[+]": packages } } } });
  }, packages);
  await page.addScriptTag({ url: "/lib/mathjax/tex-chtml-full.js" });
  await page.evaluate(() => window.MathJax?.startup.promise);
}

export interface Release {
  main: string;
  manifest: PluginManifest;
  styles?: string;
}

/** Resolves once the plugin's `onload` has. What it throws while it is evaluated or loaded is thrown here. */
export async function installPlugin(page: Page, { main, manifest, styles }: Release): Promise<void> {
  const release = { main, manifest, styles: styles ?? "" };
  await page.evaluate(async ({ main, manifest, styles }) => {
    await window.app.installPlugin(main, manifest, styles);
  }, release);
}
