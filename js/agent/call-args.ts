// The arguments of a call, which a model wrote as JSON text.
import { fieldsOf } from "../base/fields.ts";

/** What `json` says; nothing where it is broken or no object. */
export function argsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return {};
  }
}
