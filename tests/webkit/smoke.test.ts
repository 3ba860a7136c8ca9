// The released plugin in WebKit, the engine of iPhones and iPads. What differs between engines is looked at here; the
// tests in Chromium say what is right. Left out where WebKit is not installed.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gate, startModel } from "../app/chat.ts";
import { pdf, text } from "../shim/pdf-file.ts";
import type { StandIn } from "../standins/standin.ts";
import { docx } from "./docx-file.ts";
import { ENTER, ESCAPE, hasWebKit, WebKit } from "./driver.ts";
import { install, openLectern, type OpenOptions, setHeight } from "./page.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">';
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\nIt was lost in 1962.\n",
  "Projects/Roof hives.md": "# Roof hives\n\nFour hives stand on the roof.\n",
  "등대.md": "# 등대\n\n등대지기는 아침마다 유리를 닦는다.\n",
  "Private/Diary.md": "The clapper is under my bed.\n",
  "a.pdf": pdf([text(72, 700, "In the app"), text(72, 700, "and on")]),
  "a.docx": docx("In a document of Word"),
  "Dot.png": Buffer.from(DOT, "base64"),
  "Drawing.svg": `${SVG}<circle r="9"/></svg>`,
  "Foreign.svg": `${SVG}<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>`,
};
/** For as long as a busy machine takes. */
const poll: typeof expect.poll = (read) => expect.poll(read, { timeout: 50_000 });
const FIELD = ".lectern-chat-field";

let browser: WebKit;
let close: () => Promise<void>;
let model: StandIn;

const evaluate: WebKit["evaluate"] = (...args: [never]) => browser.evaluate(...args);
/** The text of each element that matches. */
const texts = (selector: string): Promise<string[]> =>
  evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent), selector);
const call = (tool: string, args: object): Promise<string> =>
  evaluate(
    async ({ tool, args }) => {
      const { content } = await window.lectern.call(tool, args);
      return content.map((part) => (part.type === "text" ? part.text : part.mimeType)).join("\n");
    },
    { tool, args } as { tool: "read_file"; args: Record<string, unknown> },
  );

/** The panel, with Quotes or the stand-in for a provider. */
async function openChat(
  options: Partial<OpenOptions> & { asksModel?: boolean; changes?: boolean } = {},
): Promise<void> {
  const { asksModel = false, changes = false, ...rest } = options;
  const provider = asksModel && { provider: "compatible", model: "scripted", baseUrl: model.baseUrl };
  const data = JSON.stringify({ closed: ["Private"], changes, chat: { ...provider, isChosen: true } });
  close = await openLectern(browser, { files: { ...FILES, ".obsidian/plugins/lectern/data.json": data }, ...rest });
  await evaluate(() => window.app.commands.executeCommandById("lectern:open-chat"));
  await poll(() => texts(FIELD)).toHaveLength(1);
}

async function ask(question: string, count = 1): Promise<void> {
  await browser.type(FIELD, question + ENTER);
  await poll(() => texts(".lectern-chat-exchange")).toHaveLength(count);
}
async function answered(count = 1): Promise<void> {
  await poll(() => texts(".lectern-chat-exchange .lectern-chat-line")).toHaveLength(count);
}

