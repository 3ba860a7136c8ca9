// The app's menu: items to choose by mouse or keyboard. Not included: sections, submenus and native menus.
import type * as Obsidian from "obsidian";
import { Component } from "./events.ts";
import { setIcon } from "./ui.ts";

export class MenuItem extends (Object as unknown as new () => Omit<Obsidian.MenuItem, "private">) {
  readonly el: HTMLElement;
  readonly #menu: Menu;
  readonly #iconEl: HTMLElement;
  readonly #titleEl: HTMLElement;
  #clicked: (event: MouseEvent | KeyboardEvent) => unknown = () => undefined;

  constructor(menu: Menu, parent: HTMLElement) {
    super();
    this.#menu = menu;
    this.el = parent.createDiv("menu-item tappable");
    this.#iconEl = this.el.createDiv("menu-item-icon");
    this.#titleEl = this.el.createDiv("menu-item-title");
    this.el.addEventListener("click", (event) => this.choose(event));
    this.el.addEventListener("mouseenter", () => menu.select(this));
  }

  get isDisabled(): boolean {
    return this.el.hasClass("is-disabled");
  }

  choose(event: MouseEvent | KeyboardEvent): void {
    if (this.isDisabled) return;
    this.#menu.hide();
    this.#clicked(event);
  }

  #and(effect: () => unknown): this {
    effect();
    return this;
  }
  setTitle = (title: string | DocumentFragment) => this.#and(() => this.#titleEl.setText(title));
  setIcon = (icon: string | null) => this.#and(() => setIcon(this.#iconEl, icon ?? ""));
  setChecked = (checked: boolean | null) => this.#and(() => this.el.toggleClass("mod-checked", checked === true));
  setDisabled = (disabled: boolean) => this.#and(() => this.el.toggleClass("is-disabled", disabled));
  setWarning = (warning: boolean) => this.#and(() => this.el.toggleClass("is-warning", warning));
  setSection = (section: string) => this.#and(() => this.el.setAttr("data-section", section));
  onClick = (callback: (event: MouseEvent | KeyboardEvent) => unknown) => this.#and(() => (this.#clicked = callback));
}

export class Menu extends (Component as unknown as new () => Obsidian.Menu) {
  readonly #el = createDiv("menu");
  readonly #scrollEl = this.#el.createDiv("menu-scroll");
  readonly #items: MenuItem[] = [];
  #selected: MenuItem | undefined;
  #hidden: () => unknown = () => undefined;
  readonly #outside = (event: MouseEvent) => this.#el.contains(event.target as Node | null) || this.hide();
  readonly #key = (event: KeyboardEvent) => {
    const open = this.#items.filter((item) => !item.isDisabled);
    const at = this.#selected ? open.indexOf(this.#selected) : -1;
    if (event.key === "ArrowDown") this.select(open[(at + 1) % open.length]);
    else if (event.key === "ArrowUp") this.select(open[(at + open.length - (at < 0 ? 0 : 1)) % open.length]);
    else if (event.key === "Enter") this.#selected?.choose(event);
    else if (event.key === "Escape") this.hide();
    else return;
    // The menu has the keyboard to itself.
    event.preventDefault();
    event.stopPropagation();
  };

  override addItem(make: (item: Obsidian.MenuItem) => unknown): this {
    const item = new MenuItem(this, this.#scrollEl);
    this.#items.push(item);
    make(item);
    return this;
  }
  override addSeparator(): this {
    this.#scrollEl.createDiv("menu-separator");
    return this;
  }

  select(item: MenuItem | undefined): void {
    this.#selected = item;
    for (const one of this.#items) one.el.toggleClass("selected", one === item);
  }

  override showAtMouseEvent(event: MouseEvent): this {
    return this.showAtPosition({ x: event.clientX, y: event.clientY }, event.doc);
  }
  override showAtPosition({ x, y }: Obsidian.MenuPositionDef, doc = document): this {
    doc.body.append(this.#el);
    const { width, height } = this.#el.getBoundingClientRect();
    const { innerWidth, innerHeight } = this.#el.win;
    const [left, top] = [Math.min(x, innerWidth - width), Math.min(y, innerHeight - height)];
    this.#el.setCssStyles({ left: `${Math.max(left, 0)}px`, top: `${Math.max(top, 0)}px` });
    doc.addEventListener("keydown", this.#key, true);
    // The click that opened it is still under way.
    setTimeout(() => doc.addEventListener("mousedown", this.#outside));
    this.load();
    return this;
  }
  override hide(): this {
    const { doc } = this.#el;
    doc.removeEventListener("keydown", this.#key, true);
    doc.removeEventListener("mousedown", this.#outside);
    this.#el.detach();
    this.unload();
    this.#hidden();
    return this;
  }
  override close(): void {
    this.hide();
  }
  override onHide(callback: () => unknown): void {
    this.#hidden = callback;
  }
}

export class Keymap extends (Object as unknown as new () => Obsidian.Keymap) {
  static isModifier = (event: KeyboardEvent | MouseEvent, modifier: string) =>
    modifier === "Shift" ? event.shiftKey : modifier === "Alt" ? event.altKey : event.ctrlKey || event.metaKey;
  /** Ctrl or Cmd: a new tab; with Alt a split, with Alt and Shift a window; the middle button a new tab. */
  static isModEvent = (event?: KeyboardEvent | MouseEvent | null) => {
    if (!event) return false;
    const isMiddle = "button" in event && event.button === 1;
    if (!event.ctrlKey && !event.metaKey) return isMiddle ? "tab" : false;
    return !event.altKey ? "tab" : event.shiftKey ? "window" : "split";
  };
}
