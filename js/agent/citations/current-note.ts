// Checks citations against the notes as they are now: a note may have been edited, moved or excluded since it was
// shown.
import type { Context, Next, Reply } from "../../../pkg/lectern.js";
import type { Citation } from "./citations.ts";
import { endsOf, isSame, linesOf, type SeenNote } from "./seen-note.ts";
import { seenLinesIn } from "./seen-lines.ts";
import { hasWords, Wording, type LineRange } from "./wording.ts";
import { t } from "../../base/translate.ts";

/** Lines of a note, or of one page of a document. */
interface CitedPlace extends LineRange {
  readonly path: string;
  readonly page?: number;
}

/** The result of checking a citation. */
export type Verdict =
  | ({ readonly state: "verified" } & CitedPlace)
  /** The quoted words are there, but the quote leaves out something between them. */
  | ({ readonly state: "shortened" } & CitedPlace)
  /** The text is now elsewhere in the note. */
  | ({ readonly state: "moved" } & CitedPlace)
  | {
      readonly state: "unverified";
      readonly path?: string;
      /** A short sentence for the user. */
      readonly because: string;
      /** What has become of the note since it was read, if that is why. */
      readonly since?: "changed" | "gone" | "excluded";
      /** If it has changed: the lines as they were read, and those that are there now. */
      readonly lines?: { readonly before: readonly string[]; readonly now: readonly string[] };
      /** Nothing speaks against it: what was read was not saved with the conversation. */
      readonly isUnknown?: true;
    };

/** Calls a tool; never rejects. */
export type Call = (
  tool: string,
  argsJson: string,
  options: { signal: AbortSignal } & Partial<Context>,
) => Promise<Reply>;

/** How many lines around the cited ones are searched first. */
const AROUND = 200;

/** Maximum pages of a note that are searched after that. */
const MAX_PAGES = 8;

/** Reads the current notes to check citations. */
export class CurrentNotes {
  readonly #call: Call;
  readonly #signal: AbortSignal;

  constructor(call: Call, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
  }

  /** Checks `place`, which was shown. */
  async verdict(note: SeenNote, place: LineRange, { startLine, quote }: Citation): Promise<Verdict> {
    const file = fileOf(note);
    const { path } = file;
    const verified = { state: "verified", ...file, ...place } as const;
    if (startLine === undefined && quote === undefined) return verified;
    const reply = await this.#read({ ...file, start_line: place.startLine, end_line: place.endLine });
    const code = reply.structuredContent.error?.code;
    if (code === "not_found" || isOther(reply, path))
      return { state: "unverified", path, since: "gone", because: t("The note no longer exists.") };
    if (code === "denied")
      return { state: "unverified", path, since: "excluded", because: t("The note is now excluded.") };
    // If the note can't be read right now, assume it is unchanged.
    if (reply.isError && code !== "past_end") return verified;
    const now = reply.isError ? undefined : seenLinesIn(reply)[0];
    if (now && isSame(note, place, now, reply.structuredContent.files[0]?.truncated ?? false)) return verified;
    const isQuoted = quote !== undefined && hasWords(quote);
    const words = isQuoted ? quote : endsOf(note, place);
    if (!hasWords(words)) return verified;
    const found = await this.find(note, words, place.startLine);
    if (!found) {
      const lines = { before: linesOf(note, place), now: now ? [...now.lines.values()] : [] };
      const because = t("The note has changed and no longer has this.");
      return { state: "unverified", path, since: "changed", lines, because };
    }
    const isThere = found.startLine === place.startLine && found.endLine === place.endLine;
    // Other words in these lines have changed, but the quote is still there.
    const isInside = isQuoted && found.startLine >= place.startLine && found.endLine <= place.endLine;
    return isThere || isInside ? verified : { state: "moved", ...file, ...found };
  }

  /** Finds `quote` in the note as it is now. */
  async find(note: SeenNote, quote: string, near: number): Promise<LineRange | undefined> {
    if (!hasWords(quote)) return undefined;
    const file = fileOf(note);
    const start = Math.max(1, near - AROUND);
    const around = await this.#lines({ ...file, start_line: start, end_line: near + AROUND }, 1);
    const found = around.find(quote, near);
    if (found) return found;
    return (await this.#lines({ ...file, start_line: 1 }, MAX_PAGES)).find(quote, near);
  }

  /** Why nothing was shown of the note that the citation names. */
  async whyNotShown({ link }: Citation): Promise<{ path?: string; because: string }> {
    const reply = await this.#read({ path: link, start_line: 1, end_line: 1 });
    const { error, files } = reply.structuredContent;
    if (error?.code === "denied") return { because: t("The note is excluded.") };
    if (error?.code === "not_found" || error?.code === "outside_vault") return { because: t("There is no such note.") };
    const path = error ? undefined : files[0]?.path;
    return { ...(path !== undefined && { path }), because: t("The note wasn't read in this conversation.") };
  }

  async #lines(first: Next, pages: number): Promise<Wording> {
    const lines = new Map<number, string>();
    let args: Next | undefined = first;
    for (let page = 0; args && page < pages && !this.#signal.aborted; page++) {
      const reply: Reply = await this.#read(args);
      if (isOther(reply, first.path)) break;
      for (const shown of seenLinesIn(reply)) {
        // A line that continues on the next page is one line.
        for (const [line, text] of shown.lines) lines.set(line, (lines.get(line) ?? "") + text);
      }
      args = reply.isError ? undefined : (reply.structuredContent.files[0]?.next ?? undefined);
    }
    return new Wording(lines);
  }

  #read(args: Next): Promise<Reply> {
    return this.#call("read_file", JSON.stringify(args), { signal: this.#signal, layout: true });
  }
}

/** Whether another note was read, because the one at `path` is gone. */
function isOther({ structuredContent: { files } }: Reply, path: string): boolean {
  return files[0] !== undefined && files[0].path !== path;
}

/** The file of a note, and the page if its lines are counted in one. */
export function fileOf({ path, page }: SeenNote): { path: string; page?: number } {
  return { path, ...(page !== undefined && { page }) };
}
