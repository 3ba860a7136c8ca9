// Converts the errors of requests to `ModelError`s with a sentence for the user. The sentence never contains the key or
// the prompt, which the library's errors may contain: they are not passed on as the cause.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { ModelError, type ModelFault } from "../model.ts";
import { withoutKey } from "./scrub-key.ts";
import { t } from "../../base/translate.ts";

/** The stream ended before the answer was complete. */
export class Unfinished extends Error {}

/** The server sent what its API does not have. */
export class Unreadable extends Error {}

/** The target of a request, for its error messages. */
export interface RequestTarget {
  /** The provider's name for the user: `Anthropic`, or a compatible server's host. */
  readonly name: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** Maximum characters of a provider's error message that the user sees. */
const SHOWN = 300;
/** Maximum characters of it that are searched for the key; the rest is dropped first. */
const READ = 3000;

/** What a provider's error response states. */
interface Known {
  readonly status: number | undefined;
  /** The provider's names for the error, such as `overloaded_error`, separated by spaces. */
  readonly kind: string;
  /** The provider's message. */
  readonly said: string;
  /** Further details, as JSON. */
  readonly details: string;
  readonly retryAfterMs: number | undefined;
}

/** Converts any error of a turn or request to a `ModelError`. */
export function faultOf(error: unknown, asked: RequestTarget): ModelError {
  const ours = ourOwn(error);
  if (ours) return ours;
  if (error instanceof Unfinished || isBroken(error)) {
    return new ModelError("network", t("The connection to {name} was interrupted.", { name: asked.name }));
  }
  if (error instanceof SyntaxError) return unexpected(asked.name);
  if (isOdd(error)) {
    const words = t("{name} sent a response that Lectern can't read. Ask again, or choose another model.", {
      name: asked.name,
    });
    return new ModelError("refused", words);
  }
  const known = knownOf(error);
  const fault = sorted(known);
  const { status = 0, retryAfterMs } = known;
  const isFinal =
    ["refused", "too_long", "tools"].includes(fault) && status >= 400 && status < 500 && !isBadCall(known);
  const told = {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    isFinal,
    contextTokens: fault === "too_long" ? contextIn(known) : undefined,
  };
  return new ModelError(fault, sentence(fault, known, asked), told);
}

/** The error for a response that no provider's API sends, such as a web page. */
export function unexpected(name: string): ModelError {
  return new ModelError("refused", t("{name} sent an unexpected response. Check its URL.", { name }));
}

/** The error that a library would throw for a response with the body `text`. */
export function refusal({ status, headers }: Response, text: string): Error {
  const details = { statusCode: status, responseBody: text, responseHeaders: Object.fromEntries(headers) };
  return Object.assign(new Error(`status ${status}`), details);
}

/** The first `ModelError` among `error` and its causes. */
function ourOwn(error: unknown): ModelError | undefined {
  let cause = error;
  // Libraries wrap an error at most twice.
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (cause instanceof ModelError) return cause;
    cause = cause.cause;
  }
  return undefined;
}

/** Whether the response body ended early, or could not be read to its end. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { statusCode } = error as { statusCode?: unknown };
  const isEmpty = error.name === "AI_EmptyResponseBodyError" || error.name === "AI_InvalidResponseDataError";
  return isEmpty || error.name === "AI_JSONParseError" || statusCode === 200 || error instanceof TypeError;
}

/**
 * Whether the response does not have the expected format. The library's message may contain the response, so it is not
 * shown.
 */
function isOdd(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof Unreadable || (error.name.startsWith("AI_") && error.name !== "AI_APICallError");
}

function knownOf(error: unknown): Known {
  const { statusCode, responseBody, responseHeaders } = fieldsOf(error);
  // If it is no JSON, it is probably an HTML page of a proxy, which is not shown to the user.
  const body = typeof responseBody === "string" ? valueOf(responseBody) : error;
  // Google wraps the error in a list of one.
  const outer = fieldsOf(Array.isArray(body) ? body[0] : body);
  const inner = outer["error"] === undefined ? outer : fieldsOf(outer["error"]);
  const { errors, detail } = outer;
  const [first] = [errors, detail].flatMap((list): unknown[] => (Array.isArray(list) ? list.slice(0, 1) : []));
  const { message, msg } = fieldsOf(first);
  const plain = body === undefined && !String(responseBody).trimStart().startsWith("<") ? responseBody : undefined;
  const words = [outer["error"], inner["message"], outer["message"], detail, message, msg, plain];
  const code = inner["code"];
  const status = typeof statusCode === "number" ? statusCode : typeof code === "number" ? code : undefined;
  const kinds = [inner["type"], inner["code"], inner["status"], inner["param"]];
  return {
    status,
    kind: kinds.filter((kind) => typeof kind === "string").join(" "),
    said: words.find((said) => typeof said === "string") ?? "",
    details: JSON.stringify([inner["details"], inner["n_ctx"] === undefined ? "" : { n_ctx: inner["n_ctx"] }]),
    retryAfterMs: retryAfter(fieldsOf(responseHeaders)) ?? retryDelay(inner["details"]),
  };
}

