// What `/help` says: the keys and signs of the panel, a line each.
import { Notice, Platform } from "obsidian";

/** Shows it until it is clicked away. `enterSends` is what the person has set. */
export function showHelp(enterSends: boolean): void {
  const text = createFragment();
  for (const line of linesOf(enterSends)) text.appendChild(createDiv({ cls: "lectern-chat-help", text: line }));
  new Notice(text, 0);
}

function linesOf(enterSends: boolean): string[] {
  const ways = enterSends ? "Enter sends, Shift+Enter begins a new line." : "Ctrl or Cmd with Enter sends.";
  const keys = [ways, "Escape stops the answer.", "Arrow up in the empty field edits the last question."];
  return [
    // A phone's keyboard has none of these: there the button sends.
    ...(Platform.isMobile ? [] : keys),
    "@ attaches a note or a folder.",
    "/ runs a command, or fills in a prompt of yours.",
    "A click on a citation opens its lines; with Ctrl or Cmd, in a new tab.",
    "A question mark at a citation says that it could not be verified.",
  ];
}
