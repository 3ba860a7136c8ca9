// `lectern -p PROMPT` and `lectern ask`: the options, standard input, signals and files of a prompt. run-prompt.ts runs it.
import { basename } from "node:path";
import type { ToolDefinition } from "../../../pkg/lectern.js";
import type { ConversationEvent } from "../../agent/events.ts";
import { reason, systemReason } from "../../base/reason.ts";
import type { NodeHost } from "../../host/node.ts";
import { changingDefinitions, definitions } from "../../vault/definitions.ts";
import type { Tools } from "../../vault/tools.ts";
import type { AskedChanges } from "../approve.ts";
import { EXIT, type ExitCode, Failure, UsageError, wrongValue } from "../exit-codes.ts";
import { interruptions } from "../interrupt.ts";
import { inTerminal, isCompatible, modelOf } from "../model-options.ts";
import type { OptionsOf } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { AnswerSchema } from "./answer-schema.ts";
import { writeWhole } from "./conversation-file.ts";
import { type Limits, MeteredModel } from "./metered-model.ts";
import { type Format, FORMATS, outputIn } from "./output.ts";
import { ProgressLine } from "./progress-line.ts";
import { runPrompt, stopped, TIMED_OUT } from "./run-prompt.ts";
import { meant } from "./slash-commands.ts";
import { standardInput } from "./standard-input.ts";

/** A model that needs more turns is going in circles. */
const MAX_TURNS = 25;

type PromptOptions = OptionsOf<"ask">;

/** Where a prompt runs. */
export interface PromptPlace {
  readonly host: NodeHost;
  readonly tools: Tools;
  /** Absent unless the user allows changes. */
  readonly changes: AskedChanges | undefined;
  readonly answers: Terminal;
  readonly steps: Terminal;
}

/** The format of the output. Throws a `UsageError`. */
export function formatOf({ json, "output-format": given = json ? "json" : "text" }: PromptOptions): Format {
  const format = FORMATS.find((one) => one === given);
  if (!format) throw wrongValue("output-format", given, FORMATS.join(", "));
  return format;
}

/** Runs the prompt with these `words`, and returns the exit code. Throws a `Failure` if it can't begin. */
export async function promptCommand(
  words: readonly string[],
  options: PromptOptions,
  place: PromptPlace,
): Promise<ExitCode> {
  const checked = {
    format: formatOf(options),
    limits: limitsOf(options),
    maxTurns: numberOf(options, "max-turns", true) ?? MAX_TURNS,
    schema: options["output-schema"] === undefined ? undefined : new AnswerSchema(options["output-schema"]),
    definitions: toolsOf(options["allowed-tools"], place.changes !== undefined),
  };
  const seconds = numberOf(options, "timeout");
  const said = [options.prompt ?? "", ...words].filter((word) => word !== "").join(" ");
  const prompt = await meant(said, place.host, place.tools);
  if ("command" in prompt) {
    const tools = checked.definitions.map(({ name }) => name).join("\n");
    const text = { help: (await import("../help.ts")).commandText("ask"), tools, model: options.model ?? "Quotes" };
    place.answers.line(text[prompt.command]);
    return EXIT.done;
  }
  const ends = interruptions(seconds, TIMED_OUT);
  try {
    return await answerPrompt(prompt.text, options, checked, place, ends.signal);
  } finally {
    ends.stop();
  }
}

/** The options of a prompt that are checked before anything is read. */
interface Checked {
  readonly format: Format;
  readonly limits: Limits;
  readonly maxTurns: number;
  readonly schema: AnswerSchema | undefined;
  readonly definitions: readonly ToolDefinition[];
}

