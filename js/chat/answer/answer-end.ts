// What stands below an answer: why it is incomplete, what was left out, which model wrote it, its usage, its buttons, and
// what was sent.
import { type App, setTooltip } from "obsidian";
import type { AnswerEnd } from "../../agent/events.ts";
import { noticeOf } from "../../agent/loop/endings.ts";
import type { PlanLimit } from "../../agent/model.ts";
import type { Cut } from "../../agent/message.ts";
import { counted, t } from "../../base/translate.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import { fullestLimit, notesRead, taken } from "../amounts.ts";
import { copiedAnswer } from "./answer-text.ts";
import { copyButton, drawIcon, iconButton, textButton } from "../button.ts";
import { openSettings } from "./open-note.ts";
import { drawSent, type Sent } from "../sending/sent-list.ts";

/** What a saved conversation records about how an answer ended. */
type Remembered = Pick<AnswerEnd, "read" | "answer" | "isUngrounded"> & { readonly cut: Cut | undefined };

/** How an answer ended, as far as it is known. */
export interface Ended {
  readonly end: AnswerEnd | Remembered;
  /** The settings that it was asked with. */
  readonly settings?: ChatSettings | undefined;
  readonly sent?: Sent | undefined;
  /** Of the user's plan, if they are known. */
  readonly limits?: readonly PlanLimit[];
}

/** The user's actions on an answer. */
export interface AnswerActions {
  retry(): void;
  /** Asks again, once the user has chosen a model in the menu at `button`. */
  retryWith(button: HTMLElement): void;
  /** Asks for the rest of the answer. */
  goOn(): void;
  /** Goes on from here in a new conversation. */
  fork(): void;
  /** Opens the menu of notes for the text `source` at `button`. */
  addToNote(source: string, button: HTMLElement): void;
}

/** Draws it into `parent`, in place of what is there, for the answer with the Markdown `source`. */
export function drawEnd(
  app: App,
  parent: HTMLElement,
  source: string,
  { end, settings, sent, limits = [] }: Ended,
  actions: AnswerActions,
): void {
  parent.empty();
  if ("usage" in end) sayLeftOut(parent, end);
  const mayRetry = end.cut && drawCut(app, parent, end.cut, "usage" in end ? end : {}, actions);
  const line = parent.createDiv("lectern-chat-line");
  if (end.answer) drawWriter(line, end.answer.model);
  const words = line.createDiv({ cls: "lectern-chat-taken", attr: { dir: "auto" } });
  words.setText(
    "usage" in end && settings ? [...taken(end, settings), ...fullestLimit(limits)].join(" · ") : notesRead(end),
  );
  if (end.read.length > 0) setTooltip(words, end.read.join("\n"));
  const row = line.createDiv("lectern-chat-actions");
  if (source) {
    copyButton(row, t("Copy answer"), () => copiedAnswer(app, source));
    const add = (): void => actions.addToNote(source, toNote);
    const toNote = iconButton(row, "file-input", t("Add to a note"), add, "menu");
  }
  if (!mayRetry) iconButton(row, "refresh-cw", t("Ask again"), () => actions.retry());
  const other = iconButton(row, "bot", t("Ask another model"), () => actions.retryWith(other), "menu");
  iconButton(row, "git-fork", t("Go on in a new conversation"), () => actions.fork());
  if (sent) drawSent(parent, sent);
}

/** Draws the name of the model with the id `model`. */
function drawWriter(parent: HTMLElement, model: string): void {
  if (model === "") return;
  const text = model === "quotes" ? t("Quotes · no AI") : model;
  const el = parent.createSpan({ cls: "lectern-chat-writer", text, attr: { dir: "auto" } });
  setTooltip(el, t("Written by {model}", { model: text }));
}

/** Says what was shown to the model earlier, but not sent this time. */
function sayLeftOut(parent: HTMLElement, { withheld, gone, forgotten }: AnswerEnd): void {
  if (withheld) {
    const text = counted(
      withheld.length,
      "Left out: {n} now-excluded item and the answers based on it",
      "Left out: {n} now-excluded items and the answers based on them",
    );
    setTooltip(drawNotice(parent, "lock", text), withheld.join("\n"));
  }
  if (gone) {
    const text = counted(
      gone.length,
      "Left out: {n} item that was moved or deleted, and the answers based on it",
      "Left out: {n} items that were moved or deleted, and the answers based on them",
    );
    setTooltip(drawNotice(parent, "info", text), gone.join("\n"));
  }
  if (!forgotten) return;
  const text = counted(
    forgotten,
    "The model's context is full: {n} earlier question was left out",
    "The model's context is full: {n} earlier questions were left out",
  );
  drawNotice(parent, "info", text);
}

/** Says why the answer is incomplete, and what to do. Returns whether that is to try again. */
function drawCut(
  app: App,
  parent: HTMLElement,
  cut: Cut,
  { because, needsSettings, isFinal }: Partial<AnswerEnd>,
  actions: AnswerActions,
): boolean {
  const isFault = cut !== "cancelled" && cut !== "turns" && cut !== "length";
  const icon = isFault ? "circle-alert" : cut === "cancelled" ? "circle-stop" : "info";
  const notice = drawNotice(parent, icon, because ?? noticeOf(cut), isFault);
  const mayRetry = !needsSettings && !isFinal && (cut === "failed" || cut === "repeated" || cut === "uncalled");
  if (needsSettings) textButton(notice, t("Open settings"), () => openSettings(app), "mod-cta");
  else if (mayRetry) textButton(notice, t("Try again"), () => actions.retry());
  else if (cut === "length" || cut === "turns")
    textButton(notice, t("Continue"), () => actions.goOn(), "lectern-chat-go-on");
  return mayRetry;
}

/** Draws `text` with an icon. */
function drawNotice(parent: HTMLElement, icon: string, text: string, isFault = false): HTMLElement {
  // Not an alert: the panel's status has said it.
  const attr = { role: "note" };
  const notice = parent.createDiv({ cls: `lectern-chat-notice${isFault ? " is-error" : ""}`, attr });
  drawIcon(notice, icon);
  notice.createDiv({ cls: "lectern-chat-notice-words", text, attr: { dir: "auto" } });
  return notice;
}
