// The rows that exclude folders, patterns and tags, with a live count.
import { Setting } from "obsidian";
import { reason } from "../base/reason.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { countClosed, saysClosed } from "./excluded-count.ts";
import { type Form, linesIn } from "./form.ts";

type ListKey = "closed" | "patterns" | "closedTags";

/** Shows how many files are excluded; counts again after every change. */
export class ClosedRow {
  readonly #form: Form;
  readonly #setting: Setting;
  #counting = new AbortController();

  constructor(form: Form, containerEl: HTMLElement) {
    this.#form = form;
    this.#setting = new Setting(containerEl).setName("Excluded now");
    this.#setting.settingEl.addClass("lectern-settings-closed");
    this.#setting.descEl.setAttrs({ role: "status" });
  }

  async count(settings: Settings): Promise<void> {
    this.stop();
    const counting = (this.#counting = new AbortController());
    try {
      const count = await countClosed(this.#form.app, settings, counting.signal);
      if (!count) return;
      const also = "Notes excluded by a tag or the property lectern are not counted here.";
      this.#setting.setDesc(`${saysClosed(count)} ${also}`);
    } catch (error) {
      if (!counting.signal.aborted) this.#setting.setDesc(`Can't count: ${reason(error)}.`);
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
    "Excluded folders",
    "One per line. A name excludes every folder or note of that name, a path such as Work/Clients only that place. " +
      "Names that start with a dot are always excluded.",
    "closed",
    "Private",
  );
  lines(
    "Excluded patterns",
    "One per line, as in a .gitignore file. A file .lecternignore at the root of the vault does the same.",
    "patterns",
    "drafts/**/*.md",
  );
  lines(
    "Excluded tags",
    "One per line. Notes with one of these tags are excluded. Notes with the property lectern: false always are.",
    "closedTags",
    "private",
  );
  return new ClosedRow(form, containerEl);
}
