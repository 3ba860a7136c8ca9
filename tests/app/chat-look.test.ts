// The panel when narrow, dark, right-to-left, on a phone and in the main area: nothing is cut off, and text runs in its
// own direction. These tests measure that everything fits; how it looks is for a human to judge.
import axe from "axe-core";
import { expect, test } from "vitest";
import { varied } from "../models/turns.ts";
import { ask, askAndWait, type ChatOptions, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { openNote } from "./release.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

useModel();

const LONG = "An unusually long name of a note that no narrow panel has room for in one line";
const FILES = { [`Projects/${LONG}.md`]: "One\nTwo\n", "Private/Diary.md": "Mine.\n", "등대.md": "등대\n" };

/** Everything that the panel can show, one below the other. */
async function everything(options: Partial<ChatOptions>): Promise<void> {
  const path = `Projects/${LONG}.md`;
  model.script(
    {
      parts: [
        { call: "search_notes", args: { query: "one ".repeat(30) } },
        ...[path, "Private/Diary.md", "Nowhere.md"].map((path) => ({ call: "read_file", args: { path } })),
      ],
    },
    {
      parts: [
        `Words [[Projects/${LONG}#L1-2]] and [[${LONG}#L90]].\n\n`,
        "`a-very-long-word-of-code-".repeat(4),
        "`\n\n| a | b | c |\n| - | - | - |\n| wide wide wide | wide wide wide | wide wide wide |\n\n",
        `![${LONG}](https://evil.invalid/${"long".repeat(30)})\n\n\`\`\`js\n${"long line; ".repeat(20)}\n\`\`\`\n`,
      ],
    },
    { status: 401, error: "invalid_api_key", message: "no" },
  );
  await openChat({ files: FILES, standIn: model, settings: { closed: ["Private"] }, ...options });
  await page.evaluate(() => window.lectern.ready());
  await openNote(path);
}

async function asked(): Promise<void> {
  await askAndWait(`What about ${"a-word-that-never-ends".repeat(5)}?`);
  await page.locator(".lectern-chat-fold").click();
  for (const head of await page.locator(".lectern-chat-row-head").all()) await head.click();
  await page.locator(".lectern-chat-offer").first().click();
  await askAndWait("And now?", 2);
  await page.locator(".lectern-chat-field").fill("/");
}

/** What reaches over the panel's edge and is not in something that scrolls by itself. */
const overflowing = (): Promise<string[]> =>
  page.evaluate(() => {
    const panel = document.querySelector(".lectern-chat");
    if (!panel) return ["no panel"];
    const { left, right } = panel.getBoundingClientRect();
    const sticksOut = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    };
    const scrolls = "pre, table, .lectern-chat-unseen";
    const all = [...panel.querySelectorAll("*")].filter((element) => !element.closest(scrolls));
    const scrolled = [...panel.querySelectorAll(".lectern-chat-scroll")].filter(({ scrollLeft }) => scrollLeft !== 0);
    return [...all.filter(sticksOut), ...scrolled].map((element) => element.getAttribute("class") ?? element.tagName);
  });

const width = (pixels: number): Promise<void> =>
  page.evaluate((pixels) => document.body.style.setProperty("--right-split-width", `${pixels}px`), pixels);

