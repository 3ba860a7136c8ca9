// The advanced rows: limits and prices, and the search index: its state, what it has of documents, and whether it is kept
// between starts.
import { counted, inUnit, t } from "../base/translate.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";
import type { Indexed } from "../../pkg/lectern.js";
import type { LecternApi } from "../api.ts";
import type { KeepIndex } from "../base/keep-index.ts";

/** The rows about one answer. */
export function answerRows(form: Form): Row[] {
  const { chatFields } = form;
  const visible = (): boolean => form.chat.provider !== "quotes";
  return [
    chatFields.number(
      "maxTurns",
      t("Maximum steps per answer"),
      t("How often the model may read and go on before it must stop."),
    ),
    chatFields.number(
      "temperature",
      t("Temperature"),
      t(
        "From 0 to 2: how freely the model chooses its words. Leave empty for the provider's default; some models take no other.",
      ),
      { visible },
    ),
    chatFields.number(
      "contextTokens",
      t("Context size"),
      t("Tokens that the model can process at once. Leave empty for the default. Local servers often allow fewer."),
      { visible },
    ),
    chatFields.number(
      "idleSeconds",
      t("Timeout"),
      t(
        "Seconds to wait for the server before the answer is stopped. A local server may need longer to load a model. An answer that can't be streamed may take five times as long.",
      ),
      { visible },
    ),
    chatFields.number(
      "inputPrice",
      t("Input price"),
      t("Per million tokens, in any currency. Answers then show their cost."),
      { visible },
    ),
    chatFields.number("outputPrice", t("Output price"), t("Per million tokens, in the same currency."), {
      aliases: [t("Cost")],
      visible,
    }),
  ];
}

/** The rows about what a model gets at once. */
export function readRows({ fields }: Form): Row[] {
  return [
    fields.number(
      "maxBytes",
      t("Reply size"),
      t("Maximum bytes of text that a model gets at once. Longer notes are split into pages."),
    ),
    fields.number(
      "maxLines",
      t("Reply lines"),
      t("Maximum lines that a model gets at once. Leave empty for no limit. 0 lines or bytes returns outlines only."),
    ),
    fields.number("filesAtOnce", t("Parallel reads"), t("Files that are read at once, from 1 to 100.")),
    fields.number(
      "maxImageBytes",
      t("Image size"),
      t("Maximum bytes of an image as base64. Larger images are scaled down."),
    ),
    fields.number("maxImagesBytes", t("Image size per reply"), t("Maximum bytes of all images of a reply as base64.")),
  ];
}

const keepModes = (): Record<KeepIndex, string> => ({
  auto: t("Over {n} notes or {pages} pages of documents", { n: 2000, pages: 80 }),
  on: t("Always"),
  off: t("Never"),
});

/** The rows about the search index. */
export function indexRows(form: Form, api: LecternApi): Row[] {
  const { fields } = form;
  const visible = (): boolean => form.settings.searchDocuments;
  return [
    { name: t("Search index"), render: (setting) => void setting.setDesc(saysIndexed(api.indexed())) },
    fields.toggle(
      "searchDocuments",
      t("Search in documents"),
      t(
        "Finds words in PDF and Office files, canvases, web pages and text files too. They are read on this device, after your notes.",
      ),
    ),
    fields.megabytes(
      "maxDocumentBytes",
      t("Document size"),
      t("Maximum size of a document that is searched, in MB. Larger ones are left out."),
      { visible },
    ),
    fields.megabytes(
      "maxDocumentsIndexBytes",
      t("Memory for documents"),
      t("Maximum memory for the words of documents, in MB. Documents that don't fit are left out."),
      { visible },
    ),
    fields.choice(
      "keepIndex",
      keepModes(),
      t("Keep the search index"),
      t(
        "Speeds up the first search after a restart. The index has the words of your notes, except excluded ones. It is stored on this device, not in the vault. Never deletes it.",
      ),
    ),
  ];
}

function saysIndexed(indexed: Partial<Indexed> = {}): string {
  const { notes = 0, unread = 0, bytes = 0, kept = 0, documents = 0, document_bytes: taken = 0 } = indexed;
  const { documents_unread: waiting = 0, documents_too_large: large = 0, documents_unreadable: bad = 0 } = indexed;
  return [
    indexed.is_listed
      ? counted(notes, "{n} note, {size} of memory.", "{n} notes, {size} of memory.", { size: size(bytes) })
      : t("Not built yet. The first search builds it."),
    unread > 0 && counted(unread, "{n} note still to be read.", "{n} notes still to be read."),
    documents > 0 &&
      counted(documents, "{n} document, {size} of it.", "{n} documents, {size} of it.", { size: size(taken) }),
    waiting > 0 && counted(waiting, "{n} document still to be read.", "{n} documents still to be read."),
    large > 0 && counted(large, "{n} document is too large.", "{n} documents are too large."),
    bad > 0 && counted(bad, "{n} document can't be read.", "{n} documents can't be read."),
    kept > 0 && t("{size} on this device.", { size: size(kept) }),
  ]
    .filter(Boolean)
    .join(" ");
}

const size = (bytes: number): string =>
  bytes < 1e6 ? inUnit(Math.ceil(bytes / 1e3), "kilobyte") : inUnit(bytes / 1e6, "megabyte", 1);
