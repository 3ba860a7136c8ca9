// Finds calls of tools in a model's text, in whatever form models were taught to write them.
//
// A call that a model wrote as text is made only if all of its answer is calls of tools that were offered, and it does
// not stand in what the model was shown or asked. It then goes where every call goes, approvals included.
import { fieldsOf } from "../../base/fields.ts";
import { type LooseValue, looseValue } from "./loose-value.ts";

/** A call that was written as text. */
export interface CallWritten {
  readonly tool: string;
  /** JSON text. */
  readonly args: string;
}

/** What a text has of calls. */
export interface CallsFound {
  /** The calls of tools that were offered. */
  readonly calls: readonly CallWritten[];
  /** The rest of the text. */
  readonly left: string;
  /** Whether the text is calls, of whatever tools, rather than an example in code. */
  readonly isCall: boolean;
  /** Whether it is nothing else. */
  readonly isAll: boolean;
}

/** Most characters that are looked through: those of the longest arguments, and of what stands around them. */
const LONGEST = 150_000;
/** Most values that turn out to be none: each may be looked through to its end. */
const MOST_FAULTS = 100;

/** What stands around calls and between their parts. */
const AROUND =
  /(?:\s|\[\/?(?:TOOL_CALLS?|ARGS|END)\]|[,;[\]]|<\/?(?:\w+:)?(?:tool_?calls?|function_?calls?|tool_use|tools?|tool_code|(?:start|end)_function_call|function|invoke|s)>|<\/?\|[^<>]*>|<tool_call\|>|(?:function|assistant)(?=<\|)|`{3,}\w*|`+|~{3,}\w*)+/iy;
