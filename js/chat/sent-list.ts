// "What left this device", below an answer: folded, one line a note.
import type { SentNote } from "../agent/ledger/sent-notes.ts";
import { t } from "../base/translate.ts";
import { isThisDevice } from "./chosen-model.ts";
import { notesLabel, sentLabel } from "./sent-words.ts";

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
