// A conversation of 200 messages and 500 rows, and a long answer to request in it.
import type { Page } from "playwright-core";
import type { Message } from "../../js/agent/message.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import type { Reply } from "../../pkg/lectern.js";
import { varied } from "../models/turns.ts";
import type { Release } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, gate, openChat } from "./chat.ts";

const EXCHANGES = 100;
const ROWS = 5;
const LINES = Array.from({ length: 40 }, (_, index) => `${index + 1}: Line ${index + 1} of a note about lamps.`).join(
  "\n",
);

const reply = (path: string): Reply => ({
  content: [{ type: "text", text: LINES }],
  isError: false,
  structuredContent: { display: `Read lines 1–40 of 40 in ${path}`, files: [] },
});

const ANSWER = [
  "## What the notes say\n\n",
  "The lamp is cleaned **every week**, with water and vinegar, as it says in [[Notes/Lamp#L4-6]]. ",
  "The glass has to be dry before the shutters close.\n\n",
  "1. Take the glass off.\n2. Rinse it.\n3. Dry it with linen.\n\n",
  "| part | what | how often |\n| --- | --- | --- |\n| glass | rinse | weekly |\n| wick | trim | daily |\n\n",
  "```js\nconst lamp = { glass: 9, wick: 1 };\nlight(lamp);\n```\n\n",
  "> Nobody ever wrote down who lit it first. [[Notes/Lamp#L9]]\n\n",
].join("");

/** Longer than most answers; a piece is about a token, and no model writes so many between two frames. */
const PIECES =
  Array.from(varied(59).split(" "), (word) => `${word} ${ANSWER}`)
    .join("")
    .match(/[^]{1,5}/g) ?? [];
const A_FRAME = 10;
/** Its length. */
export const WHOLE = PIECES.join("").length;

function longConversation(): Message[] {
  return Array.from({ length: EXCHANGES }, (_, exchange): Message[] => {
    const calls = Array.from({ length: ROWS }, (_, row) => ({
      id: `call-${exchange}-${row}`,
      tool: "read_file",
      args: JSON.stringify({ path: `Notes/Note ${row}.md` }),
    }));
    return [
      { role: "user", text: `Question ${exchange}: what about the lamp?`, attachments: [] },
      { role: "assistant", text: "", calls, model: "scripted" },
      ...calls.map(({ id, tool }, row): Message => ({ role: "tool", id, tool, reply: reply(`Notes/Note ${row}.md`) })),
      { role: "assistant", text: ANSWER, calls: [], model: "scripted" },
    ];
  }).flat();
}

/** Opens the panel with the long conversation in it. */
export async function openLong(model: StandIn, release?: Release): Promise<Page> {
  const markdown = toMarkdown({ title: "Lamps", created: Date.UTC(2026, 0, 1), messages: longConversation() });
  const note = `# Lamp\n\n${"A lamp.\n".repeat(20)}`;
  return openChat({
    files: { "Lectern/Lamps.md": markdown, "Notes/Lamp.md": note },
    standIn: model,
    ...(release && { release }),
    chat: { contextTokens: 2_000_000 },
  });
}

/** Shows it. */
export async function showLong(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.app.workspace
      .getLeavesOfType("lectern-chat")[0]
      ?.setViewState({ type: "lectern-chat", state: { file: "Lectern/Lamps.md" } }),
  );
  await answered(20, page);
}

/** Several reads at once. */
const READS = {
  parts: Array.from({ length: 8 }, (_, row) => ({
    call: "read_file",
    args: { path: "Notes/Lamp.md", start_line: row + 1 },
  })),
};

/** Asks, and streams the long answer: some pieces between two frames. `begun` is called once the first one is shown. */
export async function streamAnswer(page: Page, model: StandIn, begun: () => Promise<unknown>): Promise<void> {
  const gates = Array.from({ length: PIECES.length / A_FRAME }, () => gate());
  const pieces = gates.flatMap(({ opened }, index) => [
    { wait: opened },
    ...PIECES.slice(index * A_FRAME, (index + 1) * A_FRAME),
  ]);
  model.script(READS, { parts: ["First ", ...pieces] });
  await ask("And now?", page);
  await page.locator(".lectern-chat-answer.is-busy .lectern-chat-text").waitFor();
  await begun();
  for (const { open } of gates) {
    open();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await answered(20, page);
}

/** Asks, and gives the long answer in one piece. */
export async function wholeAnswer(page: Page, model: StandIn): Promise<void> {
  const whole = PIECES.map((content) => {
    const choices = [{ index: 0, delta: { content }, finish_reason: null }];
    return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
  }).join("");
  model.script(READS, { parts: [{ raw: whole }] });
  await ask("And now?", page);
  await answered(20, page);
}
