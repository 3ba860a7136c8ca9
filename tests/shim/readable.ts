// Answers with the text of documents as strings, for tests.
import type { Answer, Document } from "../../pkg/lectern.js";

export type ReadableDocument = Omit<Document, "text"> & { text: string };
export type ReadableAnswer = Exclude<Answer, { document: Document }> | { document: ReadableDocument };

/** The answer, with a document's text decoded. */
export function readable(answer: Answer): ReadableAnswer {
  if (typeof answer !== "object" || !("document" in answer)) return answer;
  return { document: { ...answer.document, text: new TextDecoder().decode(answer.document.text) } };
}

/** The document that the answer holds; throws if it holds none. */
export function documentIn(answer: Answer): ReadableDocument {
  const shown = readable(answer);
  if (typeof shown !== "object" || !("document" in shown)) throw new Error(JSON.stringify(shown));
  return shown.document;
}