async function answerPrompt(
  text: string,
  options: PromptOptions,
  { format, limits, maxTurns, schema, definitions }: Checked,
  { host, tools, changes, answers, steps: printed }: PromptPlace,
  signal: AbortSignal,
): Promise<ExitCode> {
  const tell = (line: string): void => printed.line({ text: inTerminal(line, options), colour: "2" });
  const quiet = (line: string): void => {
    if (!options.quiet) tell(line);
  };
  const reading = { isNeeded: text.trim() === "", signal, tell: quiet };
  const input = await standardInput(process.stdin, reading).catch((error: unknown) => {
    throw signal.aborted ? new Failure(...stopped(signal)) : error;
  });
  if (`${text}${input}`.trim() === "") {
    throw new Failure(EXIT.input, 'no prompt given, such as lectern -p "When is the open day?"');
  }
  const model = new MeteredModel(await modelOf(options, process.env, { fetch }), limits);
  if (schema && !model.isRemote) throw new UsageError("--output-schema needs a model; add --model PROVIDER/NAME");
  await tools.ready().catch((error: unknown) => {
    // The model is not asked if nothing may be read.
    throw new Failure(EXIT.vault, reason(error));
  });
  const held: string[] = [];
  const write = (text: string): void => {
    if (options.output === undefined) answers.raw(text);
    else held.push(text);
  };
  const { continue: from, save, ephemeral } = options;
  const progress = new ProgressLine(options.quiet ? { write: () => undefined } : process.stderr, () => tools.indexed());
  const asking = changes && {
    ...changes,
    approve: (...asked: Parameters<AskedChanges["approve"]>) => progress.during(() => changes.approve(...asked)),
  };
  // What a server passes on as text may turn out to be thinking. In a file or a pipe, it can't be taken back.
  const isPiped = !process.stdout.isTTY && isCompatible(options);
  const isByTurn = options.output !== undefined || isPiped;
  // A server that can't be reached is asked again, and fails for the same reason in the end.
  let failure = "";
  const tellFailure = (line: string): void => {
    if (line !== failure) tell(line);
    failure = line;
  };
  const steps = stepsTo(quiet, options.quiet ? () => undefined : tellFailure, options.verbose ?? false);
  const code = await runPrompt({
    ...{ text, input, tools, definitions, changes: asking, model, schema, maxTurns, from, signal, quiet },
    tell: tellFailure,
    ...{ vault: basename(host.root), isStrict: options.strict ?? false },
    saveTo: ephemeral ? undefined : (save ?? from),
    output: outputIn(format, write, { tell, quiet }, schema !== undefined, isByTurn),
    told: (event) => {
      progress.take(event);
      steps(event);
      progress.next();
    },
    advise: (because) => inTerminal(because, options),
  });
  return options.output === undefined ? code : written(options.output, held.join(""), code, tell);
}

/** The limits of what is used. */
function limitsOf(options: PromptOptions): Limits {
  const limits = {
    tokens: numberOf(options, "max-tokens", true),
    cost: numberOf(options, "max-cost"),
    inputPrice: numberOf(options, "input-price"),
    outputPrice: numberOf(options, "output-price"),
  };
  if (limits.cost !== undefined && limits.inputPrice === undefined && limits.outputPrice === undefined) {
    throw new UsageError("--max-cost needs --input-price or --output-price, for a million tokens");
  }
  return limits;
}

/** Writes the answer to `file`. Returns the exit code. */
function written(file: string, text: string, code: ExitCode, tell: (line: string) => void): ExitCode {
  try {
    writeWhole(file, text);
    return code;
  } catch (error) {
    tell(`can't write "${file}": ${systemReason(error)}`);
    return code === EXIT.done ? EXIT.failed : code;
  }
}

/** Prints what the model does. */
function stepsTo(
  tell: (line: string) => void,
  tellFailure: (line: string) => void,
  isVerbose: boolean,
): (event: ConversationEvent) => void {
  return (event) => {
    if (event.type === "reply") {
      const { display, error } = event.message.reply.structuredContent;
      const took = isVerbose ? ` (${Math.round(event.milliseconds)} ms)` : "";
      // The end says that the prompt was interrupted.
      if (error?.code !== "cancelled") tell(`${display}${took}`);
    }
    if (!isVerbose) return;
    if (event.type === "retry") tellFailure(event.because);
    if (event.type === "turn") tell(`turn ${event.number}`);
    if (event.type === "call") tell(`${event.call.tool} ${event.call.args}`);
    if (event.type === "shortened") tell(`${event.ids.length} earlier replies were shortened to make room`);
  };
}

/** The tools that the model may call. */
function toolsOf(names: string | undefined, canChange: boolean): readonly ToolDefinition[] {
  const all = [...definitions, ...(canChange ? changingDefinitions : [])];
  if (names === undefined) return all;
  return names.split(",").flatMap((given) => {
    const name = given.trim();
    if (name === "") return [];
    const tool = all.find((one) => one.name === name);
    if (tool) return [tool];
    const isWriting = changingDefinitions.some((one) => one.name === name);
    const how = isWriting ? "add --approve to allow changes" : `the tools are ${all.map((one) => one.name).join(", ")}`;
    throw new UsageError(`--allowed-tools has "${name}"; ${how}`);
  });
}

/** The positive number of an option. */
function numberOf(options: PromptOptions, name: keyof PromptOptions, isWhole = false): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const number = typeof given === "string" && /^[0-9]+(?:\.[0-9]+)?$/.test(given) ? Number(given) : NaN;
  if (number > 0 && (!isWhole || Number.isSafeInteger(number))) return number;
  throw wrongValue(name, String(given), isWhole ? "a whole number from 1" : "a number above 0");
}