describe.skipIf(!hasWebKit)("in WebKit", () => {
  beforeAll(async () => void (browser = await WebKit.launch()));
  beforeEach(async () => void (model = await startModel()));
  afterEach(async () => {
    expect(await evaluate(() => window.pageFaults)).toEqual([]);
    await browser.frame();
    await close();
    await model.close();
  });
  afterAll(() => browser.close());

  test("enabling the plugin compiles nothing, reads nothing and reaches no network", async () => {
    close = await openLectern(browser, { files: FILES, layoutReady: false });
    expect(await evaluate(() => window.app.testCounts.counts)).toEqual({});
  });

  test("notes are read and searched, by words and by patterns", async () => {
    close = await openLectern(browser, { files: FILES });
    expect(await call("read_file", { path: "Fog bell", start_line: 3, end_line: 5 })).toMatch(
      /^== Projects\/Fog bell.md ==\n3: Cast in 1911\.\n4: \n5: The clapper weighs 14 kg\./,
    );
    expect(await call("search_notes", { query: "clapper" })).toContain("5: The clapper weighs 14 kg.");
    expect(await call("search_notes", { query: "유리" })).toContain("3: 등대지기는 아침마다 유리를 닦는다.");
    expect(await call("search_notes", { query: "\\b\\d+ kg", mode: "regex" })).toContain(
      "5: The clapper weighs 14 kg.",
    );
  });

  test.each([
    ["a.pdf", "In the app"],
    ["a.docx", "In a document of Word"],
    ["Dot.png", "image/png"],
    ["Drawing.svg", "image/png", "image"],
    ["Foreign.svg", "it has HTML in it (foreignObject), which this device cannot draw", "image"],
  ])("the document %s is read", async (path, expected, view = "content") => {
    close = await openLectern(browser, { files: FILES });
    expect(await call("read_file", { path, view })).toContain(expected);
  });

  test("Quotes answers, and a citation opens its note", async () => {
    await openChat();
    await ask("How heavy is the clapper?");
    await answered();
    expect((await texts(".lectern-chat-text"))[0]).toContain("The clapper weighs 14 kg.");
    expect((await texts(".lectern-chat-text"))[0]).not.toContain("under my bed");
    await browser.click(".lectern-chat-citation");
    await poll(() => evaluate(() => window.app.workspace.getActiveFile()?.path)).toBe("Projects/Fog bell.md");
  });

  test("an answer streams, and Escape stops it", async () => {
    const { opened, open } = gate();
    model.script(
      { parts: [{ call: "read_file", args: { path: "Fog bell" } }] },
      { parts: ["It weighs ", { wait: opened }, "14 kg [[Fog bell#L5]]."] },
      { parts: ["Bells are ", "HANG"] },
    );
    await openChat({ asksModel: true });
    await ask("How heavy?");
    await poll(() => texts(".lectern-chat-text")).toEqual([expect.stringContaining("It weighs")]);
    open();
    await answered();
    expect((await texts(".lectern-chat-text"))[0]).toMatch(/^\s*It weighs 14 kg Fog bell · L5/);
    await ask("And bells?", 2);
    await poll(async () => (await texts(".lectern-chat-text"))[1]).toContain("Bells are");
    await browser.type(FIELD, ESCAPE);
    await answered(2);
    expect(await model.last.ended).toBe("left");
    expect(await texts(".lectern-chat-notice")).toEqual([expect.stringContaining("topped")]);
  });

  test("a conversation is saved, and is there again after a restart", async () => {
    await openChat();
    await ask("How heavy is the clapper?");
    await answered();
    const file = (): Promise<unknown> =>
      evaluate(() => window.app.workspace.getLeavesOfType("lectern-chat")[0]?.view.getState()["file"]);
    await poll(file).toMatch(/^Lectern\//);
    const path = await file();
    await evaluate(() => window.app.disablePlugin("lectern"));
    await install(browser);
    await answered();
    expect(await file()).toBe(path);
    expect((await texts(".lectern-chat-text"))[0]).toContain("The clapper weighs 14 kg.");
  });

  test("a change is approved and written, and an answer is copied", async () => {
    const edits = [{ old: "14 kg", new: "15 kg" }];
    model.script({ parts: [{ call: "edit_file", args: { path: "Fog bell", edits } }] }, { parts: ["It is done."] });
    await openChat({ asksModel: true, changes: true });
    await ask("Make it heavier.");
    await poll(() => texts(".lectern-change-accept")).toHaveLength(1);
    await browser.click(".lectern-change-accept");
    await answered();
    expect(await call("read_file", { path: "Fog bell", start_line: 5, end_line: 5 })).toContain("weighs 15 kg");
    await browser.click(".lectern-chat-end [aria-label='Copy answer']");
    await poll(() => evaluate(() => document.querySelector(".lectern-chat-end .lectern-chat-button")?.ariaLabel)).toBe(
      "Copied",
    );
  });

  test("on a phone everything fits beside the keyboard, and is tapped", async () => {
    await openChat({ phone: { width: 390, height: 664 }, isPhone: true });
    await browser.type(FIELD, `How heavy is the clapper${"?".repeat(60)}`);
    // Return makes a line on a phone.
    await browser.type(FIELD, ENTER);
    expect(await texts(".lectern-chat-exchange")).toEqual([]);
    await browser.tap(".lectern-chat-send");
    await answered();
    // What the keyboard leaves: the app makes its window that much lower.
    await setHeight(browser, 370);
    await browser.tap(FIELD);
    expect(await evaluate((field) => document.querySelector(field) === document.activeElement, FIELD)).toBe(true);
    const { bottom, right, height, wide } = await evaluate((field) => {
      const { bottom, right } = document.querySelector(field)?.getBoundingClientRect() ?? new DOMRect();
      const wide = [...document.querySelectorAll(".lectern-chat, .lectern-chat *")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible")
        .filter((one) => one.getBoundingClientRect().right > innerWidth)
        .map((one) => one.className);
      return { bottom, right, height: innerHeight, wide };
    }, FIELD);
    expect(height).toBe(370);
    expect(bottom).toBeLessThanOrEqual(370);
    expect(right).toBeLessThanOrEqual(390);
    expect(wide).toEqual([]);
    await browser.tap(".lectern-chat-citation");
    await poll(() => evaluate(() => window.app.workspace.getActiveFile()?.path)).toBe("Projects/Fog bell.md");
  });
});
