// How long the chat panel blocks the app: while an answer streams below a long conversation, and when an answer arrives
// all at once. Run by `npm run bench -- --chat`.
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { answered, ask, FIELD, openChat, startModel } from "../app/chat.ts";
import { openLong, showLong, streamAnswer, wholeAnswer } from "../app/long-chat.ts";
import { longAnswer, SHAPES, streamPieces } from "../app/long-shapes.ts";
import { page, sharedBrowser } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { held, watch } from "./blocks.ts";

let model: StandIn;
beforeAll(async () => (model = await startModel()));
afterEach(() => page.context().close());
afterAll(async () => {
  await (await sharedBrowser()).close();
  await model.close();
});

const TRIES = 6;

/** Prints the longest block of each of some tries. */
async function print(what: string, attempt: () => Promise<number>): Promise<void> {
  const tries: number[] = [];
  while (tries.length < TRIES) tries.push(await attempt());
  console.log(`${what}, longest block: ${tries.map((held) => held.toFixed(1)).join(", then ")} ms`);
}

/**
 * Opens the long conversation; milliseconds until its last question and the head of the last answer were painted. What
 * Playwright does to wait for them is not in it.
 */
async function paintedAfter(): Promise<number> {
  await page.evaluate(() => {
    const painted: number[] = [];
    Object.assign(window, { painted });
    const times = (list: PerformanceObserverEntryList): number[] =>
      list.getEntries().map((entry) => (entry as PerformanceEntry & { renderTime: number }).renderTime);
    new PerformanceObserver((list) => painted.push(...times(list))).observe({ type: "element" });
    const watched = ":is(.lectern-chat-question-text, .lectern-chat-text h2):not([elementtiming])";
    new MutationObserver(() => {
      const last = Array.from(document.querySelectorAll(".lectern-chat-exchange")).pop();
      last?.querySelectorAll(watched).forEach((el) => el.setAttribute("elementtiming", ""));
    }).observe(document.body, { childList: true, subtree: true });
    const begun = performance.now();
    Object.assign(window, { begun });
    const [leaf] = window.app.workspace.getLeavesOfType("lectern-chat");
    void leaf?.setViewState({ type: "lectern-chat", state: { file: "Lectern/Lamps.md" } });
  });
  await setTimeout(1000);
  return page.evaluate(() => {
    const { painted, begun } = window as unknown as { painted: number[]; begun: number };
    return painted.length > 1 ? Math.max(...painted) - begun : NaN;
  });
}

test.each([
  { when: "right after the panel, while the core starts", rest: 0 },
  { when: "with the app at rest", rest: 1500 },
])(
  "opening a conversation of 200 messages and 500 rows, $when",
  async ({ when, rest }) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await openLong(model);
      await setTimeout(rest);
      let painted = NaN;
      const found = await longTasks(async () => (painted = await paintedAfter()));
      console.log(`opening ${when}: first painted after ${painted.toFixed(0)} ms; ${found}`);
      await page.context().close();
    }
    await openLong(model);
  },
  300_000,
);

/** Milliseconds from a key to the end of what it does, of each key that is pressed meanwhile. */
async function keysDuring(during: () => Promise<unknown>): Promise<string> {
  await page.evaluate(() => {
    const keys: number[] = [];
    Object.assign(window, { keys });
    addEventListener("input", ({ timeStamp }) => keys.push(performance.now() - timeStamp));
  });
  const state = { isDone: false };
  const typing = (async (): Promise<void> => {
    await page.locator(FIELD).focus();
    while (!state.isDone) await page.keyboard.type("a ", { delay: 30 });
  })();
  await during();
  state.isDone = true;
  await typing;
  const keys = await page.evaluate(() => (window as unknown as { keys: number[] }).keys.sort((a, b) => a - b));
  const at = (share: number): string => (keys[Math.ceil(keys.length * share) - 1] ?? NaN).toFixed(1);
  return `${keys.length} keys, median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, longest ${at(1)} ms`;
}

test("typing while an answer of 5,000 tokens streams below 200 messages", async () => {
  await openLong(model);
  await showLong(page);
  console.log(`typing: ${await keysDuring(() => streamPieces(page, model, longAnswer("mixed", 5000), 20))}`);
}, 300_000);

test("an answer that streams below 200 messages and 500 rows", async () => {
  await openLong(model);
  await showLong(page);
  await print("while streaming", async () => {
    await streamAnswer(page, model, () => watch(page));
    return held(page);
  });
}, 300_000);

test("an answer that comes all at once", async () => {
  await openLong(model);
  await showLong(page);
  await print("all at once", async () => {
    await watch(page);
    await wholeAnswer(page, model);
    return held(page);
  });
}, 300_000);

/** Tasks over 50 ms: how many, the longest, and all together. */
async function longTasks(during: () => Promise<unknown>): Promise<string> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ["longtask"],
    });
  });
  await during();
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  const all = tasks.reduce((sum, task) => sum + task, 0);
  return `${tasks.length} tasks over 50 ms, longest ${Math.max(0, ...tasks).toFixed(0)} ms, ${all.toFixed(0)} ms in all`;
}

const TOKENS = 20_000;
for (const slowdown of [1, 4]) {
  test.each([...SHAPES, "mixed"] as const)(
    `${TOKENS} tokens of one shape, ${slowdown} times as slow: %s`,
    async (shape) => {
      await openChat({
        files: { "Notes/Lamp.md": "A lamp.\n".repeat(20) },
        standIn: model,
        chat: { contextTokens: 2_000_000 },
      });
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      const found = await longTasks(() => streamPieces(page, model, longAnswer(shape, TOKENS)));
      console.log(`${TOKENS} tokens, ${shape}, ${slowdown} times as slow: ${found}`);
    },
    600_000,
  );
}

test("a megabyte in one line, with a citation in every sentence", async () => {
  await openChat({ files: {}, standIn: model });
  model.script({ parts: Array.from({ length: 300 }, () => "word and *some* [[Diary#L1]] more ".repeat(90)) });
  await watch(page);
  await ask("Go on and on.");
  await answered();
  console.log(`a megabyte in one line, longest block: ${(await held(page)).toFixed(1)} ms`);
}, 300_000);
