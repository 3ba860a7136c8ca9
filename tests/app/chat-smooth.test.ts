// A long conversation stays smooth: 200 messages and 500 rows that were there before, and an answer that streams below them.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import type { Message } from "../../js/agent/message.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { launch } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, gate, openChat, startModel } from "./chat.ts";

let browser: Browser;
let page: Page;
let model: StandIn;
beforeAll(async () => ([browser, model] = [await launch(), await startModel()]));
afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await model.close();
});

const EXCHANGES = 100;
const ROWS = 5;
const LINES = Array.from({ length: 40 }, (_, index) => `${index + 1}: Line ${index + 1} of a note about lamps.`).join(
  "\n",
);

const reply = (path: string): Reply => ({
  content: [{ type: "text", text: LINES }],
  isError: false,
  structuredContent: { display: `Read lines 1–40 of 40 in ${path}`, files: [] },
});

const ANSWER = [
  "## What the notes say\n\n",
  "The lamp is cleaned **every week**, with water and vinegar, as it says in [[Notes/Lamp#L4-6]]. ",
  "The glass has to be dry before the shutters close.\n\n",
  "1. Take the glass off.\n2. Rinse it.\n3. Dry it with linen.\n\n",
  "| part | what | how often |\n| --- | --- | --- |\n| glass | rinse | weekly |\n| wick | trim | daily |\n\n",
  "```js\nconst lamp = { glass: 9, wick: 1 };\nlight(lamp);\n```\n\n",
  "> Nobody ever wrote down who lit it first. [[Notes/Lamp#L9]]\n\n",
].join("");

/** Longer than most answers; a piece is about a token, and no model writes so many between two frames. */
const PIECES = ANSWER.repeat(12).match(/[^]{1,5}/g) ?? [];
const A_FRAME = 10;

function longConversation(): Message[] {
  return Array.from({ length: EXCHANGES }, (_, exchange): Message[] => {
    const calls = Array.from({ length: ROWS }, (_, row) => ({
      id: `call-${exchange}-${row}`,
      tool: "read_file",
      args: JSON.stringify({ path: `Notes/Note ${row}.md` }),
    }));
    return [
      { role: "user", text: `Question ${exchange}: what about the lamp?`, attachments: [] },
      { role: "assistant", text: "", calls, model: "scripted" },
      ...calls.map(({ id, tool }, row): Message => ({ role: "tool", id, tool, reply: reply(`Notes/Note ${row}.md`) })),
      { role: "assistant", text: ANSWER, calls: [], model: "scripted" },
    ];
  }).flat();
}

/** On a busy machine other programs hold a frame up, too: the best of some tries counts. */
const TRIES = 6;
const BOUND_MS = 50;
/** Its text is 1.5 MB: some copies of that, and what is drawn. */
const MOST_BYTES = 10e6;

/** Opens the panel with the long conversation in it. */
async function openLong(): Promise<void> {
  const markdown = toMarkdown({ title: "Lamps", created: Date.UTC(2026, 0, 1), messages: longConversation() });
  const note = `# Lamp\n\n${"A lamp.\n".repeat(20)}`;
  page = await openChat(browser, {
    files: { "Lectern/Lamps.md": markdown, "Notes/Lamp.md": note },
    standIn: model,
    chat: { contextTokens: 2_000_000 },
  });
}

async function showLong(): Promise<void> {
  await page.evaluate(() =>
    window.app.workspace
      .getLeavesOfType("lectern-chat")[0]
      ?.setViewState({ type: "lectern-chat", state: { file: "Lectern/Lamps.md" } }),
  );
  await answered(page, 20);
}

/** Begins to watch for how long the page does nothing else at once. */
const watch = (): Promise<void> =>
  page.evaluate(() => {
    const watch = { held: 0, isOn: true };
    Object.assign(window, { watch });
    const { port1, port2 } = new MessageChannel();
    let last = performance.now();
    port1.onmessage = (): void => {
      const now = performance.now();
      watch.held = Math.max(watch.held, now - last);
      last = now;
      if (watch.isOn) port2.postMessage(null);
    };
    port2.postMessage(null);
  });

/** The longest of it, in milliseconds. */
const held = (): Promise<number> =>
  page.evaluate(() => {
    const { watch } = window as unknown as { watch: { held: number; isOn: boolean } };
    watch.isOn = false;
    return watch.held;
  });

