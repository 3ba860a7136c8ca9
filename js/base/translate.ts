// The texts of the interface, in the app's language. English is in the code, the other languages are tables.

/** What fills the places of a text: the number 3 in `{n} notes`. */
export type Values = Readonly<Record<string, string | number>>;

interface Language {
  /** Such as `de`, as the app names it. */
  readonly code: string;
  /** Translations by the English text; of a counted text, `one:{n} Notiz|other:{n} Notizen` by both English forms. */
  readonly table: Pick<ReadonlyMap<string, string>, "get">;
}

const ENGLISH: Language = { code: "en", table: new Map() };

/** Parts the forms of a counted text. */
export const FORMS = "|";

let current = ENGLISH;

/** From now on, texts are in this language. */
export function useLanguage(language: Language = ENGLISH): void {
  current = language;
}

/** The code of the language that is used, such as `de`. */
export const languageCode = (): string => current.code;

/** `t("Attach {name}", { name: "a.md" })` is `Attach a.md`. A text without a translation is English. */
export function t(english: string, values: Values = {}): string {
  return filled(current.table.get(english) ?? english, values);
}

/** `counted(3, "{n} note", "{n} notes")` is `3 notes`; `n` is among the values. */
export function counted(n: number, one: string, other: string, values: Values = {}): string {
  const forms = current.table.get(one + FORMS + other)?.split(FORMS);
  const category = new Intl.PluralRules(current.code).select(n);
  const form = (name: string): string | undefined => forms?.find((each) => each.startsWith(`${name}:`));
  const translated = (form(category) ?? form("other"))?.replace(/^\w+:/, "");
  return filled(translated ?? (n === 1 ? one : other), { n, ...values });
}

/** `4.1` in the language, with so many digits after the point. */
export const decimal = (value: number, digits = 0): string => inUnit(value, undefined, digits);

/** `2.3s`, `12 kB`: the value with its unit, as the language writes it. */
export function inUnit(value: number, unit: string | undefined, digits = 0): string {
  return value.toLocaleString(current.code, {
    ...(unit !== undefined && { style: "unit", unit, unitDisplay: "narrow" }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString(current.code) : (value ?? place);
  });
}
