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
    { name: "new", icon: "square-pen", says: "Start a new conversation", run: () => actions.startAnew() },
    { name: "conversations", icon: "history", says: t("Show conversations"), run: () => actions.showConversations() },
    { name: "model", icon: "bot", says: "Choose the model", run: () => actions.pickModel() },
    { name: "help", icon: "circle-help", says: "Shortcuts and symbols", run: () => showHelp(settings.current) },
    { name: "save", icon: "save", says: "Save this conversation as a note", run: () => actions.save() },
  ];
}
