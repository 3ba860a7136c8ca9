// What models were seen to write as text: thinking, calls of tools, and marks of their templates. Each with what it is.

/** The tools that are offered. */
export const TOOLS = ["read_file", "search_notes", "links"] as const;

/** One answer as a model writes it, and what the user gets of it. */
export interface Shape {
  readonly name: string;
  readonly text: string;
  readonly answer: string;
  /** The names of the tools that are called, each with its arguments. */
  readonly calls?: readonly (readonly [tool: string, args: object])[];
  /** Whether the user is told that a call was written as text. */
  readonly isUncalled?: boolean;
}

const ARGS = '{"path": "a.md"}';
const READ = `{"name": "read_file", "arguments": ${ARGS}}`;
const ONE = [["read_file", { path: "a.md" }]] as const;
const THOUGHT = "The user asks. `x`\n\n1. Look < here\n2. [Answer]";

const thinking = (name: string, text: string, answer: string): Shape => ({ name, text, answer });
const calling = (name: string, text: string, calls: Shape["calls"] = ONE): Shape => ({ name, text, answer: "", calls });
const uncalled = (name: string, text: string, answer: string): Shape => ({ name, text, answer, isUncalled: true });

const THINKING: readonly Shape[] = [
  thinking("think (DeepSeek, Qwen)", `<think>\n${THOUGHT}\n</think>\n\nIn May.`, "In May."),
  thinking("thinking", `<thinking>${THOUGHT}</thinking>In May.`, "In May."),
  thinking("thought", `<thought>${THOUGHT}</thought>\nIn May.`, "In May."),
  thinking("reasoning", `<reasoning>${THOUGHT}</reasoning>\nIn May.`, "In May."),
  thinking("Kimi", `◁think▷${THOUGHT}◁/think▷In May.`, "In May."),
  thinking("Magistral", `[THINK]${THOUGHT}[/THINK]In May.`, "In May."),
  thinking("Seed", `<seed:think>${THOUGHT}</seed:think>In May.`, "In May."),
  thinking("Command", `<|START_THINKING|>${THOUGHT}<|END_THINKING|>In May.`, "In May."),
  thinking("OpenThinker", `<|begin_of_thought|>${THOUGHT}<|end_of_thought|>In May.`, "In May."),
  thinking("Gemma", `<|channel>thought\n${THOUGHT}<channel|>In May.`, "In May."),
  thinking(
    "gpt-oss",
    `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>In May.<|return|>`,
    "In May.",
  ),
  thinking("upper case", `<THINK>${THOUGHT}</THINK>In May.`, "In May."),
  thinking("several", "<think>a</think>In <think>b</think>May.\n<think>c</think>", "In May.\n"),
  thinking("one in another", "<think>a <think>b</think> c</think>In May.", "In May."),
  thinking("within a line", "In May.<think>Or June?</think> Yes.", "In May. Yes."),
  thinking("opened by the prompt", `${THOUGHT}\n</think>\n\nIn May.`, "In May."),
  thinking("opened by the prompt, on one line", "The garden opens in May.</think>In May.", "In May."),
  thinking("closed twice", "<think>a</think>In May.</think>", "In May."),
  thinking("never closed", `<think>${THOUGHT}`, ""),
  thinking("never closed, after text", "In May.\n<think>Or June", "In May.\n"),
  thinking("nothing behind it", "<think>a</think>\n\n", ""),
  thinking("in a fence", "Write:\n```xml\n<think>a</think>\n```\nSo.", "Write:\n```xml\n<think>a</think>\n```\nSo."),
  thinking("in backticks", "Use `<think>` and `</think>`.", "Use `<think>` and `</think>`."),
  thinking("in a sentence", "The <think> tag opens it.", "The <think> tag opens it."),
  thinking("its end in a sentence", "The </think> tag ends it.", "The </think> tag ends it."),
  thinking("marks of templates", "In May.<|im_end|>", "In May."),
];

