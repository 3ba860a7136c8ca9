// Answers with the text of documents as strings, for tests.
import type { Answer, Document, DocumentPart } from "../../pkg/lectern.js";

export type ReadableDocument = Omit<Document, "text" | "parts"> & { text: string; parts: DocumentPart[] };
export type ReadableAnswer = Exclude<Answer, { document: Document }> | { document: ReadableDocument };

/** The answer, with a document's text and parts decoded. */
export function readable(answer: Answer): ReadableAnswer {
  if (typeof answer !== "object" || !("document" in answer)) return answer;
  const { text, parts, ...others } = answer.document;
  const part = (line: string): DocumentPart => {
    const [, first, level, title] = /^(\d+) (\d+) (.*)$/.exec(line) ?? [];
    if (title === undefined) throw new Error(`no part: ${line}`);
    return { line: Number(first), level: Number(level), title };
  };
  return {
    document: { ...others, text: new TextDecoder().decode(text), parts: parts.split("\n").slice(0, -1).map(part) },
  };
}

/** The document that the answer holds; throws if it holds none. */
export function documentIn(answer: Answer): ReadableDocument {
  const shown = readable(answer);
  if (typeof shown !== "object" || !("document" in shown)) throw new Error(JSON.stringify(shown));
  return shown.document;
}
