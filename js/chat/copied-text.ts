// What is copied of an answer: Markdown, whose citations are links that work in any note of the vault.
import { type App, htmlToMarkdown } from "obsidian";
import { citationsIn } from "../agent/citations/citations.ts";
import { nameOf } from "../base/names.ts";
import { linesOf, placeOfChip } from "./citation-chip.ts";
import { citedFile, withLinks } from "./cited-links.ts";
import type { NotePlace } from "./open-note.ts";

/** Stands for a link while HTML becomes Markdown, which would escape its brackets. */
const LINK = /\uE000(\d+)\uE001/g;

/** The answer `source`, with links for notes. */
export function copiedAnswer(app: App, source: string): string {
  return withLinks(source, citationsIn(source), ({ start, end, link, startLine, endLine }) =>
    linkTo(app, { path: link.replace(/#.*/s, ""), startLine, endLine }, source.slice(start, end)),
  );
}

/** Copies what is selected in an answer as Markdown. Anything else is copied as the browser does. */
export function copySelection(app: App, event: ClipboardEvent): void {
  const selection = (event.target as Node | null)?.win.getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const text = (around.instanceOf(Element) ? around : around.parentElement)?.closest(".lectern-chat-text");
  // What is inside one word or one block of code has no marks.
  if (!text || (!around.instanceOf(Element) && around.nodeType === Node.TEXT_NODE)) return;
  const copied = createDiv();
  copied.append(range.cloneContents());
  const places = Array.from(text.querySelectorAll<HTMLElement>(".lectern-chat-citation")).filter((chip) =>
    range.intersectsNode(chip),
  );
  const links = places.map((chip) => linkTo(app, placeOfChip(chip), chip.textContent));
  copied.findAll(".lectern-chat-citation").forEach((chip, index) => chip.replaceWith(`\uE000${index}\uE001`));
  for (const mark of copied.findAll("mark.lectern-chat-found")) mark.replaceWith(mark.textContent);
  const markdown = htmlToMarkdown(copied).replace(LINK, (_, index: string) => links[Number(index)] ?? "");
  event.clipboardData.setData("text/plain", markdown);
  event.preventDefault();
}

/** A link to `place` by its whole path; `otherwise` if there is no such note. */
function linkTo(app: App, place: NotePlace | undefined, otherwise: string): string {
  const file = place && citedFile(app, place.path);
  if (!file) return otherwise;
  const name = [nameOf(file.path), linesOf(place)].filter(Boolean).join(", ");
  return `[[${file.path.replace(/\.md$/, "")}|${name}]]`;
}
