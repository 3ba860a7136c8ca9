// The app's form controls, as real elements with its class names. `settings.ts` has the row around them. Not included:
// colors, progress bars, moment formats.
import type * as Obsidian from "obsidian";
import { Modal, setIcon, setTooltip } from "./ui.ts";

interface Own<E extends HTMLElement> {
  readonly el: E;
  /** The control itself, after some effect: for one-line setters. */
  and(effect: () => unknown): this;
}
type Control<C, E extends HTMLElement = HTMLElement> = new (el: E) => C & Own<E>;
type Tooltip = Obsidian.TooltipOptions | undefined;

class BaseComponent extends (Object as unknown as new () => Obsidian.BaseComponent) implements Own<HTMLElement> {
  override disabled = false;
  readonly el: HTMLElement;

  constructor(el: HTMLElement) {
    super();
    this.el = el;
  }

  and(effect: () => unknown): this {
    effect();
    return this;
  }

  override then = (callback: (component: this) => unknown) => this.and(() => callback(this));
  override setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.el.toggleClass("is-disabled", disabled);
    if ("disabled" in this.el) this.el.disabled = disabled;
    return this;
  }
}

const Button = BaseComponent as unknown as Control<Obsidian.ButtonComponent, HTMLButtonElement>;
export class ButtonComponent extends Button {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("button"));
  }
  override buttonEl = this.el;
  override setClass = (cls: string) => this.and(() => this.el.addClass(cls));
  override setCta = () => this.setClass("mod-cta");
  override setWarning = () => this.setClass("mod-warning");
  override setButtonText = (text: string) => this.and(() => this.el.setText(text));
  override setIcon = (icon: string) => this.and(() => setIcon(this.el, icon));
  override setTooltip = (text: string, options?: Tooltip) => this.and(() => setTooltip(this.el, text, options));
  override onClick = (callback: (event: MouseEvent) => unknown) =>
    this.and(() => this.el.addEventListener("click", callback));
}

const ExtraButton = BaseComponent as unknown as Control<Obsidian.ExtraButtonComponent>;
export class ExtraButtonComponent extends ExtraButton {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createDiv("clickable-icon extra-setting-button"));
    this.setIcon("settings");
  }
  override extraSettingsEl = this.el;
  override setIcon = (icon: string) => this.and(() => setIcon(this.el, icon));
  override setTooltip = (text: string, options?: Tooltip) => this.and(() => setTooltip(this.el, text, options));
  override onClick = (callback: () => unknown) =>
    this.and(() => this.el.addEventListener("click", () => this.disabled || callback()));
}

/** A control with an element's value. `onChange` hears of the person's changes, not of `setValue`. */
class FieldComponent extends BaseComponent {
  declare readonly el: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  getValue = () => this.el.value;
  setValue = (value: string) => this.and(() => (this.el.value = value));
  setPlaceholder = (text: string) => this.and(() => this.el.setAttr("placeholder", text));
  onChange = (callback: (value: string) => unknown) =>
    this.and(() => this.el.addEventListener("input", () => callback(this.getValue())));
}

export class TextComponent extends (FieldComponent as unknown as Control<Obsidian.TextComponent, HTMLInputElement>) {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("input", { type: "text", attr: { spellcheck: "false" } }));
  }
  override inputEl = this.el;
}

export class SearchComponent extends (FieldComponent as unknown as Control<
  Obsidian.SearchComponent,
  HTMLInputElement
>) {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createDiv("search-input-container").createEl("input", { type: "search" }));
  }
  override inputEl = this.el;
}

const TextArea = FieldComponent as unknown as Control<Obsidian.TextAreaComponent, HTMLTextAreaElement>;
export class TextAreaComponent extends TextArea {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("textarea", { attr: { spellcheck: "false" } }));
  }
  override inputEl = this.el;
}

const Dropdown = FieldComponent as unknown as Control<Obsidian.DropdownComponent, HTMLSelectElement>;
export class DropdownComponent extends Dropdown {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("select", "dropdown"));
  }
  override selectEl = this.el;
  override addOption = (value: string, text: string) => this.and(() => this.el.createEl("option", { value, text }));
  override addOptions = (options: Record<string, string>) =>
    this.and(() => Object.entries(options).map(([value, text]) => void this.addOption(value, text)));
}

/** Chooses one of the app's secrets by its name, or adds one; the secret itself stays in `app.secretStorage`. */
export class SecretComponent extends (FieldComponent as unknown as Control<Obsidian.SecretComponent>) {
  constructor(app: Obsidian.App, containerEl: HTMLElement) {
    super(new DropdownComponent(containerEl).selectEl);
    this.#offer(app);
    new ButtonComponent(containerEl)
      .setButtonText("Add secret")
      .onClick(() => new SecretModal(app, this.#added).open());
  }

  readonly #added = (id: string, app: Obsidian.App) => {
    this.el.empty();
    this.#offer(app);
    this.setValue(id);
    this.el.trigger("input");
  };

  #offer(app: Obsidian.App): void {
    for (const id of ["", ...app.secretStorage.listSecrets()]) this.el.createEl("option", { value: id, text: id });
  }
}

/** Asks for a secret and its name, and stores it. */
class SecretModal extends Modal {
  constructor(app: Obsidian.App, added: (id: string, app: Obsidian.App) => void) {
    super(app);
    this.setTitle("Add secret");
    const [id, secret] = [new TextComponent(this.contentEl), new TextComponent(this.contentEl)];
    id.setPlaceholder("ID: a-z, 0-9 and -");
    secret.setPlaceholder("Secret").inputEl.type = "password";
    const errorEl = this.contentEl.createDiv({ cls: "mod-warning", attr: { role: "alert" } });
    new ButtonComponent(this.contentEl)
      .setButtonText("Save")
      .setCta()
      .onClick(() => {
        try {
          app.secretStorage.setSecret(id.getValue(), secret.getValue());
          this.close();
          added(id.getValue(), app);
        } catch (error) {
          errorEl.setText((error as Error).message);
        }
      });
  }
}

export class ToggleComponent extends (BaseComponent as unknown as Control<Obsidian.ToggleComponent>) {
  #changed: (on: boolean) => unknown = () => undefined;

  constructor(containerEl: HTMLElement) {
    super(containerEl.createDiv("checkbox-container"));
    this.el.createEl("input", { type: "checkbox", attr: { tabindex: 0 } });
    this.el.addEventListener("click", () => this.onClick());
  }
  override toggleEl = this.el;
  override onClick = () => void (this.disabled || this.setValue(!this.getValue()));
  override getValue = () => this.el.hasClass("is-enabled");
  /** Unlike a text field, a toggle tells of every change, `setValue`'s too. */
  override setValue = (on: boolean) => {
    const isNew = on !== this.getValue();
    this.el.toggleClass("is-enabled", on);
    return this.and(() => isNew && this.#changed(on));
  };
  override setTooltip = (text: string, options?: Tooltip) => this.and(() => setTooltip(this.el, text, options));
  override onChange = (callback: (on: boolean) => unknown) => this.and(() => (this.#changed = callback));
}
