// The file of a conversation, for `--continue` and `--save`: the same notes that the panel saves and loads.
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import type { SavedConversation } from "../../agent/saved/message-comments.ts";
import { fromMarkdown } from "../../agent/saved/read-conversation.ts";
import { toMarkdown } from "../../agent/saved/write-conversation.ts";
import { systemReason } from "../../base/reason.ts";
import { EXIT, Failure } from "../exit-codes.ts";

/** Reads the conversation in `file`. Throws a `Failure` if there is none. */
export function loadConversation(file: string): SavedConversation {
  try {
    return fromMarkdown(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new Failure(EXIT.input, `can't continue "${file}": ${systemReason(error)}`);
  }
}

/** Throws a `Failure` if `--save FILE` would replace something else than a conversation. */
export function requireFree(file: string): void {
  if (!fs.existsSync(file)) return;
  try {
    fromMarkdown(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new Failure(
      EXIT.input,
      `"${file}" exists and is not a conversation (${systemReason(error)}); give another file`,
    );
  }
}

/** Writes the conversation to `file`. Throws if that fails; then the file is as it was. */
export function saveConversation(file: string, conversation: SavedConversation): void {
  writeWhole(file, toMarkdown(conversation, { replies: true, reasoning: false }));
}

/** Replaces `file` by `text` as a whole, or throws. A device or a pipe is written to. */
export function writeWhole(file: string, text: string): void {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    fs.writeFileSync(file, text);
    return;
  }
  // A symbolic link stays one.
  const target = found ? fs.realpathSync(file) : file;
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    fs.writeFileSync(temporary, text, { flag: "wx", ...(found && { mode: found.mode }) });
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}
