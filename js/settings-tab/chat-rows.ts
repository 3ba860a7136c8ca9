// The chat's rows: provider, key, limits, and how the panel behaves.
import { Setting } from "obsidian";
import { type ProviderId, withScheme } from "../agent/model-choice.ts";
import { t } from "../base/translate.ts";
import { type ChatSettings, defaultChatSettings } from "../settings/chat-settings.ts";
import { needsKey, PROVIDERS } from "../chat/chosen-model.ts";
import { withoutProvider } from "../chat/first-run.ts";
import { type Form, numberIn } from "./form.ts";
import { keyRow, modelRow } from "./model-rows.ts";

type NumberKey = "temperature" | "contextTokens" | "idleSeconds" | "maxTurns" | "inputPrice" | "outputPrice";
type TextKey = "baseUrl" | "folder" | "promptsFolder";

/** Draws the provider's rows. `again` redraws the tab, since another provider needs other rows. */
export function providerRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, again: () => void): void {
  const { provider } = chat;
  const setting = new Setting(containerEl).setName("Who answers");
  setting.addDropdown((dropdown) =>
    dropdown
      .addOptions(PROVIDERS)
      .setValue(provider)
      .onChange(async (value) => {
        // Values for one provider, such as the name of its key, must not go to another.
        const change = { ...withoutProvider, provider: value as ProviderId, isChosen: true };
        if (await form.changeChat(setting, change)) again();
      }),
  );
  if (provider === "quotes") {
    setting.setDesc("Quotes uses no AI: it finds the passages that answer best, and quotes them with their lines.");
    return;
  }
  const texts = rows(form, containerEl, chat);
  if (provider === "compatible") {
    texts.text(
      "Address",
      "The address of an OpenAI-compatible server. Ollama: http://localhost:11434/v1. LM Studio: http://localhost:1234/v1. " +
        "OpenRouter: https://openrouter.ai/api/v1.",
      "baseUrl",
      "http://localhost:11434/v1",
    );
  }
  const sayOfKey = keyRow(form, containerEl, provider, chat.secret, needsKey(provider));
  modelRow(form, containerEl, chat, sayOfKey);
}

/** Draws the limits and prices. */
export function limitRows(form: Form, containerEl: HTMLElement, chat: ChatSettings): void {
  const { number } = rows(form, containerEl, chat);
  number("Turns for one answer", "How many times the model may read and continue before it must stop.", "maxTurns");
  if (chat.provider === "quotes") return;
  number(
    t("Temperature"),
    t(
      "From 0 to 2: how freely the model chooses its words. Leave empty for the provider's default; some models take no other.",
    ),
    "temperature",
  );
  number(
    "Context",
    "Tokens that the model can process at once. Leave empty for the known value; a local server often allows fewer.",
    "contextTokens",
  );
  number(
    "Longest silence",
    "Seconds to wait for data from the model's server before the answer is stopped. A local server may need " +
      "more to load a model. An answer that cannot be streamed may take five times as long.",
    "idleSeconds",
  );
  number(
    "Price of a million tokens sent",
    "In any currency. The panel then shows the cost of each answer.",
    "inputPrice",
  );
  number("Price of a million tokens received", "In the same currency.", "outputPrice");
}

/** Draws the panel's behavior and the folders. */
export function panelRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, again: () => void): void {
  const { text } = rows(form, containerEl, chat);
  const toggle = (name: string, description: string, key: "enterSends" | "saves", then?: () => void): void => {
    const setting = new Setting(containerEl).setName(name).setDesc(description);
    setting.addToggle((box) =>
      box.setValue(chat[key]).onChange(async (on) => {
        if (await form.changeChat(setting, { [key]: on })) then?.();
      }),
    );
  };
  toggle("Enter sends", "Shift+Enter starts a new line. When off, Ctrl+Enter or Cmd+Enter sends.", "enterSends");
  toggle(
    "Save conversations",
    "Save each conversation as a note that you can read without Lectern and continue later.",
    "saves",
    again,
  );
  if (chat.saves) {
    text(
      "Folder of conversations",
      "Created when needed. No model can read it, because a conversation may quote notes that you exclude later.",
      "folder",
      defaultChatSettings.folder,
    );
  }
  text(
    "Folder of prompts",
    "Notes in this folder are offered as commands when you type a slash.",
    "promptsFolder",
    "Templates/Prompts",
  );
}

/** Makes text and number rows for the chat's settings. */
function rows(form: Form, containerEl: HTMLElement, chat: ChatSettings) {
  const field = (name: string, description: string, value: string, placeholder: string, change: Change): void => {
    const setting = new Setting(containerEl).setName(name).setDesc(description);
    setting.addText((text) =>
      text
        .setPlaceholder(placeholder)
        .setValue(value)
        .onChange((typed) => void form.changeChat(setting, change(typed))),
    );
  };
  return {
    text: (name: string, description: string, key: TextKey, placeholder: string): void =>
      field(name, description, chat[key], placeholder, (typed) => ({
        [key]: (key === "baseUrl" ? withScheme(typed.trim()) : typed.trim()) || defaultChatSettings[key],
      })),
    number: (name: string, description: string, key: NumberKey): void => {
      const usual = defaultChatSettings[key];
      const placeholder = String(usual ?? "");
      field(name, description, String(chat[key] ?? ""), placeholder, (typed) => ({ [key]: numberIn(typed, usual) }));
    },
  };
}

type Change = (typed: string) => Partial<ChatSettings>;
