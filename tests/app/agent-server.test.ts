// The server in the app, by the protocol's own client: who is let in, what only the app has, resources, the record.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Editor } from "obsidian";
import { expect, test } from "vitest";
import { faultsOfTabs, violations } from "./accessible-page.ts";
import {
  call,
  closeSettings,
  connect,
  connectWith,
  EDIT,
  openWithAgents,
  serverRow,
  setUpOf,
  turn,
  turnOn,
  useAgents,
} from "./agent-page.ts";
import { capture } from "./capture.ts";
import { button } from "./changes-page.ts";
import { closeContext, page, usePages } from "./page.ts";
import { DATA, main, manifest, openNote, runCommand, styles, textAt } from "./release.ts";
import { APPS, openSettings, row } from "./settings-page.ts";

usePages(closeContext);
useAgents();

const panelBox = () => page.locator(".lectern-agent-change");

test.each(APPS)(
  "in Obsidian %s, it is off until it is turned on, and lets nobody in without a token",
  async (apiVersion) => {
    await openWithAgents({}, {}, { apiVersion });
    expect(await row("Add an agent").count()).toBe(0);
    const address = await turnOn();
    await expect(connectWith(address, "guess")).rejects.toThrow("no longer valid");
    const text = await setUpOf("Claude Code");
    expect(await row("What leaves this device").innerText()).toContain("To Claude Code on this computer");
    await capture(page, "agents", () => row("Add an agent").scrollIntoViewIfNeeded());
    expect(text).toContain(address);
    const token = /Bearer (\w*)/.exec(text)?.[1] ?? "";
    await connectWith(address, token);
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    expect(kept).toContain("lectern-agents");
    expect(kept).not.toContain(token);
    // The settings may be synced to other devices.
    expect(await textAt(DATA)).not.toContain("lectern-agents");
    await row("Claude Code").getByRole("button", { name: "Remove Claude Code" }).click();
    await expect(connectWith(address, token)).rejects.toThrow("no longer valid");
    await turn();
    await expect.poll(() => serverRow().getByRole("status").innerText()).toBe("");
    await expect(connectWith(address, token)).rejects.toThrow("fetch failed");
  },
);

test("agents of the same kind have names of their own, and every kind has its lines", async () => {
  await openWithAgents();
  const address = await turnOn();
  for (const agent of ["Codex", "Codex", "Gemini CLI", "Claude Desktop", "VS Code", "Cursor", "Another agent"])
    expect(await setUpOf(agent)).toContain(address);
  expect(await row("Codex 2").count()).toBe(1);
  expect(await row("MCP").count()).toBe(1);
});

test("after a restart it is on the same port, and clients go on", async () => {
  await openWithAgents();
  const address = await turnOn();
  const client = await connect();
  await page.evaluate(
    async ({ main, manifest, styles }) => {
      window.app.setting.close();
      window.app.disablePlugin("lectern");
      // A phone's page has no `require`, which the app is strict about.
      const { require } = window as unknown as { require: unknown };
      Reflect.deleteProperty(window, "require");
      const installed = window.app.installPlugin(main, manifest, styles);
      Object.assign(window, { require });
      await installed;
    },
    { main, manifest, styles },
  );
  const listed = () => client.listTools().then(({ tools }) => tools.map(({ name }) => name), String);
  await expect.poll(listed).toContain("edit_file");
  expect(await call(client, "read_file", { path: "Lamp" })).toContain("lit in 1957");
  await page.evaluate(() => window.app.disablePlugin("lectern"));
  await expect(fetch(address)).rejects.toThrow();
});

test("a port that another program has is told, and another one can be used", async () => {
  await openWithAgents();
  const before = await turnOn();
  await turn();
  await expect.poll(() => serverRow().getByRole("status").innerText()).toBe("");
  const other = createServer().listen(Number(new URL(before).port), "127.0.0.1");
  await once(other, "listening");
  await turn();
  await serverRow().getByText("Not running: ").waitFor();
  await capture(page, "agents-port", () => row("Add an agent").scrollIntoViewIfNeeded());
  await serverRow().getByRole("button", { name: "Use another port" }).click();
  await serverRow().getByText("http://127.0.0.1:").waitFor();
  expect(await serverRow().getByRole("status").innerText()).not.toBe(before);
  expect((other.address() as AddressInfo).port).toBe(Number(new URL(before).port));
  other.close();
});

