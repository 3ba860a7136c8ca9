// The rows of the provider: who answers, where, and how much it thinks. model-rows.ts has the key and the model.
import type { Setting } from "obsidian";
import { type ProviderId, type Thinking, withScheme } from "../agent/model-choice.ts";
import { hasThinking } from "../agent/providers/known-models.ts";
import { KNOWN_PROVIDERS, knownAt } from "../agent/known-providers.ts";
import { t } from "../base/translate.ts";
import { providers, readings } from "../chat/chosen-model.ts";
import { firstRunCard } from "../chat/first-run.ts";
import { switched } from "../settings/model-setups.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";
import { modelRows } from "./model-rows.ts";

const levels = (): Record<Thinking, string> => ({
  "": t("Default"),
  low: t("Low"),
  medium: t("Medium"),
  high: t("High"),
});

/** The rows. Another provider needs other ones. */
export function providerRows(form: Form): Row[] {
  const isSet = (): boolean => form.chat.isChosen === true || form.chat.provider !== "quotes";
  // Also what only models have, whose rows are hidden without one.
  const aliases = [t("Provider"), t("Model"), t("API key"), ...Object.values(providers()), ...KNOWN_NAMES];
  return [
    {
      name: t("Who answers"),
      desc:
        form.chat.provider === "quotes"
          ? form.meaning.isOn
            ? t("Finds the best passages in your notes and quotes them.")
            : t("Finds the best passages in your notes and quotes them. Nothing leaves this device.")
          : "",
      aliases,
      visible: isSet,
      render: (setting) => choice(form, setting),
    },
    {
      name: t("Choose who answers"),
      aliases,
      visible: () => !isSet(),
      render: (setting) => {
        setting.setClass("lectern-settings-card").settingEl.empty();
        firstRunCard(setting.settingEl, { store: form, chosen: form.again });
      },
    },
    form.chatFields.text(
      "baseUrl",
      "http://localhost:11434/v1",
      withScheme,
      t("Server URL"),
      aboutAddress(knownAt(form.chat.baseUrl)?.name),
      { aliases: [t("Endpoint")], visible: () => form.chat.provider === "compatible" },
    ),
    ...modelRows(form),
    form.chatFields.choice(
      "thinking",
      levels(),
      t("Thinking"),
      t("How much the model thinks before it answers. More takes longer and costs more."),
      { aliases: [t("Reasoning")], visible: () => hasThinking(form.chat) },
    ),
    form.chatFields.choice(
      "reading",
      readings(),
      t("Reading"),
      t("With tools, or from passages that Lectern finds first. Auto: with tools, if the model can call them."),
      { visible: () => form.chat.provider !== "quotes" },
    ),
  ];
}

const KNOWN_NAMES = KNOWN_PROVIDERS.map(({ name }) => name);

function choice(form: Form, setting: Setting): void {
  const { provider, baseUrl } = form.chat;
  setting.addDropdown((dropdown) => {
    const { compatible, ...own } = providers();
    dropdown.addOptions(own);
    for (const name of KNOWN_NAMES) dropdown.addOption(name, name);
    const known = provider === "compatible" ? knownAt(baseUrl) : undefined;
    dropdown.addOption("compatible", compatible).setValue(known?.name ?? provider);
    dropdown.onChange(async (value) => {
      const chosen = KNOWN_PROVIDERS.find(({ name }) => name === value);
      const id = chosen ? "compatible" : (value as ProviderId);
      const change = { ...switched(form.chat, id, chosen?.baseUrl), isChosen: true };
      if (await form.changeChat(setting, change)) form.again();
    });
  });
}

function aboutAddress(name: string | undefined): string {
  if (name === undefined) return t("The address of an OpenAI-compatible server. It often ends in /v1.");
  if (name === "Azure")
    return t("Replace <resource> with the name of your Azure resource. The model is the name of your deployment.");
  return t("Where {name} answers. Change it only if yours is elsewhere.", { name });
}