/** A mark that stands before calls only. */
const MARK = /^\s*(?:`{3,}.*\s+)?(?:<|\[\/?TOOL)/i;
/** Marks and what belongs to them. */
const MARKED = /<((?:\w+:)?(?:tool|function|invoke|start_function)\w*)[^<>]*>.*?(?:<\/\1>|$)|(?:<\||\[\/?TOOL).*$/gis;
/** A tool's name as models write it. */
const NAMED =
  /(?:print\()?(?:(?:functions?|default_api|tools?)[.:]|call:|(?:\w+\s+)?to=functions\.)?\s*([\w-]{1,64})(?::\d+)?/y;
/** What stands between a tool's name and its arguments. */
const BETWEEN = /(?:\s|<\|[^<>]*>|json|commentary|\.call|\[ARGS\]|\[CALL_ID\]\w{1,100}|`{3})*(?=[{(])/iy;
/** `<function=NAME>` or `<invoke name="NAME">`. */
const ELEMENT =
  /<(?:\w+:)?(?:function=|invoke name=|tool_call name=)["']?([\w.-]+)["']?>?(.*?)(?:<\/(?:\w+:)?(?:function|invoke|tool_call)>|$)/sy;
/** Its parameters. */
const PARAMETER = /<(?:\w+:)?parameter(?:=| name=)["']?([^"'<>]{1,100})(?:["'][^<>]*)?>/;
const PARAMETER_END = /<\/(?:\w+:)?parameter>/;
/** An argument as GLM writes it. */
const PAIR = /\s*<arg_key>([^<]*)<\/arg_key>\s*<arg_value>(.*?)<\/arg_value>/sy;
/** A mark of DeepSeek, which has letters of its own. */
const DEEPSEEK = /<[｜|][\w▁]+[｜|]>/g;

/** Finds the calls in `text`, of the tools with the names `tools`. */
export function callsIn(text: string, tools: ReadonlySet<string>): CallsFound {
  const written = text.replace(DEEPSEEK, (mark) => mark.replace(/｜/g, "|").replace(/▁/g, "_"));
  const hasMark = MARK.test(written.slice(0, 100));
  if (written.length > LONGEST) return { calls: [], left: hasMark ? "" : written, isCall: hasMark, isAll: false };
  const found = new Finder(written, tools).find();
  if (!hasMark || found.isAll) return found;
  return { ...found, left: written.replace(MARKED, ""), isCall: true };
}

class Finder {
  readonly #text: string;
  readonly #tools: ReadonlySet<string>;
  readonly #calls: CallWritten[] = [];
  /** Whether there is a call of a tool that was not offered. */
  #hasOther = false;
  #faults = 0;
  #at = 0;

  constructor(text: string, tools: ReadonlySet<string>) {
    this.#text = text;
    this.#tools = tools;
  }

  find(): CallsFound {
    let left = "";
    const text = this.#text;
    while (this.#at < text.length) {
      const from = this.#at;
      if (this.#element() || this.#value() || this.#named()) continue;
      const around = this.#match(AROUND);
      if (around) left += /\n/.test(around[0]) ? "\n" : " ";
      else {
        // A word at a time: what follows may be a call.
        this.#match(/\w+|[^]/y);
        left += text.slice(from, this.#at);
      }
    }
    // An example is followed by words, a call is not.
    const isExample = /^\s*[`~]/.test(text) && left.trim() !== "";
    const isCall = (this.#calls.length > 0 || this.#hasOther) && !isExample;
    return { calls: this.#calls, left, isCall, isAll: this.#calls.length > 0 && !this.#hasOther && left.trim() === "" };
  }

  #element(): boolean {
    const found = this.#match(ELEMENT);
    if (!found) return false;
    const [, name = "", body = ""] = found;
    const [, ...parts] = body.split(PARAMETER);
    const parameters = parts.flatMap((key, index): [string, unknown][] =>
      index % 2 === 0 ? [[key, plainValue(parts[index + 1]?.split(PARAMETER_END)[0] ?? "")]] : [],
    );
    const args = parameters.length > 0 ? Object.fromEntries(parameters) : (looseValue(body, 0)?.value ?? {});
    this.#add(name, JSON.stringify(args));
    return true;
  }

  #value(): boolean {
    if (!/[{[]/.test(this.#text.charAt(this.#at))) return false;
    const found = this.#loose();
    if (!found || !this.#addAll(found.value)) return false;
    this.#at = found.end;
    return true;
  }

  /** Takes the calls that `value` is. Returns whether it is calls. */
  #addAll(value: unknown): boolean {
    if (Array.isArray(value)) return value.length > 0 && value.every((one) => this.#addAll(one));
    const fields = fieldsOf(value);
    const inner = fields["tool_calls"] ?? fields["function_call"] ?? fieldOf(fields, ["function"], "object");
    if (inner !== undefined && typeof inner === "object") return this.#addAll(inner);
    const name = fieldOf(fields, ["name", "function", "tool", "tool_name", "function_name", "action"], "string");
    const args = ARGUMENTS.map((key) => fields[key]).find((one) => one !== undefined);
    const [only] = Object.keys(fields);
    if (typeof name === "string" && (args !== undefined || this.#tools.has(name))) {
      this.#add(name, typeof args === "string" ? args : JSON.stringify(args ?? others(fields)));
      return true;
    }
    if (only === undefined || !this.#tools.has(only) || Object.keys(fields).length > 1) return false;
    this.#add(only, JSON.stringify(fields[only]));
    return true;
  }

  /** `name(a="b")`, `name {"a": "b"}` and the like. */
  #named(): boolean {
    const from = this.#at;
    const [, name = ""] = this.#match(NAMED) ?? [];
    if (this.#tools.has(name)) {
      const pairs: [string, unknown][] = [];
      for (let pair = this.#pair(); pair; pair = this.#pair()) pairs.push([pair[1] ?? "", plainValue(pair[2] ?? "")]);
      let found: LooseValue | undefined = { value: Object.fromEntries(pairs), end: this.#at };
      if (pairs.length === 0) found = this.#match(BETWEEN) ? this.#loose() : undefined;
      if (found) {
        this.#at = found.end;
        if (/print\($/.test(this.#text.slice(from, from + 6))) this.#match(/\)/y);
        this.#add(name, JSON.stringify(found.value));
        return true;
      }
    }
    this.#at = from;
    return false;
  }

  #pair(): RegExpExecArray | null {
    const found = this.#faults < MOST_FAULTS ? this.#match(PAIR) : null;
    if (!found && this.#text.startsWith("<arg_key>", this.#at)) this.#faults++;
    return found;
  }

  #loose(): LooseValue | undefined {
    const found = this.#faults < MOST_FAULTS ? looseValue(this.#text, this.#at) : undefined;
    if (!found) this.#faults++;
    return found;
  }

  #add(name: string, args: string): void {
    const tool = name.replace(/^(?:functions?|default_api|tools?)[.:]/, "").replace(/:\d+$/, "");
    if (this.#tools.has(tool)) this.#calls.push({ tool, args });
    else this.#hasOther = true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }
}

const ARGUMENTS = ["arguments", "parameters", "args", "input", "params", "tool_input", "action_input"];

function fieldOf(fields: Record<string, unknown>, names: readonly string[], type: "string" | "object"): unknown {
  return names.map((name) => fields[name]).find((value) => typeof value === type && value !== null);
}

/** The arguments that stand beside the name. */
function others(fields: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key]) => !/^(?:name|function|tool|tool_name|function_name|action|id|type)$/.test(key),
    ),
  );
}

/** The value of a parameter: text, unless it is a number, true, false, a list or an object in JSON. */
function plainValue(text: string): unknown {
  const value = text.trim();
  try {
    return /^(?:-?\d|true$|false$|[[{])/.test(value) ? (JSON.parse(value) as unknown) : value;
  } catch {
    return value;
  }
}
