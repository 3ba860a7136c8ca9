// The card that shows what is about to be sent, and waits for the user. Afterwards it is one line.
import type { SentNote } from "../../agent/ledger/sent-notes.ts";
import { counted, t } from "../../base/translate.ts";
import { drawIcon, singleClickButton } from "../button.ts";
import { chosenIn, drawCard, endCard, hasFocus } from "../card.ts";
import type { SendChoice, SendQuestion } from "./send-review.ts";
import { byContent, bytesLabel, notesLabel, sentLabel } from "./sent-list.ts";

/** The most paths that the line names. */
const NAMED = 5;

/** Draws the card in `parent`. Resolves to the user's choice; aborting the signal sends nothing. */
export function askToSend(parent: HTMLElement, question: SendQuestion): Promise<SendChoice> {
  const { host, notes, tokens, isLater, isLast, signal } = question;
  const title = isLater ? t("Send what was read to {host}?", { host }) : t("Send this to {host}?", { host });
  const card = drawCard(parent, title, "lectern-send");
  const head = card.createDiv("lectern-change-head");
  drawIcon(head, "send");
  head.createSpan({ cls: "lectern-change-file", text: title, attr: { dir: "auto" } });
  const about = counted(tokens, "About {n} token", "About {n} tokens");
  const what = notes.length === 0 ? t("Your question, and nothing from your notes") : notesLabel(notes);
  card.createDiv({ cls: "lectern-send-about", text: `${what} · ${about}` });
  const leftOut = drawNotes(card, notes);
  const later = t("While answering, the model can read more of your notes. Excluded notes are never sent.");
  if (isLast) card.createDiv({ cls: "lectern-send-about", text: later });
  const actions = card.createDiv("lectern-change-actions");
  return chosenIn<SendChoice>(signal, (choose) => {
    const decide = (choice: SendChoice): void => {
      endCard(card, [{ icon: choice ? "check" : "x", text: outcome(host, choice) }], hasFocus(card));
      choose(choice);
    };
    singleClickButton(actions, t("Send"), () => decide(leftOut()), "lectern-change-accept");
    singleClickButton(actions, t("Cancel"), () => decide(undefined), "lectern-change-reject");
    return () => decide(undefined);
  });
}

/** What was decided, in words. */
function outcome(host: string, choice: SendChoice): string {
  if (!choice) return t("Not sent to {host}", { host });
  if (choice.length === 0) return t("Sent to {host}", { host });
  const paths = choice.slice(0, NAMED).join(", ") + (choice.length > NAMED ? ", …" : "");
  return t("Sent to {host}. Left out of this conversation: {paths}", { host, paths });
}

/** Lists what is sent, each with a box; all names without content have one. Returns what gives the paths left out. */
function drawNotes(card: HTMLElement, notes: readonly SentNote[]): () => string[] {
  const { shown, named } = byContent(notes);
  const list = card.createEl("ul", "lectern-send-notes");
  const rows = shown.map((note) => drawRow(list, note.path, sentLabel(note), [note]));
  if (named.length > 0) {
    const bytes = named.reduce((sum, note) => sum + note.bytes, 0);
    const names = counted(named.length, "Name of {n} file or folder", "Names of {n} files and folders");
    const row = drawRow(list, names, bytesLabel(bytes), named);
    rows.push(row);
    const details = row.item.createEl("details");
    details.createEl("summary", { text: t("Show names") });
    details.createEl("pre", { text: named.map(({ path }) => path).join("\n"), attr: { tabindex: "0", dir: "auto" } });
  }
  return () => rows.flatMap(({ box, notes }) => (box.checked ? [] : notes.map(({ path }) => path)));
}

/** A row whose box is checked for what is sent. */
interface Row {
  readonly item: HTMLElement;
  readonly box: HTMLInputElement;
  readonly notes: readonly SentNote[];
}

function drawRow(list: HTMLElement, name: string, what: string, notes: readonly SentNote[]): Row {
  const item = list.createEl("li");
  const label = item.createEl("label");
  const box = label.createEl("input", { type: "checkbox", attr: { "aria-label": t("Send {name}", { name }) } });
  box.checked = true;
  const words = label.createDiv("lectern-send-words");
  words.createSpan({ cls: "lectern-sent-path", text: name, attr: { dir: "auto" } });
  words.createSpan({ cls: "lectern-sent-what", text: what });
  box.addEventListener("change", () => item.toggleClass("is-left-out", !box.checked));
  return { item, box, notes };
}
