// The rows that exclude folders, patterns and tags, with a live count.
import { Setting } from "obsidian";
import { reason } from "../base/reason.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { countClosed, saysClosed } from "./excluded-count.ts";
import { type Form, linesIn } from "./form.ts";
import { t } from "../base/translate.ts";

type ListKey = "closed" | "patterns" | "closedTags";

/** Shows how many files are excluded; counts again after every change. */
export class ClosedRow {
  readonly #form: Form;
  readonly #setting: Setting;
  #counting = new AbortController();

  constructor(form: Form, containerEl: HTMLElement) {
    this.#form = form;
    this.#setting = new Setting(containerEl).setName(t("Currently excluded"));
    this.#setting.settingEl.addClass("lectern-settings-closed");
    this.#setting.descEl.setAttrs({ role: "status" });
  }

  async count(settings: Settings): Promise<void> {
    this.stop();
    const counting = (this.#counting = new AbortController());
    try {
      const count = await countClosed(this.#form.app, settings, counting.signal);
      if (!count) return;
      const also = t("Notes that are excluded by a tag or property aren't counted.");
      this.#setting.setDesc(`${saysClosed(count)} ${also}`);
    } catch (error) {
      if (!counting.signal.aborted) this.#setting.setDesc(t("Couldn't count: {reason}.", { reason: reason(error) }));
    }
  }

  stop(): void {
    this.#counting.abort();
  }
}

/** Draws the rows that exclude; {@link ClosedRow.count} updates the count. */
export function closingRows(form: Form, containerEl: HTMLElement, settings: Settings): ClosedRow {
  const lines = (name: string, description: string, key: ListKey, placeholder: string): void => {
    const setting = new Setting(containerEl).setName(name).setDesc(description);
    setting.addTextArea((text) =>
      text
        .setPlaceholder(placeholder)
        .setValue(settings[key].join("\n"))
        .onChange((value) => void form.change(setting, { [key]: linesIn(value) })),
    );
  };
  lines(
    t("Excluded folders"),
    t(
      "One per line. A name excludes every folder or note with that name, a path such as Work/Clients only that place. Names that start with a dot are always excluded.",
    ),
    "closed",
    "Private",
  );
  lines(
    t("Excluded patterns"),
    t("One per line, as in a .gitignore file. A file named .lecternignore in the vault's root folder does the same."),
    "patterns",
    "drafts/**/*.md",
  );
  lines(
    t("Excluded tags"),
    t(
      "One per line. Excludes notes with one of these tags. Notes with the property lectern: false are always excluded.",
    ),
    "closedTags",
    "private",
  );
  return new ClosedRow(form, containerEl);
}
