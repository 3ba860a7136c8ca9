// `--output-schema FILE`: the answer is JSON that follows the schema in FILE.
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { reason, systemReason } from "../../base/reason.ts";
import { UsageError } from "../exit-codes.ts";

/** A schema for answers. */
export class AnswerSchema {
  readonly #text: string;
  readonly #validate: ValidateFunction;

  /** Reads the schema in `file`. Throws a `UsageError` if it is none. */
  constructor(file: string) {
    try {
      this.#text = readFileSync(file, "utf8");
      const schema = JSON.parse(this.#text) as object;
      const isOld = /draft-0[4-7]/.test(String((schema as { $schema?: unknown }).$schema));
      const options = { strict: false, validateFormats: false, logger: false } as const;
      this.#validate = (isOld ? new Ajv(options) : new Ajv2020(options)).compile(schema);
    } catch (error) {
      throw new UsageError(`--output-schema "${file}" is no JSON Schema: ${systemReason(error)}`);
    }
  }

  /** `prompt`, with the wish for such an answer. */
  asked(prompt: string): string {
    return `${prompt}\n\nAnswer only with JSON, without a code block, that follows this JSON Schema:\n${this.#text.trim()}`;
  }

  /** The prompt after an answer that does not follow the schema. */
  askedAgain(problem: string): string {
    return `Your answer does not follow the schema: ${problem}. Answer again, only with JSON that follows it.`;
  }

  /** What is wrong with `answer`; undefined if it follows the schema. */
  problemOf(answer: string): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(this.jsonIn(answer));
    } catch (error) {
      return `it is no JSON: ${reason(error)}`;
    }
    if (this.#validate(value)) return undefined;
    const [error] = this.#validate.errors ?? [];
    return `${error?.instancePath || "the value"} ${error?.message ?? "is not valid"}`;
  }

  /** The JSON in `answer`: models often put it in a code block. */
  jsonIn(answer: string): string {
    return /^\s*```(?:json)?[ \t]*\n(.*?)\n[ \t]*```\s*$/s.exec(answer)?.[1] ?? answer.trim();
  }
}
