// What the panel shows before the first question: what it does, and suggested questions about recent notes, if the notes
// answer them.
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { firstRunCard } from "./model/first-run.ts";
import { drawIcon, textButton } from "./button.ts";
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
  const { chat } = await settings.load().catch(() => ({ chat: undefined }));
  // Above the questions, which come later: what can be pressed must not move.
  if (chat?.isChosen === false) {
    const card = firstRunCard(el, {
      store: settings,
      chosen: (provider) => {
        card.remove();
        chosen(provider !== "quotes");
      },
    });
  }
  const questions = el.createDiv({
    cls: "lectern-chat-questions",
    attr: { role: "group", "aria-label": t("Suggested questions") },
  });
  for (const question of await suggestedQuestions(api)) {
    textButton(questions, question, () => ask(question), "lectern-chat-ask").setAttr("dir", "auto");
  }
}

/** What the empty state depends on: the exclusion rules, and whether a model was chosen; as a string. */
export const rulesOf = ({ current }: SettingsStore): string =>
  JSON.stringify([current?.closed, current?.patterns, current?.closedTags, current?.chat.isChosen]);

/** How many of the notes changed last are looked at. In a larger vault, only an index that is there is searched. */
const NOTES = 60;

/** The maximum number of questions. */
const QUESTIONS = 3;

/** The least bytes of a note that says something. */
const LEAST_BYTES = 10;

/** How many notes are looked for elsewhere. */
const TRIED = 5;

/** Titles that fit into a question: 3 to 40 characters, and not only a number or a date such as `2025-03-01`. */
const TITLE = /^(?![\d\s.\-_/]*$).{3,40}$/su;

/** A note with a title for a question. */
interface TitledNote {
  readonly path: string;
  readonly title: string;
}

/** At most three questions, each worded differently. */
async function suggestedQuestions(api: LecternApi): Promise<string[]> {
  const listed = await api.call("list_files", { pattern: "*.md", sort: "modified", limit: NOTES });
  const { entries = [], next } = listed.structuredContent;
  const files = entries.flatMap((entry) => ("mtime" in entry && entry.size >= LEAST_BYTES ? [entry] : []));
  const notes = files.flatMap(({ path, title }) => titled(path, title));
  const isQuick = next === undefined || api.indexed()?.unread === 0;
  const tasks = isQuick ? await withTasks(api) : undefined;
  const others = notes.filter(({ path }) => path !== tasks?.path);
  const mentioned = isQuick ? await mentionedNote(api, others) : undefined;
  const [about, other] = others.filter(({ path }) => path !== mentioned?.path);
  const questions = [
    about && t("What do my notes say about {title}?", { title: about.title }),
    mentioned && t("Where do I mention {title}?", { title: mentioned.title }),
    tasks && t("What is still to do in {title}?", { title: tasks.title }),
    other && t("What is in {title}?", { title: other.title }),
  ];
  return questions.filter((question) => question !== undefined).slice(0, QUESTIONS);
}

function titled(path: string, title = path.replace(/^.*\//s, "").replace(/\.md$/i, "")): TitledNote[] {
  const plain = title.replace(/^[\p{Extended_Pictographic}\ufe0f\s]+/u, "").trim();
  return TITLE.test(plain) ? [{ path, title: plain }] : [];
}

/** The note changed last that has open tasks. */
async function withTasks(api: LecternApi): Promise<TitledNote | undefined> {
  const { structuredContent } = await api.call("search_notes", { tasks: "open", sort: "-file.changed", limit: TRIED });
  return (structuredContent.notes ?? []).flatMap(({ path }) => titled(path))[0];
}

/** The first of `notes` that another note mentions. */
async function mentionedNote(api: LecternApi, notes: readonly TitledNote[]): Promise<TitledNote | undefined> {
  for (const note of notes.slice(0, TRIED)) {
    const { structuredContent } = await api.call("search_notes", { query: JSON.stringify(note.title), limit: 2 });
    if (structuredContent.notes?.some(({ path }) => path !== note.path)) return note;
  }
  return undefined;
}
