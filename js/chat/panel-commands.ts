// The commands of the panel after `/`.
import { t } from "../base/translate.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { Command } from "./commands.ts";
import { showHelp } from "./help.ts";

/** What the commands do in the panel. */
export interface PanelActions {
  startAnew(): void;
  showConversations(): void;
  pickModel(): void;
  save(): void;
}

/** The commands. */
export function panelCommands(settings: SettingsStore, actions: PanelActions): Command[] {
  return [
    { name: "new", icon: "square-pen", says: t("Start a new conversation"), run: () => actions.startAnew() },
    { name: "conversations", icon: "history", says: t("Show conversations"), run: () => actions.showConversations() },
    { name: "model", icon: "bot", says: t("Choose a model"), run: () => actions.pickModel() },
    { name: "help", icon: "circle-help", says: t("Shortcuts"), run: () => showHelp(settings.current) },
    { name: "save", icon: "save", says: t("Save this conversation as a note"), run: () => actions.save() },
  ];
}
