// Every state of the panel as a picture, where LECTERN_SCREENSHOTS names a folder: see capture.ts.
import { describe, test } from "vitest";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { installPlugin, loadMath } from "../obsidian/browser.ts";
import type { Part, Step } from "../standins/script.ts";
import { capture, FOLDER, notes } from "./capture.ts";
import { answered, ask, askAndWait, type ChatOptions, FIELD, openChat, setup } from "./chat.ts";
import { main, manifest, runCommand, styles } from "./release.ts";
import { openSettings, withChat } from "./settings-page.ts";
import { closeContext, model, page, useModel } from "./page.ts";

const reads = (path: string, more: object = {}): Part => ({ call: "read_file", args: { path, ...more } });
const BELL = "Projects/Fog bell.md";
const LONG = "openai/an-unusually-long-name-of-a-model:120b-instruct-2026-10-preview-free";
const MIXED = `The clapper weighs **11.4 kg** [[Projects/Fog bell#L21]]. “A bronze bell of 310 kg, cast in 1958” [[Fog bell#L9]], and see [[Home]].

| Partial | Measured | Ratio to the prime | What it tells us of the bell |
| --- | --: | --: | --- |
| hum | 212 Hz | 0.51 | a little flat, as in most bells of this size |
| prime | 416 Hz | 1.00 | refurbishment |

\`\`\`python
def partials(prime): return [prime * ratio for ratio in (0.5, 1, 1.2, 1.5, 2)]  # a line that is too long
\`\`\`

> [!warning] Do not strike it yet
> A hair crack runs down from the crown.

- [x] weigh the clapper
- [ ] test the crack with dye

$$f = \\frac{1}{2\\pi}\\sqrt{\\frac{k}{m}}$$

It has $12$ bolts, by [[Projects/Fog bell#L900]].`;

