// The rows of the user's own prompts.
import { t } from "../base/translate.ts";
import type { OwnPrompt } from "../settings/chat-settings.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** The rows; another prompt needs another one. */
export function promptRows(form: Form): Row[] {
  const heading: Row = {
    name: t("Prompts"),
    desc: t(
      "Each becomes a command, which can have a hotkey, and is offered after a slash. In the text, {places} stand for what is selected, the active note, its title and today.",
      { places: "{{selection}}, {{note}}, {{title}}, {{date}}" },
    ),
    render: (setting) => {
      setting.addButton((button) =>
        button.setButtonText(t("Add prompt")).onClick(async () => {
          const prompts = [...form.chat.prompts, { name: "", text: "" }];
          if (await form.changeChat(setting, { prompts })) form.again();
        }),
      );
    },
  };
  return [heading, ...form.chat.prompts.map((_, index) => promptRow(form, index))];
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
            .onClick(async () => {
              const prompts = form.chat.prompts.filter((_, at) => at !== index);
              if (await form.changeChat(setting, { prompts })) form.again();
            }),
        );
    },
  };
}
