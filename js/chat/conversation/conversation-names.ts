// The names of conversations: titles, what a file's name says, and saved ones grouped by date and found by words.
import type { TFile } from "obsidian";
import { languageCode, t } from "../../base/translate.ts";
import { fileNameOf } from "./new-note.ts";

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

/** A saved conversation, as far as the app knows it without reading it. */
export interface SavedEntry {
  readonly file: TFile;
  readonly isPinned: boolean;
  /** When it was begun, in milliseconds since 1970. The file's own times change with each sync. */
  readonly created: number;
}

/** Entries under one heading. */
export interface EntryGroup {
  readonly name: string;
  readonly entries: SavedEntry[];
}

/** The date at the beginning of a file's name. */
const DATE = /^\d{4}-\d{2}-\d{2} (?=.)/;

/** The date in the name of the file, with the space behind it; empty if there is none. */
export const dateIn = ({ basename }: TFile): string => DATE.exec(basename)?.[0] ?? "";

/** When the conversation in `file` was begun: by its property, or else by its name or the file's time. */
export function createdIn(file: TFile, property: unknown): number {
  const text = typeof property === "string" ? property.trim() : "";
  // As it is saved: UTC without a zone.
  const utc = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text;
  const times = [utc, `${dateIn(file).trim()}T00:00`].map((time) => Date.parse(time));
  return times.find((time) => !Number.isNaN(time)) ?? file.stat.mtime;
}

/** The name of the conversation that is saved as `file`. */
export const nameIn = ({ basename }: TFile): string => basename.replace(DATE, "");

/** Whether a conversation called `title` got the file name `name`, perhaps with a number. */
export const isNameOf = (name: string, title: string): boolean =>
  name.replace(/ \d+$/, "") === fileNameOf(title) || name === fileNameOf(title);

/** The entries whose file names have all words of `query`, whatever their case and accents. */
export function withWords(entries: readonly SavedEntry[], query: string): SavedEntry[] {
  const words = folded(query).split(/\s+/);
  return entries.filter(({ file }) => {
    const name = folded(file.basename);
    return words.every((word) => name.includes(word));
  });
}

export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Groups entries, which are newest first: pinned ones, then by day and month. */
export function groupsOf(entries: readonly SavedEntry[], now = new Date()): EntryGroup[] {
  const dayStart = (days: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
  const days = [
    { name: t("Today"), from: dayStart(0) },
    { name: t("Yesterday"), from: dayStart(1) },
    { name: t("Previous 7 days"), from: dayStart(7) },
  ];
  const month = new Intl.DateTimeFormat(languageCode(), { month: "long", year: "numeric" });
  const groups = new Map<string, SavedEntry[]>();
  const add = (name: string, entry: SavedEntry): void => void groups.set(name, [...(groups.get(name) ?? []), entry]);
  for (const entry of entries.filter(({ isPinned }) => isPinned)) add(t("Pinned"), entry);
  for (const entry of entries.filter(({ isPinned }) => !isPinned)) {
    const { created } = entry;
    add(days.find(({ from }) => created >= from)?.name ?? month.format(created), entry);
  }
  return [...groups].map(([name, list]) => ({ name, entries: list }));
}
