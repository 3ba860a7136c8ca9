// The rows about changes to notes: whether they are allowed, which files stay as they are, and who approves.
import type { ApproveMode, CorrectMode } from "../settings/chat-settings.ts";
import { t } from "../base/translate.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

const modes = (): Record<ApproveMode, string> => ({
  ask: t("Ask every time"),
  folder: t("Ask once per conversation and folder"),
  accept: t("Accept edits"),
  plan: t("Plan only"),
});
const correctModes = (): Record<CorrectMode, string> => ({ off: t("Off"), ask: t("Ask"), on: t("On") });

/** The rows. */
export function changeRows(form: Form): Row[] {
  const { fields, chatFields } = form;
  const visible = (): boolean => form.settings.changes;
  return [
    fields.toggle(
      "changes",
      t("Allow changes to notes"),
      t("Let the model propose to change, create, move and delete notes. Excluded notes can't be changed."),
      { aliases: [t("Edit")] },
    ),
    chatFields.choice(
      "approve",
      modes(),
      t("Approve changes"),
      t(
        "Lectern always asks before a note moves, is deleted or loses more than half of its text, before risky changes such as adding what loads from the internet or runs code, and once an answer has changed 5 files. Plan only shows changes without making them.",
      ),
      { aliases: [t("Permissions")], visible },
    ),
    chatFields.choice(
      "correct",
      correctModes(),
      t("Correct changes with warnings"),
      t("Send a change with warnings back to the model once, before you see it. Ask: only if you choose to."),
      { visible },
    ),
    fields.lines(
      "readOnly",
      "Templates/",
      t("Read-only files"),
      t("Files that are never changed. One pattern per line, as in a .gitignore file."),
      { aliases: [t("Permissions")], visible },
    ),
  ];
}
