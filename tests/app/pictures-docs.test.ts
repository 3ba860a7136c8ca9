// The pictures of the documentation, where LECTERN_SCREENSHOTS names a folder: see capture.ts. Those in docs/ have 64
// colours, to be small.
import { join } from "node:path";
import { describe, test } from "vitest";
import type { Part, Step } from "../standins/script.ts";
import { FOLDER, notes } from "./capture.ts";
import { ask, askAndWait, type ChatOptions, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

const BELL = "Projects/Fog bell.md";
const reads = (path: string): Part => ({ call: "read_file", args: { path } });

describe.runIf(FOLDER !== undefined)("pictures of the documentation", () => {
  useModel();

  async function open(steps: Step[], options: Partial<ChatOptions> = {}): Promise<void> {
    model.script(...steps);
    await openChat({ standIn: model, settings: { closed: ["Private"] }, files: notes(), ...options });
  }
  const top = (): Promise<unknown> => page.locator(".lectern-chat-scroll").evaluate((el) => (el.scrollTop = 0));
  const shoot = (name: string): Promise<unknown> => page.screenshot({ path: join(FOLDER ?? "", `docs-${name}.png`) });
  /** The panel at this width, alone unless the window is wider. */
  const size = async (panel: number, height: number, width = panel): Promise<void> => {
    await page.setViewportSize({ width, height });
    await page.evaluate((panel) => document.body.style.setProperty("--right-split-width", `${panel}px`), panel);
    if (width === panel)
      await page.addStyleTag({ content: ".mod-root, .workspace-ribbon { display: none !important }" });
    await page.mouse.move(0, 0);
    await page.waitForTimeout(300);
  };

  test("the first run", async () => {
    await openChat({ files: notes(), chat: { isChosen: false } });
    await page.locator(".lectern-first-run").waitFor();
    await size(420, 800);
    await shoot("empty");
  });

  test("Quotes", async () => {
    await openChat({ files: notes() });
    await size(400, 700, 1150);
    await askAndWait("Why must the fog bell not be struck yet?");
    await page.locator(".lectern-chat-citation.is-verified").first().click();
    await top();
    await size(400, 700, 1150);
    await shoot("quotes");
  });

  test("an answer", async () => {
    const answer = `The clapper is back, but the bell **must not be struck yet**: a hair crack runs down from the crown for about 60 mm [[Projects/Fog bell#L22-23]].

- It was found in a net shed and weighs 11.4 kg [[Fog bell#L20]].
- Bae Sangho rang it by hand for six hours in 1971 [[Fog bell#L16]].
- The frame was painted last summer [[Bae Sangho#L90]].

Your diary is excluded, so I have not read it.`;
    await open(
      [
        { parts: [{ call: "search_notes", args: { query: "clapper bell" } }, reads(BELL), reads("Private/Diary.md")] },
        { parts: [answer] },
      ],
      { darkMode: true },
    );
    await askAndWait("What do we know of the clapper?");
    await page.locator(".lectern-chat-citation.is-unverified").waitFor();
    await size(420, 680);
    await shoot("model");
  });

  test("the card before sending", async () => {
    await open([{ parts: ["Yes."] }], { chat: { preview: "question", baseUrl: "https://ai.example/v1" } });
    for (const name of ["Fog", "Roof"]) {
      await page.locator(FIELD).pressSequentially(`@${name}`);
      await page.locator(".lectern-chat-suggestion").first().click();
    }
    await ask("What is still to do?");
    await page.locator(".lectern-send").waitFor();
    await page.locator(".lectern-send [type=checkbox]").last().uncheck();
    await size(420, 560);
    await shoot("send-card");
  });

  test("a change", async () => {
    const edit = { call: "edit_file", args: { path: BELL, edits: [{ old: "11.4 kg", new: "11.6 kg" }] } };
    const write = { call: "write_file", args: { path: "Projects/Checklist", content: "# Checklist\n\n- [ ] dye\n" } };
    await open([{ parts: [edit, write] }], { settings: { changes: true } });
    await ask("Correct the weight, and make a checklist.");
    await page.locator(".lectern-change").first().waitFor();
    await size(600, 700);
    await top();
    await shoot("change");
  });
});
