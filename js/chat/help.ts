// The text of `/help`: the panel's keyboard shortcuts and symbols, one per line.
import { Notice, Platform } from "obsidian";
import { defaultSettings, type Settings } from "../settings/parse-settings.ts";
import { t } from "../base/translate.ts";

/** Shows the help until the user clicks it away. It depends on the settings. */
export function showHelp({ chat, changes }: Settings = defaultSettings): void {
  const text = createFragment();
  for (const line of linesOf(chat.enterSends, changes))
    text.appendChild(createDiv({ cls: "lectern-chat-help", text: line }));
  new Notice(text, 0);
}

function linesOf(enterSends: boolean, changes: boolean): string[] {
  const ways = enterSends ? t("Enter sends. Shift+Enter starts a new line.") : t("Ctrl+Enter or Cmd+Enter sends.");
  const keys = [ways, t("Escape stops the answer."), t("Arrow up in the empty field edits the last question.")];
  if (changes) {
    keys.push(
      t("In a change that waits for you: j and k move between its parts, r and a turn a part off and on, e edits it."),
      t("Ctrl+Enter or Cmd+Enter in a change accepts the parts that are on."),
    );
  }
  return [
    // Phone keyboards lack these keys; there only the button sends.
    ...(Platform.isMobile ? [] : keys),
    t("@ attaches a note or folder."),
    t("/ runs a command or inserts one of your prompts."),
    t("Click a citation to open its lines. Ctrl+click or Cmd+click opens them in a new tab."),
    t("A question mark on a citation means that it couldn't be verified."),
  ];
}
