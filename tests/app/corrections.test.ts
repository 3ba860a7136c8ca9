// Changes with warnings, end to end: they go back to the model once, and the card shows both versions.
import { expect, test } from "vitest";
import { answered, ask, askAndWait, openChat } from "./chat.ts";
import { accept, BELL, button, cards, contentOf, decided, edit, PATH, repliesTo } from "./changes-page.ts";
import type { ChatSettings } from "../../js/settings/chat-settings.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FAULTY = edit({ old: "tower", new: "tower.\\nIt rings" });
const GOOD = edit({ old: "tower", new: "tower.\nIt rings" });
const WARNING = "new text has \\n as two characters, not as a line break";

/** A page in which each of the model's turns proposes some changes, then it says "Done.". */
async function turns(
  chat: Partial<ChatSettings>,
  ...all: readonly (readonly { call: string; args: Record<string, unknown> }[])[]
) {
  model.script(...all.map((calls) => ({ parts: calls.map((call) => ({ ...call })) })), { parts: ["Done."] });
  await openChat({ standIn: model, files: { [PATH]: BELL }, settings: { changes: true }, chat });
  await ask("Please change it.");
  await cards().first().waitFor();
}

const warnings = (of = ".lectern-change-part > .lectern-change-warning"): Promise<string[]> =>
  page.locator(of).allTextContents();
const first = () => page.locator(".lectern-change-first");

test("a change with warnings goes back to the model, and the card shows both versions", async () => {
  await turns({}, [FAULTY], [GOOD]);
  expect(repliesTo(model).join()).toContain(`comes back to you, because of these warnings\nwarning: ${WARNING}\ncall`);
  expect(await cards().count()).toBe(1);
  expect(await warnings()).toEqual([]);
  expect(await first().getAttribute("open")).toBe(null);
  await first().locator("summary").click();
  expect(await first().locator(".lectern-change-warning").allTextContents()).toEqual([
    "New text has \\n as two characters, not as a line break.",
  ]);
  expect(await first().locator(".is-added").allTextContents()).toEqual(["7+It hangs in the tower.\\nIt rings."]);
  expect(await button("Let the model correct it").count()).toBe(0);
  await accept();
  expect(await contentOf()).toBe(BELL.replace("tower", "tower.\nIt rings"));
});

test("it goes back once: what the model keeps is shown with its warnings", async () => {
  await turns({}, [FAULTY], [FAULTY]);
  expect(await warnings()).toEqual(["New text has \\n as two characters, not as a line break."]);
  expect(await first().count()).toBe(0);
  await button("Reject").click();
  await answered();
  expect(await contentOf()).toBe(BELL);
});

test("changes of one turn go back one by one, and what is corrected badly is shown", async () => {
  const other = edit({ old: "Ann", new: "Ann &amp; Bea" });
  const worse = edit({ old: "Ann", new: "Ann\u200b and Bea" });
  await turns({}, [FAULTY, other], [GOOD, worse]);
  expect(await first().count()).toBe(1);
  await button("Accept").click();
  // The second is made once the first is, and nothing goes back a second time.
  await expect.poll(async () => (await decided()).length).toBe(1);
  await cards().waitFor();
  expect(await first().count()).toBe(1);
  expect(await contentOf()).toContain("\nIt rings");
  await accept();
  expect(await contentOf()).toBe(BELL.replace("tower", "tower.\nIt rings").replace("Ann", "Ann\u200b and Bea"));
});

test("edits that are accepted without asking are corrected too", async () => {
  model.script({ parts: [{ ...FAULTY }] }, { parts: [{ ...GOOD }] }, { parts: ["Done."] });
  const chat = { approve: "accept" } as const;
  await openChat({ standIn: model, files: { [PATH]: BELL }, settings: { changes: true }, chat });
  await askAndWait("Please change it.");
  expect(await contentOf()).toBe(BELL.replace("tower", "tower.\nIt rings"));
});

test("with Ask, the user lets the model correct", async () => {
  await turns({ correct: "ask" }, [FAULTY], [GOOD]);
  expect(await warnings()).toEqual(["New text has \\n as two characters, not as a line break."]);
  await page.locator(".lectern-change-comment").fill("Use two lines.");
  await button("Let the model correct it").click();
  await first().waitFor();
  expect(await decided()).toEqual([`Sent back: 1 change in ${PATH}: “Use two lines.”`]);
  expect(repliesTo(model).join()).toContain("the user says: Use two lines.");
  expect(await button("Let the model correct it").count()).toBe(0);
  await accept();
  expect(await contentOf()).toBe(BELL.replace("tower", "tower.\nIt rings"));
});

test("with Ask, only what has warnings goes back; the rest of the card is asked about again", async () => {
  const other = { call: "write_file", args: { path: "Other.md", content: "# Other\n" } };
  await turns({ correct: "ask" }, [FAULTY, other], [GOOD]);
  await button("Let the model correct it").click();
  await expect.poll(() => decided()).toEqual([`Sent back: 1 change in ${PATH}`]);
  await expect.poll(() => cards().getAttribute("aria-label")).toBe("New note: Other.md");
  await button("Accept").click();
  await expect.poll(() => cards().getAttribute("aria-label")).toBe(`Change: ${PATH}`);
  expect(await first().count()).toBe(1);
  expect(await contentOf("Other.md")).toBe("# Other\n");
  expect(await contentOf()).toBe(BELL);
});

test("an answer that went back and does not come again is shown at the end, with its warning", async () => {
  await turns({ approve: "accept" }, [FAULTY]);
  expect(await warnings()).toEqual(["New text has \\n as two characters, not as a line break."]);
  expect(repliesTo(model).join()).toContain("comes back to you");
  expect(await contentOf()).toBe(BELL);
  await accept();
  expect(await contentOf()).toContain("tower.\\nIt rings");
});

test("a link to a note that does not exist yet is a warning, and does not go back", async () => {
  await turns({}, [{ call: "write_file", args: { path: "New.md", content: "[[Not yet]]\n" } }]);
  expect(await warnings()).toEqual(["The new link to “Not yet” opens no file."]);
  expect(repliesTo(model)).toEqual([]);
  await accept();
  expect(await contentOf("New.md")).toBe("[[Not yet]]\n");
});

test("with Off, a change with warnings is shown at once", async () => {
  await turns({ correct: "off" }, [FAULTY]);
  expect(await warnings()).toEqual(["New text has \\n as two characters, not as a line break."]);
  expect(await button("Let the model correct it").count()).toBe(0);
});
