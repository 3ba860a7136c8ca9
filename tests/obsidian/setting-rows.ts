// Rows of settings and their groups.
import type * as Obsidian from "obsidian";
import * as controls from "./controls.ts";
import { setTooltip } from "./ui.ts";

export class Setting extends (Object as unknown as new () => Obsidian.Setting) {
  readonly #parentEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.#parentEl = containerEl;
    this.#parentEl.append(this.settingEl);
  }
  override settingEl = createDiv("setting-item");
  override infoEl = this.settingEl.createDiv("setting-item-info");
  override nameEl = this.infoEl.createDiv("setting-item-name");
  override descEl = this.infoEl.createDiv("setting-item-description");
  override controlEl = this.settingEl.createDiv("setting-item-control");
  override components: Obsidian.BaseComponent[] = [];

  #and(effect: () => unknown): this {
    effect();
    return this;
  }

  #add<T extends Obsidian.BaseComponent>(component: T, callback?: (component: T) => unknown): this {
    this.components.push(component);
    return this.#and(() => callback?.(component));
  }

  override setName = (name: string | DocumentFragment) => this.#and(() => this.nameEl.setText(name));
  override setDesc = (text: string | DocumentFragment) => this.#and(() => this.descEl.setText(text));
  override setClass = (cls: string) => this.#and(() => this.settingEl.addClass(cls));
  override setHeading = () => this.setClass("setting-item-heading");
  override setTooltip = (text: string, options?: Obsidian.TooltipOptions) =>
    this.#and(() => setTooltip(this.nameEl, text, options));
  override setDisabled = (disabled: boolean) => {
    this.settingEl.toggleClass("is-disabled", disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  };
  override then = (callback: (setting: this) => unknown) => this.#and(() => callback(this));
  override clear = () => {
    this.components = [];
    return this.#and(() => this.controlEl.empty());
  };
  override addComponent = (make: (el: HTMLElement) => Obsidian.BaseComponent) => this.#add(make(this.controlEl));
  override addButton = (callback: (button: Obsidian.ButtonComponent) => unknown) =>
    this.#add(new controls.ButtonComponent(this.controlEl), callback);
  override addExtraButton = (callback: (button: Obsidian.ExtraButtonComponent) => unknown) =>
    this.#add(new controls.ExtraButtonComponent(this.controlEl), callback);
  override addToggle = (callback: (toggle: Obsidian.ToggleComponent) => unknown) =>
    this.setClass("mod-toggle").#add(new controls.ToggleComponent(this.controlEl), callback);
  override addText = (callback: (text: Obsidian.TextComponent) => unknown) =>
    this.#add(new controls.TextComponent(this.controlEl), callback);
  override addSearch = (callback: (search: Obsidian.SearchComponent) => unknown) =>
    this.#add(new controls.SearchComponent(this.controlEl), callback);
  override addTextArea = (callback: (area: Obsidian.TextAreaComponent) => unknown) =>
    this.#add(new controls.TextAreaComponent(this.controlEl), callback);
  override addDropdown = (callback: (dropdown: Obsidian.DropdownComponent) => unknown) =>
    this.#add(new controls.DropdownComponent(this.controlEl), callback);
}

export class SettingGroup extends (Object as unknown as new () => Obsidian.SettingGroup) {
  readonly #groupEl: HTMLElement;
  override listEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.#groupEl = containerEl.createDiv("setting-group");
    this.listEl = this.#groupEl.createDiv("setting-items");
  }

  override setHeading(text: string | DocumentFragment): this {
    this.#groupEl.prepend(new Setting(this.#groupEl).setName(text).setHeading().settingEl);
    return this;
  }

  override addClass(...classes: string[]): this {
    this.#groupEl.addClass(...classes);
    return this;
  }

  override addSetting(callback: (setting: Obsidian.Setting) => void): this {
    callback(new Setting(this.listEl));
    return this;
  }
}
