// A citation opens beside the conversation, never in front of it: from the sidebar, the main area and a pop-out.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answered, ask, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = { "Bell.md": "Cast in 1911.\n", "Horn.md": "A horn.\n" };

/** Where the conversation is: `page`, or its pop-out. */
let panel: Page;

/** The conversation in the root or in a pop-out, with an answer that cites both notes. */
async function openIn(place: "root" | "popout"): Promise<void> {
  model.script(
    { parts: [{ call: "read_file", args: { files: [{ path: "Bell.md" }, { path: "Horn.md" }] } }] },
    { parts: ["One [[Bell#L1]] and two [[Horn#L1]]."] },
  );
  await openChat({ files: FILES, standIn: model, viewport: { width: 1200, height: 700 } });
  const opened = place === "root" ? page : page.context().waitForEvent("page");
  await page.evaluate(async (place) => {
    const { workspace } = window.app;
    const [leaf] = workspace.rightSplit.leaves;
    if (place === "popout" && leaf) return (workspace.moveLeafToPopout(leaf), undefined);
    leaf?.detach();
    await workspace.getLeaf(true).setViewState({ type: "lectern-chat", state: {}, active: true });
  }, place);
  panel = await opened;
  await ask("Tell me.", panel);
  await answered(1, panel);
}

/** What each region with tabs in front of the user shows: the panel, or the note. */
const shown = (): Promise<string[]> =>
  page.evaluate(() => {
    const { rootSplit, popouts, testSplits } = window.app.workspace;
    return [rootSplit, ...popouts.map(({ region }) => region), ...testSplits.keys()].map(({ shown }) => {
      const { file, type } = (shown?.getViewState().state ?? {}) as { file?: string; type?: string };
      return shown?.view.getViewType() === "markdown" ? (file ?? "") : (shown?.view.getViewType() ?? type ?? "");
    });
  });
const chip = (name: string) => panel.locator(".lectern-chat-citation", { hasText: name });

test("in the main area, the first note gets a split and the next one its place", async () => {
  await openIn("root");
  await chip("Bell").click();
  await expect.poll(shown).toEqual(["lectern-chat", "Bell.md"]);
  await chip("Horn").click();
  await expect.poll(shown).toEqual(["lectern-chat", "Horn.md"]);
  await chip("Bell").click({ modifiers: ["Control"] });
  await expect.poll(shown).toEqual(["lectern-chat", "Bell.md"]);
});

test("a note that is open behind the conversation is opened beside it", async () => {
  await openIn("root");
  await page.evaluate(async () => {
    const { workspace, vault } = window.app;
    const [chat] = workspace.getLeavesOfType("lectern-chat");
    const file = vault.getFileByPath("Bell.md");
    if (file) await workspace.getLeaf("tab").openFile(file);
    workspace.setActiveLeaf(chat ?? null);
  });
  await chip("Bell").click();
  await expect.poll(shown).toEqual(["lectern-chat", "Bell.md"]);
});

test("in a pop-out, it opens in that window", async () => {
  await openIn("popout");
  await chip("Bell").click();
  await expect.poll(shown).toEqual(["empty", "lectern-chat", "Bell.md"]);
});