const NO_CREDIT = /insufficient_quota|credit balance|billing|out of credits|insufficient (?:credit|balance|fund)/i;
/** Google's messages for a model that is not in the plan (a limit of 0), and for a daily quota that is used up. */
const USED_UP = /limit: 0\b|per ?day/i;
const TOO_LONG = new RegExp(
  [
    "context[_ ](?:length|window|size)|maximum context|prompt is too long|too many tokens|input token count",
    "exceeds? the (?:maximum|available)|request_too_large|longer than the maximum|maximum model length",
  ].join("|"),
  "i",
);
/** The context size, as llama.cpp (`n_ctx`), OpenAI, vLLM and others name it. */
const CONTEXT = /"n_ctx":|(?:maximum|available|model's|max_model_len)\b.{0,40}?\b(?=\d{4,7}\b)/is;

function contextIn({ said, details }: Known): number | undefined {
  const all = `${said} ${details}`;
  const [found] = CONTEXT.exec(all) ?? [];
  const tokens = found === undefined ? NaN : Number.parseInt(all.slice(all.indexOf(found) + found.length), 10);
  return tokens >= 1000 ? tokens : undefined;
}

const KEY = /api[_ ]key[_ ](?:not[_ ]valid|invalid)|invalid[_ ]api[_ ]key|authentication_error|unauthenticated/i;
const BUSY = /overloaded|rate_limit|api_error|server_error|timeout_error|unavailable|resource_exhausted|internal/i;

/**
 * The words with which servers refuse tools: Ollama, OpenRouter, Groq, DeepSeek, Google; llama.cpp and vLLM name the option
 * that is missing.
 */
const NO_TOOLS = new RegExp(
  [
    "(?:not|n't|un) ?(?:be )?(?:support|enabl|availab|allow)\\w*\\b.{0,60}\\b(?:tool|function)",
    "\\b(?:tool|function).{0,60}(?:not|n't|un) ?(?:be )?(?:support|enabl|availab|allow)",
    "\\btools?\\b.{0,60}\\brequires?\\b|support tool use|--enable-auto-tool-choice",
  ].join("|"),
  "is",
);

/** llama.cpp sends this with the status 500. */
const NEEDS_OPTION = /\btools?\b.{0,60}\brequires?\b.{0,20}--/is;

/** Whether the model wrote a call that the server can't read. Asked again, it may write another. */
const isBadCall = ({ kind }: Known): boolean => kind.includes("tool_use_failed");

/** The kind of a failure. The order matters: some errors match several kinds. */
function sorted({ status, kind, said, details, retryAfterMs }: Known): ModelFault {
  const all = `${kind} ${said} ${details}`;
  if (status === 401 || KEY.test(all)) return "key";
  // Google mentions billing in any rate limit error, even if waiting a minute is enough.
  if (status === 429 && retryAfterMs !== undefined && !USED_UP.test(all)) return "busy";
  if (status === 402 || NO_CREDIT.test(all)) return "quota";
  if (status === 403) return /permission/i.test(kind) ? "key" : "refused";
  if (status === 429) return USED_UP.test(all) ? "quota" : "busy";
  if (status === 413 || TOO_LONG.test(all)) return "too_long";
  if (((status ?? 400) < 500 ? NO_TOOLS : NEEDS_OPTION).test(said)) return "tools";
  if (status === 404 || kind.includes("model_not_found")) return "model";
  if (status !== undefined) return status === 408 || status === 409 || status >= 500 ? "busy" : "refused";
  return BUSY.test(kind) ? "busy" : "refused";
}

function sentence(fault: ModelFault, { status, said, kind }: Known, { name, model, key }: RequestTarget): string {
  const words = quoted(said, key);
  switch (fault) {
    case "key":
      return (
        (key === undefined
          ? t("{name} needs an API key. Add one in settings.", { name })
          : t("{name} refused the API key. Check it in settings.", { name })) + (status === 403 ? words : "")
      );
    case "quota":
      return t("Your {name} account has no credit left, or its plan doesn't include this model.", { name }) + words;
    case "busy": {
      const isLimit = status === 429 || kind.includes("rate_limit");
      if (status === undefined) return isLimit ? t("Rate limit reached.") : t("Server error.");
      return isLimit ? t("Rate limit reached ({status}).", { status }) : t("Server error ({status}).", { status });
    }
    case "too_long":
      return t("The conversation is too long for {model}. Start a new conversation, or attach less.", { model });
    case "model":
      return /model/i.test(`${said} ${kind}`)
        ? t("{name} has no model “{model}”. Choose another in settings.", { name, model })
        : t("Not found ({status}). Does the URL end in /v1?", { status: status ?? 404 });
    case "tools":
      return t("{model} can't call tools. Choose “Passages first” in settings, or another model.", {
        model,
      });
    default:
      return t("{name} refused the request.", { name }) + words;
  }
}

/** The provider's message, to append to a sentence. The key is removed, because some providers repeat it. */
function quoted(said: string, key: string | undefined): string {
  const words = said.replace(/\s+/g, " ").trim().slice(0, READ);
  const safe = key === undefined ? words : withoutKey(words, key);
  const shown = safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
  return shown === "" ? "" : ` ${t("It says: “{words}”", { words: shown })}`;
}

/** The delay in milliseconds of the `retry-after-ms` or `retry-after` header (seconds or a date). */
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

/** The delay in milliseconds of Google's `{ "@type": "…RetryInfo", "retryDelay": "13s" }`. */
function retryDelay(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const delays = details.map((detail) => Number.parseFloat(String(fieldsOf(detail)["retryDelay"])));
  const seconds = delays.find((delay) => delay >= 0);
  return seconds === undefined ? undefined : seconds * 1000;
}
