// The panel with a provider, in Chromium and over its real wire format: several calls at once, images, rate limits that
// pass, answers that arrive whole, and cost. tests/models covers the differences between providers.
import { expect, test } from "vitest";
import type { ChatSettings } from "../../js/settings/chat-settings.ts";
import { closeApp } from "../obsidian/browser.ts";
import { anthropic } from "../standins/anthropic.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { answered, answers, ask, askAndWait, FIELD, gate, openChat, rows } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel({
  start: async () => {
    const standIn = await StandIn.start(anthropic);
    standIn.key = KEY;
    return standIn;
  },
});

const KEY = "sk-ant-secret";
/** A dot. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\n",
  "Projects/Roof hives.md": "# Roof hives\n\nFour hives stand on the roof.\n",
  "Pictures/Dot.png": Buffer.from(PNG, "base64"),
};
/** What Anthropic's own server lets a browser send. */
const LETS_IN = ["content-type", "x-api-key", "anthropic-version", "anthropic-dangerous-direct-browser-access"];

/** The panel, with Anthropic set up. Its address leads to the stand-in, by the app's own request too. */
async function open(chat: Partial<ChatSettings> = {}): Promise<void> {
  await openChat({
    files: FILES,
    standIn: model,
    chat: { provider: "anthropic", model: "claude-sonnet", secret: "anthropic", baseUrl: "", ...chat },
  });
  await page.evaluate(
    ({ key, host }) => {
      window.app.secretStorage.setSecret("anthropic", key);
      const there = (url: string): string => url.replace("https://api.anthropic.com", `http://${host}`);
      const [fetch, request] = [window.fetch.bind(window), window.app.testRequestUrl];
      window.fetch = (input, init) => fetch(there(input instanceof Request ? input.url : String(input)), init);
      window.app.testRequestUrl = (asked) => request({ ...asked, url: there(asked.url) });
    },
    { key: KEY, host: model.host },
  );
}

/** What the model was sent last. */
const sent = (): { system: unknown; messages: { role: string; content: Record<string, unknown>[] }[] } =>
  model.last.body as ReturnType<typeof sent>;
const waits = (): Promise<string | null> => page.textContent(".lectern-chat-exchange:last-child .lectern-chat-wait");

test("two calls at once are two rows, and both replies go back in their order; tokens and money are counted", async () => {
  model.corsHeaders = LETS_IN;
  model.script(
    {
      parts: [
        { call: "read_file", args: { path: "Projects/Fog bell.md" } },
        { call: "search_notes", args: { query: "hives" } },
      ],
      usage: { input: 3000, output: 100 },
    },
    { parts: ["It weighs 14 kg [[Projects/Fog bell#L5]]."], usage: { input: 6000, output: 200 } },
  );
  await open({ inputPrice: 3, outputPrice: 15 });
  await askAndWait("How heavy is it, and how many hives are there?");
  expect(await rows()).toEqual(["Read lines 1–5 of 5 in Projects/Fog bell.md", "Searched “hives”: 1 note"]);
  const results = sent().messages.at(-1)?.content ?? [];
  expect(results.map(({ type }) => type)).toEqual(["tool_result", "tool_result"]);
  expect(JSON.stringify(results[0])).toContain("The clapper weighs 14 kg.");
  expect(JSON.stringify(results[1])).toContain("Four hives stand on the roof.");
  expect(JSON.stringify(sent().system)).toContain('vault, \\"Vault\\"');
  // 9,000 tokens at 3 and 300 at 15 a million.
  expect(await page.textContent(".lectern-chat-taken")).toMatch(/^2 notes read · 9\.3k tokens · [\d.]+s · cost 0\.03$/);
});

test("a model that sees is sent the image, and a picture that is cited has no lines", async () => {
  model.corsHeaders = LETS_IN;
  model.script(
    { parts: [{ call: "read_file", args: { path: "Pictures/Dot.png" } }] },
    { parts: ["A dot [[Pictures/Dot.png]]."] },
  );
  await open();
  await askAndWait("What is on the picture?");
  const [result] = sent().messages.at(-1)?.content ?? [];
  // It is drawn anew, so its bytes are others.
  expect(result?.["content"]).toContainEqual({
    type: "image",
    source: { type: "base64", media_type: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) as string },
  });
  await expect.poll(() => page.locator(".lectern-chat-citation.is-verified").textContent()).toBe("Dot.png");
  await page.locator(".lectern-chat-row-head").click();
  const image = page.locator(".lectern-chat-row-image");
  expect(await image.evaluate((el: HTMLImageElement) => el.complete && el.naturalWidth)).toBe(1);
});

test("a limit is said while it is waited for, then the answer comes; Escape ends the waiting", async () => {
  model.corsHeaders = LETS_IN;
  const busy = { status: 429, error: "rate_limit_error", message: "slow down" };
  const later = gate();
  model.script(busy, { parts: [{ wait: later.opened }, "Here it is."] }, busy, busy, busy, busy);
  await open();
  await ask("How heavy?");
  await expect.poll(waits).toBe("Rate limit reached (429). Trying again in 1s…");
  expect(await page.textContent(".lectern-chat-unseen[role='status']")).toContain("Rate limit reached");
  later.open();
  await answered();
  expect(await answers()).toEqual(["Here it is."]);
  await ask("And now?");
  await expect.poll(waits).toContain("Trying again");
  await page.locator(FIELD).press("Escape");
  await answered(2);
  const notices = page.locator(".lectern-chat-notice-words");
  expect(await notices.allTextContents()).toEqual(["Stopped."]);
});

