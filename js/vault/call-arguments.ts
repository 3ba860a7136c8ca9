// What callers pass, checked and as JSON.

/** Other plugins may be plain JavaScript, so types are checked here. */
export function requireText(value: unknown, what: string): void {
  if (typeof value !== "string") throw new TypeError(`${what} is not a string`);
}

/** Half of a character, which no file holds: written, it would be another one. */
const HALF = /\p{Surrogate}/u;

/** Throws if `text` has half of a character. */
export function requireWhole(text: string): void {
  const [half] = HALF.exec(text) ?? [];
  if (half === undefined) return;
  throw new TypeError(`the arguments have half of a character, \\u${half.charCodeAt(0).toString(16)}`);
}

/** JSON has no NaN and no bigint: they are passed as text, which the core checks. */
export function toJson(args: unknown): string {
  const plain = (key: string, value: unknown): unknown => {
    requireWhole(key);
    if (typeof value === "string") requireWhole(value);
    return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
  };
  // `undefined` alone has no JSON; in a list it becomes null.
  return JSON.stringify([args], plain).slice(1, -1);
}
