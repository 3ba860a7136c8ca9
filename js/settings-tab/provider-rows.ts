// The rows of the provider: who answers, where, and how much it thinks. model-rows.ts has the key and the model.
import { Platform, type Setting } from "obsidian";
import { isProgram, type ProviderId, type Thinking, withScheme } from "../agent/model-choice.ts";
import { hasThinking } from "../agent/providers/known-models.ts";
import { KNOWN_PROVIDERS, knownAt } from "../agent/known-providers.ts";
import { t } from "../base/translate.ts";
import { providers, readings } from "../chat/model/chosen-model.ts";
import { firstRunCard } from "../chat/model/first-run.ts";
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

/**
 * Adds a dropdown of the providers `own`, by their ids, and of `servers`; any other server comes last. `choose` gets what
 * was chosen.
 */
export function addPlaces<P extends string>(
  setting: Setting,
  own: Record<string, string>,
  servers: readonly Pick<(typeof KNOWN_PROVIDERS)[number], "name" | "baseUrl">[],
  { provider, baseUrl }: { readonly provider: P; readonly baseUrl: string },
  choose: (place: { readonly provider: P | "compatible"; readonly baseUrl: string }) => Promise<void>,
): void {
  setting.addDropdown((dropdown) => {
    dropdown.addOptions(own);
    for (const { name } of servers) dropdown.addOption(name, name);
    const known = provider === "compatible" ? knownAt(baseUrl)?.name : undefined;
    dropdown
      .addOption("compatible", providers().compatible)
      .setValue(known ?? provider)
      .onChange((value) => {
        const server = servers.find(({ name }) => name === value);
        return choose({ provider: server ? "compatible" : (value as P), baseUrl: server?.baseUrl ?? "" });
      });
  });
}

function choice(form: Form, setting: Setting): void {
  const { compatible: _, ...all } = providers();
  const own = Object.fromEntries(
    Object.entries(all).filter(
      ([id]) => Platform.isDesktopApp || id === form.chat.provider || !isProgram(id as ProviderId),
    ),
  );
  addPlaces(setting, own, KNOWN_PROVIDERS, form.chat, async ({ provider, baseUrl }) => {
    if (await form.changeChat(setting, { ...switched(form.chat, provider, baseUrl), isChosen: true })) form.again();
  });
}

function aboutAddress(name: string | undefined): string {
  if (name === undefined) return t("The address of an OpenAI-compatible server. It often ends in /v1.");
  if (name === "Azure")
    return t("Replace <resource> with the name of your Azure resource. The model is the name of your deployment.");
  return t("Where {name} answers. Change it only if yours is elsewhere.", { name });
}