describe.runIf(FOLDER !== undefined)("pictures", () => {
  useModel({ close: closeContext });

  async function open(steps: Step[], options: Partial<ChatOptions> = {}): Promise<void> {
    model.script(...steps);
    const files = { ...notes(), ...options.files };
    await openChat({ standIn: model, settings: { closed: ["Private"] }, ...options, files });
    await page.evaluate(() => window.lectern.ready());
  }
  const keep = (name: string, shown?: () => Promise<unknown>): Promise<void> => capture(page, name, shown);
  const top = (): Promise<unknown> => page.locator(".lectern-chat-scroll").evaluate((el) => (el.scrollTop = 0));

  test("before the first question", async () => {
    await openChat({ files: notes(), chat: { isChosen: false } });
    await page.locator(".lectern-first-run").waitFor();
    await keep("first-run");
    await page.context().close();
    await openChat({ files: notes() });
    await page.locator(".lectern-chat-ask").first().waitFor();
    await keep("empty");
  });

  test("Quotes", async () => {
    await openChat({ files: notes() });
    await askAndWait("How heavy is the clapper?");
    await page.locator(".lectern-chat-citation.is-verified").first().waitFor();
    await keep("quotes", top);
  });

  test("at work", async () => {
    const hangs = [{ thinking: "Let me look." }, "I will look. ", reads(BELL), reads("Private/Diary.md")];
    await open([{ parts: hangs }, { parts: [{ thinking: "Hm." }, "HANG"] }]);
    await ask("How heavy is the clapper, and what does the diary say?");
    await page.locator(".lectern-chat-wait:not(.is-hidden)").waitFor();
    await page.waitForTimeout(6000);
    await page.locator(FIELD).fill("And who found it?");
    await page.locator(FIELD).press("Enter");
    await page.locator(".lectern-chat-queued").waitFor();
    await keep("working");
  });

  test("a pinned note, an earlier conversation and a full context", async () => {
    const messages = [{ role: "user" as const, text: "How old is the lamp?", attachments: [] }];
    const files = { "Talks/2026-10-09 How old is the lamp.md": toMarkdown({ title: "", created: 0, messages }) };
    await open([{ parts: ["It weighs 11.4 kg."], usage: { input: 8000, output: 9 } }], {
      files,
      chat: { folder: "Talks", contextTokens: 12_000 },
    });
    await page.evaluate(() => void (window.app.metadataCache.testReadsProperties = true));
    await page.locator(FIELD).pressSequentially("@fog bell");
    await page.keyboard.press("Enter");
    await page.locator(".lectern-chat-attached [aria-pressed]").click();
    await page.locator(FIELD).fill("");
    await askAndWait("How heavy is the clapper?");
    await page.locator(FIELD).pressSequentially("@lamp");
    await page.locator(".lectern-chat-suggestion").filter({ hasText: "conversation" }).click();
    await page.locator(".lectern-chat-attached .lectern-chat-chip").nth(1).waitFor();
    await keep("pinned");
  });

  test("an answer", async () => {
    await open([
      { parts: [{ call: "search_notes", args: { query: "clapper" } }, reads(BELL), reads("Private/Diary.md")] },
      { parts: [MIXED], usage: { input: 5200, output: 340 } },
    ]);
    await loadMath(page);
    await askAndWait("What do my notes say of the bell?");
    await page.locator(".lectern-chat-citation.is-unverified").first().waitFor();
    await keep("answer-top", top);
    await keep("answer-end", () =>
      page.locator(".lectern-chat-scroll").evaluate((el) => (el.scrollTop = el.scrollHeight)),
    );
    await page.locator(".lectern-chat-row-head").nth(1).click();
    await keep("steps", top);
    await page.locator("details.lectern-sent summary").click();
    await keep("sent", () => page.locator("details.lectern-sent").evaluate((el) => el.scrollIntoView()));
    await runCommand("show-sent");
    await page.locator(".lectern-ledger-list > *").first().waitFor();
    await keep("ledger");
  });

  test("changes", async () => {
    const edit = { call: "edit_file", args: { path: BELL, edits: [{ old: "11.4 kg", new: "11.6 kg" }] } };
    const write = { call: "write_file", args: { path: "Projects/Checklist", content: "# Checklist\n\n- [ ] dye\n" } };
    await open([{ parts: ["I would change two things.", edit, write] }], { settings: { changes: true } });
    await ask("Correct the weight, and make a checklist.");
    await page.locator(".lectern-change").first().waitFor();
    await keep("change", top);
    await page.context().close();
    await open([{ parts: [edit, write] }, { parts: ["That is my plan."] }], {
      settings: { changes: true },
      chat: { approve: "plan" },
    });
    await askAndWait("Plan it.");
    await keep("plan", top);
  });

  test("what went wrong", async () => {
    await open([
      { status: 401, error: "invalid_api_key", message: "no" },
      { parts: ["Half of the answer"], finish: "length" },
    ]);
    await askAndWait("Hello?");
    await askAndWait("Tell me everything about the bell.", 2);
    await keep("errors", top);
    await page.context().close();
    const busy = { status: 429, error: "rate_limit_error", headers: { "retry-after": "30" } };
    await open([busy, busy, busy, busy, busy]);
    await ask("Hello?");
    await page.locator(".lectern-chat-wait:not(.is-hidden)").getByText("Trying again").waitFor();
    await keep("rate-limit");
    await page.context().close();
    await open([{ parts: [reads(BELL)] }], { chat: { maxTurns: 1 } });
    await askAndWait("Read on and on.");
    await keep("continue");
  });

  test("the field", async () => {
    const recent = [
      setup({ model: LONG, baseUrl: model.baseUrl }),
      setup({ provider: "anthropic", model: "claude-sonnet-4-5" }),
    ];
    await open([{ parts: ["First."] }, { parts: ["Second."] }], { chat: { model: LONG, recent } });
    await askAndWait(Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a long question`).join("\n"));
    await page.locator("[aria-label='Ask again']").click();
    await page.locator(".lectern-chat-version").waitFor();
    await answered();
    for (const name of ["Weather", "Fog", "Interview", "Diary"]) {
      await page.locator(FIELD).pressSequentially(`@${name}`);
      const first = page.locator(".lectern-chat-suggestion").first();
      if (name !== "Diary") await first.click();
    }
    await page.locator(FIELD).fill("What do these say?");
    await page.locator(".lectern-chat-chip-all").first().waitFor();
    await page.locator(FIELD).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.locator(".is-refused").waitFor();
    await keep("field");
    await page.locator(FIELD).fill("/");
    await page.locator(".lectern-chat-suggestion").first().waitFor();
    await keep("commands");
    await page.locator(FIELD).fill("");
    await keep("models", async () => {
      await page.keyboard.press("Escape");
      await page.locator(".lectern-chat-model").click();
    });
  });

  test("the card before sending", async () => {
    await open([{ parts: ["Yes."] }], { chat: { preview: "question" }, files: { "lectern.md": "Be brief.\n" } });
    for (const name of ["Fog", "Roof"]) {
      await page.locator(FIELD).pressSequentially(`@${name}`);
      await page.locator(".lectern-chat-suggestion").first().click();
    }
    await ask("What is still to do?");
    await page.locator(".lectern-send").waitFor();
    await keep("send-card", top);
  });

  test("the meter of the context", async () => {
    const usage = { input: 20_500, output: 5 };
    await open([{ parts: [reads("Transcripts/Interview with the keeper.md")] }, { parts: ["Long."], usage }], {
      chat: { contextTokens: 12_000 },
    });
    await askAndWait("Read the interview.");
    await page.locator(".lectern-chat-meter-button").click();
    await keep("meter");
  });

  test("the list of conversations", async () => {
    const talk = (title: string, created: number): string =>
      toMarkdown({ title, created, messages: [{ role: "user", text: title, attachments: [] }] });
    const titles = [
      "How heavy is the clapper?",
      "What is still to do before the open day, and who has the key of the lantern room?",
      "등대 이야기 요약",
    ];
    await open([], {
      files: Object.fromEntries(
        titles.map((title, at) => [`Lectern/2026-10-0${at + 1} ${title.replace("?", "")}.md`, talk(title, at)]),
      ),
      chat: { saves: true },
    });
    await page.locator("[aria-label='Conversations']").click();
    await page.locator(".lectern-saved-open").first().waitFor();
    await keep("conversations");
  });

  test.each([
    [
      "ar",
      "كم يزن الجرس؟",
      "يزن الجرس **310 كغ** [[Projects/Fog bell#L9]]، والمطرقة 11.4 كغ [[Fog bell#L21]].",
      "المشروع",
    ],
    [
      "ko",
      "종은 얼마나 무겁습니까?",
      "종의 무게는 **310 kg**입니다 [[Projects/Fog bell#L9]]. 추는 11.4 kg입니다 [[Fog bell#L21]].",
      "등대",
    ],
  ])("in %s", async (code, question, answer) => {
    await open([{ parts: [reads(BELL), { call: "search_notes", args: { query: "등대" } }] }, { parts: [answer] }]);
    await page.evaluate((code) => {
      window.localStorage.setItem("language", code);
      document.body.dir = code === "ar" ? "rtl" : "ltr";
      document.body.classList.toggle("mod-rtl", code === "ar");
      window.app.workspace.detachLeavesOfType("lectern-chat");
      window.app.disablePlugin("lectern");
    }, code);
    await installPlugin(page, { main, manifest, styles });
    await runCommand("open-chat");
    await page.locator(FIELD).waitFor();
    await page.locator(".lectern-chat-ask").first().waitFor();
    await keep(`${code}-empty`);
    await askAndWait(question);
    await keep(`${code}-answer`, top);
  });

  test("the settings", async () => {
    await openSettings({
      ...notes(),
      ...withChat({ provider: "anthropic", model: "claude-sonnet-4-5" }),
    });
    await keep("settings", () => page.locator(".vertical-tab-content > :first-child").scrollIntoViewIfNeeded());
  });
});
