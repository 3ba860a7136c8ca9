// The arguments of a call, which a model wrote as JSON text.

/** What `json` says; nothing where it is broken or no object. */
export function argsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const args: unknown = JSON.parse(json);
    return typeof args === "object" && args !== null ? { ...args } : {};
  } catch {
    return {};
  }
}
