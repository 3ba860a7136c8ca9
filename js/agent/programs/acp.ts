// A program as an agent, over the Agent Client Protocol (https://agentclientprotocol.com): it is offered no files and no
// terminal of ours, and gets no permission but for our tools.
import { fieldsOf } from "../../base/fields.ts";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";
import { Peer } from "./json-rpc.ts";
import { SERVER } from "./mcp-endpoint.ts";
import type { RunParts, RunStart, Said } from "./program.ts";
import type { PromptPart } from "./transcript.ts";

type Fields = Readonly<Record<string, unknown>>;
type Say = (said: Said) => void;

const BEGIN = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
};
const ENDS: Readonly<Record<string, "stop" | "length" | "filtered">> = {
  end_turn: "stop",
  max_tokens: "length",
  refusal: "filtered",
};

/** Our tools, for a program that takes them with a session. */
export interface AcpTools {
  readonly address: string;
  readonly token: string;
  readonly names: readonly string[];
  /** The program, as users know it. */
  readonly program: string;
}

/** What is asked, in which folder; `fault` makes a failure of what the program says. */
export interface AcpParts {
  readonly folder: string;
  readonly prompt: readonly PromptPart[];
  readonly fault: (words: string) => ModelError;
  /** The tools that its model is offered; undefined while that is looked for. */
  readonly offered?: RunParts["offered"];
  /** Absent for a program that has them from its settings. */
  readonly tools?: AcpTools;
  /** The program's name for its model; empty or absent for its own choice. */
  readonly model?: string;
}

/** Asks a program one question. */
export const speakAcp =
  (parts: AcpParts): RunStart["speak"] =>
  (input, say) => {
    const session = new Session(parts.tools?.names, say);
    const peer = new Peer((text) => input.write(text), session);
    ask(peer, parts, say).catch((error: unknown) =>
      say({ type: "failed", error: error instanceof ModelError ? error : parts.fault(reason(error)) }),
    );
    return (line) => peer.read(line);
  };

/** The names that a program has for its models. */
export const acpModels =
  (cwd: string): Required<RunStart>["models"] =>
  async (peer) => {
    await peer.ask("initialize", BEGIN);
    const { models, configOptions } = await peer.ask("session/new", { cwd, mcpServers: [] });
    const all = [...listIn(fieldsOf(models)["availableModels"]), ...listIn(modelOption(configOptions)?.["options"])];
    return all.map(({ modelId, value }) => String(modelId ?? value));
  };

async function ask(
  peer: Peer,
  { folder, prompt, fault, offered, tools, model = "" }: AcpParts,
  say: Say,
): Promise<void> {
  const { agentInfo, agentCapabilities } = await peer.ask("initialize", BEGIN);
  const known = offered?.(String(fieldsOf(agentInfo)["version"]));
  if (known) say({ type: "begun", tools: known });
  if (tools && fieldsOf(fieldsOf(agentCapabilities)["mcpCapabilities"])["http"] !== true) {
    const says = t("{name} takes no tools over HTTP. Use another agent.", { name: tools.program });
    throw new ModelError("refused", says, { isFinal: true });
  }
  const session = await peer.ask("session/new", { cwd: folder, mcpServers: tools ? [serverOf(tools)] : [] });
  const { sessionId } = session;
  if (model !== "") await chooseModel(peer, session, model);
  if (tools) await askFirst(peer, session);
  const { stopReason, usage, _meta: meta } = await peer.ask("session/prompt", { sessionId, prompt });
  const { token_count: tokens } = fieldsOf(fieldsOf(meta)["quota"]);
  say(usedIn({ ...fieldsOf(tokens), ...fieldsOf(usage) }));
  const end = ENDS[String(stopReason)];
  say(end ? { type: "end", reason: end } : { type: "failed", error: fault(String(stopReason)) });
}

function serverOf({ address, token }: AcpTools): object {
  const headers = [{ name: "Authorization", value: `Bearer ${token}` }];
  return { type: "http", name: SERVER, url: address, headers };
}

