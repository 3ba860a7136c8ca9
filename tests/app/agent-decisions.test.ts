// Each program that answers in the panel proposes a change that the user rejects, edits and undoes, and ends when the app
// does: the programs themselves, against stand-ins of their providers.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mkdir, symlink } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { PROGRAMS } from "../clients/walled-programs.ts";
import { folderWith } from "../shim/vault.ts";
import { StandIn } from "../standins/standin.ts";
import { answered, ask, askAndWait, FIELD, openForChat } from "./chat.ts";
import { button, comment, hunks, listButton, listedButton } from "./changes-page.ts";
import { addRequire, type Electron } from "./electron.ts";
import { closeContext, page, usePages } from "./page.ts";
import { runCommand } from "./release.ts";

usePages(closeContext);

describe.each(PROGRAMS)("$program.name", (walled) => {
  const { program, provider, command, format, callOf } = walled;
  if (command.length === 0) {
    test.skip("it is not available for this platform");
    return;
  }
  let server: StandIn;
  let electron: Electron;

  beforeEach(async () => {
    server = await StandIn.start(format);
    const home = await folderWith();
    const env = await walled.setUp(home, server);
    // As npm installs it.
    await mkdir(join(home, "bin"));
    await symlink(command.at(-1) ?? "", join(home, "bin", program.command));
    await openForChat({
      files: { "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n" },
      settings: { changes: true },
      chat: { provider, model: "" },
      hosts: [program.name],
    });
    const path = [join(home, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    electron = await addRequire(page, { PATH: path, HOME: home, ...env }, home);
    await runCommand("open-chat");
    await page.locator(FIELD).waitFor();
  });
  afterEach(async () => {
    electron.stop();
    await server.close();
  });

  const told = (): string => JSON.stringify(server.last.body);
  const note = (): Promise<string> => page.evaluate(() => window.app.vault.adapter.read("Lamp.md"));
  const proposed = { call: callOf("edit_file"), args: { path: "Lamp", edits: [{ old: "in 1957", new: "in 1958" }] } };

  test("it is told that a change was rejected, edited or undone", async () => {
    server.script({ parts: [proposed] }, { parts: ["I see."] });
    await ask("Correct the year.");
    await comment().fill("It was 1959.");
    await button("Reject").click();
    await answered();
    expect(told()).toContain("It was 1959.");
    expect(await note()).toContain("lit in 1957");
    server.script({ parts: [proposed] }, { parts: ["Done."] });
    await ask("Once more.");
    await hunks().last().getByRole("button", { name: "Edit" }).click();
    await page.locator(".lectern-change-field").fill("The lamp was lit in 1960.");
    await button("Done").click();
    await button("Accept").click();
    await answered(2);
    expect(told()).toContain("3: The lamp was lit in 1960.");
    expect(await note()).toContain("lit in 1960");
    await listButton().click();
    await listedButton(/^Undo/).click();
    await expect.poll(note).toContain("lit in 1957");
    await page.locator(".modal-close-button").click();
    server.script({ parts: ["I read it again."] });
    await askAndWait("And now?", 3);
    expect(told()).toContain("The user has undone changes that you made");
  });

  test.each([
    ["the plugin is disabled", () => page.evaluate(() => window.app.disablePlugin("lectern"))],
    // This page could not end it, as its `require` takes a moment. The app's kills at once.
    ["the app is closed", () => page.evaluate(() => window.dispatchEvent(new Event("pagehide")))],
  ] as const)("when %s during an answer, it ends", async (_, end) => {
    server.script({ parts: ["Once", "HANG"] });
    await ask("Why?");
    await page.locator(".lectern-chat-text").getByText("Once").waitFor();
    await end();
    await expect.poll(() => [...electron.programs.values()].at(-1)?.signalCode).toEqual("SIGKILL");
  });
});
