// Checks that all parts of `data.json` share. Anything unknown, such as a setting of a later version, is an error for the
// user.
import { t } from "../base/translate.ts";

/** `value`, the setting `key`, as an object with settings of `usual` only; those that are missing are taken from there. */
export function withDefaults<T extends object>(value: unknown, usual: T, key: string): T {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(t("{key} in data.json is not an object", { key }));
  requireKnown(value, usual, `${key}.`);
  return { ...usual, ...value };
}

/** Throws if `value` has a setting that `usual` lacks. `path` is what is before its name. */
export function requireKnown(value: object, usual: object, path = ""): void {
  const unknown = Object.keys(value).find((key) => !Object.keys(usual).includes(key));
  if (unknown !== undefined)
    throw new Error(t("data.json has a setting “{key}”, which this version doesn't know", { key: path + unknown }));
}

/**
 * Throws if `value`, the setting `key`, does not have the type of `usual`, its default. One that is null by default takes
 * a number or null.
 */
export function requireType(key: string, value: unknown, usual: unknown): void {
  if (usual === null ? value === null || typeof value === "number" : typeof value === typeof usual) return;
  if (typeof usual === "string") throw new Error(t("{key} in data.json is not text", { key }));
  if (typeof usual === "boolean") throw new Error(t("{key} in data.json is not true or false", { key }));
  throw new Error(t("{key} in data.json is not a number", { key }));
}

/** Throws if there is a problem, said as a sentence. */
export function requireNone(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(t("data.json can't be used: {reason}", { reason: problem }));
}
