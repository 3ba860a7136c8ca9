// A saved conversation without what the model read is opened again, and goes on.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { answered, askAndWait, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { textAt } from "./release.ts";

useModel();

const FILES = { "Fog bell.md": "# Fog bell\n\nIt was cast in 1911.\n\nIt was lost in 1962.\n" };

test("it calls no citation wrong, shows what was read as left out, and tells the model", async () => {
  model.script(
    { parts: [{ call: "read_file", args: { path: "Fog bell.md" } }] },
    { parts: ["In 1911 [[Fog bell#L3]], and: “It was lost in 1962” [[Fog bell#L5]]."] },
    { parts: ["In 1962."] },
  );
  const options = { standIn: model, chat: { saves: true } };
  await openChat({ files: FILES, ...options });
  await askAndWait("When was it cast?");
  const state = await page.evaluate(async () => {
    const [leaf] = window.app.workspace.getLeavesOfType("lectern-chat");
    while (!("file" in (leaf?.getViewState().state ?? {}))) await new Promise((resolve) => setTimeout(resolve, 20));
    return leaf?.getViewState().state as { file: string };
  });
  const note = await textAt(state.file);
  expect(note).not.toContain("# Fog bell");
  await closeApp(page);

  await openChat({ files: { ...FILES, [state.file]: note }, ...options });
  await page.evaluate(
    (state) => window.app.workspace.getLeavesOfType("lectern-chat")[0]?.setViewState({ type: "lectern-chat", state }),
    state,
  );
  await answered();
  const chips = page.locator(".lectern-chat-citation");
  await expect
    .poll(() => chips.evaluateAll((all) => all.map((chip) => chip.classList.item(chip.classList.length - 1))))
    .toEqual(["is-link", "is-verified"]);
  expect(await chips.first().getAttribute("aria-label")).toBe(
    "Fog bell · L3: Fog bell, line 3: not checked, because what the model read was not saved",
  );
  await askAndWait("And when was it lost?", 2);
  expect(JSON.stringify(model.last.body)).toContain("[left out: what was read here was not saved");
  expect(JSON.stringify(model.last.body)).not.toContain("cast in 1911.");
});
