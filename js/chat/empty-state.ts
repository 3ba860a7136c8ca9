// What the panel shows before the first question: what it does, and suggested questions about this vault's notes.
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { firstRunCard } from "./first-run.ts";
import { drawIcon } from "./button.ts";
import { suggestedQuestions } from "./suggested-questions.ts";
import { t } from "../base/translate.ts";

const lines = (): readonly (readonly [icon: string, text: string])[] => [
  ["message-circle", t("Ask your notes, and see what is read for the answer.")],
  ["quote", t("Every claim leads to the line it came from.")],
  ["lock", t("What you exclude is never read, and not even named.")],
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
  for (const [icon, text] of lines()) {
    const line = list.createEl("li");
    drawIcon(line, icon);
    line.createSpan({ text });
  }
  const questions = el.createDiv({
    cls: "lectern-chat-questions",
    attr: { role: "group", "aria-label": t("Suggested questions") },
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
  for (const question of await suggestedQuestions(api)) {
    const button = questions.createEl("button", { cls: "lectern-chat-ask", text: question, attr: { dir: "auto" } });
    button.addEventListener("click", () => ask(question));
  }
}

/** What the empty state depends on: the exclusion rules, and whether a model was chosen; as a string. */
export const rulesOf = ({ current }: SettingsStore): string =>
  JSON.stringify([current?.closed, current?.patterns, current?.closedTags, current?.chat.isChosen]);
