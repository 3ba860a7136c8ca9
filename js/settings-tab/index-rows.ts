// The rows about the search index: its state, and whether it is kept between starts.
import { Setting } from "obsidian";
import type { Indexed } from "../../pkg/lectern.js";
import type { KeepIndex, Settings } from "../settings/parse-settings.ts";
import type { Form } from "./form.ts";

const KEEP: Readonly<Record<KeepIndex, string>> = { auto: "Over 2,000 notes", on: "Always", off: "Never" };

/** Draws the rows. */
export function indexRows(
  form: Form,
  containerEl: HTMLElement,
  settings: Settings,
  indexed: Indexed | undefined,
): void {
  new Setting(containerEl).setName("Search index").setDesc(saysIndexed(indexed));
  const keep = new Setting(containerEl)
    .setName("Keep the search index on this device")
    .setDesc(
      "The first search after a start is faster. The index has the words of your notes, without excluded ones. It is " +
        "in the app's own storage, not in the vault. Never deletes it.",
    );
  keep.addDropdown((dropdown) =>
    dropdown
      .addOptions(KEEP)
      .setValue(settings.keepIndex)
      .onChange((value) => void form.change(keep, { keepIndex: value as KeepIndex })),
  );
}

function saysIndexed(indexed: Indexed | undefined): string {
  const onDevice = indexed && indexed.kept > 0 ? ` ${size(indexed.kept)} on this device.` : "";
  if (!indexed?.is_listed) return `Not built yet. The first search builds it.${onDevice}`;
  const { notes, unread, bytes } = indexed;
  const words = `${notes.toLocaleString("en")} ${notes === 1 ? "note" : "notes"}, ${size(bytes)} of memory`;
  return (unread > 0 ? `${words}; ${unread.toLocaleString("en")} still to be read.` : `${words}.`) + onDevice;
}

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
