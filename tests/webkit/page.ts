// The mock app and the released plugin in WebKit. Its driver can't answer a page's requests itself, so a server does.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LecternApi } from "../../js/api.ts";
import { main, manifest, styles } from "../app/release.ts";
import type { AppOptions } from "../obsidian/app.ts";
import { served, startApp } from "../obsidian/served.ts";
import type { WebKit } from "./driver.ts";

declare global {
  interface Window {
    /** What went wrong in the page since it was opened. */
    pageFaults: string[];
  }
}

/** Comes before everything else in the page. */
function watchFaults(): void {
  const faults: string[] = (window.pageFaults = []);
  const say = (what: string, why: unknown): void => void faults.push(`${what}: ${String(why)}`);
  addEventListener("error", (event) => say("error", event.message), true);
  addEventListener("unhandledrejection", ({ reason }) => say("rejected", reason));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => say("request", blockedURI));
  console.error = (...words: unknown[]) => say("console.error", words.join(" "));
}

/** The page reaches this machine only, where its vault and the stand-ins for providers are. */
const POLICY = `default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: http://127.0.0.1:*`;
const HEAD = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>(${watchFaults.toString()})()</script>`;

export interface OpenOptions extends AppOptions {
  /** Vault path to content; hidden ones too. */
  files: Record<string, string | Uint8Array>;
  /** The size of a frame in which the app runs: no window is as narrow as a phone. */
  phone?: { width: number; height: number };
}

/** Opens the app with the plugin, at an address of its own, so that nothing is stored yet. Returns what closes it. */
export async function openLectern(browser: WebKit, options: OpenOptions): Promise<() => Promise<void>> {
  const close = await openApp(browser, options);
  await install(browser);
  return close;
}

/** The same without the plugin. */
export async function openApp(
  browser: WebKit,
  { files, phone, ...options }: OpenOptions,
): Promise<() => Promise<void>> {
  const { start, at } = await served(files, options, HEAD);
  const { width, height } = phone ?? {};
  const frame = `<!doctype html><body style="margin: 0"><iframe src="/" style="width: ${width}px; height: ${height}px; border: 0"></iframe>`;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    void (path === "/phone" ? Promise.resolve({ body: frame, type: "text/html" }) : at(path)).then((found) =>
      response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/plain" }).end(found?.body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await browser.goto(phone ? `${origin}/phone` : origin);
  if (phone) await browser.frame("iframe");
  await browser.evaluate(startApp, start);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Makes a phone's window lower, as the app does while the keyboard is shown. */
export async function setHeight(browser: WebKit, height: number): Promise<void> {
  await browser.frame();
  await browser.evaluate((height) => {
    const frame = document.querySelector("iframe");
    if (frame) frame.style.height = `${height}px`;
  }, height);
  await browser.frame("iframe");
}

/** Enables the plugin, and gives the page its API. */
export async function install(browser: WebKit): Promise<void> {
  await browser.evaluate(
    async ({ main, manifest, styles }) => {
      await window.app.installPlugin(main, manifest, styles);
      const plugins = window.app.plugins.plugins as unknown as Record<string, { api: LecternApi }>;
      Object.defineProperty(window, "lectern", { configurable: true, get: () => plugins["lectern"]?.api });
    },
    { main, manifest, styles },
  );
}
