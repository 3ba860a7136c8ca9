// Shared by the tests of `lectern -p`: a vault, a scripted model, and the process.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openAi } from "../standins/openai.ts";
import { useServer } from "../standins/server.ts";
import type { StandIn } from "../standins/standin.ts";
import { ended, start, type Ended } from "./cli.ts";

export const KEY = "sk-test-Zx81hUnTeR2";

/** Each test has a scripted model that wants `KEY`. */
export const useModel = (): void => useServer(openAi, KEY);

/** The options that name `model`. */
export const named = (model: StandIn): string[] => ["--model", "compatible/m-1", "--base-url", model.baseUrl];

/** Runs the command line with the key, and with no other environment. */
export function run(args: string[], input = "", key = KEY): Promise<Ended> {
  const { PATH } = process.env;
  return ended(start(args, { env: { PATH, ...(key && { LECTERN_API_KEY: key }) } }), input);
}

/** The validator of one of the package's schemas. */
export function schema(name: string): ValidateFunction {
  const text = readFileSync(join(import.meta.dirname, "../../schemas", `${name}.json`), "utf8");
  return new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
    JSON.parse(text) as object,
  );
}
