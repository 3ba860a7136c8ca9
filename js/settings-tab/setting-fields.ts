// Rows with one control, which shows one value of the settings and saves it.
import type { Setting, SettingDefinitionBase, SettingDefinitionRender } from "obsidian";

/** A row of the tab: what the app's search finds it by, and how its controls are drawn. */
export interface Row extends SettingDefinitionBase {
  readonly render: SettingDefinitionRender["render"];
}

/** What a row says, and when it is shown. */
type About = [name: string, desc: string, more?: Pick<SettingDefinitionBase, "aliases" | "visible">];
type KeyOf<O, V> = { [K in keyof O]-?: O[K] extends V ? K : never }[keyof O];

const MEGABYTE = 1024 * 1024;

const inMegabytes = (bytes: string | number | null): string => String(Number((Number(bytes) / MEGABYTE).toFixed(3)));

/** Makes rows for the values of an object. */
export class Fields<O extends object> {
  readonly #now: () => O;
  readonly #usual: O;
  readonly #save: (setting: Setting, change: Partial<O>) => Promise<boolean>;

  /** `now` gives the object when a row is drawn; `usual` has its default values. */
  constructor(now: () => O, usual: O, save: (setting: Setting, change: Partial<O>) => Promise<boolean>) {
    this.#now = now;
    this.#usual = usual;
    this.#save = save;
  }

  toggle(key: KeyOf<O, boolean>, ...about: About): Row {
    return this.#row(key, about, (setting, value, save) => {
      setting.addToggle((toggle) => toggle.setValue(value as boolean).onChange(save));
    });
  }

  choice<K extends KeyOf<O, string>>(key: K, options: Record<O[K] & string, string>, ...about: About): Row {
    return this.#row(key, about, (setting, value, save) => {
      setting.addDropdown((dropdown) =>
        dropdown
          .addOptions(options)
          .setValue(value as string)
          .onChange(save),
      );
    });
  }

  /** `parse` makes what is saved of what was typed, without spaces around it. */
  text(key: KeyOf<O, string>, placeholder: string, parse: (typed: string) => string, ...about: About): Row {
    return this.#text(key, placeholder, parse, about);
  }

  /** Text that is no number becomes NaN, which fails every check. */
  number(key: KeyOf<O, number | null>, ...about: About): Row {
    const usual = this.#usual[key];
    return this.#text(key, String(usual ?? ""), (typed) => (typed === "" ? usual : Number(typed)), about);
  }

  /** Bytes, shown and typed in MB. */
  megabytes(key: KeyOf<O, number>, ...about: About): Row {
    const usual = this.#usual[key] as number;
    const parse = (typed: string): number => (typed === "" ? usual : Math.round(Number(typed) * MEGABYTE));
    return this.#text(key, inMegabytes(usual), parse, about, inMegabytes);
  }

  /** A list, with a line for each entry. */
  lines(key: KeyOf<O, string[]>, placeholder: string, ...about: About): Row {
    return this.#row(key, about, (setting, value, save) => {
      setting.addTextArea((area) =>
        area
          .setPlaceholder(placeholder)
          .setValue((value as string[]).join("\n"))
          .onChange((text) => save(text.split("\n").filter((line) => line.trim()))),
      );
    });
  }

  #text(
    key: keyof O,
    placeholder: string,
    parse: (typed: string) => unknown,
    about: About,
    shown = (value: string | number | null): string => String(value ?? ""),
  ): Row {
    return this.#row(key, about, (setting, value, save) => {
      setting.addText((text) =>
        text
          .setPlaceholder(placeholder)
          .setValue(shown(value as string | number | null))
          .onChange((typed) => save(parse(typed.trim()))),
      );
    });
  }

  #row(
    key: keyof O,
    [name, desc, more]: About,
    draw: (setting: Setting, value: unknown, save: (value: unknown) => void) => void,
  ): Row {
    const render = (setting: Setting): void => {
      draw(setting, this.#now()[key], (value) => void this.#save(setting, { [key]: value } as Partial<O>));
    };
    return { name, desc, ...more, render };
  }
}
