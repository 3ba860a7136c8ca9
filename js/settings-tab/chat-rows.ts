// The chat's part of the settings: who answers, with what key and limits, and how the panel behaves.
import { Setting } from "obsidian";
import type { ProviderId } from "../agent/model-choice.ts";
import { type ChatSettings, defaultChatSettings } from "../settings/chat-settings.ts";
import { needsKey, PROVIDERS } from "../chat/chosen-model.ts";
import { withoutProvider } from "../chat/first-run.ts";
import { type Form, numberIn } from "./form.ts";
import { keyRow, modelRow } from "./model-rows.ts";

type NumberKey = "contextTokens" | "idleSeconds" | "maxTurns" | "inputPrice" | "outputPrice";
type TextKey = "baseUrl" | "folder" | "promptsFolder";

/** Draws who answers. `again` draws everything anew, since another provider needs other rows. */
export function providerRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, again: () => void): void {
  const { provider } = chat;
  const setting = new Setting(containerEl).setName("Who answers");
  setting.addDropdown((dropdown) =>
    dropdown
      .addOptions(PROVIDERS)
      .setValue(provider)
      .onChange(async (value) => {
        // What was filled in for one provider, as the name of its key, must not go to another.
        const change = { ...withoutProvider, provider: value as ProviderId, isChosen: true };
        if (await form.changeChat(setting, change)) again();
      }),
  );
  if (provider === "quotes") {
    setting.setDesc("Quotes is no AI: it finds the passages that answer best, and quotes them with their lines.");
    return;
  }
  const texts = rows(form, containerEl, chat);
  if (provider === "compatible") {
    texts.text(
      "Address",
      "Of a server that speaks as OpenAI's does. Ollama: http://localhost:11434/v1. LM Studio: http://localhost:1234/v1. " +
        "OpenRouter: https://openrouter.ai/api/v1.",
      "baseUrl",
      "http://localhost:11434/v1",
    );
  }
  keyRow(form, containerEl, provider, chat.secret, needsKey(provider));
  modelRow(form, containerEl, chat);
}

/** Draws what a model may take, and what it costs. */
export function limitRows(form: Form, containerEl: HTMLElement, chat: ChatSettings): void {
  const { number } = rows(form, containerEl, chat);
  number("Turns for one answer", "How often a model may read and go on before it has to stop.", "maxTurns");
  if (chat.provider === "quotes") return;
  number(
    "Context",
    "Tokens that the model can take at once. Empty for what is known of it; a local server often allows fewer.",
    "contextTokens",
  );
  number(
    "Longest silence",
    "Seconds without a sign of life from the model's server after which an answer is given up. A local server may need " +
      "more to load a model. An answer that cannot be streamed may take five times as long.",
    "idleSeconds",
  );
  number(
    "Price of a million tokens sent",
    "In any currency. With it the panel shows what an answer cost.",
    "inputPrice",
  );
  number("Price of a million tokens received", "In the same currency.", "outputPrice");
}

/** Draws how the panel behaves, and what becomes of conversations. */
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
  toggle(
    "Enter sends",
    "And Shift with Enter begins a new line. Otherwise Ctrl or Cmd with Enter sends.",
    "enterSends",
  );
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
    "Notes in it are offered as commands when you type a slash. Empty for none.",
    "promptsFolder",
    "Templates/Prompts",
  );
}

/** Makes rows for one part of the chat's settings each. */
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
        [key]: typed.trim() || defaultChatSettings[key],
      })),
    number: (name: string, description: string, key: NumberKey): void => {
      const usual = defaultChatSettings[key];
      const placeholder = String(usual ?? "");
      field(name, description, String(chat[key] ?? ""), placeholder, (typed) => ({ [key]: numberIn(typed, usual) }));
    },
  };
}

type Change = (typed: string) => Partial<ChatSettings>;