/** What `attempt` comes to, until it is good enough. */
async function best(what: string, attempt: () => Promise<number>): Promise<number> {
  const tries: number[] = [];
  for (let left = TRIES; left > 0; left--) {
    tries.push(await attempt());
    if (Math.min(...tries) < BOUND_MS) break;
  }
  console.log(`${what}, longest block: ${tries.map((held) => held.toFixed(1)).join(", then ")} ms`);
  return Math.min(...tries);
}

/** Several reads at once. */
const READS = {
  parts: Array.from({ length: 8 }, (_, row) => ({
    call: "read_file",
    args: { path: "Notes/Lamp.md", start_line: row + 1 },
  })),
};

test("nothing is held up for 50 ms while an answer streams below 200 messages and 500 rows, and few of them have elements", async () => {
  await openLong();
  await showLong();
  const elements = await page.evaluate(() => document.querySelectorAll(".lectern-chat *").length);
  expect(await page.locator(".lectern-chat-earlier").textContent()).toBe("20 earlier questions");
  expect(elements).toBeLessThan(20 * 120);

  const longest = await best("while streaming", async () => {
    const gates = Array.from({ length: PIECES.length / A_FRAME }, () => gate());
    const pieces = gates.flatMap(({ opened }, index) => [
      { wait: opened },
      ...PIECES.slice(index * A_FRAME, (index + 1) * A_FRAME),
    ]);
    model.script(READS, { parts: ["First ", ...pieces] });
    await ask(page, "And now?");
    await page.locator(".lectern-chat-answer.is-busy .lectern-chat-text").waitFor();
    await watch();
    for (const { open } of gates) {
      open();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await answered(page, 20);
    return held();
  });
  expect(longest).toBeLessThan(BOUND_MS);
  // What was asked since took the place of what is older.
  expect(await page.locator(".lectern-chat-exchange").count()).toBe(20);
  expect(await page.evaluate(() => document.querySelectorAll(".lectern-chat *").length)).toBeLessThan(
    20 * 120 + TRIES * 800,
  );
}, 120_000);

test("nor is it by a question to so long a conversation, or by an answer that comes all at once; and it takes little memory", async () => {
  await openLong();
  const before = await heap();
  await showLong();
  const longest = await best("all at once", async () => {
    const whole = PIECES.map((content) => {
      const choices = [{ index: 0, delta: { content }, finish_reason: null }];
      return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
    }).join("");
    model.script(READS, { parts: [{ raw: whole }] });
    await watch();
    await ask(page, "And now?");
    await answered(page, 20);
    return held();
  });
  expect(longest).toBeLessThan(BOUND_MS);
  const taken = (await heap()) - before;
  console.log(`a conversation of 200 messages and 500 rows: ${(taken / 1e6).toFixed(1)} MB of memory`);
  expect(taken).toBeLessThan(MOST_BYTES);
}, 120_000);

/** Bytes that are in use once nothing is left to be collected. */
async function heap(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

test("earlier questions come back by a button, and what was there stays where it was", async () => {
  await openLong();
  await showLong();
  const first = page.locator(".lectern-chat-question-text", { hasText: "Question 80:" });
  await page.locator(".lectern-chat-earlier").scrollIntoViewIfNeeded();
  const before = await first.boundingBox();
  await page.locator(".lectern-chat-earlier").click();
  await answered(page, 40);
  await expect.poll(async () => Math.abs(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(5);
  expect(await page.locator(".lectern-chat-question-text").first().textContent()).toContain("Question 60:");
});

test("a megabyte in one line, with a citation in every sentence, is shown at once", async () => {
  page = await openChat(browser, { files: {}, standIn: model });
  model.script({ parts: Array.from({ length: 300 }, () => "word and *some* [[Diary#L1]] more ".repeat(90)) });
  await page.evaluate(() => {
    // How long the app had no turn.
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      document.body.dataset["held"] = String(Math.max(Number(document.body.dataset["held"] ?? 0), now - before));
      before = now;
    }, 5);
  });
  await ask(page, "Go on and on.");
  await answered(page);
  expect((await page.locator(".lectern-chat-text").textContent())?.length).toBe(300 * 90 * 34);
  // Rendered as Markdown it was minutes. Idle, this machine takes a sixth of a second.
  expect(Number(await page.evaluate(() => document.body.dataset["held"]))).toBeLessThan(1500);
});
