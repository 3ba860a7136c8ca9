// What callers pass, checked and as JSON.

/** Other plugins may be plain JavaScript, so types are checked here. */
export function requireText(value: unknown, what: string): void {
  if (typeof value !== "string") throw new TypeError(`${what} is not a string`);
}

/** JSON has no NaN and no bigint: they are passed as text, which the core checks. Unpaired surrogates are replaced. */
export function toJson(args: unknown): string {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === "string") return value.replace(/[\ud800-\udfff]/gu, "\ufffd");
    return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
  };
  // `undefined` alone has no JSON; in a list it becomes null.
  return JSON.stringify([args], plain).slice(1, -1);
}
