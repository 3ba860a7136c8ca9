// One row for each call of a model: its result in words. It expands to what the model saw.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import type { ToolCall, ToolMessage } from "../../agent/message.ts";
import { searchParts } from "../../vault/layout.ts";
import { textOf } from "../../vault/tools.ts";
import { drawIcon, textButton } from "../button.ts";
import { counted, t } from "../../base/translate.ts";
import type { Reply } from "../../../pkg/lectern.js";
import { nameOf } from "../../base/names.ts";
import { replyWords } from "./reply-words.ts";

/** How much of a reply is shown at first, so that it appears without delay. */
const SHOWN_LETTERS = 20_000;

/** A call and its reply so far. */
export interface CallRow {
  readonly call: ToolCall;
  reply: ToolMessage | undefined;
  isShortened: boolean;
  /** Whether it waits for the user to approve its change. */
  isWaiting: boolean;
  el: HTMLElement | undefined;
}

/** Whether the requested file is excluded. */
export const isClosed = (code: string | undefined): boolean => code === "denied" || code === "outside_vault";

/** Draws `row` into `el`, and keeps it expanded if it was. */
export function fill(el: HTMLElement, row: CallRow, isLive = true): void {
  const body = el.querySelector(".lectern-chat-row-body");
  const known = el.querySelector<HTMLButtonElement>(":scope > button");
  const head = known ?? el.createEl("button", { cls: "lectern-chat-row-head", attr: { "aria-expanded": "false" } });
  head.empty();
  const unfinished = !isLive ? "circle-slash" : row.isWaiting ? "clock" : "loader-2";
  const icon = drawIcon(head, row.reply ? iconOf(row.reply) : unfinished);
  icon.toggleClass("is-running", !row.reply && isLive && !row.isWaiting);
  head.createSpan({
    cls: "lectern-chat-row-words",
    text: row.reply || isLive ? wordsOf(row) : t("Stopped: {what}", { what: wordsOf(row) }),
    attr: { dir: "auto" },
  });
  const suspicious = row.reply ? suspiciousLines(row.reply.reply) : "";
  if (suspicious)
    head.createSpan({ cls: "lectern-chat-row-mark is-suspicious", text: suspicious, attr: { dir: "auto" } });
  if (row.isShortened) head.createSpan({ cls: "lectern-chat-row-mark", text: t("shortened") });
  el.toggleClass(
    "is-error",
    row.reply?.reply.isError === true && !isClosed(row.reply.reply.structuredContent.error?.code),
  );
  head.disabled = !row.reply;
  if (!known) head.addEventListener("click", () => toggle(el, head, row));
  if (body) show(body as HTMLElement, row);
}

function toggle(el: HTMLElement, head: HTMLElement, row: CallRow): void {
  const body = el.querySelector(".lectern-chat-row-body");
  head.setAttr("aria-expanded", String(!body));
  if (body) body.remove();
  else show(el.createDiv("lectern-chat-row-body"), row);
}

/** Shows what the model saw. */
function show(body: HTMLElement, { call, reply, isShortened }: CallRow): void {
  if (!reply) return;
  body.empty();
  body.createDiv({ cls: "lectern-chat-row-call", text: `${call.tool} ${call.args}`, attr: { dir: "ltr" } });
  if (isShortened) {
    body.createDiv({
      cls: "lectern-chat-row-note",
      text: t("The context was full, so the model now has only one line about this result."),
    });
  }
  for (const part of reply.reply.content) {
    if (part.type !== "image") continue;
    const src = `data:${part.mimeType};base64,${part.data}`;
    body.createEl("img", { cls: "lectern-chat-row-image", attr: { src, alt: t("What the model saw") } });
  }
  const text = textOf(reply.reply);
  if (!text) return;
  // Makes the long text scrollable by keyboard.
  const attr = { tabindex: "0", role: "region", "aria-label": t("What the model saw") };
  const pre = body.createEl("pre", { cls: "lectern-chat-row-text", attr });
  if (reply.reply.structuredContent.notes && text.length <= SHOWN_LETTERS) {
    for (const { kind, text: words } of searchParts(reply.reply))
      pre.createSpan({ cls: `lectern-found-${kind}`, text: words });
    return;
  }
  pre.setText(text.slice(0, SHOWN_LETTERS));
  if (text.length <= SHOWN_LETTERS) return;
  const showAll = (): void => {
    pre.setText(text);
    more.remove();
    pre.focus();
  };
  const more = textButton(body, t("Show all"), showAll, "lectern-chat-more");
}

/** The tools that change the text of a note. */
const CHANGING = ["edit_file", "edit_properties", "write_file"];

/** Whether the user may be asked about the call in `row`. */
export const mayWait = ({ call: { tool }, reply }: CallRow): boolean =>
  !reply && [...CHANGING, "delete_file", "move_file"].includes(tool);

/** The text of the row: the result of the call, or what it is doing. */
export function wordsOf({ call, reply, isWaiting }: CallRow): string {
  if (reply) return replyWords(call, reply.reply);
  const args = fieldsOf(valueOf(call.args));
  const text = (name: string): string => (typeof args[name] === "string" ? args[name] : "");
  const path = text("path") || t("a file");
  if (isWaiting) return t("Waiting for you: {path}", { path: text("path") || text("from") || t("a file") });
  if (call.tool === "search_notes") return t("Searching “{query}”…", { query: text("query") });
  if (call.tool === "list_files") return t("Listing {path}…", { path: text("path") || t("the vault") });
  if (call.tool === "links") return t("Listing the links of {path}…", { path });
  if (call.tool === "delete_file") return t("Deleting {path}…", { path });
  if (call.tool === "move_file") return t("Moving {path}…", { path: text("from") || t("a file") });
  if (CHANGING.includes(call.tool)) return t("Changing {path}…", { path });
  if (call.tool !== "read_file") return `${call.tool}…`;
  const files = Array.isArray(args["files"]) ? args["files"].length : 0;
  return files > 1 ? counted(files, "Reading {n} file…", "Reading {n} files…") : t("Reading {path}…", { path });
}

/** The icons of calls by their tools. */
const ICONS: Readonly<Record<string, string>> = {
  search_notes: "search",
  list_files: "folder",
  links: "link",
  delete_file: "trash-2",
  move_file: "folder-input",
  ...Object.fromEntries(CHANGING.map((tool) => [tool, "pencil"])),
};

function iconOf({ tool, reply }: ToolMessage): string {
  if (isClosed(reply.structuredContent.error?.code)) return "lock";
  return reply.isError ? "circle-alert" : (ICONS[tool] ?? "file-text");
}

/** How many lines and notes are named. */
const NAMED = 8;

/** The warning about `reply`; empty if it needs none. */
function suspiciousLines({ structuredContent: { files, notes = [] } }: Reply): string {
  const all = [...files, ...notes];
  const places = all.flatMap(({ path, suspicious = [] }) =>
    suspicious.length > 0 ? [{ path, lines: suspicious }] : [],
  );
  if (places.length === 0) return "";
  const said = places.slice(0, NAMED).map(({ path, lines }) => {
    const numbers = lines.slice(0, NAMED).join(", ") + (lines.length > NAMED ? ", …" : "");
    const where = lines.length === 1 ? t("line {lines}", { lines: numbers }) : t("lines {lines}", { lines: numbers });
    return all.length === 1 ? where : `${nameOf(path)}, ${where}`;
  });
  const where = said.join("; ") + (places.length > NAMED ? "; …" : "");
  return t("Suspicious text in {where}", { where });
}
