// The chat's rows: provider, key, limits, and how the panel behaves.
import { Setting } from "obsidian";
import { type ProviderId, type Thinking, withScheme } from "../agent/model-choice.ts";
import { type ChatSettings, defaultChatSettings } from "../settings/chat-settings.ts";
import { hasThinking } from "../agent/providers/known-models.ts";
import { KNOWN_PROVIDERS, knownAt } from "../agent/known-providers.ts";
import { t } from "../base/translate.ts";
import { providers } from "../chat/chosen-model.ts";
import { switched } from "../settings/model-setups.ts";
import { type Form, numberIn } from "./form.ts";
import { keyRow, modelRow } from "./model-rows.ts";

type NumberKey = "temperature" | "contextTokens" | "idleSeconds" | "maxTurns" | "inputPrice" | "outputPrice";
type ToggleKey = "enterSends" | "saves" | "savesReplies" | "savesReasoning";
type TextKey = "baseUrl" | "folder" | "promptsFolder";

/** Draws the provider's rows. `again` redraws the tab, since another provider needs other rows. */
export function providerRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, again: () => void): void {
  const { provider } = chat;
  const setting = new Setting(containerEl).setName(t("Who answers"));
  const known = provider === "compatible" ? knownAt(chat.baseUrl) : undefined;
  setting.addDropdown((dropdown) => {
    const { compatible, ...own } = providers();
    for (const [id, name] of Object.entries(own)) dropdown.addOption(id, name);
    for (const { name } of KNOWN_PROVIDERS) dropdown.addOption(name, name);
    dropdown.addOption("compatible", compatible).setValue(known?.name ?? provider);
    dropdown.onChange(async (value) => {
      const chosen = KNOWN_PROVIDERS.find(({ name }) => name === value);
      const id = chosen ? "compatible" : (value as ProviderId);
      const change = { ...switched(form.chat ?? chat, id, chosen?.baseUrl), isChosen: true };
      if (await form.changeChat(setting, change)) again();
    });
  });
  if (provider === "quotes") {
    setting.setDesc(t("Finds the best passages in your notes and quotes them. Nothing leaves this device."));
    return;
  }
  const texts = rows(form, containerEl, chat);
  if (provider === "compatible") {
    texts.text(t("Server URL"), aboutAddress(known?.name), "baseUrl", "http://localhost:11434/v1");
  }
  const sayOfKey = keyRow(form, containerEl, chat);
  modelRow(form, containerEl, chat, sayOfKey);
  if (hasThinking(chat)) thinkingRow(form, containerEl, chat);
}

function aboutAddress(name: string | undefined): string {
  if (name === undefined) return t("The address of an OpenAI-compatible server. It often ends in /v1.");
  if (name === "Azure")
    return t("Replace <resource> with the name of your Azure resource. The model is the name of your deployment.");
  return t("Where {name} answers. Change it only if yours is elsewhere.", { name });
}

/** Draws the row that says how much the model thinks. */
function thinkingRow(form: Form, containerEl: HTMLElement, chat: ChatSettings): void {
  const setting = new Setting(containerEl)
    .setName(t("Thinking"))
    .setDesc(t("How much the model thinks before it answers. More takes longer and costs more."));
  setting.addDropdown((dropdown) =>
    dropdown
      .addOption("", t("Default"))
      .addOption("low", t("Low"))
      .addOption("medium", t("Medium"))
      .addOption("high", t("High"))
      .setValue(chat.thinking)
      .onChange((value) => void form.changeChat(setting, { thinking: value as Thinking })),
  );
}

/** Draws the limits and prices. */
export function limitRows(form: Form, containerEl: HTMLElement, chat: ChatSettings): void {
  const { number } = rows(form, containerEl, chat);
  number(t("Maximum steps per answer"), t("How often the model may read and go on before it must stop."), "maxTurns");
  if (chat.provider === "quotes") return;
  number(
    t("Temperature"),
    t(
      "From 0 to 2: how freely the model chooses its words. Leave empty for the provider's default; some models take no other.",
    ),
    "temperature",
  );
  number(
    t("Context size"),
    t("Tokens that the model can process at once. Leave empty for the default. Local servers often allow fewer."),
    "contextTokens",
  );
  number(
    t("Timeout"),
    t(
      "Seconds to wait for the server before the answer is stopped. A local server may need longer to load a model. An answer that can't be streamed may take five times as long.",
    ),
    "idleSeconds",
  );
  number(t("Input price"), t("Per million tokens, in any currency. Answers then show their cost."), "inputPrice");
  number(t("Output price"), t("Per million tokens, in the same currency."), "outputPrice");
}

/** Draws the panel's behavior and the folders. */
export function panelRows(form: Form, containerEl: HTMLElement, chat: ChatSettings, again: () => void): void {
  const { text } = rows(form, containerEl, chat);
  const toggle = (name: string, description: string, key: ToggleKey, then?: () => void): void => {
    const setting = new Setting(containerEl).setName(name).setDesc(description);
    setting.addToggle((box) =>
      box.setValue(chat[key]).onChange(async (on) => {
        if (await form.changeChat(setting, { [key]: on })) then?.();
      }),
    );
  };
  toggle(
    t("Send with Enter"),
    t("Shift+Enter starts a new line. When off, Ctrl+Enter or Cmd+Enter sends."),
    "enterSends",
  );
  toggle(
    t("Save conversations"),
    t("Save each conversation as a note that you can read without Lectern and continue later."),
    "saves",
    again,
  );
  if (chat.saves) {
    text(
      t("Conversations folder"),
      t("Created when needed. Always excluded, because conversations may quote notes that you exclude later."),
      "folder",
      defaultChatSettings.folder,
    );
    toggle(
      t("Save what the model read"),
      t("Adds it to the note, folded. Obsidian's search then finds it there, too."),
      "savesReplies",
    );
    toggle(
      t("Save the model's reasoning"),
      t("Adds it to the note in a form that only its provider needs, if you continue the conversation."),
      "savesReasoning",
    );
  }
  text(
    t("Prompts folder"),
    t("Type / in the chat to use a note in this folder as a prompt."),
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
