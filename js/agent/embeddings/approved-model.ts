// What the user has approved on this device: passages go to this model at this server, and to no other.
//
// Passages go to an embedding model only if the user has approved this model at this host on this device, and each
// request is in the ledger first. No request is sent twice: the core asks again, and judges the notes again. A request
// that was split asks before each part whether its notes are still open.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { ModelError } from "../model.ts";
import type { ModelChoice } from "../model-choice.ts";
import { addressOf } from "../providers/address.ts";

/** A model that was approved, and how many numbers its vectors have. */
export interface Approved {
  readonly key: string;
  readonly dims: number;
}

/** Tells a source of vectors apart from others: where it is, its model, and how many dimensions are wanted. */
export function sourceKey(choice: Omit<ModelChoice, "key"> & { readonly dims: number | null }): string {
  let base = choice.provider as string;
  if (choice.provider === "compatible") {
    try {
      ({ base } = addressOf({ ...choice, key: "any" }));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      base = choice.baseUrl ?? "";
    }
  }
  return [base, choice.model.trim(), choice.dims ?? ""].join("\n");
}

/** What was approved, from its JSON. */
export function approvedIn(json: string | undefined): Approved | undefined {
  const { key, dims } = fieldsOf(valueOf(json ?? ""));
  return typeof key === "string" && typeof dims === "number" ? { key, dims } : undefined;
}
