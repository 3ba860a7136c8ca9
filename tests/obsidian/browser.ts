// The Node side: starts Chromium and opens pages in which the mock app runs. No page can reach the network. `index.ts`
// has the code inside a page; tests make pages for other purposes.
import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { PluginManifest, RequestUrlParam, RequestUrlResponse } from "obsidian";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import type { AppOptions } from "./app.ts";
import { closeOthers, ORIGIN, pageWith, type Reach } from "./pages.ts";
import { served, startApp } from "./served.ts";

export { closeApp } from "./pages.ts";

declare global {
  interface Window {
    askOutside(asked: Asked): Promise<Partial<RequestUrlResponse>>;
  }
}

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
function launch(): Promise<Browser> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  const executablePath = process.env["CHROME"] ?? found;
  if (!executablePath) throw new Error(`no ${NAMES.join(", ")} on PATH: install one, or set CHROME`);
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", ...SILENT] });
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, for all files with tests that run in it. It ends with Vitest's worker. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= launch());

/** Closes every page of a file's tests but those that another file's may use. */
export const closePages = async (): Promise<void> => closeOthers(await sharedBrowser());

export interface OpenOptions extends AppOptions {
  /** Vault path to content; hidden ones too. */
  files: Record<string, string | Uint8Array>;
  viewport?: { width: number; height: number };
  /**
   * Origins that the page may ask, such as a stand-in for a provider: by `fetch`, as far as their CORS lets it read the
   * answer (a preflight is let through by the browser's own interception), and by `requestUrl`, whatever they say.
   */
  reaches?: readonly string[];
  /** How long the two seconds take that the plugin gives the vault to be quiet. */
  quietMs?: number;
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

/** The page that was opened last. */
export let page: Page;

/** A page with the app in it, as `window.app`. Close it with `closeApp`. */
export async function openApp({ files, viewport, reaches = [], quietMs, ...options }: OpenOptions): Promise<Page> {
  const { start, at } = await served(files, options);
  page = await pageWith(await sharedBrowser(), { origins: reaches, at }, viewport, newPage);
  await page.evaluate(startApp, start);
  await page.evaluate((quietMs) => {
    const wait = window.setTimeout.bind(window) as (work: TimerHandler, ms?: number, ...rest: unknown[]) => number;
    if (quietMs !== undefined)
      Object.assign(window, {
        setTimeout: (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
          wait(work, ms === 2000 ? quietMs : ms, ...rest),
      });
    window.app.testRequestUrl = ({ url, method = "GET", headers = {}, body }) =>
      window.askOutside({ url, method, headers, ...(typeof body === "string" && { body }) });
  }, quietMs);
  return page;
}

/** A page that reaches what `reach` says at the time. */
async function newPage(context: BrowserContext, reach: Reach): Promise<Page> {
  await context.route("**/*", async (route: Route) => {
    const url = new URL(route.request().url());
    if (reach.origins.includes(url.origin)) return route.continue();
    const found = url.origin === ORIGIN ? await reach.at(url.pathname) : undefined;
    return found ? route.fulfill({ body: found.body, contentType: found.type }) : route.abort("internetdisconnected");
  });
  const page = await context.newPage();
  await page.exposeFunction("askOutside", (asked: Asked) => askOutside(reach.origins, asked));
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

/**
 * Resolves once the plugin's `onload` has. What it throws while it is evaluated or loaded is thrown here. `main` is sent
 * to a page once, and kept in its cache for the next test.
 */
export async function installPlugin(page: Page, { main, manifest, styles = "" }: Release): Promise<void> {
  const name = `/release/${createHash("sha256").update(main).digest("hex")}`;
  const sent = { name, main };
  if (!(await page.evaluate((name) => caches.has(name), name)))
    await page.evaluate(async ({ name, main }) => (await caches.open(name)).put(name, new Response(main)), sent);
  await page.evaluate(
    async ({ name, manifest, styles }) => {
      const main = (await (await caches.match(name))?.text()) ?? "";
      await window.app.installPlugin(main, manifest, styles);
    },
    { name, manifest, styles },
  );
}
