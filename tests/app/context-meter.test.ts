// The meter of the context: what it shows, when it warns, and what shortening does.
import { expect, test } from "vitest";
import { answered, ask, askAndWait, gate, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = { "Long.md": "Words of a long note, one after the other.\n".repeat(600) };
const meter = () => page.locator(".lectern-chat [role=meter]");
const share = async (): Promise<number> => Number(await meter().getAttribute("aria-valuenow"));
const details = () => page.getByRole("group", { name: "What takes the context" });
const toggle = () => page.getByRole("button", { name: "What takes the context" });

test("it comes with the first question, and shows the parts; Escape closes them", async () => {
  model.script({ parts: ["Hello."] });
  await openChat({ standIn: model, files: FILES });
  expect(await meter().isVisible()).toBe(false);
  await askAndWait("Hello?");
  expect(await meter().getAttribute("aria-valuetext")).toMatch(
    /^[\d.]+k tokens of 24\.6k tokens, without the room kept/,
  );
  expect(await share()).toBeLessThan(50);
  expect(await page.locator(".lectern-chat-meter-button").textContent()).toBe(`${await share()} %`);
  await toggle().click();
  expect(await details().locator("dt").allTextContents()).toEqual([
    "System prompt and instructions",
    "Tools",
    "Attachments",
    "Conversation",
  ]);
  expect(await details().locator("dd").nth(2).textContent()).toBe("0 tokens");
  await details().getByRole("button", { name: "Shorten now" }).click();
  expect(await page.locator(".notice").textContent()).toContain("nothing to shorten");
  await page.keyboard.press("Escape");
  expect(await details().isVisible()).toBe(false);
  expect(await toggle().getAttribute("aria-expanded")).toBe("false");
  // For five seconds it lies over the button.
  await page.locator(".notice").click();
  // Another conversation has used nothing yet.
  await page.locator("[aria-label='New conversation']").click();
  await expect.poll(() => meter().isVisible()).toBe(false);
});

test("from 80 % on it warns, and shortening makes room and marks the rows", async () => {
  const wait = gate();
  const usage = { input: 19_900, output: 5 };
  const read = { call: "read_file", args: { path: "Long.md", end_line: 300 } };
  model.script({ parts: [read] }, { parts: [{ wait: wait.opened }, "Long."], usage }, { parts: ["Again."] });
  await openChat({ standIn: model, files: FILES });
  await ask("Read it.");
  await toggle().click();
  await page.locator(".lectern-chat-row-words").waitFor();
  await details().getByRole("button", { name: "Shorten now" }).click();
  expect(await page.locator(".notice").textContent()).toContain("Wait for the answer");
  wait.open();
  await answered();
  // The provider has counted.
  await expect.poll(share).toBeGreaterThanOrEqual(80);
  const warning = page.locator("[role=status]").getByText("The model's context is");
  expect(await warning.isVisible()).toBe(true);
  await details().getByRole("button", { name: "Shorten now" }).click();
  await expect.poll(share).toBeLessThan(80);
  expect(await warning.isVisible()).toBe(false);
  expect(await page.locator(".notice").last().textContent()).toBe("1 older result was shortened.");
  expect(await page.locator(".lectern-chat-row-mark").textContent()).toBe("shortened");
  await askAndWait("Again?", 2);
  expect(JSON.stringify(model.last.body)).toContain("[shortened: read_file Long.md");
});

test("Quotes has no context to fill", async () => {
  await openChat({ files: FILES });
  await askAndWait("Which words?");
  expect(await meter().isVisible()).toBe(false);
});
