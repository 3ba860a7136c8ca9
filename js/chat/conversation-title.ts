// The title of a conversation.
import type { TFile } from "obsidian";
import { isNameOf, nameIn } from "./conversation-groups.ts";

/** Longer titles are truncated. */
const TITLE_LETTERS = 80;

/** `text`, the saved title or the first question, as a title; the name of `file` if the user renamed that. */
export function titleIn(file: TFile | undefined, text: string): string {
  const name = file && nameIn(file);
  if (name !== undefined && !isNameOf(name, text.replace(/\s+/g, " ").trim())) return name;
  return titleOf(text);
}

/** `text` in one line, truncated. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > TITLE_LETTERS ? `${line.slice(0, TITLE_LETTERS - 1).trimEnd()}…` : line;
}
