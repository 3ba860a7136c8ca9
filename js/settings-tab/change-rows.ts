// The rows about changes to notes: whether they are allowed, which files stay as they are, and who approves.
import { Setting } from "obsidian";
import type { ApproveMode, CorrectMode } from "../settings/chat-settings.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { type Form, linesIn } from "./form.ts";

const MODES: Readonly<Record<ApproveMode, string>> = {
  ask: "Ask every time",
  folder: "Ask once per conversation and folder",
  accept: "Accept edits",
  plan: "Plan only",
};
const CORRECT_MODES: Readonly<Record<CorrectMode, string>> = { off: "Off", ask: "Ask", on: "On" };

/** Draws the rows. `again` redraws the tab. */
export function changeRows(form: Form, containerEl: HTMLElement, settings: Settings, again: () => void): void {
  const allow = new Setting(containerEl)
    .setName("Allow changes to notes")
    .setDesc("The model can propose to change, create and delete notes. Excluded notes stay out of reach.");
  allow.addToggle((toggle) =>
    toggle.setValue(settings.changes).onChange(async (changes) => {
      if (await form.change(allow, { changes })) again();
    }),
  );
  if (!settings.changes) return;

  const mode = new Setting(containerEl)
    .setName("Approve changes")
    .setDesc(
      "Lectern always asks before a note is deleted or loses more than half of its lines, and when an answer " +
        "changes more than 5 files. Plan only shows changes, but makes none.",
    );
  mode.addDropdown((dropdown) =>
    dropdown
      .addOptions(MODES)
      .setValue(settings.chat.approve)
      .onChange((approve) => void form.changeChat(mode, { approve: approve as ApproveMode })),
  );

  const correct = new Setting(containerEl)
    .setName("Let the model correct")
    .setDesc("A change with warnings goes back to the model once, before you see it. Ask: only if you say so.");
  correct.addDropdown((dropdown) =>
    dropdown
      .addOptions(CORRECT_MODES)
      .setValue(settings.chat.correct)
      .onChange((value) => void form.changeChat(correct, { correct: value as CorrectMode })),
  );

  const readOnly = new Setting(containerEl)
    .setName("Read-only files")
    .setDesc("Patterns of files that are never changed. One per line, as in a .gitignore file.");
  readOnly.addTextArea((text) =>
    text
      .setPlaceholder("Templates/")
      .setValue(settings.readOnly.join("\n"))
      .onChange((value) => void form.change(readOnly, { readOnly: linesIn(value) })),
  );
}
