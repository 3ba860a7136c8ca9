// What the panel shows before the first question: what it does, and suggested questions about this vault's notes.
import type { Entry } from "../../pkg/lectern.js";
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { firstRunCard } from "./first-run.ts";
import { drawIcon } from "./button.ts";

/** The maximum number of suggested questions. */
const QUESTIONS = 3;
/** How many notes are listed to find titles for them. */
const NOTES = 60;
/** Titles that fit into a question: 3 to 40 characters, and not only a number or a date such as `2025-03-01`. */
const TITLE = /^(?![\d\s.\-_/]*$).{3,40}$/su;

const LINES: readonly (readonly [icon: string, text: string])[] = [
  ["message-circle", "Ask your notes, and see what is read for the answer."],
  ["quote", "Every claim leads to the line it came from."],
  ["lock", "What you exclude stays excluded: it is not read, and not even named."],
];

/** What the empty state needs from the panel. */
export interface EmptyParts {
  readonly api: LecternApi;
  readonly settings: SettingsStore;
  readonly ask: (question: string) => void;
  readonly chosen: (needsSettings: boolean) => void;
}

/** Draws the empty state into `parent`. Resolves once the questions are shown. */
export async function drawEmpty(parent: HTMLElement, { api, settings, ask, chosen }: EmptyParts): Promise<void> {
  const el = parent.createDiv("lectern-chat-empty");
  const list = el.createEl("ul", { cls: "lectern-chat-empty-lines" });
  for (const [icon, text] of LINES) {
    const line = list.createEl("li");
    drawIcon(line, icon);
    line.createSpan({ text });
  }
  const questions = el.createDiv({
    cls: "lectern-chat-questions",
    attr: { role: "group", "aria-label": "Questions to begin with" },
  });
  const card = el.createDiv();
  const { chat } = await settings.load().catch(() => ({ chat: undefined }));
  if (chat?.isChosen === false) {
    firstRunCard(card, {
      store: settings,
      chosen: (provider) => {
        card.empty();
        chosen(provider !== "quotes");
      },
    });
  }
  const { structuredContent } = await api.call("list_files", { pattern: "*.md", sort: "modified", limit: NOTES });
  for (const question of questionsFrom(structuredContent.entries ?? [])) {
    const button = questions.createEl("button", { cls: "lectern-chat-ask", text: question, attr: { dir: "auto" } });
    button.addEventListener("click", () => ask(question));
  }
}

/** Questions about the most recently changed notes, each worded differently. */
function questionsFrom(entries: readonly Entry[]): string[] {
  const forms = [
    (title: string) => `What do my notes say about ${title}?`,
    (title: string) => `Where do I mention ${title}?`,
    (title: string) => `What is still open in ${title}?`,
  ];
  const titles = new Set<string>();
  for (const entry of entries) {
    if (!("mtime" in entry)) continue;
    const title = (entry.title ?? entry.path.replace(/^.*\//s, "").replace(/\.md$/i, ""))
      .replace(/^[\p{Extended_Pictographic}\ufe0f\s]+/u, "")
      .trim();
    if (TITLE.test(title)) titles.add(title);
  }
  return [...titles].slice(0, QUESTIONS).flatMap((title, index) => forms[index]?.(title) ?? []);
}
