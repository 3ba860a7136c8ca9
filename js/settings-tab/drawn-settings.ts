// Draws the rows of the settings tab in apps before 1.13. Later ones draw them themselves.
import { SettingGroup } from "obsidian";
import type { Row } from "./setting-fields.ts";

/** Rows below a heading, or on a page of their own, which is folded here. */
export type Section =
  | { readonly type: "group"; readonly heading?: string; readonly items: Row[] }
  | { readonly type: "page"; readonly name: string; readonly items: Row[] };

/** What is drawn in a tab. */
export class DrawnSettings {
  readonly #containerEl: HTMLElement;
  readonly #rows: { readonly el: HTMLElement; readonly visible: Row["visible"] }[] = [];
  readonly #cleanups: (() => void)[] = [];
  /** Whether the page is unfolded. */
  #isOpen = false;

  constructor(containerEl: HTMLElement) {
    this.#containerEl = containerEl;
  }

  draw(sections: readonly Section[]): void {
    this.clear();
    this.#containerEl.empty();
    for (const section of sections) {
      const isPage = section.type === "page";
      const group = this.#group(section.items, isPage ? this.#folded(section.name) : this.#containerEl);
      if (!isPage && section.heading !== undefined) group.setHeading(section.heading);
    }
    this.refresh();
  }

  /** Shows and hides rows after a change. */
  refresh(): void {
    for (const { el, visible = true } of this.#rows) el.toggle(typeof visible === "function" ? visible() : visible);
  }

  clear(): void {
    this.#isOpen = this.#containerEl.querySelector("details")?.open ?? this.#isOpen;
    this.#rows.length = 0;
    for (const clean of this.#cleanups.splice(0)) clean();
  }

  #folded(name: string): HTMLElement {
    const details = this.#containerEl.createEl("details", "lectern-settings-advanced");
    details.open = this.#isOpen;
    details.createEl("summary", { text: name });
    return details;
  }

  #group(items: readonly Row[], parent: HTMLElement): SettingGroup {
    const group = new SettingGroup(parent);
    for (const { name, desc = "", visible, render } of items) {
      group.addSetting((setting) => {
        const clean = render(setting.setName(name).setDesc(desc), group);
        if (clean) this.#cleanups.push(clean);
        this.#rows.push({ el: setting.settingEl, visible });
      });
    }
    return group;
  }
}
