// What is on a PDF page beside its text, as pdf.js's annotations: form fields, comments, marked words, drawings.
// pdf-marks.ts puts it at its place.
//
// What is hidden in a PDF is not shown: annotations that people don't see are left out.
import type { PdfAnnotation } from "./pdfjs.ts";

/** Corners of an area, in the page's coordinates: `x, y` in turn. */
export type Corners = readonly number[];

/** A value that belongs into a line: of a form field, or typed onto the page. */
export interface PageValue {
  readonly corners: Corners;
  /** One or more lines. */
  readonly text: string;
  /** What the value is called, for a line without other text. */
  readonly label: string;
  /** Whether it is a check box or a radio button, before its label. */
  readonly isBox: boolean;
}

/** A comment, which comes after a line. */
export interface PageNote {
  /** The areas that it marks; its own area if it marks no words. */
  readonly areas: readonly Corners[];
  readonly marksWords: boolean;
  /** Its line, with the words that it marks. */
  text(words: string): string;
  /** Replies to it. */
  readonly replies: readonly string[];
}

/** A link to somewhere else. */
export interface PageLink {
  readonly url: string;
  /** What leads there. */
  readonly areas: readonly Corners[];
}

/** All of one page. */
export interface PageMarks {
  readonly values: readonly PageValue[];
  readonly notes: readonly PageNote[];
  readonly links: readonly PageLink[];
  /** The number of drawings, stamps and shapes without a comment: `1 drawing, 2 stamps`. */
  readonly drawn: string;
  /** Whether there are form fields without a value. */
  readonly hasEmptyFields: boolean;
  /** How many annotations are left out. */
  readonly left: number;
}

export const NO_MARKS: PageMarks = { values: [], notes: [], links: [], drawn: "", hasEmptyFields: false, left: 0 };

/** More would take too long to put at their place. */
const MAX_ANNOTATIONS = 500;
/** Links to different places. */
const MAX_LINKS = 100;
/** Marked areas, each a line or a part of one. */
const MAX_AREAS = 2000;
/** The longest comment or value, in UTF-16 units. */
const MAX_TEXT = 4000;
const MAX_NAME = 100;
/** Lines of a value; the rest comes on one. */
const MAX_LINES = 40;

const WORDS: Readonly<Record<string, string>> = {
  Highlight: "highlight",
  Underline: "underline",
  Squiggly: "underline",
  StrikeOut: "strikeout",
};
const DRAWN: Readonly<Record<string, string>> = {
  Ink: "drawing",
  Stamp: "stamp",
  Line: "shape",
  Square: "shape",
  Circle: "shape",
  Polygon: "shape",
  PolyLine: "shape",
};
const OTHERS: Readonly<Record<string, string>> = { Text: "comment", Caret: "insertion", FileAttachment: "attachment" };

/** Bits of a field's flags. */
const [MULTILINE, PASSWORD] = [1 << 12, 1 << 13];

/** Bits of an annotation's flags: it is hidden, or only printed. */
const HIDDEN = (1 << 1) | (1 << 5);

/** What is on a page, of the annotations that people see. */
export function marksOf(all: readonly PdfAnnotation[]): PageMarks {
  const visible = all.filter(({ annotationFlags = 0 }) => (annotationFlags & HIDDEN) === 0);
  const shown = visible.filter(({ subtype }) => subtype !== "Link" && subtype !== "Popup");
  const annotations = shown.slice(0, MAX_ANNOTATIONS);
  const replies = new Map<string, string[]>();
  const isReply = ({ inReplyTo }: PdfAnnotation): boolean =>
    inReplyTo !== undefined && annotations.some(({ id }) => id === inReplyTo);
  for (const annotation of annotations.filter(isReply)) {
    const text = bracketed("reply", annotation);
    const to = threadOf(annotations, annotation);
    if (text) replies.set(to, [...(replies.get(to) ?? []), text]);
  }
  const values: PageValue[] = [];
  const notes: PageNote[] = [];
  const drawn = new Map<string, number>();
  let hasEmptyFields = false;
  let areasLeft = MAX_AREAS;
  for (const annotation of annotations.filter((annotation) => !isReply(annotation))) {
    const { subtype, rect, id } = annotation;
    const [left = 0, bottom = 0, right = 0, top = 0] = rect;
    const corners = [left, bottom, right, top];
    if (subtype === "Widget") {
      const value = valueOf(annotation, corners);
      if (value) values.push(value);
      else if (annotation.pushButton !== true) hasEmptyFields = true;
    } else if (subtype === "FreeText") {
      const text = bracketed("typed", annotation);
      if (text) values.push({ corners, text, label: "", isBox: false });
      for (const reply of replies.get(id) ?? []) {
        notes.push({ areas: [corners], marksWords: false, text: () => reply, replies: [] });
      }
    } else {
      const kind = WORDS[subtype] ?? DRAWN[subtype] ?? OTHERS[subtype] ?? "comment";
      const own = { areas: [corners], marksWords: false, replies: replies.get(id) ?? [] };
      if (WORDS[subtype]) {
        const areas = quadsOf(annotation).slice(0, areasLeft);
        areasLeft -= areas.length;
        const text = (words: string): string => bracketed(kind, annotation, words) || `[${kind}]`;
        notes.push({ ...own, areas: areas.length > 0 ? areas : own.areas, marksWords: true, text });
        continue;
      }
      const text = bracketed(kind, annotation);
      if (text || own.replies.length > 0) notes.push({ ...own, text: () => text || `[${kind}]` });
      else if (DRAWN[subtype]) drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
    }
  }
  const counts = [...drawn].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
  const left = shown.length - annotations.length;
  return { values, notes, links: linksOf(visible), drawn: counts.join(", "), hasEmptyFields, left };
}

