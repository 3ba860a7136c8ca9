// The rows of the user's own prompts.
import { Setting } from "obsidian";
import { t } from "../base/translate.ts";
import type { ChatSettings, OwnPrompt } from "../settings/chat-settings.ts";
import type { Form } from "./form.ts";

/** Draws them. `again` redraws the tab. */
export function promptRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, again: () => void): void {
  const heading = new Setting(containerEl)
    .setName(t("Prompts"))
    .setDesc(
      t(
        "Each becomes a command, which can have a hotkey, and is offered after a slash. In the text, {places} stand for what is selected, the active note, its title and today.",
        { places: "{{selection}}, {{note}}, {{title}}, {{date}}" },
      ),
    );
  const save = (setting: Setting, prompts: readonly OwnPrompt[]): Promise<boolean> =>
    form.changeChat(setting, { prompts });
  const all = (): readonly OwnPrompt[] => form.chat?.prompts ?? chat.prompts;
  heading.addButton((button) =>
    button.setButtonText(t("Add prompt")).onClick(async () => {
      if (await save(heading, [...all(), { name: "", text: "" }])) again();
    }),
  );
  chat.prompts.forEach((prompt, index) => {
    const setting = new Setting(containerEl).setClass("lectern-settings-prompt");
    const change = (part: Partial<OwnPrompt>): void =>
      void save(
        setting,
        all().map((one, at) => (at === index ? { ...one, ...part } : one)),
      );
    setting.addText((text) => {
      text
        .setPlaceholder(t("Name"))
        .setValue(prompt.name)
        .onChange((name) => change({ name }));
      text.inputEl.setAttr("aria-label", t("Name of the prompt"));
    });
    setting.addTextArea((text) => {
      text
        .setPlaceholder(t("Translate {place} into English.", { place: "{{selection}}" }))
        .setValue(prompt.text)
        .onChange((written) => change({ text: written }));
      text.inputEl.setAttr("aria-label", t("Text of the prompt"));
    });
    setting.addExtraButton((button) =>
      button
        .setIcon("trash-2")
        .setTooltip(t("Delete prompt"))
        .onClick(async () => {
          const others = all().filter((_, at) => at !== index);
          if (await save(setting, others)) again();
        }),
    );
  });
}
