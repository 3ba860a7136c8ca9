// Checks the answer to a question as its form says: see elicitation.ts. The library's own validator takes any form, and
// 150 KB, which would be loaded with the server.
import type { jsonSchemaValidator, JsonSchemaValidatorResult } from "@modelcontextprotocol/server";

/** What is wrong with the content of an answer, in the words of the library's own validator. */
function faultsOf(content: object): string[] {
  const { approve, comment } = content as { approve?: unknown; comment?: unknown };
  return [
    ...(approve === undefined ? ["data must have required property 'approve'"] : []),
    ...(approve !== undefined && typeof approve !== "boolean" ? ["data/approve must be boolean"] : []),
    ...(comment !== undefined && typeof comment !== "string" ? ["data/comment must be string"] : []),
  ];
}

/** Clients are asked with one form only. */
export const answerCheck: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (content): JsonSchemaValidatorResult<T> => {
      const faults = faultsOf(content as object);
      return faults.length === 0
        ? { valid: true, data: content as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: faults.join(", ") };
    },
};
