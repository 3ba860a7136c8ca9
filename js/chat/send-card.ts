// The card that shows what is about to be sent, and waits for the user. Afterwards it is one line.
import type { SentNote } from "../agent/ledger/sent-notes.ts";
import { counted, t } from "../base/translate.ts";
import { drawIcon } from "./button.ts";
import type { SendChoice, SendQuestion } from "./send-review.ts";
import { byContent, bytesLabel, notesLabel, sentLabel } from "./sent-words.ts";

/** Draws the card in `parent`. Resolves to the user's choice; aborting the signal sends nothing. */
export function askToSend(parent: HTMLElement, question: SendQuestion): Promise<SendChoice> {
  const { host, notes, tokens, isLater, isLast, signal } = question;
  return new Promise((resolve) => {
    const title = isLater ? t("Send what was read to {host}?", { host }) : t("Send this to {host}?", { host });
    // The panel's status announces it; the log around it must not read all of it.
    const attr = { role: "group", "aria-label": title, "aria-live": "off" };
    const card = parent.createDiv({ cls: "lectern-change lectern-send", attr });
    const head = card.createDiv("lectern-change-head");
    drawIcon(head, "send");
    head.createSpan({ cls: "lectern-change-file", text: title, attr: { dir: "auto" } });
    const about = counted(tokens, "About {n} token", "About {n} tokens");
    const what = notes.length === 0 ? t("Your question, and nothing from your notes") : notesLabel(notes);
    card.createDiv({ cls: "lectern-send-about", text: `${what} · ${about}` });

    const { shown, named } = byContent(notes);
    const list = card.createEl("ul", "lectern-send-notes");
    const rows = shown.map((note) => row(list, note.path, sentLabel(note), [note]));
    if (named.length > 0) {
      const bytes = named.reduce((sum, note) => sum + note.bytes, 0);
      const names = counted(named.length, "Name of {n} file or folder", "Names of {n} files and folders");
      const el = row(list, names, bytesLabel(bytes), named);
      rows.push(el);
      const details = el.item.createEl("details");
      details.createEl("summary", { text: t("Show names") });
      details.createEl("pre", { text: named.map(({ path }) => path).join("\n"), attr: { tabindex: "0", dir: "auto" } });
    }
    const later = t("While answering, the model can read more of your notes. Excluded notes are never sent.");
    if (isLast) card.createDiv({ cls: "lectern-send-about", text: later });

    const actions = card.createDiv("lectern-change-actions");
    const button = (text: string, cls: string, choice: () => SendChoice): HTMLButtonElement => {
      const el = actions.createEl("button", { text, cls, attr: { type: "button" } });
      // The second click of a double click is meant for what was here before.
      el.addEventListener("click", ({ detail }) => detail > 1 || decide(choice()));
      return el;
    };
    const leftOut = (): string[] =>
      rows.flatMap(({ box, notes }) => (box.checked ? [] : notes.map(({ path }) => path)));
    button(t("Send"), "lectern-change-accept", leftOut);
    button(t("Cancel"), "lectern-change-reject", () => undefined);
    const stopped = (): void => decide(undefined);

    function decide(choice: SendChoice): void {
      signal.removeEventListener("abort", stopped);
      const hadFocus = card.contains(card.doc.activeElement);
      card.empty();
      card.addClass("is-decided");
      const line = card.createDiv("lectern-change-outcome");
      drawIcon(line, choice ? "check" : "x");
      line.createSpan({ text: outcome(choice), attr: { dir: "auto" } });
      if (hadFocus) {
        // Keeps the place of the keyboard in the conversation.
        card.setAttr("tabindex", "-1");
        card.focus({ preventScroll: true });
      }
      resolve(choice);
    }

    function outcome(choice: SendChoice): string {
      if (!choice) return t("Not sent to {host}", { host });
      if (choice.length === 0) return t("Sent to {host}", { host });
      const paths = choice.slice(0, 5).join(", ") + (choice.length > 5 ? ", …" : "");
      return t("Sent to {host}. Left out of this conversation: {paths}", { host, paths });
    }

    if (signal.aborted) stopped();
    else signal.addEventListener("abort", stopped);
  });
}

/** A row whose box is checked for what is sent. */
interface Row {
  readonly item: HTMLElement;
  readonly box: HTMLInputElement;
  readonly notes: readonly SentNote[];
}

function row(list: HTMLElement, name: string, what: string, notes: readonly SentNote[]): Row {
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