function chooseModel(peer: Peer, { sessionId, configOptions }: Fields, value: string): Promise<unknown> {
  const option = modelOption(configOptions);
  return option
    ? peer.ask("session/set_config_option", { sessionId, configId: option["id"], value })
    : peer.ask("session/set_model", { sessionId, modelId: value });
}

const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const modelOption = (options: unknown): Fields | undefined =>
  listIn(options).find(({ category }) => category === "model");

/** Chooses the mode in which it asks before it uses a tool, if it has one of that name. */
async function askFirst(peer: Peer, { sessionId, modes }: Fields): Promise<void> {
  const { availableModes: all, currentModeId: now } = fieldsOf(modes);
  const isThere = listIn(all).some(({ id }) => id === "default");
  if (isThere && now !== "default") await peer.ask("session/set_mode", { sessionId, modeId: "default" });
}

/** The ways in which programs name our tools: `mcp__lectern__read_file`, `lectern_links`, `links (lectern MCP Server)`. */
const OWN = new RegExp(
  `^(?:tool: ?)?(?:mcp_+)?${SERVER}(?:_+|[./:] ?)(\\w+)$|^(\\w+) \\(${SERVER}(?: mcp server)?\\)$`,
  "i",
);

/** What it does in a session. */
class Session {
  readonly #own: readonly string[] | undefined;
  readonly #say: Say;
  /** Whether there is text before, and then a call of another's tool. */
  #isNext = false;
  #hasText = false;

  /** `own` are our tools; undefined for a program that has no others. */
  constructor(own: readonly string[] | undefined, say: Say) {
    this.#own = own;
    this.#say = say;
  }

  request(method: string, { toolCall, options }: Fields): Promise<object> | undefined {
    if (method !== "session/request_permission") return undefined;
    const kind = this.#isOwn(fieldsOf(toolCall)) ? "allow" : "reject";
    const find = (long: string): Fields | undefined => listIn(options).find((one) => one["kind"] === `${kind}_${long}`);
    const option = find("once") ?? find("always");
    const outcome = option ? { outcome: "selected", optionId: option["optionId"] } : { outcome: "cancelled" };
    return Promise.resolve({ outcome });
  }

  event(method: string, { update }: Fields): void {
    if (method === "session/update") this.#take(fieldsOf(update));
  }

  #take(update: Fields): void {
    const { text } = fieldsOf(update["content"]);
    const kind = update["sessionUpdate"];
    if (kind === "agent_thought_chunk") this.#say({ type: "thinking" });
    else if (kind === "agent_message_chunk" && typeof text === "string" && text !== "") this.#write(text);
    else if (kind === "plan") this.#say({ type: "thinking", ...doingIn(update["entries"]) });
    else if (kind === "tool_call" && this.#own) {
      this.#isNext = this.#hasText && !this.#isOwn(update);
      if (!this.#isOwn(update)) this.#say({ type: "thinking", doing: String(update["title"]) });
      else this.#hasText = false;
    }
  }

  #write(text: string): void {
    this.#say({ type: "text", text: this.#isNext ? `\n\n${text}` : text });
    this.#isNext = false;
    this.#hasText = true;
  }

  /** Whether a call is of one of our tools. A command such as `touch lectern/read_file.txt` is not. */
  #isOwn({ title, kind }: Fields): boolean {
    const [, first, last = first] = OWN.exec(String(title)) ?? [];
    return (kind ?? "other") === "other" && last !== undefined && this.#own?.includes(last) === true;
  }
}

/** What a plan says is in progress. */
function doingIn(entries: unknown): { doing?: string } {
  const now = listIn(entries).find(({ status }) => status === "in_progress");
  return now ? { doing: String(now["content"]) } : {};
}

function usedIn(tokens: Fields): Said {
  const count = (...names: string[]): number =>
    names.map((name) => tokens[name]).find((value) => typeof value === "number") ?? 0;
  const usage = {
    inputTokens: count("input_tokens", "inputTokens"),
    outputTokens: count("output_tokens", "outputTokens"),
    cachedTokens: count("cachedReadTokens"),
  };
  return { type: "usage", usage };
}
