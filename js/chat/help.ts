// The text of `/help`: the panel's keyboard shortcuts and symbols, one per line.
import { Notice, Platform } from "obsidian";

/** Shows the help until the user clicks it away. `enterSends` is the user's setting. */
export function showHelp(enterSends: boolean): void {
  const text = createFragment();
  for (const line of linesOf(enterSends)) text.appendChild(createDiv({ cls: "lectern-chat-help", text: line }));
  new Notice(text, 0);
}

function linesOf(enterSends: boolean): string[] {
  const ways = enterSends ? "Enter sends, Shift+Enter starts a new line." : "Ctrl+Enter or Cmd+Enter sends.";
  const keys = [ways, "Escape stops the answer.", "Arrow up in the empty field edits the last question."];
  return [
    // Phone keyboards lack these keys; there only the button sends.
    ...(Platform.isMobile ? [] : keys),
    "@ attaches a note or a folder.",
    "/ runs a command or inserts one of your prompts.",
    "Click a citation to open its lines, or Ctrl+click or Cmd+click to open them in a new tab.",
    "A question mark on a citation means that it could not be verified.",
  ];
}
