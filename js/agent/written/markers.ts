// The marks that models leave in their text: around thinking, before a call of a tool, and of their templates.

/** What a mark means. `channel` is followed by its name and `<|message|>` (gpt-oss); `result` is around an invented one. */
export type Marker = "think" | "answer" | "call" | "result" | "channel" | "control";

/** Most characters of a mark that are looked at. */
const LONGEST = 64;

const THINKING = "(?:\\w+:)?(?:(?:ant)?think(?:ing)?|thoughts?|thought_process|reasoning|reflection|scratchpad)";

/** The marks, in the order in which they are tried. */
const MARKERS: readonly (readonly [Marker, RegExp])[] = [
  ["channel", /^<\|channel\|>/],
  [
    "think",
    new RegExp(
      `^(?:<${THINKING}>|◁think▷|\\[think\\]|<\\|(?:think|start_thinking|begin_of_thought)\\|>|<\\|channel>\\w+)`,
      "i",
    ),
  ],
  [
    "answer",
    new RegExp(
      `^(?:</${THINKING}>|◁/think▷|\\[/think\\]|<\\|(?:/think|end_thinking|end_of_thought)\\|>|<channel\\|>)`,
      "i",
    ),
  ],
  [
    "call",
    /^(?:<(?:\w+:)?(?:(?:tool_?calls?|tools|function_?calls?|tool_use|tool_code|start_function_call)[\s>]|invoke name=|function[=>])|<\|(?:tool|function|python|start_action|action)[\w ]*\|?>|\[tool_calls?\])/i,
  ],
  ["result", /^<\/?(?:tool|function)_(?:response|result|output)s?>/i],
  ["control", /^<\|(?:(?:im_)?start\|>assistant|\/?[\w ]{1,40}\|>)/],
];

/** The beginning of a mark that more text may complete. */
const UNFINISHED = /^(?:<\|(?:im_)?start\|>a?s{0,2}i?s?t?a?n?|<(?! )[|/\w:=. "'-]*|\[\/?\w{0,11}|◁\/?\w{0,5})$/;

/** DeepSeek writes its marks with these letters. */
const plain = (text: string): string => text.replace(/｜/g, "|").replace(/▁/g, "_");

/** The mark at `at` in `text`, and its length; `unfinished` if only more text will tell. */
export function markerAt(text: string, at: number): { marker: Marker; length: number } | "unfinished" | undefined {
  const here = plain(text.slice(at, at + LONGEST));
  if (here.length < LONGEST && UNFINISHED.test(here)) return "unfinished";
  for (const [marker, pattern] of MARKERS) {
    const [all] = pattern.exec(here) ?? [];
    if (all !== undefined) return { marker, length: all.length };
  }
  return undefined;
}

/** Where `text` may be more than text, from `at`; its end if nowhere. */
export const nextNotable = (text: string, at: number): number => indexOf(text, /[<[◁`~{\n]/g, at);

/** Where thinking may end in `text`, from `at`; its end if nowhere. */
export const nextEnding = (text: string, at: number): number => indexOf(text, /[<[◁]/g, at);

function indexOf(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

/** How often the character at `at` comes there in a row. */
export function runAt(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === text.charAt(at)) end++;
  return end - at;
}

/** Most characters between `<|channel|>` and `<|message|>`. */
const LONGEST_CHANNEL = 200;
const MESSAGE = "<|message|>";

/** The channel that is named from `at`, and where its text begins; undefined if no `<|message|>` follows. */
export function channelAt(text: string, at: number): { name: string; end: number } | "unfinished" | undefined {
  const here = text.slice(at, at + LONGEST_CHANNEL);
  const length = here.indexOf(MESSAGE);
  if (length >= 0) return { name: here.slice(0, length), end: at + length + MESSAGE.length };
  return here.length < LONGEST_CHANNEL ? "unfinished" : undefined;
}
