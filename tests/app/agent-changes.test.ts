// The changes of agents that use the running app: on a card in the panel, by the protocol's own client.
import { expect, test } from "vitest";
import { call, closeSettings, connect, EDIT, openWithAgents, turnOn, useAgents } from "./agent-page.ts";
import { capture } from "./capture.ts";
import { button, comment, hunks, listed, listedButton } from "./changes-page.ts";
import { closeContext, page, usePages } from "./page.ts";
import { changeSettings, runCommand, textAt } from "./release.ts";
import { row } from "./settings-page.ts";

usePages(closeContext);
useAgents();

const panelBox = () => page.locator(".lectern-agent-change");

test("a change waits for the user, who may edit, reject or undo it", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  await closeSettings();
  await runCommand("open-chat");
  const said: unknown[] = [];
  const options = { onprogress: (progress: { message?: string }) => void said.push(progress.message) };
  const rejected = call(client, "edit_file", EDIT, options);
  await panelBox().waitFor();
  expect(await panelBox().innerText()).toContain("Claude Code");
  await comment().fill("Not this year.");
  await button("Reject").click();
  expect(await rejected).toContain("Not this year.");
  expect(said).toEqual(["Waiting for the user to decide about the change in Obsidian"]);
  expect(await textAt("Lamp.md")).toContain("1957");
  await page.getByRole("button", { name: "Close Claude Code" }).click();
  const edited = call(client, "edit_file", EDIT);
  await hunks().getByRole("button", { name: "Edit" }).click();
  await page.locator(".lectern-change-field").fill("The lamp was lit in 1959.");
  await button("Done").click();
  await button("Accept").click();
  expect(await edited).toContain("1959");
  expect(await textAt("Lamp.md")).toContain("lit in 1959");
  // The list of changes has it, though no conversation made it.
  await page.getByRole("button", { name: /^Changes/ }).click();
  await page.getByRole("button", { name: "Show all conversations" }).click();
  await listed().getByText("Lamp.md").waitFor();
  await capture(page, "agent-undo");
  await listedButton(/^Undo/).click();
  await expect.poll(() => textAt("Lamp.md")).toContain("lit in 1957");
});

test("while the panel is hidden, a notice leads to the change", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  await closeSettings();
  const accepted = call(client, "edit_file", EDIT);
  await page.locator(".notice").getByText("Claude Code: The change in Lamp.md waits").click();
  await button("Accept").click();
  expect(await accepted).toContain("1958");
  await expect.poll(() => page.locator(".notice").count()).toBe(0);
});

test("a change is taken back when its agent leaves, is removed, or the panel is closed", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  await runCommand("open-chat");
  const leave = new AbortController();
  const left = call(client, "edit_file", EDIT, { signal: leave.signal }).catch(String);
  await panelBox().waitFor();
  leave.abort();
  await left;
  await expect.poll(() => panelBox().count()).toBe(0);
  const closed = call(client, "edit_file", EDIT);
  await panelBox().waitFor();
  await page.evaluate(() => window.app.workspace.detachLeavesOfType("lectern-chat"));
  expect(await closed).toContain("rejected");
  await runCommand("open-chat");
  const removed = call(client, "edit_file", EDIT).catch(String);
  await panelBox().waitFor();
  await row("Claude Code").getByRole("button", { name: "Remove Claude Code" }).click();
  await removed;
  await expect.poll(() => panelBox().count()).toBe(0);
  expect(await textAt("Lamp.md")).toContain("1957");
});

test("what the settings say of changes holds for agents", async () => {
  await openWithAgents({ chat: { approve: "accept" } }, { "Bell.md": "One.\nTwo.\nThree.\n" });
  await turnOn();
  const client = await connect();
  await closeSettings();
  await runCommand("open-chat");
  // Nobody watches an agent, so it is asked about each change.
  const asked = [EDIT, { path: "Bell", edits: [{ old: "Two", new: "2" }] }].map((edit) =>
    call(client, "edit_file", edit),
  );
  await expect.poll(() => panelBox().count()).toBe(2);
  // Each on a card of its own: one says nothing about the other.
  await panelBox().filter({ hasText: "Lamp.md" }).getByRole("button", { name: "Reject" }).click();
  await button("Accept").click();
  expect(await Promise.all(asked)).toEqual([expect.stringContaining("rejected"), expect.stringContaining("2: 2.")]);
  await changeSettings({ chat: { isChosen: true, approve: "plan" } });
  expect(await call(client, "edit_file", EDIT)).toContain("plan");
  await expect.poll(() => panelBox().count()).toBe(3);
  await changeSettings({ changes: false });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("edit_file");
  expect(await call(client, "edit_file", EDIT)).toContain("there is no tool");
  await changeSettings({ closed: ["Private", "Lamp.md"] });
  expect(await call(client, "read_file", { path: "Lamp.md" })).toContain("is excluded");
});

test("a change that was made, but can't be recorded, is said to be made", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  await runCommand("open-chat");
  const changed = call(client, "edit_file", EDIT);
  await panelBox().waitFor();
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new Error("the disk is full");
    };
  });
  await closeSettings();
  await button("Accept").click();
  expect(await changed).toContain("the change was made, but can't be recorded");
  expect(await textAt("Lamp.md")).toContain("1958");
  expect(await call(client, "read_file", { path: "Lamp" })).not.toContain("The lamp");
});
