// What of the vault a request sends: the lines of each note, or other parts such as its name. Computed from the messages
// and the instructions as the model is sent them.
import type { Reply, ToolError } from "../../../pkg/lectern.js";
import { byteLength } from "../../base/byte-length.ts";
import { rowsOf } from "../../vault/layout.ts";
import { seenLinesIn } from "../citations/seen-lines.ts";
import { isShortLine } from "../context/outgoing.ts";
import { namedBy } from "../context/redact.ts";
import type { Message } from "../message.ts";
import type { OwnInstructions } from "../system-prompt.ts";

/** What is sent of a note besides lines. */
export type SentPart =
  /** Its path. */
  | "name"
  /** Its title or properties, in a listing. */
  | "details"
  | "outline"
  | "picture"
  /** The user's own instructions for every answer. */
  | "instructions"
  /** What a change made of it. */
  | "change"
  /** An error about it, which may quote it. */
  | "error"
  /** Answers that were given after reading it, which may repeat it. */
  | "answers";

/** What is sent of one note. */
export interface SentNote {
  readonly path: string;
  /** Its lines as inclusive ranges, in order. */
  readonly lines: readonly (readonly [first: number, last: number])[];
  readonly parts: readonly SentPart[];
  /** Bytes of UTF-8; of a picture, of its file. */
  readonly bytes: number;
}

/** One message or attachment of a request, or a note with instructions. */
export interface SentItem {
  /** The same in each request that sends it. */
  readonly key: unknown;
  readonly notes: readonly SentNote[];
}

/** Whether there is a file or folder at a path. */
export type Exists = (path: string) => boolean;

/** What `messages` and `instructions`, as the model is sent them, contain of the vault. */
export function sentItems(
  messages: readonly Message[],
  exists: Exists,
  instructions: readonly OwnInstructions[] = [],
): SentItem[] {
  const items = instructions.flatMap(({ path, text }): SentItem[] => {
    if (path === undefined) return [];
    const notes = [part(path, "name", byteLength(path)), part(path, "instructions", byteLength(text))];
    return [{ key: `${path}\n${text}`, notes: mergedNotes(notes) }];
  });
  // The paths whose lines are no longer in the request, only what was answered from them.
  const told = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") {
      if (told.size > 0)
        items.push({ key: message, notes: mergedNotes([...told].map((path) => part(path, "answers"))) });
    } else if (message.role === "tool") {
      items.push({ key: message.reply, notes: notesIn(message.reply, exists, isShortLine(message)) });
      const { files, notes = [] } = message.reply.structuredContent;
      if (isShortLine(message)) for (const { path } of [...files, ...notes]) told.add(path);
    } else {
      for (const attachment of message.attachments) {
        const { path, startLine = 1, endLine = startLine, isPasted, isConversation, selected, reply } = attachment;
        if (isPasted) continue;
        if (isConversation) {
          const told = namedBy(reply).map((named) => part(named.path, named.isShown ? "answers" : "name"));
          items.push({ key: reply, notes: mergedNotes(told) });
          continue;
        }
        const named = part(path.replace(/\/$/, ""), "name", byteLength(path));
        const words: SentNote[] =
          selected === undefined
            ? []
            : [{ path, lines: [[startLine, endLine]], parts: [], bytes: byteLength(selected) }];
        items.push({ key: reply, notes: mergedNotes([named, ...words, ...notesIn(reply, exists)]) });
      }
      const undone = (message.undone ?? []).map((path) => part(path, "name", byteLength(path)));
      if (undone.length > 0) items.push({ key: message.undone, notes: undone });
      for (const path of message.instructedBy ?? []) if (!instructions.some((own) => own.path === path)) told.add(path);
    }
  }
  return items;
}

/** Joins what is sent of the same note. */
export function mergedNotes(notes: readonly SentNote[]): SentNote[] {
  const byPath = new Map<string, SentNote>();
  for (const note of notes) {
    const before = byPath.get(note.path);
    if (!before) byPath.set(note.path, note);
    else
      byPath.set(note.path, {
        path: note.path,
        lines: joined([...before.lines, ...note.lines]),
        parts: [...new Set([...before.parts, ...note.parts])],
        bytes: before.bytes + note.bytes,
      });
  }
  return [...byPath.values()];
}

