// JSON from elsewhere.

/** The fields of a JSON object; none if `value` is something else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
