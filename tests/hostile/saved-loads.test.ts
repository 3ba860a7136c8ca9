// A saved conversation that is opened as a note loads nothing, whatever a model, a note, a server or the user wrote:
// three parsers render it in Chromium, with every request watched. And it loads again unchanged.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import type { Message } from "../../js/agent/message.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { standsAsItIs } from "../../js/agent/saved/inert.ts";
import { closePages } from "../obsidian/browser.ts";
import { effort, TIMEOUT_MS } from "./effort.ts";
import { Rendering } from "./rendering.ts";

let rendering: Rendering;
beforeAll(async () => {
  rendering = await Rendering.open();
});
afterAll(closePages);

/** An address that must not be asked for. */
const E = "https://evil.invalid/x";
const IMAGE = `<img src="${E}">`;

/** In each of these some parser sees an image where another sees code. */
const SEEN_OTHERWISE = [
  `\\<https://a.b![x](${E})>`,
  `\`<https://a.b\`![x](${E})>`,
  `[a](\`)![x](${E})\``,
  `| a | b |\n| - | - |\n| \` | ${IMAGE} \` |`,
  `[[Note|\`]]${IMAGE}\``,
  `https://a.b/\`${IMAGE}\``,
  `$\`$${IMAGE}\``,
  `<b>\n\`\`\`\n\n${IMAGE}\n\`\`\``,
  `$$\n\`\`\`\n$$\n${IMAGE}\n\`\`\``,
  `%%\n\`\`\`\n%%\n${IMAGE}\n\`\`\``,
  `- a\n  \`\`\`\n${IMAGE}\n  \`\`\``,
  `\`\`\`\n\`\`\`\`\n${IMAGE}\n\`\`\``,
  `~~~\n\`\`\`\n~~~\n${IMAGE}\n\`\`\``,
];
/** What loads something. */
const LOADING = [
  ...[`![x](${E})`, `![x][r]`, `![r]`, `[r]: ${E}\n`, `![[Note]]`, `![[${E}]]`, `[![x](${E})](${E})`, IMAGE],
  ...[
    `<IMG SRC='${E}'/>`,
    `<img\nsrc=${E}>`,
    `<iframe src=${E}></iframe>`,
    `<video src=${E}></video>`,
    `</p><img src=${E}>`,
  ],
  ...[
    `<svg><image href="${E}"/></svg>`,
    `<p style="background:url(${E})">x</p>`,
    `<style>p{background:url(${E})}</style>`,
  ],
  ...["&lt;img src=x&gt;", `&#33;[x](${E})`, `&#x3c;img src=${E}>`, `!\u200b[x](${E})`, `! [x](${E})`, `!<b>[x](${E})`],
  ...[`$$\\style{background:url(${E})}{x}$$`, `\\style{background:url(${E})}{x}`],
];
/** What decides where code, links, cells, lists and markup begin and end. */
const SIGNS = [
  ...[
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "\n```\n",
    "\n```js\n",
    "\n~~~\n",
    "\n  ```\n",
    "\n    ```\n",
    "\n> ```\n",
    "\n- ```\n",
  ],
  ...[
    "$",
    "$$",
    "\n$$\n",
    "\n\n$$\n",
    "%%",
    "\n%%\n",
    "[[",
    "[[Note|",
    "]]",
    "[",
    "]",
    "[a](",
    "](",
    ")",
    "\\",
    "|",
    " | ",
  ],
  ...[
    "\n| a | b |\n| - | - |\n| ",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n> [!note] ",
    "\n[^1]: ",
    "^[",
    "\n# ",
    "\n---\n",
    "===",
  ],
  ...[
    "<",
    ">",
    "<b>",
    "\n<b>\n",
    "<br>",
    "</s>",
    "<!--",
    "-->",
    "\n<!-- lectern:answer {} -->\n",
    "<div>",
    "</div>\n",
    "<pre>",
  ],
  ...[
    "<https://a.b",
    "<https://a.b>",
    "<a@b.c>",
    "https://a.b/",
    "www.a.b/",
    "<%",
    "`$=",
    "`=",
    "jsx",
    "&",
    ";",
    "!",
    "#",
  ],
  ...[
    "\n",
    "\n",
    "\n\n",
    " ",
    "   ",
    "    ",
    "\t",
    "text",
    "a",
    "\r",
    "\u2028",
    "\0",
    "\u0085",
    "\ufeff",
    "\v",
    "\f",
    "\u00a0",
  ],
];
/** Lines that open or close something, and what loads. */
const LINES = [
  ...["```", "```", "```js", "````", "~~~", "  ```", "  ```js", "    ```", "> ```", "- ```", "`", "``"],
  ...["- a", "  a", "", "", "", "text", "> a", "<b>", "<br>", "$$", "$$ a $$", "%%", "[[", "| a | b |", "| - | - |"],
  ...[IMAGE, `![x](${E})`, `  ${IMAGE}`, `  $$\\style{background:url(${E})}{x}$$`],
];
/** An opening, a sign in it that may be code's, and behind them what loads. */
const claimed = fc
  .tuple(...[SIGNS, SIGNS, SIGNS, LOADING, SIGNS].map((all) => fc.constantFrom(...all)))
  .map(([open = "", sign = "", close = "", loading = "", end = ""]) => open + sign + close + loading + sign + end);
