// The card of a change when narrow, dark, right-to-left and on a phone; and large changes, which are folded.
import { expect, test } from "vitest";
import { BELL, cards, edit, EDITS, hunks, PATH, propose } from "./changes-page.ts";
import { page, useModel } from "./page.ts";
import { textAt } from "./release.ts";

useModel();

const LONG = { old: "Kept by Ann.", new: `Kept by Ann.  \n${"https://example.com/a-long-address/".repeat(6)}` };
const ARABIC = { old: "It was lost in 1962.", new: "ضاع الجرس عام 1962." };
const CALLS = [
  edit(...EDITS, LONG, ARABIC),
  { call: "delete_file", args: { path: "Old.md" } },
  { call: "write_file", args: { path: "Projects/A new note with a rather long name.md", content: "# New\n" } },
];
const FILES = { "Old.md": "Old\n" };

const width = (pixels: number): Promise<void> =>
  page.evaluate((pixels) => document.body.style.setProperty("--right-split-width", `${pixels}px`), pixels);

/** What reaches over the edge of the panel. */
const overflowing = (): Promise<string[]> =>
  page.evaluate(() => {
    const panel = document.querySelector(".lectern-chat")?.getBoundingClientRect();
    const all = [...document.querySelectorAll(".lectern-change, .lectern-change *")];
    const out = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && panel && (left < panel.left - 1 || right > panel.right + 1);
    });
    return out.map((element) => element.className);
  });

/** A picture for a human to judge, if `SHOTS` names a folder. */
async function shot(name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

const colour = (selector: string, property: "color" | "backgroundColor"): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element)[property], property);

test.each(["light", "dark", "rtl", "phone"])("the cards fit into 300 pixels (%s)", async (look) => {
  const viewport = look === "phone" ? { width: 360, height: 740 } : { width: 1000, height: 1500 };
  const chat = { approve: "folder" } as const;
  await propose(CALLS, { darkMode: look === "dark", files: FILES, viewport, chat });
  await cards().waitFor();
  await page.evaluate((look) => {
    if (look === "rtl") document.documentElement.dir = "rtl";
    if (look === "rtl") document.body.classList.add("mod-rtl");
    if (look === "phone") document.body.classList.add("is-mobile", "is-phone");
  }, look);
  if (look === "phone") await page.addStyleTag({ content: ".mod-root { display: none !important }" });
  await width(look === "phone" ? 360 : 300);
  await hunks().nth(1).locator("input").uncheck();
  expect(await overflowing()).toEqual([]);
  expect(await colour(".is-added", "backgroundColor")).not.toBe("rgba(0, 0, 0, 0)");
  await shot(`card-${look}`);
  await hunks().last().press("r");
  await shot(`card-${look}-end`);
  await cards().getByRole("button", { name: "Accept 4 of 6" }).click();
  await shot(`card-${look}-decided`);
});

test.each([640, 400])(
  "in a panel of %i pixels the card is scrolled to; if it is too long, to its start",
  async (height) => {
    await propose([edit(...EDITS)], { viewport: { width: 1000, height } });
    await cards().waitFor();
    const [list, accept, card] = [".lectern-chat-scroll", ".lectern-change-accept", ".lectern-change"];
    const box = async (selector: string): Promise<{ top: number; bottom: number }> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    const panel = await box(list);
    if (height === 640) await expect.poll(async () => (await box(accept)).bottom).toBeLessThan(panel.bottom);
    else await expect.poll(async () => (await box(card)).top - panel.top).toBeLessThan(40);
    expect((await box(card)).top).toBeGreaterThan(panel.top - 1);
  },
);

test("long runs and long lines are folded, and can be shown whole", async () => {
  const content = `${Array.from({ length: 1200 }, (_, index) => `Line ${index + 1}`).join("\n")}\n${"x".repeat(5000)}\n`;
  const call = { call: "write_file", args: { path: "Long.md", content } };
  await propose([call, edit(...EDITS)], { viewport: { width: 1000, height: 600 } });
  const card = page.locator(".lectern-change-part").filter({ hasText: "Long.md" });
  await card.waitFor();
  const lines = card.locator(".lectern-change-line");
  expect(await lines.count()).toBe(10);
  await card.getByRole("button", { name: "Show 1,191 more added lines" }).click();
  await card.getByRole("button", { name: "Show 691 more added lines" }).click();
  await card.getByRole("button", { name: "Show 191 more added lines" }).click();
  expect(await lines.count()).toBe(1201);
  expect(await lines.nth(600).textContent()).toBe("601+Line 601");
  await card.getByRole("button", { name: "Show 4,600 more characters" }).click();
  expect((await lines.last().textContent())?.length).toBe(5005);
  expect(await textAt(PATH)).toBe(BELL);
});

const box = (selector: string): Promise<DOMRect> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect());

test("Accept and Reject stay in view while the card is longer than the panel, and nothing covers them", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of the note.\n\nBetween.\n\n`);
  const edits = lines.map((_, index) => ({ old: `Line ${index} of`, new: `Line ${index} in` }));
  await propose([edit(...edits)], { files: { [PATH]: lines.join("") } });
  await cards().waitFor();
  await width(300);
  await page.locator(".lectern-chat-scroll").evaluate((scroll) => (scroll.scrollTop = 0));
  // They are the latest, so there is no way to it that could cover the question or them.
  const jump = page.locator(".lectern-chat-jump");
  await expect.poll(() => jump.isVisible()).toBe(false);
  for (const name of ["accept", "reject"]) {
    const { top, bottom, left, width } = await box(`.lectern-change-${name}`);
    const frame = await box(".lectern-chat-scroll");
    expect(top).toBeGreaterThan(frame.top);
    expect(bottom).toBeLessThanOrEqual(frame.bottom);
    const at = { x: left + width / 2, y: (top + bottom) / 2 };
    expect(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.className, at)).toContain(name);
  }
  await page.addStyleTag({ content: ".lectern-chat-question { min-height: 100vh }" });
  await expect.poll(() => jump.isVisible()).toBe(true);
  await jump.click();
  await expect.poll(() => jump.isVisible()).toBe(false);
  // A part that gets the focus is not behind them.
  await hunks().first().focus();
  for (let part = 0; part < 12; part++) await page.keyboard.press("j");
  const part = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Infinity);
  expect(part).toBeLessThanOrEqual((await box(".lectern-change-actions")).top + 1);
  await shot("card-long");
});
