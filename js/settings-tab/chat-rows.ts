// The rows of the chat: how the panel behaves, and the user's own instructions and prompts.
import { defaultChatSettings, instructionsPath, MOST_INSTRUCTIONS, type OwnPrompt } from "../settings/chat-settings.ts";
import { counted, t } from "../base/translate.ts";
import type { Setting } from "obsidian";
import { statusOf } from "./model-rows.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";
import type { LecternApi } from "../api.ts";
import { instructionsNote } from "../chat/composer/own-instructions.ts";

/** The rows about how the panel behaves. */
export function chatRows(form: Form): Row[] {
  const { chatFields } = form;
  const visible = (): boolean => form.chat.saves;
  return [
    chatFields.toggle(
      "enterSends",
      t("Send with Enter"),
      t("Shift+Enter starts a new line. When off, Ctrl+Enter or Cmd+Enter sends."),
    ),
    chatFields.toggle(
      "saves",
      t("Save conversations"),
      t("Save each conversation as a note that you can read without Lectern and continue later."),
      { aliases: [t("History")] },
    ),
    chatFields.text(
      "folder",
      defaultChatSettings.folder,
      (typed) => typed || defaultChatSettings.folder,
      t("Conversations folder"),
      t("Created when needed. Always excluded, because conversations may quote notes that you exclude later."),
      { aliases: [t("History")], visible },
    ),
    chatFields.toggle(
      "savesReplies",
      t("Save what the model read"),
      t("Adds it to the note, folded. Obsidian's search then finds it there, too."),
      { visible },
    ),
    chatFields.toggle(
      "savesReasoning",
      t("Save the model's reasoning"),
      t("Adds it to the note in a form that only its provider needs, if you continue the conversation."),
      { visible },
    ),
    chatFields.text(
      "promptsFolder",
      "Templates/Prompts",
      (typed) => typed,
      t("Prompts folder"),
      t("Type / in the chat to use a note in this folder as a prompt."),
    ),
  ];
}

/** The rows of the user's own instructions. */
export function instructionRows(form: Form, api: LecternApi): Row[] {
  const most = { most: MOST_INSTRUCTIONS };
  const text: Row = {
    name: t("Instructions"),
    desc: t("What the model should know or do in every conversation. Up to {most} characters.", most),
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
    t("Read anew for each question, up to {most} characters. Models can't change it. Leave empty for none.", most),
    { aliases: [t("System prompt")] },
  );
  return [
    text,
    {
      ...note,
      render: (setting, group) => {
        note.render(setting, group);
        const say = statusOf(setting);
        const sayNote = async (): Promise<void> => {
          const found = await instructionsNote(form.app, api, form.chat).catch(() => undefined);
          say(aboutNote(form.chat.instructionsNote, found), found?.isExcluded);
        };
        void sayNote();
        return form.follow(() => void sayNote());
      },
    },
  ];
}

function aboutNote(name: string, found: Awaited<ReturnType<typeof instructionsNote>>): string {
  if (name === "") return "";
  if (!found) return t("There is no note “{name}”.", { name: instructionsPath({ instructionsNote: name }) });
  if (found.isExcluded) return t("“{name}” is excluded, so it is not used.", { name: found.path });
  const { length } = found;
  return length > MOST_INSTRUCTIONS
    ? t("Only the first {most} of {length} characters are used.", { most: MOST_INSTRUCTIONS, length })
    : counted(length, "{n} character is used.", "{n} characters are used.");
}

/** The rows of the user's own prompts; another prompt needs another one. */
export function promptRows(form: Form): Row[] {
  const heading: Row = {
    name: t("Prompts"),
    desc: t(
      "Each becomes a command, which can have a hotkey, and is offered after a slash. In the text, {places} stand for what is selected, the active note, its title and today.",
      { places: "{{selection}}, {{note}}, {{title}}, {{date}}" },
    ),
    render: (setting) => {
      setting.addButton((button) =>
        button
          .setButtonText(t("Add prompt"))
          .onClick(() => changePrompts(form, setting, [...form.chat.prompts, { name: "", text: "" }])),
      );
    },
  };
  return [heading, ...form.chat.prompts.map((_, index) => promptRow(form, index))];
}

/** Saves other prompts, which need other rows. */
async function changePrompts(form: Form, setting: Setting, prompts: readonly OwnPrompt[]): Promise<void> {
  if (await form.changeChat(setting, { prompts })) form.again();
}

/** Has no name: what would be its name is a field. */
function promptRow(form: Form, index: number): Row {
  return {
    name: "",
    searchable: false,
    render: (setting) => {
      const { name = "", text = "" } = form.chat.prompts[index] ?? {};
      const change = (part: Partial<OwnPrompt>): void => {
        const prompts = form.chat.prompts.map((one, at) => (at === index ? { ...one, ...part } : one));
        void form.changeChat(setting, { prompts });
      };
      setting
        .setClass("lectern-settings-prompt")
        .addText((field) => {
          field
            .setPlaceholder(t("Name"))
            .setValue(name)
            .onChange((name) => change({ name }));
          field.inputEl.setAttr("aria-label", t("Name of the prompt"));
        })
        .addTextArea((area) => {
          area
            .setPlaceholder(t("Translate {place} into English.", { place: "{{selection}}" }))
            .setValue(text)
            .onChange((text) => change({ text }));
          area.inputEl.setAttr("aria-label", t("Text of the prompt"));
        })
        .addExtraButton((button) =>
          button
            .setIcon("trash-2")
            .setTooltip(t("Delete prompt"))
            .onClick(() =>
              changePrompts(
                form,
                setting,
                form.chat.prompts.filter((_, at) => at !== index),
              ),
            ),
        );
    },
  };
}
