// The menu that chooses the model of a conversation: all models that are set up, how much it thinks, and more.
import { type App, Menu } from "obsidian";
import { READING, THINKING, type Thinking } from "../agent/model-choice.ts";
import { hasThinking } from "../agent/providers/known-models.ts";
import type { SavedModel } from "../agent/saved-model.ts";
import { t } from "../base/translate.ts";
import type { ChatSettings, ModelSetup } from "../settings/chat-settings.ts";
import { addressOf, isSameModel, settingsWith, setups } from "../settings/model-setups.ts";
import { placeOf, readings } from "./chosen-model.ts";
import { showMenuAt } from "./menu-at.ts";
import { ModelsModal } from "./models-modal.ts";

/** What the menu needs. */
export interface ModelMenuOptions {
  readonly app: App;
  readonly settings: ChatSettings;
  /** The model of the conversation now; undefined if it is not set up here. */
  readonly current: SavedModel | undefined;
  readonly choose: (model: SavedModel) => void;
  readonly openSettings: () => void;
}

const QUOTES: SavedModel = { provider: "quotes", model: "", baseUrl: "", thinking: "" };

/** Opens the menu at `button`. */
export function showModelMenu(
  button: HTMLElement,
  { app, settings, current, choose, openSettings }: ModelMenuOptions,
): void {
  const menu = new Menu();
  const add = (title: string, isChecked: boolean, click: () => void, icon = ""): void =>
    void menu.addItem((item) =>
      item
        .setTitle(title)
        .setChecked(isChecked)
        .setIcon(icon || null)
        .onClick(click),
    );
  const all = setups(settings).filter(({ provider }) => provider !== "quotes");
  for (const setup of all) {
    const title = t("{place}: {model}", { place: placeOf(setup), model: setup.model });
    add(title, current !== undefined && isSameModel(setup, current), () => choose(chosenFrom(setup)));
  }
  add(t("Quotes (no AI, on this device)"), current?.provider === "quotes", () => choose(QUOTES));
  if (current && hasThinking(current)) {
    menu.addSeparator();
    for (const level of THINKING)
      add(thinkingName(level), current.thinking === level, () => choose({ ...current, thinking: level }));
  }
  if (current && current.provider !== "quotes") {
    menu.addSeparator();
    const now = current.reading ?? settingsWith(settings, current)?.reading;
    for (const reading of READING)
      add(t("Reading: {how}", { how: readings()[reading] }), now === reading, () => choose({ ...current, reading }));
  }
  menu.addSeparator();
  if (all.length > 0) add(t("More models"), false, () => new ModelsModal(app, settings, choose).open(), "search");
  add(t("Model settings"), false, openSettings, "settings");
  showMenuAt(menu, button, "top");
}

/** What is saved of a choice. */
const chosenFrom = (setup: ModelSetup): SavedModel => ({
  provider: setup.provider,
  model: setup.model,
  baseUrl: addressOf(setup),
  thinking: setup.thinking,
});

function thinkingName(level: Thinking): string {
  const names = {
    "": t("Thinking: default"),
    low: t("Thinking: low"),
    medium: t("Thinking: medium"),
    high: t("Thinking: high"),
  };
  return names[level];
}
