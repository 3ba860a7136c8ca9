// What `@` in a prompt names: `@note.md`, `@"a note.md"`, `@[[Note]]`, `@folder/`, `@note.md:10-40`. It is read as the
// model would read it, so an excluded note can't be attached.
import type { Attachment } from "../../agent/message.ts";
import type { Tools } from "../../vault/tools.ts";

/** What one `@` names. */
export interface Mention {
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** The attachments of a prompt, and a warning for each `@` that names something which can't be attached. */
export interface Attached {
  readonly attachments: readonly Attachment[];
  readonly warnings: readonly string[];
}

/** Not after a letter or a digit, as in an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_.+-])@(?:"([^"\n]+)"|\[\[([^\]\n]+)\]\]|([^\s"[\]]+))/gu;
/** Lines after a path: `:10` or `:10-40`. */
const LINES = /:([0-9]{1,9})(?:-([0-9]{1,9}))?$/;
/** What ends a sentence, not a path. */
const PUNCTUATION = /[.,;:!?)}\]'’”»]+$/;
/** Errors that say that there is no such file: the `@` is only text. */
const NAMES_NOTHING = ["not_found", "outside_vault", "invalid_arguments"];

/** What the text after each `@` may mean, best first. */
export function mentionsIn(prompt: string): readonly (readonly Mention[])[] {
  return [...prompt.matchAll(MENTION)].map(([, quoted, linked, plain = ""]) => {
    if (quoted !== undefined) return [mentionOf(quoted)];
    if (linked !== undefined) return [{ path: linked.replace(/[#|].*$/s, "") }];
    const trimmed = plain.replace(PUNCTUATION, "");
    const all = trimmed === plain ? [plain] : [plain, trimmed];
    return all.filter((path) => path !== "").map(mentionOf);
  });
}

function mentionOf(text: string): Mention {
  const [lines = "", first, last] = LINES.exec(text) ?? [];
  if (first === undefined) return { path: text };
  return { path: text.slice(0, -lines.length), startLine: Number(first), endLine: Number(last ?? first) };
}

/** Reads what the `@`s of `prompt` name. Together the replies have at most `maxTokens`. */
export async function attached(
  prompt: string,
  tools: Tools,
  maxTokens: number,
  signal: AbortSignal,
): Promise<Attached> {
  const mentions = mentionsIn(prompt);
  const bounds = { maxTokens: Math.max(Math.floor(maxTokens / Math.max(mentions.length, 1)), 100), layout: true };
  const attachments: Attachment[] = [];
  const warnings: string[] = [];
  for (const readings of mentions) {
    for (const mention of readings) {
      const { attachment, error, code } = await read(mention, tools, bounds, signal);
      if (attachment) {
        if (
          !attachments.some(
            (one) => JSON.stringify({ ...one, reply: 0 }) === JSON.stringify({ ...attachment, reply: 0 }),
          )
        )
          attachments.push(attachment);
        break;
      }
      if (code !== undefined && NAMES_NOTHING.includes(code)) continue;
      warnings.push(`@${mention.path} is not attached: ${error ?? "it can't be read"}`);
      break;
    }
  }
  return { attachments, warnings };
}

async function read(
  { path, startLine, endLine }: Mention,
  tools: Tools,
  bounds: { maxTokens: number; layout: boolean },
  signal: AbortSignal,
): Promise<{ attachment?: Attachment; error?: string | undefined; code?: string | undefined }> {
  const folder = path.replace(/\/+$/, "");
  const isFolder = folder !== path;
  const args = isFolder ? { path: folder } : { path, start_line: startLine, end_line: endLine };
  const reply = await tools.call(isFolder ? "list_files" : "read_file", args, signal, bounds);
  const { error, files } = reply.structuredContent;
  if (error?.code === "is_folder") return read({ path: `${folder}/` }, tools, bounds, signal);
  if (reply.isError) return { error: error?.message, code: error?.code };
  const lines = startLine === undefined ? {} : { startLine, endLine: endLine ?? startLine };
  return { attachment: { path: isFolder ? `${folder}/` : (files[0]?.path ?? path), ...lines, reply } };
}
