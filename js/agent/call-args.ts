// The arguments of a tool call, as the model wrote them.
import { fieldsOf } from "../base/fields.ts";

/** The arguments; empty if `json` is invalid or not an object. */
export function argsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return {};
  }
}
