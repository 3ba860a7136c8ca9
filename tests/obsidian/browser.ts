// The Node side: starts Chromium and opens pages in which the mock app runs. No page can reach the network. `index.ts`
// has the code inside a page; tests make pages for other purposes.
import { accessSync, constants, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { PluginManifest, RequestUrlParam, RequestUrlResponse } from "obsidian";
import { type Browser, chromium, type Page, type Route } from "playwright-core";
import type { AppOptions } from "./app.ts";
import type {} from "./index.ts";

declare global {
  interface Window {
    askOutside(asked: Asked): Promise<Partial<RequestUrlResponse>>;
  }
}

const ORIGIN = "https://vault.invalid";
/** Playwright hands a body on as one message, of which Chromium takes 100 MB at most, in base64. */
const PART_BYTES = 16 * 1024 * 1024;
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const SILENT = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

/** What the app holds under `/lib/pdfjs/`. */
const PDF_JS = fileURLToPath(new URL("../../node_modules/pdfjs-dist/", import.meta.url));
const PDF_JS_FILES = /^\/lib\/pdfjs\/(?:(pdf(?:\.worker)?\.mjs)|(cmaps\/[\w-]+\.bcmap))$/;

/** What the app holds under `/lib/mathjax/`. */
const MATHJAX = fileURLToPath(new URL("../../node_modules/mathjax/es5/", import.meta.url));
const MATHJAX_FILES = /^\/lib\/mathjax\/([\w./-]+)$/;

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

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
let bundled: Promise<{ script: string; css: string }> | undefined;

async function bundle(): Promise<{ script: string; css: string }> {
  const { outputFiles } = await build({ entryPoints: [here("index.ts")], bundle: true, write: false, format: "iife" });
  return { script: outputFiles[0]?.text ?? "", css: await readFile(here("theme.css"), "utf8") };
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
  const { script, css } = await (bundled ??= bundle());
  const contents = Object.values(files).map((data) => Buffer.from(data));
  const sizes = Object.keys(files).map((path, i): [string, number] => [path, contents[i]?.byteLength ?? 0]);
  const whole = Buffer.concat(contents);
  const parts = Array.from({ length: Math.ceil(whole.byteLength / PART_BYTES) }, (_, i) => `/part/${i}`);
  const context = await browser.newContext({ viewport: viewport ?? { width: 1200, height: 800 } });
  const body = (path: string): string | Buffer | undefined => {
    if (path === "/")
      return `<!doctype html><meta charset="utf-8"><style>${css}</style><body><script>${script}</script>`;
    const part = parts.indexOf(path);
    return part < 0 ? undefined : whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
  };
  await context.route("**/*", (route: Route) => {
    const url = new URL(route.request().url());
    if (reaches.includes(url.origin)) return route.continue();
    const [, script, table] = (url.origin === ORIGIN && PDF_JS_FILES.exec(url.pathname)) || [];
    if (script) return route.fulfill({ path: join(PDF_JS, "build", script), contentType: "text/javascript" });
    if (table) return route.fulfill({ path: join(PDF_JS, table) });
    const [, math] = (url.origin === ORIGIN && MATHJAX_FILES.exec(url.pathname)) || [];
    if (math && existsSync(join(MATHJAX, math))) return route.fulfill({ path: join(MATHJAX, math) });
    const found = url.origin === ORIGIN ? body(url.pathname) : undefined;
    return found === undefined
      ? route.abort("internetdisconnected")
      : route.fulfill({ body: found, contentType: "text/html" });
  });
  const page = await context.newPage();
  await page.exposeFunction("askOutside", (asked: Asked) => askOutside(reaches, asked));
  await page.goto(ORIGIN);
  await page.evaluate(
    async ({ sizes, parts, options }) => {
      const blobs = await Promise.all(parts.map(async (part) => (await fetch(part)).blob()));
      const whole = await new Blob(blobs).arrayBuffer();
      let start = 0;
      const cut = ([path, size]: [string, number]) =>
        [path, new Uint8Array(whole, (start += size) - size, size)] as const;
      const app = window.ObsidianHost.createApp(Object.fromEntries(sizes.map(cut)), options);
      app.testRequestUrl = ({ url, method = "GET", headers = {}, body }) =>
        window.askOutside({ url, method, headers, ...(typeof body === "string" && { body }) });
    },
    { sizes, parts, options },
  );
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
