// What a page with the mock app loads from its own address: the page itself, the vault's files, and the libraries that
// the app brings. `browser.ts` answers Chromium's requests with it, and a server those of WebKit.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { AppOptions } from "./app.ts";
import type {} from "./index.ts";

/** Playwright hands a body on as one message, of which Chromium takes 100 MB at most, in base64. */
const PART_BYTES = 16 * 1024 * 1024;

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What the app holds under `/lib/pdfjs/`. */
const PDF_JS = here("../../node_modules/pdfjs-dist/");
const PDF_JS_FILES = /^\/lib\/pdfjs\/(?:(pdf(?:\.worker)?\.mjs)|(cmaps\/[\w-]+\.bcmap))$/;

/** What the app holds under `/lib/mathjax/`. */
const MATHJAX = here("../../node_modules/mathjax/es5/");
const MATHJAX_FILES = /^\/lib\/mathjax\/([\w./-]+)$/;

const TYPES: Record<string, string> = { ".mjs": "text/javascript", ".js": "text/javascript", ".woff": "font/woff" };

let bundled: Promise<{ script: string; css: string }> | undefined;

async function bundle(): Promise<{ script: string; css: string }> {
  const { outputFiles } = await build({ entryPoints: [here("index.ts")], bundle: true, write: false, format: "iife" });
  return { script: outputFiles[0]?.text ?? "", css: await readFile(here("theme.css"), "utf8") };
}

/** What `startApp` needs: the vault's paths with their sizes, and where their bytes are, one after another. */
export interface Start {
  sizes: [path: string, bytes: number][];
  parts: string[];
  options: AppOptions;
}

export interface Served {
  body: string | Buffer;
  type: string;
}

/** What is served for a vault with `files`: by path, undefined if there is none; `head` goes into the page. */
export async function served(
  files: Record<string, string | Uint8Array>,
  options: AppOptions,
  head = "",
): Promise<{ start: Start; at: (path: string) => Promise<Served | undefined> }> {
  const { script, css } = await (bundled ??= bundle());
  const contents = Object.values(files).map((data) => Buffer.from(data));
  const sizes = Object.keys(files).map((path, i): [string, number] => [path, contents[i]?.byteLength ?? 0]);
  const whole = Buffer.concat(contents);
  const parts = Array.from({ length: Math.ceil(whole.byteLength / PART_BYTES) }, (_, i) => `/part/${i}`);
  const page = `<!doctype html><meta charset="utf-8">${head}<style>${css}</style><body><script>${script}</script>`;
  const at = async (path: string): Promise<Served | undefined> => {
    if (path === "/" || path === "/app") return { body: page, type: "text/html" };
    const part = parts.indexOf(path);
    if (part >= 0)
      return { body: whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES), type: "application/octet-stream" };
    const file = libraryFile(path);
    if (!file) return undefined;
    return { body: await readFile(file), type: TYPES[extname(file)] ?? "application/octet-stream" };
  };
  return { start: { sizes, parts, options }, at };
}

function libraryFile(path: string): string | undefined {
  const [, script, table] = PDF_JS_FILES.exec(path) ?? [];
  if (script) return join(PDF_JS, "build", script);
  if (table) return join(PDF_JS, table);
  const [, math] = MATHJAX_FILES.exec(path) ?? [];
  return math && existsSync(join(MATHJAX, math)) ? join(MATHJAX, math) : undefined;
}

/** Runs in the page: creates the app, `window.app`. */
export async function startApp({ sizes, parts, options }: Start): Promise<void> {
  const blobs = await Promise.all(parts.map(async (part) => (await fetch(part)).blob()));
  const whole = await new Blob(blobs).arrayBuffer();
  let start = 0;
  const cut = ([path, size]: [string, number]): [string, Uint8Array] => [
    path,
    new Uint8Array(whole, (start += size) - size, size),
  ];
  window.ObsidianHost.createApp(Object.fromEntries(sizes.map(cut)), options);
}
