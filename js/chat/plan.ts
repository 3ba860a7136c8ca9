// The changes that a conversation planned, collected in one document.
import type { ChangeMade } from "../../pkg/lectern.js";
import type { Message } from "../agent/message.ts";
import { t } from "../base/translate.ts";

/** The planned changes in `messages`, in order. */
export const plannedIn = (messages: readonly Message[]): ChangeMade[] =>
  messages.flatMap((message) => {
    const change = message.role === "tool" ? message.reply.structuredContent.change : undefined;
    return change?.outcome === "planned" ? [change] : [];
  });

/** The document, in Markdown. Each change is a unified diff. */
export function planText(changes: readonly ChangeMade[]): string {
  const parts = changes.map(({ path, diff }) => {
    const mark = fenceAround(diff, 3);
    return `## ${inCode(path)}\n\n${mark}diff\n${diff.replace(/\n?$/, "\n")}${mark}\n`;
  });
  return [`# ${t("Plan")}\n\n${t("None of these changes has been made.")}\n`, ...parts].join("\n");
}

function inCode(text: string): string {
  const mark = fenceAround(text, 1);
  return `${mark} ${text} ${mark}`;
}

/** More backticks than `text` has in a row, but at least `least`. */
const fenceAround = (text: string, least: number): string =>
  "`".repeat((text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length + 1), least));
