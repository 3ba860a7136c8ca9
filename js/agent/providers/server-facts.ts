// What a server of the user's own says of a model: the context that it gives it, and whether it can call tools. Each
// server has an address of its own for that, outside of OpenAI's API.
import { platformClock } from "../../base/clock.ts";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { contextIn, entriesIn } from "./list-models.ts";
import type { Transport } from "./transport.ts";

/** What a server says of a model; absent if it does not say. */
export interface ServerFacts {
  readonly contextTokens?: number;
  /** Whether `contextTokens` is only what such a server gives a model by default. */
  readonly isDefault?: boolean;
  readonly takesTools?: boolean;
}

/** How long a server may take to answer: it is asked before each question. */
const MOST_MS = 2000;
/** For how long an answer counts. A server may load a model again with another context. */
const KEPT_MS = 60_000;
/** Answers with more characters are not read. Ollama's has the model's licence and template in it. */
const MOST_LETTERS = 4_000_000;

/** The context that Ollama gives a model unless it is told otherwise. It cuts longer requests off without a word. */
const OLLAMA_CONTEXT = 4096;

const known = new Map<string, { readonly until: number; readonly facts: Promise<ServerFacts> }>();

/** What to ask about, and how. */
interface Asked {
  readonly model: string;
  readonly base: string;
  readonly headers: Record<string, string>;
}

/** Asks the server at `base` about `model`. Never rejects: a server that doesn't answer says nothing. */
export function serverFacts(about: Asked, transport: Transport): Promise<ServerFacts> {
  const key = `${about.base} ${about.model}`;
  const before = known.get(key);
  if (before && before.until > Date.now()) return before.facts;
  const facts = asked(about, transport).catch((): ServerFacts => ({}));
  known.set(key, { until: Date.now() + KEPT_MS, facts });
  // The server may be started now.
  void facts.then((said) => Object.keys(said).length === 0 && known.delete(key));
  return facts;
}

async function asked({ model, base, headers }: Asked, transport: Transport): Promise<ServerFacts> {
  const stop = new AbortController();
  const answered = new AbortController();
  void platformClock.wait(MOST_MS, answered.signal).then(() => stop.abort());
  const fetch = transport.fetch(() => undefined);
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    try {
      const sent = body && { method: "POST", body: JSON.stringify(body) };
      const typed = body ? { ...headers, "content-type": "application/json" } : headers;
      const response = await fetch(path, { ...sent, headers: typed, signal: stop.signal });
      const text = response.ok ? await response.text() : "";
      return text.length > MOST_LETTERS ? {} : fieldsOf(valueOf(text));
    } catch {
      return {};
    }
  };
  const { origin } = new URL(base);
  try {
    // vLLM and others say it in their list.
    const listed = entriesIn(await ask(`${base}/models`)).find(({ id }) => id === model);
    const contextTokens = listed && contextIn(listed);
    if (contextTokens !== undefined) return { contextTokens };
    const [props, shown, running, studio] = await Promise.all([
      ask(`${origin}/props`),
      ask(`${origin}/api/show`, { model }),
      ask(`${origin}/api/ps`),
      ask(`${origin}/api/v0/models`),
    ]);
    return { ...ofLlamaCpp(props), ...ofOllama(model, shown, running), ...ofLmStudio(model, studio) };
  } finally {
    answered.abort();
  }
}

function ofLlamaCpp({ default_generation_settings: settings, chat_template_caps: caps }: Fields): ServerFacts {
  const { supports_tools: tools, supports_tool_calls: calls } = fieldsOf(caps);
  return facts(fieldsOf(settings)["n_ctx"], tools === false || calls === false ? false : undefined);
}

function ofOllama(
  model: string,
  { parameters, capabilities, model_info: info }: Fields,
  { models }: Fields,
): ServerFacts {
  if (info === undefined && parameters === undefined && capabilities === undefined) return {};
  const [, own] = /^num_ctx\s+(\d+)/m.exec(typeof parameters === "string" ? parameters : "") ?? [];
  const all: unknown[] = Array.isArray(models) ? models : [];
  const loaded = all.map(fieldsOf).find(({ name }) => name === model || name === `${model}:latest`);
  const tools = Array.isArray(capabilities) ? capabilities.includes("tools") : undefined;
  const stated = own === undefined ? loaded?.["context_length"] : Number(own);
  return { ...facts(stated ?? OLLAMA_CONTEXT, tools), isDefault: stated === undefined };
}

function ofLmStudio(model: string, list: Fields): ServerFacts {
  const listed = entriesIn(list).find(({ id }) => id === model);
  return listed ? facts(listed["loaded_context_length"]) : {};
}

type Fields = Record<string, unknown>;

const facts = (contextTokens: unknown, takesTools?: boolean): ServerFacts => ({
  ...(typeof contextTokens === "number" && contextTokens > 0 && { contextTokens }),
  ...(takesTools !== undefined && { takesTools }),
});
