// The first-run card: asks who should answer, with a few choices instead of many fields. The settings and the panel
// show it until the user has chosen.
import { textButton } from "../button.ts";
import { Platform } from "obsidian";
import type { ProviderId } from "../../agent/model-choice.ts";
import { walled } from "../../agent/programs/programs.ts";
import { reason } from "../../base/reason.ts";
import { switched } from "../../settings/model-setups.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import { t } from "../../base/translate.ts";

/** The settings that the card changes, and what happens once the choice is saved. */
export interface FirstRunOptions {
  readonly store: Pick<SettingsStore, "load" | "save">;
  /** Receives the provider. `quotes` works at once; the others need to be set up. */
  readonly chosen: (provider: ProviderId) => void;
}

interface Choice {
  readonly name: string;
  readonly says: string;
  readonly buttons: readonly (readonly [provider: ProviderId, text: string])[];
}

const choices = (): readonly Choice[] => [
  {
    name: t("Quotes · no AI"),
    says: t("Finds the best passages in your notes and quotes them. Nothing leaves this device."),
    buttons: [["quotes", t("Use Quotes")]],
  },
  {
    name: t("Cloud model (API key)"),
    says: t("An AI model reads and answers. Your questions and what it reads are sent to its provider."),
    buttons: [
      ["anthropic", "Anthropic"],
      ["openai", "OpenAI"],
      ["google", "Google"],
    ],
  },
  ...(Platform.isDesktopApp
    ? [
        {
          name: t("Your subscription"),
          says: t(
            "A program on this computer answers, with the account that you use there. It gets Lectern's tools, and no others.",
          ),
          buttons: Object.entries(walled).map(([id, { name }]) => [id as ProviderId, name] as const),
        },
      ]
    : []),
  {
    name: t("Local model"),
    says: t("Ollama, LM Studio or another server of yours. What the model reads is sent only to that server."),
    buttons: [["compatible", t("Local server")]],
  },
];

/** Draws the card into `containerEl`. If the choice can't be saved, the card shows the error. */
export function firstRunCard(containerEl: HTMLElement, { store, chosen }: FirstRunOptions): HTMLElement {
  const card = containerEl.createDiv({ cls: "lectern-first-run", attr: { role: "group" } });
  const title = card.createDiv({ cls: "lectern-first-run-title", text: t("Choose who answers") });
  card.setAttr("aria-label", title.getText());
  for (const { name, says, buttons } of choices()) {
    const choice = card.createDiv("lectern-first-run-choice");
    const words = choice.createDiv("lectern-first-run-words");
    words.createDiv({ cls: "lectern-first-run-name", text: name });
    words.createDiv({ cls: "lectern-first-run-says", text: says });
    const row = choice.createDiv("lectern-first-run-buttons");
    for (const [provider, text] of buttons) {
      // Removed with the card.
      textButton(row, text, () => void take(provider));
    }
  }

  async function take(provider: ProviderId): Promise<void> {
    try {
      const settings = await store.load();
      const { chat } = settings;
      const change = provider === chat.provider ? {} : switched(chat, provider);
      await store.save({ ...settings, chat: { ...chat, ...change, isChosen: true } });
    } catch (error) {
      card.querySelector(".lectern-settings-error")?.remove();
      const attr = { role: "alert" };
      card.createDiv({
        cls: "lectern-settings-error",
        text: t("Not saved: {reason}.", { reason: reason(error) }),
        attr,
      });
      return;
    }
    chosen(provider);
  }
  return card;
}