test("a provider that lets no app in is asked by the app's own way, and the panel says that nothing streams", async () => {
  const whole = gate();
  // The browser sends the first, but lets nothing of its answer in.
  model.script({ parts: ["Nobody hears this."] }, { parts: ["All ", { wait: whole.opened }, "at once."] });
  await open();
  await ask("How heavy?");
  await expect.poll(waits).toBe("Waiting for the whole answer, which this provider can't stream…");
  expect(await answers()).toEqual([]);
  whole.open();
  await answered();
  expect(await answers()).toEqual(["All at once."]);
});

test.each([301, 302, 307, 308])(
  "a server that redirects with %i gets no key by the app's own way, nor does another",
  async (status) => {
    const [mine, other] = [await StandIn.start(openAi), await StandIn.start(openAi)];
    const elsewhere = { status, headers: { location: `${other.baseUrl}/chat/completions` } };
    mine.script(elsewhere, elsewhere, elsewhere);
    other.script({ parts: ["From elsewhere."] });
    await openChat({
      files: FILES,
      standIn: mine,
      others: [other],
      chat: { secret: "mine" },
    });
    await page.evaluate((key) => window.app.secretStorage.setSecret("mine", key), KEY);
    await askAndWait("How heavy?");
    const origin = await page.evaluate(() => window.location.origin);
    expect(await page.textContent(".lectern-chat-notice-words")).toBe(
      `${mine.host} doesn't let the app read its responses, and a key is only sent if it does. Allow ${origin} in its CORS ` +
        "settings (Ollama: OLLAMA_ORIGINS), or use it without a key.",
    );
    expect(other.requests).toStrictEqual([]);
    // By the browser's fetch it got its own key; by the app's request, none.
    const byApp = mine.requests.filter(({ headers }) => headers["user-agent"] === "node");
    expect(byApp.map(({ path, headers }) => [path, headers["authorization"]])).toStrictEqual([["/", undefined]]);
    await mine.close();
    await other.close();
  },
);

test("a server that falls silent is given up after the time that is set, and asked again only by the person", async () => {
  model.corsHeaders = LETS_IN;
  model.script({ parts: ["It ", "HANG"] }, { parts: ["It weighs 14 kg."] });
  await open({ idleSeconds: 1 });
  await askAndWait("How heavy?");
  expect(await page.textContent(".lectern-chat-notice-words")).toBe(
    "Anthropic sent nothing for 1 second. Ask again, or set a longer timeout in settings.",
  );
  expect(await model.last.ended).toBe("left");
  expect(model.requests).toHaveLength(1);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => answers()).toEqual(["It weighs 14 kg."]);
});

declare global {
  interface Window {
    /** What was asked of `Symbol.for`. */
    symbols: string[];
  }
}

test("the providers' code is evaluated when one is asked, and not before", async () => {
  model.corsHeaders = LETS_IN;
  model.script({ parts: ["Here."] });
  await open();
  // Their libraries mark their errors by symbols of this name, which they ask for once.
  await page.evaluate(() => {
    const asked = Symbol.for.bind(Symbol);
    window.symbols = [];
    Symbol.for = (key) => {
      window.symbols.push(key);
      return asked(key);
    };
  });
  await askAndWait("Hello?");
  expect(await page.evaluate(() => window.symbols)).toContain("vercel.ai.error");
});

test("the conversation's title is its question from the moment it is asked", async () => {
  model.corsHeaders = LETS_IN;
  model.script({ parts: ["It ", "HANG"] });
  await open();
  await ask("How heavy is the clapper?");
  await expect.poll(() => answers()).toEqual(["It"]);
  expect(await page.textContent(".lectern-chat-title")).toBe("How heavy is the clapper?");
});

test("the card of the first run asks who answers, once; until then Quotes does", async () => {
  await openChat({ files: FILES, chat: { isChosen: false } });
  await page.getByRole("button", { name: "Use Quotes" }).click();
  await expect.poll(() => page.locator(".lectern-first-run").count()).toBe(0);
  await page.locator("[aria-label='New conversation']").click();
  await page.locator(".lectern-chat-ask").first().waitFor();
  expect(await page.locator(".lectern-first-run").count()).toBe(0);
  await closeApp(page);

  await openChat({ files: FILES, chat: { isChosen: false } });
  await page.getByRole("button", { name: "Anthropic" }).click();
  await page.locator(".modal.mod-settings").waitFor();
  await expect.poll(() => page.textContent(".lectern-chat-model")).toBe("Anthropic (Claude): not set up");
});

test("the card of the first run goes away once the choice is made in the settings", async () => {
  await openChat({ files: FILES, chat: { isChosen: false } });
  await page.locator(".lectern-chat .lectern-first-run").waitFor();
  await page.locator("[aria-label='Settings']").click();
  await page.locator(".modal.mod-settings").getByRole("button", { name: "Use Quotes" }).click();
  await expect.poll(() => page.locator(".lectern-first-run:visible").count()).toBe(0);
});
