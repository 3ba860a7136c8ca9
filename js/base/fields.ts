// JSON from elsewhere.

/** The fields of a JSON object; none if `value` is something else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The value that `json` is; undefined if it is invalid. */
export function valueOf(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
