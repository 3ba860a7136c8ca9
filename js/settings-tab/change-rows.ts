// The rows about changes to notes: whether they are allowed, which files stay as they are, and who approves.
import { Setting } from "obsidian";
import type { ApproveMode, CorrectMode } from "../settings/chat-settings.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { type Form, linesIn } from "./form.ts";
import { t } from "../base/translate.ts";

const modes = (): Record<ApproveMode, string> => ({
  ask: t("Ask every time"),
  folder: t("Ask once per conversation and folder"),
  accept: t("Accept edits"),
  plan: t("Plan only"),
});
const correctModes = (): Record<CorrectMode, string> => ({ off: t("Off"), ask: t("Ask"), on: t("On") });

/** Draws the rows. `again` redraws the tab. */
export function changeRows(form: Form, containerEl: HTMLElement, settings: Settings, again: () => void): void {
  const allow = new Setting(containerEl)
    .setName(t("Allow changes to notes"))
    .setDesc(t("Let the model propose to change, create, move and delete notes. Excluded notes can't be changed."));
  allow.addToggle((toggle) =>
    toggle.setValue(settings.changes).onChange(async (changes) => {
      if (await form.change(allow, { changes })) again();
    }),
  );
  if (!settings.changes) return;

  const mode = new Setting(containerEl)
    .setName(t("Approve changes"))
    .setDesc(
      t(
        "Lectern always asks before a note is deleted or loses more than half of its lines, and once an answer has changed 5 files. Plan only shows changes without making them.",
      ),
    );
  mode.addDropdown((dropdown) =>
    dropdown
      .addOptions(modes())
      .setValue(settings.chat.approve)
      .onChange((approve) => void form.changeChat(mode, { approve: approve as ApproveMode })),
  );

  const correct = new Setting(containerEl)
    .setName(t("Correct changes with warnings"))
    .setDesc(t("Send a change with warnings back to the model once, before you see it. Ask: only if you choose to."));
  correct.addDropdown((dropdown) =>
    dropdown
      .addOptions(correctModes())
      .setValue(settings.chat.correct)
      .onChange((value) => void form.changeChat(correct, { correct: value as CorrectMode })),
  );

  const readOnly = new Setting(containerEl)
    .setName(t("Read-only files"))
    .setDesc(t("Files that are never changed. One pattern per line, as in a .gitignore file."));
  readOnly.addTextArea((text) =>
    text
      .setPlaceholder("Templates/")
      .setValue(settings.readOnly.join("\n"))
      .onChange((value) => void form.change(readOnly, { readOnly: linesIn(value) })),
  );
}
