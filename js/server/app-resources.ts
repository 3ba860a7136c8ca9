// What an agent can read without calling a tool: the notes, and the note that the user has open with what is selected.
import type { Context, Reply } from "../../pkg/lectern.js";
import type { Resources } from "../agent/programs/mcp-endpoint.ts";
import { activeNote, selectionIn } from "../chat/composer/active-note.ts";
import type { Parts } from "../chat/parts.ts";
import { contentAt, listNotes, namedIn, uriIn } from "../vault/note-resources.ts";
import { valueOf } from "../base/fields.ts";
import { textOf } from "../vault/layout.ts";

/** Calls a tool that reads, until the signal is aborted. */
type Read = (signal: AbortSignal, tool: string, args: object, context?: Partial<Context>) => Promise<Reply>;

/** No vault has this name: the name of the only one is empty. */
const ACTIVE = "lectern://app/active-note";
const NONE = "No note is open, or the one that is open is excluded.";

/** The resources. */
export class AppResources implements Resources {
  readonly templates = [
    { uriTemplate: `${uriIn("", "")}{+path}`, name: "note", description: "A file of the vault, by its path." },
  ];
  readonly #parts: Pick<Parts, "app">;
  readonly #read: Read;

  constructor(parts: Pick<Parts, "app">, read: Read) {
    [this.#parts, this.#read] = [parts, read];
  }

  async list(cursor: unknown, signal: AbortSignal): Promise<object> {
    const isFirst = cursor === undefined;
    const from = isFirst ? {} : typeof cursor === "string" ? valueOf(cursor) : undefined;
    // An unknown cursor gives an empty page.
    if (typeof from !== "object" || from === null) return { resources: [] };
    const { resources, next } = await listNotes(this.#call(signal), from, (path) => uriIn("", path));
    const description = "The note that is open in the app, with what the user selected in it.";
    const active = { uri: ACTIVE, name: "active-note", title: "Active note", description, mimeType: "text/plain" };
    return {
      resources: [...(isFirst ? [active] : []), ...resources],
      ...(next && { nextCursor: JSON.stringify(next) }),
    };
  }

  async read(uri: string, signal: AbortSignal): Promise<readonly object[] | undefined> {
    if (uri === ACTIVE) return this.#active(signal);
    const named = namedIn(uri);
    const content = named?.vault === "" ? await contentAt(this.#call(signal), named.path) : undefined;
    return content && [{ uri, ...content }];
  }

  /** What is selected, and the note. Each is read as the model would read it, so an excluded note has neither. */
  async #active(signal: AbortSignal): Promise<object[]> {
    const { app } = this.#parts;
    const told = (text: string) => ({ uri: ACTIVE, mimeType: "text/plain", text });
    const path = app.workspace.getActiveFile()?.path;
    const content = path === undefined ? undefined : await contentAt(this.#call(signal), path);
    if (path === undefined || !content) return [told(NONE)];
    const note = { uri: uriIn("", path), ...content };
    const selection = selectionIn(activeNote(app));
    if (selection?.path !== path) return [told(`Open: ${path}\nNothing is selected.`), note];
    const { startLine: start_line, endLine: end_line, selected } = selection;
    const lines = `Open: ${path}\nSelected: lines ${start_line} to ${end_line}\n\n`;
    // The note may be excluded since.
    const reply = await this.#read(signal, "read_file", { path, start_line, end_line }, { layout: true });
    return reply.isError ? [told(NONE)] : [told(lines + (selected ?? textOf(reply))), note];
  }

  #call(signal: AbortSignal) {
    return (tool: string, args: object, context?: Partial<Context>) => this.#read(signal, tool, args, context);
  }
}
