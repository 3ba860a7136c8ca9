// The rows of the user's own instructions.
import { Setting } from "obsidian";
import type { LecternApi } from "../api.ts";
import { counted, t } from "../base/translate.ts";
import { instructionsNote } from "../chat/own-instructions.ts";
import {
  type ChatSettings,
  defaultChatSettings,
  instructionsPath,
  MOST_INSTRUCTIONS,
} from "../settings/chat-settings.ts";
import type { Form } from "./form.ts";

/** Draws them. */
export function instructionRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, api: LecternApi): void {
  const text = new Setting(containerEl).setName(t("Instructions")).setDesc(
    t("What the model should know or do in every conversation. Up to {most} characters.", {
      most: MOST_INSTRUCTIONS,
    }),
  );
  text.addTextArea((area) => {
    area
      .setPlaceholder(t("Answer in short lists."))
      .setValue(chat.instructions)
      .onChange((instructions) => void form.changeChat(text, { instructions }));
    area.inputEl.maxLength = MOST_INSTRUCTIONS;
  });
  const note = new Setting(containerEl).setName(t("Note with instructions")).setDesc(
    t("Read anew for each question, up to {most} characters. Models can't change it. Leave empty for none.", {
      most: MOST_INSTRUCTIONS,
    }),
  );
  const status = note.descEl.createDiv({ cls: "lectern-settings-says", attr: { role: "status" } });
  const say = async (): Promise<void> => {
    const now = form.chat ?? chat;
    const found = await instructionsNote(form.app, api, now).catch(() => undefined);
    status.setText(saysNote(now.instructionsNote, found));
    status.toggleClass("lectern-settings-error", found?.isExcluded ?? false);
  };
  note.addText((field) =>
    field
      .setPlaceholder(defaultChatSettings.instructionsNote)
      .setValue(chat.instructionsNote)
      .onChange(async (instructionsNote) => {
        if (await form.changeChat(note, { instructionsNote: instructionsNote.trim() })) await say();
      }),
  );
  void say();
}

function saysNote(name: string, found: Awaited<ReturnType<typeof instructionsNote>>): string {
  if (name === "") return "";
  if (!found) return t("There is no note “{name}”.", { name: instructionsPath({ instructionsNote: name }) });
  if (found.isExcluded) return t("“{name}” is excluded, so it is not used.", { name: found.path });
  if (found.length > MOST_INSTRUCTIONS) {
    return t("Only the first {most} of {length} characters are used.", {
      most: MOST_INSTRUCTIONS,
      length: found.length,
    });
  }
  return counted(found.length, "{n} character is used.", "{n} characters are used.");
}
