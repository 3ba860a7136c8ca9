// The rows about the search index: its state, and whether it is kept between starts.
import type { Indexed } from "../../pkg/lectern.js";
import type { LecternApi } from "../api.ts";
import type { KeepIndex } from "../settings/parse-settings.ts";
import { counted, inUnit, t } from "../base/translate.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

const keepModes = (): Record<KeepIndex, string> => ({
  auto: t("Over {n} notes", { n: 2000 }),
  on: t("Always"),
  off: t("Never"),
});

/** The rows. */
export function indexRows({ fields }: Form, api: LecternApi): Row[] {
  return [
    {
      name: t("Search index"),
      render: (setting) => void setting.setDesc(saysIndexed(api.indexed())),
    },
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
  const { notes = 0, unread = 0, bytes = 0, kept = 0 } = indexed ?? {};
  return [
    indexed?.is_listed
      ? counted(notes, "{n} note, {size} of memory.", "{n} notes, {size} of memory.", { size: size(bytes) })
      : t("Not built yet. The first search builds it."),
    unread > 0 && counted(unread, "{n} note still to be read.", "{n} notes still to be read."),
    kept > 0 && t("{size} on this device.", { size: size(kept) }),
  ]
    .filter(Boolean)
    .join(" ");
}

const size = (bytes: number): string =>
  bytes < 1e6 ? inUnit(Math.ceil(bytes / 1e3), "kilobyte") : inUnit(bytes / 1e6, "megabyte", 1);