/** The links by where they lead: one may go over several lines. */
function linksOf(annotations: readonly PdfAnnotation[]): PageLink[] {
  const links = new Map<string, Corners[]>();
  for (const { subtype, url, rect } of annotations) {
    const target = subtype === "Link" ? oneLine(url) : "";
    const areas = links.get(target);
    if (areas && areas.length < MAX_LINKS) areas.push(rect);
    else if (!areas && target !== "" && links.size < MAX_LINKS) links.set(target, [rect]);
  }
  return [...links].map(([url, areas]) => ({ url, areas }));
}

/** The annotation that a reply, or a reply to a reply, is about. */
function threadOf(annotations: readonly PdfAnnotation[], reply: PdfAnnotation): string {
  let [to, seen] = [reply, 0];
  while (to.inReplyTo !== undefined && seen++ < MAX_ANNOTATIONS) {
    const next = annotations.find(({ id }) => id === to.inReplyTo);
    if (!next) break;
    to = next;
  }
  return to.id;
}

/** `[highlight of “words” by Anna: Which one?]`; empty if it says nothing. */
function bracketed(kind: string, annotation: PdfAnnotation, words = ""): string {
  const { contentsObj, titleObj, richText, textContent, file } = annotation;
  const said =
    [contentsObj?.str, richText?.str, textContent?.join(" "), file?.filename]
      .map((text) => oneLine(text))
      .find(Boolean) ?? "";
  const author = oneLine(titleObj?.str, MAX_NAME);
  if (said === "" && words === "") return "";
  const of = words && ` of “${oneLine(words, MAX_TEXT)}”`;
  return `[${kind}${of}${author && ` by ${author}`}${said && `: ${said}`}]`;
}

function signature(annotation: PdfAnnotation): string {
  const text = oneLine(annotation.textContent?.join(" "));
  return text ? `[signature: ${text}]` : "[signature]";
}

/** Whether a text that may be drawn in it is to be looked for: pdf.js tells that of other kinds. */
export function mayDrawText({ subtype, fieldType, hasAppearance, contentsObj }: PdfAnnotation): boolean {
  if (hasAppearance !== true) return false;
  return subtype === "Stamp" ? !contentsObj?.str : fieldType === "Sig";
}

/** The value of a form field; undefined if it has none. */
function valueOf(annotation: PdfAnnotation, corners: Corners): PageValue | undefined {
  const { fieldType, fieldName, fieldValue, alternativeText, fieldFlags = 0, pushButton, options = [] } = annotation;
  const name = oneLine(fieldName, MAX_TEXT).replace(/^.*\.(?=.)/, "");
  const label = cut(oneLine(alternativeText) || name.replace(/\[\d+\]$/, ""), MAX_NAME);
  const value = (text: string, isBox = false): PageValue => ({ corners, text, label, isBox });
  if (pushButton === true) return undefined;
  if (annotation.checkBox === true) {
    return value(fieldValue === annotation.exportValue ? "[x]" : "[ ]", true);
  }
  if (annotation.radioButton === true) {
    const choice = oneLine(annotation.buttonValue ?? "", MAX_NAME);
    const isChosen = annotation.buttonValue !== null && fieldValue === annotation.buttonValue;
    return { ...value(isChosen ? "(x)" : "( )", true), label: [label, choice].filter(Boolean).join(": ") };
  }
  if (fieldType === "Sig") return annotation.hasAppearance === true ? value(signature(annotation)) : undefined;
  const chosen = (item: unknown): string => {
    const option = options.find(({ exportValue }) => exportValue === item);
    return option?.displayValue ?? (typeof item === "string" ? item : "");
  };
  let values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).map(chosen).filter(Boolean);
  // Some programs fill in only what people see.
  if (values.length === 0 && fieldType === "Tx") values = [(annotation.textContent ?? []).join("\n")].filter(Boolean);
  if (values.length === 0) return undefined;
  if (fieldFlags & PASSWORD && fieldType === "Tx") return value("[password]");
  const isLong = fieldType === "Tx" && (fieldFlags & MULTILINE) !== 0;
  const texts = isLong ? (values[0] ?? "").slice(0, MAX_TEXT).split(/\r\n?|\n/) : [values.join(", ")];
  const written = texts.map((line) => oneLine(line)).filter(Boolean);
  const text = [...written.slice(0, MAX_LINES), written.slice(MAX_LINES).join(" ")].filter(Boolean).join("\n");
  return text === "" ? undefined : value(text);
}

/** The marked areas: four corners each. Older versions of pdf.js give points, newer ones numbers. */
function quadsOf({ quadPoints }: PdfAnnotation): Corners[] {
  if (!quadPoints) return [];
  const numbers = Array.from(quadPoints).flatMap((item) =>
    typeof item === "number" ? [item] : item.flatMap(({ x, y }) => [x, y]),
  );
  const quads: Corners[] = [];
  for (let at = 0; at + 8 <= numbers.length && quads.length < MAX_AREAS; at += 8) quads.push(numbers.slice(at, at + 8));
  return quads;
}

/**
 * One line without control characters, and without those that change the direction of what follows: a comment must not
 * pass for lines of the document.
 */
export function oneLine(text: string | undefined, most = MAX_TEXT): string {
  const start = (text ?? "").slice(0, most * 4);
  return cut(
    start
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    most,
  );
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
}
