// Shows the model of a conversation, and lets the user choose another.
import { type App, Notice } from "obsidian";
import { t } from "../base/translate.ts";
import type { Chat, ChatParts } from "./chat.ts";
import { notSetUp, shownModel } from "./chosen-model.ts";
import { misfits } from "./model-fit.ts";
import { showModelMenu } from "./model-menu.ts";
import { openSettings } from "./open-note.ts";

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
  const settings = await store.load().then(
    (all) => all.chat,
    () => undefined,
  );
  // They say what is wrong with them.
  if (!settings) {
    openSettings(app);
    return;
  }
  showModelMenu(button, {
    app,
    settings,
    current: await chat.settings().catch(() => undefined),
    openSettings: () => openSettings(app),
    choose: (model) => {
      chat.model = model;
      void misfits(app, chat).then((all) => all.forEach((words) => new Notice(words)));
      chosen();
    },
  });
}