const texts = fc.oneof(
  fc.array(fc.constantFrom(...LINES), { maxLength: 9 }).map((lines) => lines.join("\n")),
  fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SIGNS) }, fc.constantFrom(...LOADING)), {
      maxLength: 12,
    })
    .map((parts) => parts.join("")),
  // Most of these stand as they are.
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 8 }).map((parts) => parts.join("")),
  fc
    .array(fc.oneof(claimed, fc.constantFrom(...SEEN_OTHERWISE, ...SIGNS)), { maxLength: 3 })
    .map((parts) => parts.join("")),
);

/** Whatever a model, a note or a server can say is `text`. */
function conversationOf([question, answer, next, other]: readonly [string, string, string, string]): Message[] {
  const reply: Reply = {
    content: [
      { type: "text", text: other },
      { type: "text", text: question },
    ],
    isError: true,
    structuredContent: {
      display: other,
      files: [{ path: other, start_line: 1, end_line: 1, total_lines: 1 }],
      notes: [],
      error: { code: "denied", message: other, help: other },
    } as unknown as Reply["structuredContent"],
  };
  return [
    { role: "user", text: question, attachments: [{ path: other, startLine: 1, endLine: 2, reply }] },
    {
      role: "assistant",
      text: answer,
      calls: [{ id: other, tool: other, args: other, opaque: other }],
      model: other,
      opaque: [other],
    },
    { role: "tool", id: other, tool: other, reply },
    { role: "assistant", text: next, calls: [], model: other, cut: "cancelled" },
    { role: "user", text: next, attachments: [] },
    { role: "assistant", text: answer, calls: [], model: other },
  ];
}

test("what loads something does so in this page", async () => {
  for (const text of SEEN_OTHERWISE) expect(await rendering.loads([text]), text).toContain(E);
});

test("a saved conversation loads nothing, and comes back as it was", { timeout: TIMEOUT_MS }, async () => {
  let [standing, all] = [0, 0];
  const conversations = fc.array(fc.tuple(texts, texts, texts, texts), { minLength: 1, maxLength: 40, size: "max" });
  await fc.assert(
    fc.asyncProperty(conversations, async (said) => {
      const saved = said.map((one) => ({ title: one[3], created: 0, messages: conversationOf(one) }));
      const notes = saved.map((one) => toMarkdown(one));
      expect(notes.map(fromMarkdown)).toEqual(saved);
      expect(await rendering.loads(notes)).toEqual([]);
      standing += said.flat().filter(standsAsItIs).length;
      all += said.length * 4;
    }),
    effort(8),
  );
  // Or nothing was shown by this.
  expect(standing / all).toBeGreaterThan(0.1);
});

test("what was seen otherwise by some parser is put into a fence", async () => {
  for (const text of SEEN_OTHERWISE) {
    expect(standsAsItIs(text), text).toBe(false);
    const messages = conversationOf([text, text, text, text]);
    expect(await rendering.loads([toMarkdown({ title: text, created: 0, messages })]), text).toEqual([]);
  }
});