const CALLS: readonly Shape[] = [
  calling("Hermes, Qwen", `<tool_call>\n${READ}\n</tool_call>`),
  calling(
    "two of them",
    `<tool_call>\n${READ}\n</tool_call>\n<tool_call>\n{"name": "links", "arguments": {}}\n</tool_call>`,
    [...ONE, ["links", {}]],
  ),
  calling("without an end", `<tool_call>\n${READ}`),
  calling(
    "arguments as a string",
    `<tool_call>{"name": "read_file", "arguments": ${JSON.stringify(ARGS)}}</tool_call>`,
  ),
  calling("thinking before", `<think>I look.</think>\n<tool_call>${READ}</tool_call>`),
  calling("JSON", `{"name": "read_file", "parameters": ${ARGS}}`),
  calling("JSON, other keys", `{"function": "read_file", "args": ${ARGS}}`),
  calling("JSON, tool and input", `{"tool": "read_file", "input": ${ARGS}}`),
  calling("a list", `[${READ}, {"name": "links", "arguments": {"path": "b.md"}}]`, [
    ...ONE,
    ["links", { path: "b.md" }],
  ]),
  calling("OpenAI's own", `{"tool_calls": [{"id": "1", "type": "function", "function": ${READ}}]}`),
  calling("a fence", `\`\`\`json\n${READ}\n\`\`\``),
  calling("a fence without a language", `\`\`\`\n${READ}\n\`\`\`\n`),
  calling("Mistral", `[TOOL_CALLS][${READ}]</s>`),
  calling("Mistral, new", `[TOOL_CALLS]read_file[ARGS]${ARGS}`),
  calling("Llama", `<|python_tag|>{"name": "read_file", "parameters": ${ARGS}}<|eom_id|>`),
  calling("Llama, as code", '<|python_tag|>read_file.call(path="a.md")'),
  calling("Llama, a list of code", '[read_file(path="a.md"), links(path="b.md", limit=3)]', [
    ...ONE,
    ["links", { path: "b.md", limit: 3 }],
  ]),
  calling("Llama, a function", `<function=read_file>${ARGS}</function>`),
  calling(
    "Qwen Coder",
    "<tool_call>\n<function=read_file>\n<parameter=path>\na.md\n</parameter>\n</function>\n</tool_call>",
  ),
  calling(
    "Claude's old",
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.md</parameter>\n</invoke>\n</function_calls>',
  ),
  calling(
    "DeepSeek",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n\`\`\`json\n${ARGS}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  calling(
    "DeepSeek, new",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>${ARGS}<｜tool▁call▁end｜>`,
  ),
  calling("DeepSeek, plain letters", `<|tool_call|>[${READ}]<|/tool_call|>`),
  calling("Gemma, as code", "```tool_code\nread_file(path='a.md')\n```"),
  calling("Gemma, printed", '```tool_code\nprint(default_api.read_file(path="a.md"))\n```'),
  calling("FunctionGemma", "<start_function_call>call:read_file{path:<escape>a.md<escape>}<end_function_call>"),
  calling("Gemma, with marks", '<|tool_call>call:read_file{path:<|"|>a.md<|"|>}<tool_call|>'),
  calling(
    "Kimi",
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>${ARGS}<|tool_call_end|><|tool_calls_section_end|>`,
  ),
  calling("GLM", "<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.md</arg_value>\n</tool_call>"),
  calling(
    "gpt-oss",
    `<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>${ARGS}<|call|>`,
  ),
  calling("LFM", '<|tool_call_start|>[read_file(path="a.md")]<|tool_call_end|>'),
];

const OTHERS: readonly Shape[] = [
  uncalled("a sentence before", `I'll look.\n<tool_call>${READ}</tool_call>`, "I'll look.\n"),
  uncalled("a sentence before a fence", `I'll look.\n\`\`\`json\n${READ}\n\`\`\``, "I'll look.\n"),
  uncalled("a sentence before JSON", `I'll look: ${READ}`, "I'll look: "),
  uncalled("words behind", `<tool_call>${READ}</tool_call>\nDone.`, "Done."),
  uncalled("broken", `<tool_call>{"name": "read_file", "argum`, ""),
  uncalled("a tool that was not offered", '<tool_call>{"name": "rm", "arguments": {}}</tool_call>', ""),
  uncalled("such a tool in JSON", '{"name": "rm", "arguments": {"path": "/"}}', ""),
  uncalled("thinking behind", `<tool_call>${READ}</tool_call><think>So.</think>In May.`, "In May."),
  {
    name: "an example",
    text: `So:\n\`\`\`json\n${READ}\n\`\`\`\nThat is it.`,
    answer: `So:\n\`\`\`json\n${READ}\n\`\`\`\nThat is it.`,
  },
  { name: "JSON that is none", text: '{"name": "Anna", "age": 3}', answer: '{"name": "Anna", "age": 3}' },
  { name: "a list of numbers", text: "[1, 2]", answer: "[1, 2]" },
  { name: "code", text: "```python\nprint(read(1))\n```", answer: "```python\nprint(read(1))\n```" },
  { name: "a citation first", text: "[[Home#L3]] says so, {x} < y.", answer: "[[Home#L3]] says so, {x} < y." },
  {
    name: "a mark of a call that nothing closes",
    text: '<tool_call {"name": "search_notes", "arguments": {"query": "x"}}',
    answer: '{"name": "search_notes", "arguments": {"query": "x"}}',
    isUncalled: true,
  },
  {
    name: "a result that the model invents",
    text: "It is open.\n<tool_response>\nOpen in May.\n</tool_response>\nSo it is.",
    answer: "It is open.\n\nOpen in May.\n\nSo it is.",
  },
  { name: "the mark in a sentence", text: "A <tool_call> tag is no call.", answer: "A <tool_call> tag is no call." },
];

export const SHAPES = { thinking: THINKING, calls: CALLS, others: OTHERS } as const;