/** Elements of the panel whose text is hard to read, with their contrast as axe measures it. */
async function lowContrasts(): Promise<string[]> {
  // The answer that is awaited pulsates.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(".lectern-chat", { runOnly: "color-contrast" });
    return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`));
  });
}

test.each([false, true])("all of it fits into 300 pixels (dark: %s)", async (darkMode) => {
  await everything({ darkMode });
  await width(300);
  await asked();
  expect((await page.locator(".lectern-chat").boundingBox())?.width).toBeLessThanOrEqual(300);
  expect(await overflowing()).toEqual([]);
});

test("a part of a long note, and a reason why something is refused, fit into 300 pixels", async () => {
  const files = { "Interview.md": `${"Hello.\n".repeat(9)}${"Words. ".repeat(20_000)}\n\nBye.\n\n` };
  await openChat({ files, standIn: model });
  await width(300);
  await page.locator(".lectern-chat-field").pressSequentially("@Interview");
  await page.locator(".lectern-chat-suggestion").first().click();
  await page.locator(".is-partial").waitFor();
  expect(await page.textContent(".is-partial .lectern-chat-chip-size")).toMatch(
    /^lines 1–\d+ of 13, the last in part · /,
  );
  await page.locator(".lectern-chat-field").evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.locator(".is-refused").waitFor();
  expect(await overflowing()).toEqual([]);
  const cut = await page
    .locator(".lectern-chat-chip-size")
    .evaluateAll((all) =>
      all.filter((el) => el.getBoundingClientRect().right > (el.parentElement?.getBoundingClientRect().right ?? 0)),
    );
  expect(cut).toEqual([]);
});

test("there is no way to the end of a conversation that a wider panel shows as a whole", async () => {
  model.script({ parts: [varied(1500)] });
  await openChat({ files: FILES, standIn: model });
  await width(300);
  await askAndWait("Tell me.");
  const jump = page.locator(".lectern-chat-jump");
  await page.locator(".lectern-chat-scroll").evaluate((el) => (el.scrollTop = 0));
  await jump.click();
  await page.locator(".lectern-chat-scroll").evaluate((el) => (el.scrollTop = 0));
  await expect.poll(() => jump.isVisible()).toBe(true);
  await width(900);
  await expect.poll(() => jump.isVisible()).toBe(false);
});

test.each(["", "> "])("a table keeps its words whole and scrolls (behind %o)", async (mark) => {
  const rows = ["| when | southeast | what |", "| - | - | - |", "| yesterday | harbourmaster | refurbishment |"];
  model.script({ parts: [rows.map((row) => `${mark}${row}\n`).join("")] });
  await openChat({ files: FILES, standIn: model });
  await width(300);
  await askAndWait("When?");
  const table = page.locator(".lectern-chat-text table");
  const lines = await table.locator("th, td").evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await table.evaluate((el) => el.scrollWidth > el.clientWidth)).toBe(true);
  expect(await overflowing()).toEqual([]);
});

test.each([false, true])("all text has a contrast of at least 4.5:1 (dark: %s)", async (darkMode) => {
  await everything({ darkMode });
  await asked();
  expect(await lowContrasts()).toEqual([]);
  model.script({ parts: ["HANG"] });
  await page.locator(".lectern-chat-field").fill("");
  await ask("Wait.");
  await page.locator(".lectern-chat-wait").last().waitFor();
  expect(await lowContrasts()).toEqual([]);
});

test("from right to left the panel turns round, and each text keeps its own direction", async () => {
  await everything({});
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
    document.body.classList.add("mod-rtl");
  });
  await width(300);
  await asked();
  expect(await overflowing()).toEqual([]);
  const box = await page.locator(".lectern-chat-send").boundingBox();
  const field = await page.locator(".lectern-chat-field").boundingBox();
  expect(box?.x).toBeLessThan((field?.x ?? 0) + 40);
  const question = page.locator(".lectern-chat-question-text").first();
  expect(await question.evaluate((el) => getComputedStyle(el).direction)).toBe("ltr");
  // English words of a row stand beside its icon, and the field's placeholder where the text of its language begins.
  const gaps = await page.locator(".lectern-chat-row-head").evaluateAll((rows) =>
    rows.map((row) => {
      const range = document.createRange();
      range.selectNodeContents(row.querySelector(".lectern-chat-row-words") ?? row);
      const icon = row.querySelector(".lectern-chat-icon")?.getBoundingClientRect().left ?? 0;
      return icon - range.getBoundingClientRect().right;
    }),
  );
  expect(Math.max(...gaps)).toBeLessThan(20);
  for (const [text, direction] of [
    ["", "rtl"],
    ["Hello", "ltr"],
    ["مرحبا", "rtl"],
  ] as const) {
    await page.locator(".lectern-chat-field").fill(text);
    const now = page.locator(".lectern-chat-field").evaluate((el) => getComputedStyle(el).direction);
    expect(await now).toBe(direction);
  }
});

test("in the main area the text keeps a readable width", async () => {
  model.script({ parts: ["Many words. ".repeat(40)] });
  await openChat({ files: FILES, standIn: model, viewport: { width: 1600, height: 800 } });
  await page.evaluate(async () => {
    window.app.workspace.rightSplit.leaves[0]?.detach();
    await window.app.workspace.getLeaf(true).setViewState({ type: "lectern-chat", state: {}, active: true });
  });
  await askAndWait("Tell me.");
  const list = await page.locator(".mod-root .lectern-chat-list").boundingBox();
  expect(list?.width).toBeLessThanOrEqual(700);
  expect(list?.width).toBeGreaterThan(500);
});

test("on a phone it takes the whole width, its buttons are seen without a mouse, and letters do not make it zoom", async () => {
  await everything({ viewport: { width: 360, height: 640 } });
  await page.evaluate(() => document.body.classList.add("is-mobile", "is-phone"));
  await page.addStyleTag({ content: ".mod-root { display: none !important }" });
  await width(360);
  await asked();
  expect(await overflowing()).toEqual([]);
  expect(
    await page
      .locator(".lectern-chat-actions > button")
      .first()
      .evaluate((el) => getComputedStyle(el).opacity),
  ).toBe("1");
  expect(await page.locator(".lectern-chat-field").evaluate((el) => getComputedStyle(el).fontSize)).toBe("16px");
});

test("with reduced motion nothing moves", async () => {
  model.script({ parts: ["One", "HANG"] });
  await openChat({ files: FILES, standIn: model });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await ask("Wait.");
  await page.locator(".lectern-chat-text").waitFor();
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test("every colour comes from the app's variables", async () => {
  await openChat({ files: FILES });
  const colours = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter(
        (rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && rule.selectorText.includes("lectern-chat"),
      )
      .filter(({ cssText }) => /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(cssText))
      .map(({ selectorText }) => selectorText),
  );
  expect(colours).toEqual([]);
});

test("in 300 pixels, a folded row's words stand beside its sign, and who wrote an answer beside what it took", async () => {
  await everything({});
  await page.evaluate(() => document.body.style.setProperty("--right-split-width", "300px"));
  await askAndWait("What about it?");
  const tops = (selector: string): Promise<number[]> =>
    page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  const [sign = 0, words = 0] = await tops(".lectern-chat-fold > *");
  expect(Math.abs(sign - words)).toBeLessThan(6);
  const [writer, taken] = await page
    .locator(".lectern-chat-writer, .lectern-chat-taken")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const isBeside = writer?.top === taken?.top && (taken?.left ?? 0) - (writer?.right ?? 0) < 20;
  expect(isBeside || writer?.left === taken?.left).toBe(true);
});
