// What a call came to, in the language of the interface: of the reply's parts for programs, never of its text.
import type { ChangeMade, FileShown, Reply, ToolError } from "../../../pkg/lectern.js";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import type { ToolCall } from "../../agent/message.ts";
import { counted, languageCode, t } from "../../base/translate.ts";
import { placeInWords } from "../amounts.ts";

/** `Read lines 5–6 of 6 in Bell.md`. Where there is nothing to tell it from, the core's own line. */
export function replyWords(call: ToolCall, { structuredContent: told }: Reply): string {
  const args = fieldsOf(valueOf(call.args));
  const raw = (name: string): string => (typeof args[name] === "string" ? args[name] : "");
  const given = (name: string): string => isolated(raw(name));
  const { files, notes, entries, links, change, error, next } = told;
  if (error && files.length < 2) return errorWords(call.tool, error, given);
  if (change) return changeWords(change);
  const [file, ...others] = files;
  if (file) return others.length > 0 ? severalWords(files) : fileWords(file);
  if (notes) {
    const query = given("query");
    // What was found before the model was asked: `agent/passages` has said it.
    if (args["passages"] === true && notes.every(({ path }) => path === raw("path"))) return told.display;
    if (told.total !== undefined)
      return counted(
        told.total,
        "Searched “{query}”: {shown} of {n} note",
        "Searched “{query}”: {shown} of {n} notes",
        { query, shown: notes.length },
      );
    return next
      ? counted(notes.length, "Searched “{query}”: {n} note and more", "Searched “{query}”: {n} notes and more", {
          query,
        })
      : counted(notes.length, "Searched “{query}”: {n} note", "Searched “{query}”: {n} notes", { query });
  }
  if (entries) {
    const folders = entries.filter((entry) => !("size" in entry)).length;
    const what = [
      ...(folders < entries.length || folders === 0
        ? [counted(entries.length - folders, "{n} file", "{n} files")]
        : []),
      ...(folders > 0 ? [counted(folders, "{n} folder", "{n} folders")] : []),
    ];
    const place = given("base") || given("path") || t("the vault");
    return t("Listed in {place}: {what}", { place, what: what.join(", ") });
  }
  if (links) {
    const path = given("path");
    return counted(links.length, "Links of {path}: {n} link", "Links of {path}: {n} links", { path });
  }
  return told.display;
}

/** Between Arabic words, a Latin path or query would take the numbers beside it along. */
const isolated = (text: string): string => (text !== "" && languageCode() === "ar" ? `\u2068${text}\u2069` : text);

function fileWords({ path, page, start_line, end_line, total_lines, format = "", layout }: FileShown): string {
  const place = isolated(placeInWords({ path, page }));
  if (format.startsWith("image/") || total_lines === 0) return t("Read {place}", { place });
  if (start_line === 0) return t("Read the outline of {place}", { place });
  const values = { place, first: start_line, last: end_line, total: total_lines };
  if (start_line < end_line) return t("Read lines {first}–{last} of {total} in {place}", values);
  const [run] = layout?.lines ?? [];
  return run?.starts_inside || run?.is_cut
    ? t("Read a part of line {first} of {total} in {place}", values)
    : t("Read line {first} of {total} in {place}", values);
}

function severalWords(files: readonly FileShown[]): string {
  const read = files.filter(({ error }) => !error).length;
  const closed = files.filter(({ error }) => error?.code === "denied").length;
  const failed = files.length - read - closed;
  const words = [
    counted(read, "Read {n} file", "Read {n} files"),
    ...(closed > 0 ? [counted(closed, "{n} excluded", "{n} excluded")] : []),
    ...(failed > 0 ? [counted(failed, "{n} failed", "{n} failed")] : []),
  ];
  return words.join(", ");
}

function changeWords({ path: at, movedFrom, outcome, version, made, rejected, isNew }: ChangeMade): string {
  const path = isolated(at);
  switch (outcome) {
    case "accepted":
      if (movedFrom !== null) return t("Moved {path} to {to}", { path: isolated(movedFrom), to: path });
      if (version === null) return t("Deleted {path}", { path });
      if (isNew) return t("Created {path}", { path });
      return rejected.length > 0
        ? t("Changed {path}: {made} of {all}", { path, made, all: made + rejected.length })
        : counted(made, "Changed {path}: {n} change", "Changed {path}: {n} changes", { path });
    case "planned":
      return t("Planned: {what}", { what: path });
    case "unchanged":
      return t("Nothing to change in {path}", { path });
    case "returned":
      return t("Sent back: {what}", { what: path });
    default:
      return t("Rejected: {what}", { what: path });
  }
}

/** What is wrong, where that needs no more words than these; the rest is in what the model saw. */
function errorWords(tool: string, { code, path: about }: ToolError, given: (name: string) => string): string {
  const path = (about !== undefined && isolated(about)) || given("path") || given("from") || t("a file");
  if (code === "denied" || code === "outside_vault") return t("{path} is excluded", { path });
  if (code === "not_found") return t("{path} was not found", { path });
  if (code === "read_only") return t("{path} is read-only", { path });
  if (code === "cancelled") return t("Stopped: {what}", { what: path });
  if (tool === "search_notes") return t("Couldn't search “{query}”", { query: given("query") });
  if (tool === "list_files" || tool === "links") return t("Couldn't list {path}", { path });
  return tool === "read_file" ? t("Couldn't read {path}", { path }) : t("Couldn't change {path}", { path });
}
