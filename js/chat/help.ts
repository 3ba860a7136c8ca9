// The text of `/help`: the panel's keyboard shortcuts and symbols, one per line.
import { Notice, Platform } from "obsidian";
import { defaultSettings, type Settings } from "../settings/parse-settings.ts";

/** Shows the help until the user clicks it away. It depends on the settings. */
export function showHelp({ chat, changes }: Settings = defaultSettings): void {
  const text = createFragment();
  for (const line of linesOf(chat.enterSends, changes))
    text.appendChild(createDiv({ cls: "lectern-chat-help", text: line }));
  new Notice(text, 0);
}

function linesOf(enterSends: boolean, changes: boolean): string[] {
  const ways = enterSends ? "Enter sends, Shift+Enter starts a new line." : "Ctrl+Enter or Cmd+Enter sends.";
  const keys = [ways, "Escape stops the answer.", "Arrow up in the empty field edits the last question."];
  if (changes) {
    keys.push(
      "In a change that waits for you, j and k move between its parts, r and a turn a part off and on, e edits it.",
      "Ctrl+Enter or Cmd+Enter in it accepts what is on.",
    );
  }
  return [
    // Phone keyboards lack these keys; there only the button sends.
    ...(Platform.isMobile ? [] : keys),
    "@ attaches a note or a folder.",
    "/ runs a command or inserts one of your prompts.",
    "Click a citation to open its lines, or Ctrl+click or Cmd+click to open them in a new tab.",
    "A question mark on a citation means that it could not be verified.",
  ];
}
