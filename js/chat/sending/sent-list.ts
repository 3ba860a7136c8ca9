// What is sent of notes, in words (`lines 1–40, 52 · 1.2 KB`), and the list "What left this device" below an answer.
import type { SentNote, SentPart } from "../../agent/ledger/sent-notes.ts";
import { counted, languageCode, t } from "../../base/translate.ts";
import { isThisDevice } from "../model/chosen-model.ts";

/** More ranges of lines than these are only counted. */
const RANGES = 8;

/** `512 bytes`, `1.2 KB`. */
export function bytesLabel(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "{n} byte", "{n} bytes");
  const size = bytes < 1e6 ? bytes / 1e3 : bytes / 1e6;
  const amount = size.toLocaleString(languageCode(), { maximumFractionDigits: size < 100 ? 1 : 0 });
  return bytes < 1e6 ? t("{size} KB", { size: amount }) : t("{size} MB", { size: amount });
}

/** What a listing sends of a note. */
const LISTED_PARTS: readonly SentPart[] = ["name", "details"];

/** `3 notes, 4.1 KB`; with others that are only named, `3 notes, 2 names, 4.2 KB`. */
export function notesLabel(notes: readonly SentNote[]): string {
  const shown = notes.filter(
    ({ lines, parts }) => lines.length > 0 || !parts.every((part) => LISTED_PARTS.includes(part)),
  );
  const named = notes.filter((note) => !shown.includes(note));
  const bytes = bytesLabel(notes.reduce((sum, { bytes }) => sum + bytes, 0));
  const size =
    named.length > 0 ? counted(named.length, "{n} name, {size}", "{n} names, {size}", { size: bytes }) : bytes;
  return shown.length > 0 || named.length === 0
    ? counted(shown.length, "{n} note, {size}", "{n} notes, {size}", { size })
    : size;
}

/** What is sent of `note`. */
export function sentLabel({ lines, parts, bytes }: SentNote): string {
  const ranges = lines.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const shown = ranges.slice(0, RANGES).join(", ") + (ranges.length > RANGES ? ", …" : "");
  const isOne = lines.length === 1 && lines[0]?.[0] === lines[0]?.[1];
  const told = [
    ...(lines.length === 0 ? [] : [isOne ? t("line {lines}", { lines: shown }) : t("lines {lines}", { lines: shown })]),
    // Lines say more than the name, which is beside them.
    ...parts
      .filter((part) => part !== "name" || (lines.length === 0 && parts.length === 1))
      .map((part) => partLabels()[part]),
  ];
  return [told.join(", "), ...(bytes > 0 ? [bytesLabel(bytes)] : [])].join(" · ");
}

const partLabels = (): Record<SentPart, string> => ({
  name: t("name only"),
  details: t("title and properties"),
  outline: t("outline"),
  picture: t("picture"),
  instructions: t("instructions"),
  change: t("change"),
  error: t("error message"),
  answers: t("what earlier answers say of it"),
});

/** Notes of which more than the name is sent, and those that are only named. */
export function byContent(notes: readonly SentNote[]): { shown: SentNote[]; named: SentNote[] } {
  const isNamed = ({ lines, parts }: SentNote): boolean => lines.length === 0 && parts.join() === "name";
  return { shown: notes.filter((note) => !isNamed(note)), named: notes.filter(isNamed) };
}

/** The number of notes that are listed. */
const LISTED = 200;

/** What the requests of one answer sent, and to whom. */
export interface Sent {
  readonly host: string;
  readonly notes: readonly SentNote[];
}

/** Draws what was sent in `parent`. */
export function drawSent(parent: HTMLElement, { host, notes }: Sent): void {
  const what = notesLabel(notes);
  if (notes.length === 0) {
    parent.createDiv({ cls: "lectern-sent", text: t("Nothing from your notes was sent to {host}", { host }) });
    return;
  }
  const text = isThisDevice(host)
    ? t("Sent to {host} on this device: {what}", { host, what })
    : t("What left this device: {what} to {host}", { host, what });
  const details = parent.createEl("details", "lectern-sent");
  details.createEl("summary", { text });
  listNotes(details, notes);
}

/** Lists `notes`. */
export function listNotes(parent: HTMLElement, notes: readonly SentNote[]): void {
  const list = parent.createEl("ul", "lectern-sent-notes");
  for (const note of notes.slice(0, LISTED)) {
    const item = list.createEl("li");
    item.createSpan({ cls: "lectern-sent-path", text: note.path, attr: { dir: "auto" } });
    item.createSpan({ cls: "lectern-sent-what", text: sentLabel(note) });
  }
  if (notes.length > LISTED) list.createEl("li", { text: `… ${notesLabel(notes.slice(LISTED))}` });
}
