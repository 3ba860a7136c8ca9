// The rows of the user's own instructions.
import type { LecternApi } from "../api.ts";
import { counted, t } from "../base/translate.ts";
import { instructionsNote } from "../chat/own-instructions.ts";
import { defaultChatSettings, instructionsPath, MOST_INSTRUCTIONS } from "../settings/chat-settings.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** The rows. */
export function instructionRows(form: Form, api: LecternApi): Row[] {
  const text: Row = {
    name: t("Instructions"),
    desc: t("What the model should know or do in every conversation. Up to {most} characters.", {
      most: MOST_INSTRUCTIONS,
    }),
    aliases: [t("System prompt")],
    render: (setting) => {
      setting.addTextArea((area) => {
        area
          .setPlaceholder(t("Answer in short lists."))
          .setValue(form.chat.instructions)
          .onChange((instructions) => void form.changeChat(setting, { instructions }));
        area.inputEl.maxLength = MOST_INSTRUCTIONS;
      });
    },
  };
  const note = form.chatFields.text(
    "instructionsNote",
    defaultChatSettings.instructionsNote,
    (typed) => typed,
    t("Note with instructions"),
    t("Read anew for each question, up to {most} characters. Models can't change it. Leave empty for none.", {
      most: MOST_INSTRUCTIONS,
    }),
    { aliases: [t("System prompt")] },
  );
  return [
    text,
    {
      ...note,
      render: (setting, group) => {
        note.render(setting, group);
        const status = setting.descEl.createDiv({ cls: "lectern-settings-says", attr: { role: "status" } });
        const say = async (): Promise<void> => {
          const found = await instructionsNote(form.app, api, form.chat).catch(() => undefined);
          status.setText(saysNote(form.chat.instructionsNote, found));
          status.toggleClass("lectern-settings-error", found?.isExcluded ?? false);
        };
        void say();
        return form.follow(() => void say());
      },
    },
  ];
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
