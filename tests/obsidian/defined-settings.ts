// The settings that a tab defines (`getSettingDefinitions`), drawn and searched as an app from 1.13 on does. Not included:
// controls, actions and lists, which throw.
import type * as Obsidian from "obsidian";
import { SettingGroup } from "./setting-rows.ts";
import { setIcon } from "./ui.ts";

type Item = Obsidian.SettingDefinitionItem;
type Page = Obsidian.SettingDefinitionPage;
/** A definition that was found, and the pages on the way to it. */
export interface Found {
  name: string;
  pages: string[];
}

const holds = (value: boolean | (() => boolean) = true) => (typeof value === "function" ? value() : value);
const isPage = (item: Item): item is Page => "type" in item && item.type === "page";
const itemsOf = (item: Item) => ("type" in item ? (item.items ?? []) : []);

/** What `query` finds in `items` that are shown: by names, descriptions and aliases. */
export function found(items: readonly Item[], query: string, pages: string[] = []): Found[] {
  const matches = (...texts: (string | DocumentFragment | undefined)[]) =>
    texts.some((text) => (text instanceof Node ? text.textContent : text)?.toLowerCase().includes(query.toLowerCase()));
  return items.flatMap((item): Found[] => {
    if (!holds(item.visible)) return [];
    if (isPage(item))
      return [
        ...(matches(item.name, item.desc) ? [{ name: item.name, pages }] : []),
        ...found(itemsOf(item), query, [...pages, item.name]),
      ];
    if ("type" in item) return found(itemsOf(item), query, pages);
    const { name, desc, aliases = [], searchable } = item;
    return holds(searchable) && matches(name, desc, ...aliases) ? [{ name, pages }] : [];
  });
}

export class DefinedSettings {
  /** The pages that are open, one inside the other. */
  pages: string[] = [];
  readonly #containerEl: HTMLElement;
  #items: readonly Item[] = [];
  readonly #states: (() => void)[] = [];
  readonly #cleanups: (() => void)[] = [];

  constructor(containerEl: HTMLElement) {
    this.#containerEl = containerEl;
  }

  draw(items: readonly Item[]): void {
    this.clear();
    this.#containerEl.empty();
    this.#items = items;
    let shown = items;
    for (const name of this.pages) {
      const page = shown
        .flatMap((item) => (isPage(item) ? item : itemsOf(item)))
        .find((item) => isPage(item) && item.name === name);
      if (!page) {
        this.#open([]);
        return;
      }
      shown = itemsOf(page);
    }
    const title = this.pages.at(-1);
    if (title !== undefined) {
      const titlebarEl = this.#containerEl.createDiv("setting-page-titlebar");
      const back = titlebarEl.createEl("button", { text: "‹", attr: { "aria-label": "Back" } });
      back.addEventListener("click", () => this.#open(this.pages.slice(0, -1)));
      titlebarEl.createSpan({ text: title });
    }
    let loose: SettingGroup | undefined;
    for (const item of shown) {
      if ("type" in item && item.type !== "page") {
        loose = undefined;
        this.#group(item);
      } else this.#row(item, (loose ??= new SettingGroup(this.#containerEl)));
    }
    this.refresh();
  }

  /** Evaluates again what is shown. */
  refresh(): void {
    for (const state of this.#states) state();
  }

  clear(): void {
    this.#states.length = 0;
    for (const clean of this.#cleanups.splice(0)) clean();
  }

  #open(pages: string[]): void {
    this.pages = pages;
    this.draw(this.#items);
  }

  #group({ type, heading, cls, items = [], visible, ...others }: Obsidian.SettingDefinitionGroup): void {
    const unknown = Object.keys(others)[0] ?? (type === "list" && type);
    if (unknown) throw new Error(`this stand-in draws no group with ${unknown}`);
    const group = new SettingGroup(this.#containerEl);
    if (heading !== undefined) group.setHeading(heading);
    if (cls !== undefined) group.addClass(cls);
    for (const item of items) this.#row(item, group);
    const el = group.listEl.parentElement;
    this.#states.push(() => el?.toggle(holds(visible)));
  }

  #row(item: Obsidian.SettingGroupItem, group: SettingGroup): void {
    group.addSetting((setting) => {
      setting.setName(item.name).setDesc(item.desc ?? "");
      this.#states.push(() => setting.settingEl.toggle(holds(item.visible)));
      if (isPage(item)) {
        if (item.page) throw new Error("this stand-in draws no page of a class of its own");
        const { settingEl } = setting.setClass("mod-page");
        setIcon(setting.controlEl, "chevron-right");
        settingEl.setAttrs({ role: "button", tabindex: 0 });
        settingEl.addEventListener("click", () => this.#open([...this.pages, item.name]));
      } else if (item.render) {
        const clean = item.render(setting, group);
        if (clean) this.#cleanups.push(clean);
      } else if (item.control ?? item.action) throw new Error("this stand-in draws no controls and no actions");
    });
  }
}
