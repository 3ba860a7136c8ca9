// The model of a conversation: its name, the menu that chooses another, and what the user is told if that one can't take
// all of the conversation.
import { type App, Menu, Notice, Platform } from "obsidian";
import { isProgram, READING, THINKING, type Thinking } from "../../agent/model-choice.ts";
import { hasThinking } from "../../agent/providers/known-models.ts";
import type { SavedModel } from "../../agent/saved-model.ts";
import { t } from "../../base/translate.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import { addressOf, isSameModel, settingsWith, setups } from "../../settings/model-setups.ts";
import { modelNow, notSetUp, placeOf, readings, shownModel } from "./chosen-model.ts";
import { showMenuAt } from "../button.ts";
import { ModelsModal } from "./models-modal.ts";
import type { Chat, ChatParts } from "../chat.ts";
import { openSettings } from "../answer/open-note.ts";
import type { Reply } from "../../../pkg/lectern.js";
import { Budget } from "../../agent/context/budget.ts";
import { outgoing } from "../../agent/context/outgoing.ts";
import { tokensOfMessages } from "../../agent/context/token-estimate.ts";
import { tokens } from "../amounts.ts";

const QUOTES: SavedModel = { provider: "quotes", model: "", baseUrl: "", thinking: "" };

/** The name of the conversation's model for the panel; `Settings` if the settings can't be read. */
export function modelName(app: App, chat: Chat): Promise<string> {
  return chat.settings().then(
    (settings) => shownModel(app, settings),
    () => (chat.model ? notSetUp(chat.model.model) : t("Settings")),
  );
}

/** Opens the menu of models at `button`. `chosen` is called once the conversation has another model. */
export async function pickModel(
  { app, settings: store }: ChatParts,
  chat: Chat,
  button: HTMLElement,
  chosen: () => void,
): Promise<void> {
  const settings = await store.load().catch(() => undefined);
  // They say what is wrong with them.
  if (!settings) {
    openSettings(app);
    return;
  }
  const current = await chat.settings().catch(() => undefined);
  const menu = menuOfModels(app, settings.chat, current, (model) => {
    chat.model = model;
    void misfits(app, chat).then((all) => all.forEach((words) => new Notice(words)));
    chosen();
  });
  showMenuAt(menu, button, "top");
}

/** The menu. `current` is the model of the conversation now; undefined if it is not set up here. */
function menuOfModels(
  app: App,
  settings: ChatSettings,
  current: SavedModel | undefined,
  choose: (model: SavedModel) => void,
): Menu {
  const menu = new Menu();
  const add = (title: string, isChecked: boolean, click: () => void, icon = ""): void =>
    void menu.addItem((item) =>
      item
        .setTitle(title)
        .setChecked(isChecked)
        .setIcon(icon || null)
        .onClick(click),
    );
  const all = setups(settings).filter(
    ({ provider }) => provider !== "quotes" && (Platform.isDesktopApp || !isProgram(provider)),
  );
  for (const setup of all) {
    const { provider, model, thinking } = setup;
    const chosen = { provider, model, baseUrl: addressOf(setup), thinking };
    const isCurrent = current !== undefined && isSameModel(setup, current);
    const name = model === "" ? placeOf(setup) : t("{place}: {model}", { place: placeOf(setup), model });
    add(name, isCurrent, () => choose(chosen));
  }
  add(t("Quotes (no AI, on this device)"), current?.provider === "quotes", () => choose(QUOTES));
  if (current && hasThinking(current)) {
    menu.addSeparator();
    for (const thinking of THINKING)
      add(thinkingNames()[thinking], current.thinking === thinking, () => choose({ ...current, thinking }));
  }
  if (current && current.provider !== "quotes") {
    menu.addSeparator();
    const now = current.reading ?? settingsWith(settings, current)?.reading;
    for (const reading of READING)
      add(t("Reading: {how}", { how: readings()[reading] }), now === reading, () => choose({ ...current, reading }));
  }
  menu.addSeparator();
  if (all.length > 0) add(t("More models"), false, () => new ModelsModal(app, settings, choose).open(), "search");
  add(t("Model settings"), false, () => openSettings(app), "settings");
  return menu;
}

const thinkingNames = (): Record<Thinking, string> => ({
  "": t("Thinking: default"),
  low: t("Thinking: low"),
  medium: t("Thinking: medium"),
  high: t("Thinking: high"),
});

/**
 * What the model can't take of a conversation that was begun with another, as sentences; none if the model can't be
 * asked, which is said elsewhere.
 */
async function misfits(app: App, chat: Chat): Promise<string[]> {
  const { messages } = chat;
  if (messages.length === 0) return [];
  const model = await modelNow(app, () => chat.settings());
  if (!model?.isRemote) return [];
  const taken = tokensOfMessages(outgoing(messages, model));
  const budget = new Budget(model);
  const values = { taken: tokens(taken), room: tokens(budget.room), model: model.id };
  const isLong = budget.excess(taken) > 0;
  const hasImages = messages.some((message) => {
    if (message.role === "user") return message.attachments.some(({ reply }) => isImage(reply));
    return message.role === "tool" && isImage(message.reply);
  });
  return [
    isLong
      ? t("This conversation takes {taken}, and {model} has room for {room}: older results are left out.", values)
      : "",
    hasImages && !model.seesImages ? t("{model} can't see the images in this conversation.", values) : "",
  ].filter(Boolean);
}

const isImage = ({ content }: Reply): boolean => content.some(({ type }) => type === "image");
