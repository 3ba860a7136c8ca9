// The panel with a model that writes more than its answer: thinking, calls as text, and the same again and again.
import { expect, test } from "vitest";
import { openAi } from "../standins/openai.ts";
import type { Step } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import { answers, askAndWait, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel({
  start: async () => {
    const standIn = await StandIn.start(openAi);
    standIn.corsHeaders = ["content-type"];
    return standIn;
  },
});

const READ = '<tool_call>{"name": "read_file", "arguments": {"path": "Bell.md"}}</tool_call>';

async function asked(...steps: Step[]): Promise<void> {
  model.script(...steps);
  await openChat({ files: { "Bell.md": "The bell weighs 14 kg.\n" }, standIn: model });
  await askAndWait("How heavy?");
}

const notice = (): Promise<string | null> => page.textContent(".lectern-chat-notice-words");
const tries = (): Promise<number> => page.getByRole("button", { name: "Try again" }).count();
const line = (): Promise<string | null> => page.textContent(".lectern-chat-taken");

test("thinking that the prompt opened is taken back, and a call as text is made", async () => {
  await asked({ parts: ["Hm, 12?", "\n</think>\n\n", READ] }, { parts: ["<think>Hm.</think>14 kg [[Bell#L1]]."] });
  const all = await page.locator(".lectern-chat-exchange").innerText();
  expect(all).not.toMatch(/Hm|think|tool_call/);
  expect(await answers()).toHaveLength(1);
  expect(await line()).toContain("1 note read");
});

test("an answer for which nothing was read says so", async () => {
  await asked({ parts: ["12 kg."] });
  expect(await answers()).toEqual(["12 kg."]);
  expect(await line()).toContain("Not from your notes");
  expect(await page.locator(".lectern-chat-notice").count()).toBe(0);
});

test("a call among other text is taken out, and said", async () => {
  await asked({ parts: [`I look.\n\n${READ}`] });
  expect(await answers()).toEqual(["I look."]);
  expect(await notice()).toContain("wrote a tool call as text");
  expect(await tries()).toBe(1);
});

test("an answer that repeats itself is shown once", async () => {
  await asked({ parts: Array.from({ length: 100 }, () => "The bell weighs 14 kg. ") });
  const [answer = ""] = await answers();
  expect(answer.split("weighs").length - 1).toBeLessThan(3);
  expect(await notice()).toContain("repeated itself");
});

test("a request that would be refused again is not offered to be tried again", async () => {
  await asked({ status: 400, message: "Unknown parameter: tools" });
  expect(await notice()).toContain("It says: “Unknown parameter: tools”");
  expect(await tries()).toBe(0);
});