test("what only the app has: unsaved text, the active note with its selection, and opening a note", async () => {
  await openWithAgents({}, { "Bell.md": "One.\nTwo.\nThree.\n" });
  await turnOn();
  const client = await connect();
  await closeSettings();
  const active = async (): Promise<string[]> =>
    (await client.readResource({ uri: "lectern://app/active-note" })).contents.map((one) =>
      "text" in one ? one.text : "",
    );
  expect(await active()).toEqual(["No note is open, or the one that is open is excluded."]);
  await openNote("Lamp");
  await page.evaluate(() => {
    const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
    view.editor.replaceRange("Unsaved. ", { line: 2, ch: 0 });
    view.editor.setSelection({ line: 2, ch: 0 }, { line: 2, ch: 7 });
  });
  expect(await call(client, "read_file", { path: "Lamp" })).toContain("3: Unsaved. The lamp");
  expect(await active()).toEqual([
    "Open: Lamp.md\nSelected: lines 3 to 3\n\nUnsaved",
    expect.stringContaining("Unsaved. The"),
  ]);
  await openNote("Private/Diary");
  expect(await active()).toEqual(["No note is open, or the one that is open is excluded."]);
  await openNote("Lamp");
  await page.evaluate(() => window.app.workspace.getMostRecentLeaf()?.setEphemeralState({ focus: true }));
  const told = await call(client, "open_note", { path: "Bell", start_line: 2 });
  expect(told).toBe("Opened “Bell.md” at line 2 in the app.");
  const shown = () =>
    page.evaluate(() => {
      const views = window.app.workspace.getLeavesOfType("markdown").map(({ view }) => view as never);
      return (views as { file: { path: string }; editor: Editor; containerEl: HTMLElement }[])
        .filter(({ containerEl }) => containerEl.isShown())
        .map(({ file, editor }) => [file.path, editor.getSelection()]);
    });
  // What the user types next must not replace its lines.
  expect(await shown()).toEqual([["Bell.md", ""]]);
  expect(await call(client, "open_note", { path: "Private/Diary" })).toContain("is excluded");
  expect(await call(client, "open_note", { path: "Lamp", line: 3 })).toContain('"line"');
  expect(await shown()).toEqual([["Bell.md", ""]]);
});

test("an open note in which nothing was typed is not saved, whatever its line endings", async () => {
  await openWithAgents({}, { "Crlf.md": "\ufeffOne.\r\nTwo.\r\n" });
  await turnOn();
  const client = await connect();
  await closeSettings();
  await openNote("Crlf");
  await page.evaluate(() => {
    const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as {
      save: () => Promise<void>;
      saves: number;
    };
    view.saves = 0;
    view.save = () => {
      view.saves++;
      return Promise.resolve();
    };
  });
  const saves = () =>
    page.evaluate(() => (window.app.workspace.getMostRecentLeaf()?.view as unknown as { saves: number }).saves);
  expect(await call(client, "read_file", { path: "Crlf" })).toContain("2: Two.");
  expect(await saves()).toBe(0);
  await page.evaluate(() => {
    const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
    view.editor.replaceRange("Zero. ", { line: 0, ch: 0 });
  });
  await call(client, "read_file", { path: "Crlf" });
  expect(await saves()).toBeGreaterThan(0);
});

test("notes are resources, except excluded ones", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(["lectern://app/active-note", "lectern:///Lamp.md"]);
  const read = (uri: string) => client.readResource({ uri });
  expect(await read("lectern:///Lamp.md")).toMatchObject({
    contents: [{ text: expect.stringContaining("1957") as string }],
  });
  for (const uri of ["lectern:///Private/Diary.md", "lectern:///Lamp", "lectern://other/Lamp.md", "file:///etc/passwd"])
    await expect(read(uri)).rejects.toThrow("there is no resource");
});

test("the record says what an agent has seen, and by what name", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  await call(client, "read_file", { path: "Lamp", start_line: 1, end_line: 1 });
  await call(client, "read_file", { path: "Private/Diary" });
  await client.readResource({ uri: "lectern:///Lamp.md" });
  await row("Record of what was sent").getByRole("button").click();
  await page.locator(".lectern-sent summary").first().waitFor();
  const told = await page.locator(".lectern-sent summary").allInnerTexts();
  expect(told.map((line) => line.replace(/^.*? · /, ""))).toEqual([
    "Claude Code · tester 7 · 1 note, 31 bytes",
    "Claude Code · tester 7 · 1 note, 13 bytes",
  ]);
  await page.locator(".lectern-sent summary").last().click();
  await page.locator(".lectern-sent").last().getByText("line 1 · 13 bytes").waitFor();
});

test("a phone offers none of it", async () => {
  await openSettings({}, { isPhone: true });
  expect(await serverRow().count()).toBe(0);
});

test("for people who hear it or use the keyboard alone, nothing is wrong", async () => {
  await openWithAgents();
  await turnOn();
  const client = await connect();
  expect(await violations()).toEqual([]);
  await row("Add an agent").getByRole("button").click();
  await page.locator(".lectern-agent-set-up pre").waitFor();
  expect(await violations()).toEqual([]);
  await page.locator(".lectern-agent-set-up .modal-close-button").click();
  await closeSettings();
  await runCommand("open-chat");
  const rejected = call(client, "edit_file", EDIT);
  await panelBox().waitFor();
  expect(await page.locator(".lectern-chat-unseen").innerText()).toContain("Claude Code: The change in Lamp.md waits");
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
  await button("Reject").press("Enter");
  await rejected;
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
});