const part = (path: string, name: SentPart, bytes = 0): SentNote => ({ path, lines: [], parts: [name], bytes });

function ofLines(path: string, lines: Iterable<readonly [line: number, text: string]>): SentNote {
  const all = [...lines];
  const ranges = joined(all.map(([line]) => [line, line] as const));
  return { path, lines: ranges, parts: [], bytes: all.reduce((sum, [, text]) => sum + byteLength(text), 0) };
}

function joined(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const all: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = all[all.length - 1];
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else all.push([first, last]);
  }
  return all;
}

/** Replies never change, and each request sends all of them. */
const known = new WeakMap<Reply, SentNote[]>();

function notesIn(reply: Reply, exists: Exists, isShort = false): SentNote[] {
  let notes = known.get(reply);
  if (!notes) known.set(reply, (notes = readNotes(reply, exists, isShort)));
  return notes;
}

function readNotes(reply: Reply, exists: Exists, isShort: boolean): SentNote[] {
  const { files, notes = [], entries = [], links = [], change, error } = reply.structuredContent;
  const rows = rowsOf(reply).flat();
  const text = rows.join("\n");
  // A call for one file doesn't repeat its name, and a shortened reply names only some.
  const named = [...files.filter(({ error }) => !error), ...notes].filter(({ path }) => text.includes(path));
  const all = [...named, ...entries].map(({ path }) => part(path, "name", byteLength(path)));
  for (const { path, lines } of seenLinesIn(reply)) if (lines.size > 0) all.push(ofLines(path, lines));
  const images = reply.content.flatMap((content) => (content.type === "image" ? [content.data] : []));
  for (const { path, start_line, total_lines, format = "", error } of files) {
    if (error) {
      all.push(...inError(`${error.message} ${error.help}`, error, exists));
      continue;
    }
    const image = format.startsWith("image/") ? images.shift() : undefined;
    if (image !== undefined) all.push(part(path, "picture", Math.floor((image.length * 3) / 4)));
    const isOutline = start_line === 0 && total_lines > 0 && !isShort;
    if (isOutline) all.push(part(path, "outline", byteLength(sectionOf(rows, path, files.length > 1).join(""))));
  }
  for (const entry of entries) {
    const { title = "", properties = [] } = "size" in entry ? entry : {};
    const details = [
      title,
      ...properties.map(({ value }) => (typeof value === "object" ? value.join() : String(value))),
    ];
    if (title || properties.length > 0) all.push(part(entry.path, "details", byteLength(details.join(""))));
  }
  for (const from of new Set(links.map(({ from }) => from))) {
    const own = links.filter((link) => link.from === from);
    const lines = new Map<number, string>();
    for (const row of sectionOf(rows, from, true)) {
      const found = own.find(({ line }) => row.startsWith(`${line}: `));
      if (found) lines.set(found.line, row.slice(`${found.line}: `.length));
    }
    all.push(part(from, "name", byteLength(from)), ofLines(from, lines));
  }
  for (const { to } of links) if (to !== null) all.push(part(to, "name", byteLength(to)));
  if (change) all.push(part(change.path, "change", byteLength(text)));
  if (change?.movedFrom) all.push(part(change.movedFrom, "name", byteLength(change.movedFrom)));
  if (error && files.length === 0) all.push(...inError(text, error, exists));
  return mergedNotes(all);
}

/** The rows below the line that names `path`, up to the next such line; all rows if there are no such lines. */
function sectionOf(rows: readonly string[], path: string, hasHeaders: boolean): string[] {
  if (!hasHeaders) return [...rows];
  let isInside = false;
  return rows.filter((row) => {
    if (/^== .* ==$/.test(row)) isInside = row === `== ${path} ==`;
    return isInside;
  });
}

/** The notes that an error is about, and those that it names. */
function inError(text: string, { code, path: about }: ToolError, exists: Exists): SentNote[] {
  // It repeats the model's own words, whatever is there.
  if (code === "denied") return [];
  const quoted = [...text.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path);
  const named = [...new Set(quoted)].filter((path) => path !== about && exists(path));
  const notes = named.map((path) => part(path, "name", byteLength(path)));
  return about !== undefined && exists(about) ? [part(about, "error", byteLength(text)), ...notes] : notes;
}
