// The rows about the search index: its state, what it has of documents, and whether it is kept between starts.
import type { Indexed } from "../../pkg/lectern.js";
import type { LecternApi } from "../api.ts";
import type { KeepIndex } from "../base/keep-index.ts";
import { counted, inUnit, t } from "../base/translate.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

const keepModes = (): Record<KeepIndex, string> => ({
  auto: t("Over {n} notes", { n: 2000 }),
  on: t("Always"),
  off: t("Never"),
});

/** The rows. */
export function indexRows(form: Form, api: LecternApi): Row[] {
  const { fields } = form;
  const visible = (): boolean => form.settings.searchDocuments;
  return [
    {
      name: t("Search index"),
      render: (setting) => void setting.setDesc(saysIndexed(api.indexed())),
    },
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

function saysIndexed(indexed: Indexed | undefined): string {
  const { notes = 0, unread = 0, bytes = 0, kept = 0, documents = 0, document_bytes: taken = 0 } = indexed ?? {};
  const {
    documents_unread: waiting = 0,
    documents_too_large: large = 0,
    documents_unreadable: bad = 0,
  } = indexed ?? {};
  return [
    indexed?.is_listed
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
