// A long conversation stays smooth: 200 messages and 500 rows, with an answer that streams below them. This test counts
// what is rendered; `npm run bench -- --chat` measures how long it takes.
import { expect, test } from "vitest";
import { answered, askAndWait, openChat } from "./chat.ts";
import { varied } from "../models/turns.ts";
import { longAnswer, streamPieces } from "./long-shapes.ts";
import { openLong, showLong, streamAnswer, WHOLE, wholeAnswer } from "./long-chat.ts";
import { closeContext, model, page, useModel } from "./page.ts";

useModel({ close: closeContext });

/** Its text is 1.5 MB: some copies of that, and what is drawn. */
const MOST_BYTES = 10e6;

/** Characters of Markdown that the app has rendered since this was asked last. */
const rendered = (): Promise<number> =>
  page.evaluate(() => {
    const { rendered } = window.app.testCounts;
    window.app.testCounts.rendered = 0;
    return rendered;
  });

test("while an answer streams below 200 messages and 500 rows, only its last block is rendered again, and few have elements", async () => {
  await openLong(model);
  await showLong(page);
  // Without the paths of icons, which are the app's.
  const elements = (): Promise<number> => page.locator(".lectern-chat *:not(svg *)").count();
  expect(await page.locator(".lectern-chat-earlier").textContent()).toBe("20 earlier questions");
  expect(await elements()).toBeLessThan(20 * 120);

  await streamAnswer(page, model, rendered);
  // A block has up to 180 characters, and 50 come between two frames.
  const count = await rendered();
  expect(count).toBeGreaterThan(WHOLE);
  expect(count).toBeLessThan(6 * WHOLE);
  // What was asked since took the place of what is older.
  expect(await page.locator(".lectern-chat-exchange").count()).toBe(20);
  expect(await elements()).toBeLessThan(20 * 120 + 800);
}, 120_000);

test("a conversation that is opened shows its last answer in the first frame, and draws earlier ones after it", async () => {
  await openLong(model);
  const drawn = await page.evaluate(async () => {
    // No frame comes, and nothing stops waiting for one.
    const wait = window.setTimeout.bind(window) as (work: TimerHandler, ms?: number) => number;
    const setTimeout = (work: TimerHandler, ms?: number): number => (ms === 250 ? 0 : wait(work, ms));
    Object.assign(window, { requestAnimationFrame: () => 0, setTimeout });
    const [leaf] = window.app.workspace.getLeavesOfType("lectern-chat");
    void leaf?.setViewState({ type: "lectern-chat", state: { file: "Lectern/Lamps.md" } });
    for (let tries = 0; tries < 500; tries++) {
      await new Promise((resolve) => wait(resolve, 10));
      const all = Array.from(document.querySelectorAll(".lectern-chat-exchange"));
      if (all.pop()?.textContent.includes("Nobody ever wrote")) return all.length + 1;
    }
    return undefined;
  });
  expect(drawn).toBe(1);
});

/** A list or a table with more goes on as another one. */
const MOST_ROWS = 75;

test("a long paragraph, list or table that streams is one, and nothing of it is rendered over and over", async () => {
  await openChat({ files: { "Notes/Lamp.md": "A lamp.\n".repeat(20) }, standIn: model });
  for (const [at, shape] of (["list", "table", "paragraph"] as const).entries()) {
    const pieces = longAnswer(shape, 5000);
    const text = pieces.join("");
    await rendered();
    await streamPieces(page, model, pieces, at + 1);
    // Twelve times where a frame has fifty tokens. A machine under load draws some in the midst of them.
    expect(await rendered()).toBeLessThan(30 * text.length);
    const answer = page.locator(".lectern-chat-text").last();
    const lines = text.trim().split("\n").length;
    if (shape === "list") {
      // Each begins with the next number.
      expect(await answer.locator("ol").count()).toBe(Math.ceil(lines / MOST_ROWS));
      expect(await answer.locator("ol > li").count()).toBe(lines);
    } else if (shape === "paragraph") {
      const paragraphs = await answer.locator("p").allTextContents();
      expect(paragraphs.length).toBeLessThan(text.length / 5000);
      const shown = text.replace(/\[\[Notes\/Lamp#(L\d+)\]\]/g, "Lamp · $1");
      expect(paragraphs.map((one) => one.trim()).join(" ")).toBe(shown.trim());
    } else {
      // Each with its head.
      expect(await answer.locator("table").count()).toBe(Math.ceil((lines - 2) / MOST_ROWS));
      expect(await answer.locator("tbody > tr").count()).toBe(lines - 2);
    }
    expect(await answer.locator("li, tbody > tr, p").last().locator(".lectern-chat-citation").last().isVisible()).toBe(
      true,
    );
  }
}, 120_000);

test("a long block of code is laid out in parts, and copied as it is", async () => {
  await openChat({ files: {}, standIn: model });
  const pieces = longAnswer("code", 6000);
  await streamPieces(page, model, pieces);
  const code = page.locator(".lectern-chat-text pre.is-plain > code");
  expect(await code.locator("> div").count()).toBeGreaterThan(8);
  const text = pieces.join("").replace(/^```js\n/, "");
  expect(await code.textContent()).toBe(text);
  const selected = await code.evaluate((el) => {
    const { win } = el;
    win.getSelection()?.selectAllChildren(el);
    return win.getSelection()?.toString();
  });
  expect(selected?.trim()).toBe(text.trim());
}, 120_000);

test("an answer that comes all at once is rendered once, and the conversation takes little memory", async () => {
  await openLong(model);
  const before = await heap();
  await showLong(page);
  await rendered();
  await wholeAnswer(page, model);
  const count = await rendered();
  expect(count).toBeGreaterThan(0.9 * WHOLE);
  expect(count).toBeLessThan(3 * WHOLE);
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
  await openLong(model);
  await showLong(page);
  // Each is drawn by itself, and moves those below.
  const drawn = (): Promise<number> => page.locator(".lectern-chat-text", { hasText: "Nobody ever wrote" }).count();
  await expect.poll(drawn).toBe(20);
  const first = page.locator(".lectern-chat-question-text", { hasText: "Question 80:" });
  // Scrolls to it, and waits until it stands still.
  await page.locator(".lectern-chat-earlier").hover();
  const before = await first.boundingBox();
  await page.locator(".lectern-chat-earlier").click();
  await answered(40);
  await expect.poll(drawn).toBe(40);
  await expect.poll(async () => Math.abs(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(5);
  expect(await page.locator(".lectern-chat-question-text").first().textContent()).toContain("Question 60:");
});

test("a megabyte in one line, with a citation in every sentence, is shown, and not rendered over and over", async () => {
  await openChat({ files: {}, standIn: model });
  const parts = varied(134_999)
    .split(" ")
    .map((word) => `${word} and *some* [[Diary#L1]] more `);
  model.script({ parts: [parts.join("")] });
  await askAndWait("Go on and on.");
  expect((await page.locator(".lectern-chat-text").textContent())?.length).toBe(parts.length * 34);
  expect(await rendered()).toBeLessThan(100_000);
});
