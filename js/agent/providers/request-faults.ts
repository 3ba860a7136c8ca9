// What went wrong with a request, as a sentence for a person that says what to do. Never holds the key, nor what was asked:
// what the library knows of a failure stays here.
import { fieldsOf } from "../../base/fields.ts";
import { ModelError, type ModelFault } from "../model.ts";
import { withoutKey } from "./scrub-key.ts";

/** The stream ended where no answer ends. */
export class Unfinished extends Error {}

/** Who was asked for what. */
export interface RequestTarget {
  /** How a person knows the provider: `Anthropic`, or a compatible server's host. */
  readonly name: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** Characters of what a provider says that a person is shown. */
const SHOWN = 300;
/** Characters of it that are looked through for the key. */
const READ = 3000;

/** What is known of a failure. */
interface Known {
  readonly status: number | undefined;
  /** As the provider names it, such as `overloaded_error`. */
  readonly kind: string;
  /** The provider's own words. */
  readonly said: string;
  /** What else it tells, as JSON. */
  readonly details: string;
  readonly retryAfterMs: number | undefined;
}

/** The `ModelError` for whatever a turn or a request failed with. */
export function faultOf(error: unknown, asked: RequestTarget): ModelError {
  const ours = ourOwn(error);
  if (ours) return ours;
  if (error instanceof Unfinished || isBroken(error)) {
    return new ModelError("network", `The connection to ${asked.name} broke off.`);
  }
  if (isOdd(error)) {
    return new ModelError("refused", `${asked.name} answers in a way that is not understood. Check its address.`);
  }
  const known = knownOf(error);
  const fault = sorted(known);
  const { retryAfterMs } = known;
  return new ModelError(fault, sentence(fault, known, asked), retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** What a library would throw for `response`, whose body is `text`. */
export function refusal({ status, headers }: Response, text: string): Error {
  const details = { statusCode: status, responseBody: text, responseHeaders: Object.fromEntries(headers) };
  return Object.assign(new Error(`status ${status}`), details);
}

/** The first of our own among the causes. */
function ourOwn(error: unknown): ModelError | undefined {
  let cause = error;
  // A library wraps an error twice at the most.
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (cause instanceof ModelError) return cause;
    cause = cause.cause;
  }
  return undefined;
}

/** A body that could not be read to its end, or that ends within a line. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { statusCode } = error as { statusCode?: unknown };
  const isEmpty = error.name === "AI_EmptyResponseBodyError" || error.name === "AI_InvalidResponseDataError";
  return isEmpty || error.name === "AI_JSONParseError" || statusCode === 200 || error instanceof TypeError;
}

/** No error of the provider's: the answer is not what its format has. What the library says of it holds the answer. */
function isOdd(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || (error.name.startsWith("AI_") && error.name !== "AI_APICallError");
}

function knownOf(error: unknown): Known {
  const { statusCode, responseBody, responseHeaders } = fieldsOf(error);
  const body = typeof responseBody === "string" ? parsed(responseBody) : error;
  // Google gives a list of one.
  const outer = fieldsOf(Array.isArray(body) ? body[0] : body);
  const inner = outer["error"] === undefined ? outer : fieldsOf(outer["error"]);
  const told = typeof outer["error"] === "string" ? outer["error"] : (inner["message"] ?? outer["detail"]);
  const code = inner["code"];
  const status = typeof statusCode === "number" ? statusCode : typeof code === "number" ? code : undefined;
  const kinds = [inner["type"], inner["code"], inner["status"], inner["param"]];
  return {
    status,
    kind: kinds.filter((kind) => typeof kind === "string").join(" "),
    said: typeof told === "string" ? told : "",
    details: JSON.stringify(inner["details"] ?? ""),
    retryAfterMs: retryAfter(fieldsOf(responseHeaders)) ?? retryDelay(inner["details"]),
  };
}

const NO_CREDIT = /insufficient_quota|credit balance|billing|out of credits|insufficient (?:credit|balance|fund)/i;
/** Google's way to say that a model is not in the plan, or that today's share is used up. */
const USED_UP = /limit: 0\b|per ?day/i;
const TOO_LONG = new RegExp(
  [
    "context[_ ](?:length|window|size)|maximum context|prompt is too long|too many tokens|input token count",
    "exceeds? the (?:maximum|available)|request_too_large",
  ].join("|"),
  "i",
);
const KEY = /api[_ ]key[_ ](?:not[_ ]valid|invalid)|invalid[_ ]api[_ ]key|authentication_error|unauthenticated/i;
const BUSY = /overloaded|rate_limit|api_error|server_error|timeout_error|unavailable|resource_exhausted|internal/i;

function sorted({ status, kind, said, details, retryAfterMs }: Known): ModelFault {
  const all = `${kind} ${said} ${details}`;
  if (status === 401 || KEY.test(all)) return "key";
  // Google speaks of billing whenever there is too much in one minute.
  if (status === 429 && retryAfterMs !== undefined && !USED_UP.test(all)) return "busy";
  if (status === 402 || NO_CREDIT.test(all)) return "quota";
  if (status === 403) return /permission/i.test(kind) ? "key" : "refused";
  if (status === 429) return USED_UP.test(all) ? "quota" : "busy";
  if (status === 413 || TOO_LONG.test(all)) return "too_long";
  if (status === 404 || kind.includes("model_not_found")) return "model";
  if (status !== undefined) return status === 408 || status === 409 || status >= 500 ? "busy" : "refused";
  return BUSY.test(kind) ? "busy" : "refused";
}

function sentence(fault: ModelFault, { status, said, kind }: Known, { name, model, key }: RequestTarget): string {
  const words = quoted(said, key);
  switch (fault) {
    case "key":
      return key === undefined
        ? `${name} asks for a key. Set one in the settings.`
        : `The key was refused by ${name}. Check it in the settings.${status === 403 ? words : ""}`;
    case "quota":
      return `The account at ${name} has no credit left, or its plan does not include this model.${words}`;
    case "busy":
      return status === 429 || kind.includes("rate_limit")
        ? `${name} takes no more requests for now.`
        : `${name} is overloaded, or has a fault of its own.`;
    case "too_long":
      return `This is more than ${model} can take at once. Start a new conversation, or attach less.`;
    case "model":
      return /model/i.test(`${said} ${kind}`)
        ? `There is no model “${model}” at ${name}. Choose another in the settings.`
        : `${name} knows no such address. Check it in the settings: it often ends in “/v1”.`;
    default:
      return /support(?:s|ed)? (?:tool|function)/i.test(said)
        ? `${model} cannot call tools, and so read no notes. Choose another in the settings.`
        : `${name} refused the request.${words}`;
  }
}

/** What the provider said, as the end of a sentence. Some repeat the key. */
function quoted(said: string, key: string | undefined): string {
  const words = said.replace(/\s+/g, " ").trim().slice(0, READ);
  const safe = key === undefined ? words : withoutKey(words, key);
  const shown = safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
  return shown === "" ? "" : ` It says: “${shown}”`;
}

function retryAfter(headers: Record<string, unknown>): number | undefined {
  const { "retry-after-ms": ms, "retry-after": after } = headers;
  const exact = Number.parseFloat(String(ms));
  if (exact >= 0) return exact;
  if (typeof after !== "string") return undefined;
  const seconds = Number(after);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Google's way: `{ "@type": "…RetryInfo", "retryDelay": "13s" }`. */
function retryDelay(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const delays = details.map((detail) => Number.parseFloat(String(fieldsOf(detail)["retryDelay"])));
  const seconds = delays.find((delay) => delay >= 0);
  return seconds === undefined ? undefined : seconds * 1000;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of some server in between: not for a person to read.
    return undefined;
  }
}
