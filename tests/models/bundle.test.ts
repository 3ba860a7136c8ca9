// The bundled libraries of the providers, in Chromium: from another origin, with each provider's CORS and streams, and
// without code generated at run time.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type * as models from "../../js/agent/providers/models.ts";
import type { ProviderId } from "../../js/agent/model-choice.ts";
import type { ModelEvent } from "../../js/agent/model.ts";
import { lean } from "../../js/build/lean.mjs";
import { closePages, sharedBrowser } from "../obsidian/browser.ts";
import { anthropic } from "../standins/anthropic.ts";
import { google } from "../standins/google.ts";
import { openAi } from "../standins/openai.ts";
import type { Format } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import { KEY } from "./turns.ts";

declare global {
  interface Window {
    models: typeof models;
  }
}

async function bundled(plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'import * as models from "./models.ts"; window.models = models;',
      resolveDir: fileURLToPath(new URL("../../js/agent/providers", import.meta.url)),
      loader: "ts",
    },
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["safari15", "chrome96"],
    legalComments: "none",
    plugins,
  });
  return outputFiles[0]?.text ?? "";
}

let script: string;
let browser: Browser;
let app: Server;
beforeAll(async () => {
  [script, browser] = await Promise.all([bundled([lean]), sharedBrowser()]);
  app = createServer((request, response) => {
    const isScript = request.url === "/models.js";
    const page = "<!doctype html><meta charset=utf-8><script src=models.js></script>";
    // As strict as an app may be: no code is made out of text.
    response.setHeader("content-security-policy", "script-src 'self'");
    response.setHeader("content-type", isScript ? "text/javascript; charset=utf-8" : "text/html");
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await closePages();
  app.close();
});

let page: Page;
let server: StandIn;
const complaints: string[] = [];
afterEach(async () => {
  await page.context().close();
  await server.close();
});

async function start(format: Format): Promise<void> {
  server = await StandIn.start(format);
  server.key = KEY;
  page = await browser.newPage();
  complaints.length = 0;
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`);
}

/** A turn in the page, where each provider's own host is the server; when the first text came, `seen` is called. */
async function asked(provider: ProviderId, seen: () => void = () => undefined): Promise<ModelEvent[]> {
  await page.exposeFunction("seen", seen);
  return page.evaluate(
    async ([provider, host, baseUrl, key]) => {
      const { openModel } = window.models;
      const network = {
        fetch: (input: RequestInfo | URL, init?: RequestInit) => {
          const url = new URL(input instanceof Request ? input.url : input);
          return fetch(`http://${host}${url.pathname}${url.search}`, init);
        },
      };
      const model = await openModel({ provider, model: "m-1", key, baseUrl }, network);
      const request = { system: "s", messages: [{ role: "user" as const, text: "Hi", attachments: [] }], tools: [] };
      const events: ModelEvent[] = [];
      for await (const event of model.turn(request, new AbortController().signal)) {
        events.push(event);
        if (event.type === "text") (window as unknown as { seen(): void }).seen();
      }
      return events;
    },
    [provider, server.host, server.baseUrl, KEY] as const,
  );
}

describe.each<[Exclude<ProviderId, "quotes">, Format, string[]]>([
  [
    "anthropic",
    anthropic,
    ["content-type", "x-api-key", "anthropic-version", "anthropic-dangerous-direct-browser-access"],
  ],
  ["google", google, ["content-type", "x-goog-api-key"]],
  ["openai", openAi, ["content-type", "authorization"]],
  ["compatible", openAi, ["content-type", "authorization"]],
])("%s in a browser", (provider, format, corsHeaders) => {
  test("streams from another origin, with none but its own headers, and makes no code", async () => {
    await start(format);
    server.corsHeaders = corsHeaders;
    let goOn = (): void => undefined;
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    // The second text is written when the first has been shown.
    server.script({ parts: ["Grüße", { wait }, " 🎉"], usage: { input: 5, output: 2, cached: 3 } });
    expect(await asked(provider, goOn)).toStrictEqual([
      { type: "text", text: "Grüße" },
      { type: "text", text: " 🎉" },
      { type: "done", reason: "stop", usage: { inputTokens: 5, outputTokens: 2, cachedTokens: 3 } },
    ]);
    expect(complaints).toStrictEqual([]);
  });

  test("that lets no other origin in cannot be reached by fetch alone", async () => {
    await start(format);
    const host = provider === "compatible" ? server.host : `(?:api|generativelanguage)\\.\\w+\\.com`;
    await expect(asked(provider)).rejects.toThrow(new RegExp(`Couldn't reach ${host}\\.`));
    expect(server.requests).toStrictEqual([]);
  });
});

test("what is bundled has no look-behind, makes no code, and is not much", () => {
  expect(script).not.toMatch(/\(\?<[=!]/);
  expect(script).not.toMatch(/\bnew Function\b|[=(,]Function[;,)(]|\beval\(/);
  // 274 KB when this was written. Without what lean.mjs does it is more than three times that.
  expect(script.length).toBeLessThan(300_000);
});
