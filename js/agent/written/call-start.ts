// Whether a text that begins without a mark may be a call of a tool: as JSON, as code, or in a fence.
import { markerAt } from "./markers.ts";

/** Keys with which a call begins. */
const KEYS = ["name", "function", "tool", "tool_name", "type", "id", "tool_calls", "function_call", "action"];
const ARGUMENTS = ["arguments", "parameters", "args", "input"];
/** What may stand before the name of a tool. */
const BEFORE = ["print(", "default_api.", "functions.", "tools.", "call:"];
/** Most characters of what a fence says of its language. */
const LONGEST_LANGUAGE = 20;

/**
 * Whether `text` begins a call: `wait` if only more text will tell, undefined if not. `isStart`: it is the beginning of
 * an answer, where a call may also be written as code, or be one of a tool that was not offered.
 */
export function beginsCall(text: string, tools: ReadonlySet<string>, isStart: boolean): "call" | "wait" | undefined {
  if (tools.size === 0) return undefined;
  const [all, language = "", end = ""] = /^(?:`{3,}|~{3,})([^\n`]*)(\n?)/.exec(text) ?? [];
  if (all !== undefined) {
    if (end === "") return language.length < LONGEST_LANGUAGE ? "wait" : undefined;
    const [kind] = /^\s*(?:json\w*|tool\w*|function\w*|python|py|xml|text|plaintext|)\s*$/.exec(language) ?? [];
    if (kind === undefined) return undefined;
    const body = text.slice(all.length).trimStart();
    const found = markerAt(body, 0);
    if (found === "unfinished") return "wait";
    return found
      ? found.marker === "call"
        ? "call"
        : undefined
      : begins(body, tools, isStart || /^\s*[tf]/.test(kind));
  }
  return begins(isStart ? text.replace(/^`(?!`)/, "") : text, tools, isStart);
}

function begins(text: string, tools: ReadonlySet<string>, isStart: boolean): "call" | "wait" | undefined {
  if (/^(?:\[\s*)?(?:\{\s*)?$/.test(text)) return "wait";
  const object = /^(?:\[\s*)?\{\s*["'](\w*)(["']?)(.*)/s.exec(text);
  if (object) {
    const [, key = "", end, more = ""] = object;
    const all = [...KEYS, ...ARGUMENTS, ...tools];
    if (!end) return more === "" && isBeginOfAny(key, all) ? "wait" : undefined;
    if (!all.includes(key)) return undefined;
    const name = /^\s*:\s*["']([\w.]*)(["']?)/.exec(more);
    if (isStart || !/^(?:name|tool|action)/.test(key)) return "call";
    if (!name) return /^\s*:?\s*$/.test(more) ? "wait" : undefined;
    const [, named = "", whole] = name;
    const isOffered = whole ? tools.has(named) : isBeginOfAny(named, [...tools]);
    return isOffered ? (whole ? "call" : "wait") : undefined;
  }
  if (!isStart) return undefined;
  const code = text.replace(/^\[\s*/, "");
  const before = BEFORE.find((one) => code.startsWith(one));
  if (before) return begins(code.slice(before.length), tools, true);
  const [, name = "", more = ""] = /^(\w*)\s*(.*)/s.exec(code) ?? [];
  if (more === "") return isBeginOfAny(code.trimEnd(), [...BEFORE, ...tools]) ? "wait" : undefined;
  if (tools.has(name) && /^[({]|^\[(?:A|$)/.test(more)) return "call";
  return isBeginOfAny(code, BEFORE) ? "wait" : undefined;
}

const isBeginOfAny = (text: string, all: readonly string[]): boolean => all.some((one) => one.startsWith(text));
