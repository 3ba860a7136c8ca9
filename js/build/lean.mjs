// What the bundle leaves out of the providers' libraries: code that none of our requests can reach, but that their form
// keeps esbuild from dropping, and code that would make code at run time. Fails where a library is no longer what it was.
import { readFileSync } from "node:fs";

/** @typedef {[from: RegExp, to: string]} Edit */

/**
 * Empties the block whose first line starts with `head`, up to the bracket at the same indentation. Throws if reached.
 * @param {string} head as a regular expression
 * @param {string} label what a statement in the block needs before it
 * @returns {Edit}
 */
const unused = (head, label = "") => [
  new RegExp(`^(\\t*)(${head}[^\\n]*\\{)\\n.*?^\\1\\}`, "gms"),
  `$1$2 ${label}throw new Error("left out of the bundle"); }`,
];

/**
 * What a catalogue of models says about the options that each takes: only for display.
 * @type {Edit}
 */
const DECLARED = [/^\t\tproviderOptions: \{ language: declareProviderOptions\(.*?^\t\t\}\) \},\n/ms, ""];

/** @type {{ filter: RegExp, edits: Edit[] }[]} */
const LEAN = [
  {
    // As a namespace, only what is used of zod is bundled; as an object that has it all, all of it.
    filter:
      /[\\/]@ai-sdk[\\/](?:anthropic[\\/]dist[\\/]internal|google[\\/]dist[\\/]internal|openai-compatible[\\/]dist)[\\/]index\.js$/,
    edits: [
      [/import \{ z \} from "zod\/v4"/, 'import * as z from "zod/v4"'],
      // A class with a computed name is never dropped. Vercel's workflows alone look for these.
      [/static \[WORKFLOW_SERIALIZE\]/g, "static workflowSerialize"],
      [/static \[WORKFLOW_DESERIALIZE\]/g, "static workflowDeserialize"],
      // Calls that only make an object: without this, every schema and every tool of the provider is kept.
      [/^(const \S+ = )((?:lazySchema|createProvider\w+ToolFactory)\()/gm, "$1/* @__PURE__ */ $2"],
      // Answers are streamed.
      unused("async doGenerate\\(options\\)"),
    ],
  },
  {
    // No request has a provider's own tools, results of such tools, or a schema for the answer.
    filter: /[\\/]@ai-sdk[\\/]anthropic[\\/]dist[\\/]internal[\\/]index\.js$/,
    edits: [
      unused("switch \\(tool\\.id\\)", "default: "),
      unused("if \\(part\\.providerExecuted\\)"),
      unused('case "(?:reference|custom)": (?=\\{\\n)'),
      unused("function resolveAnthropicReasoningConfig"),
      // Blocks of tools that the provider runs: without their cases and schemas, they are not supported.
      [/^(\t{7})case "server_tool_use": \{\n.*?(?=^\1default: throw)/ms, ""],
      [
        /(type: z\.literal\("content_block_start"\).*?)^\t{3}z\.object\(\{\n\t{4}type: z\.literal\("server_tool_use"\).*?(?=^\t{2}\]\))/ms,
        "$1",
      ],
      [/const (thread|compaction|contextManagement) = anthropicOptions\?\.\1;/g, "const $1 = undefined;"],
      [/const jsonResponseTool = [^\n]* \{\n.*?\} : void 0;/s, "const jsonResponseTool = undefined;"],
      [
        /(const anthropicLanguageModelOptions = [^\n]*z\.object\(\{).*?\n(?=\}\)\)\);)/s,
        "$1 toolStreaming: z.boolean().optional() ",
      ],
      [/(const anthropicSystemMessageProviderOptions = [^\n]*z\.object\(\{).*?\n(?=\}\)\)\);)/s, "$1"],
      unused('case "tool-result": (?=\\{\\n\\t+const providerToolName)'),
      unused("function (?:supportsNativeStructuredOutputSchema|sanitizeJsonSchema)"),
      DECLARED,
    ],
  },
  {
    filter: /[\\/]@ai-sdk[\\/]google[\\/]dist[\\/]internal[\\/]index\.js$/,
    edits: [
      unused("switch \\(tool\\.id\\)", "default: "),
      unused("static convertGenerateContentResponse"),
      [/convertJsonResponseToolStream\(jsonResponseToolName\)\)$/m, "undefined)"],
      DECLARED,
    ],
  },
  {
    filter: /[\\/]@ai-sdk[\\/]openai-compatible[\\/]dist[\\/]index\.js$/,
    edits: [
      // A call for nothing keeps the catalogue.
      [/^getOpenAICompatibleModelEntry\("\*"\);$/m, ""],
      unused("async convert(?:Generate)?Response\\("),
    ],
  },
  {
    // Schemas of the zod before this one, which none of these libraries has; with them goes a look-behind in a text.
    filter: /[\\/]@ai-sdk[\\/]provider-utils[\\/]dist[\\/]index\.js$/,
    edits: [
      [/else return zod3Schema\(zodSchema, options\);/, 'throw new Error("a schema of another zod");'],
      // It came only with iOS 15.4.
      [/(\w+(?:\.\w+)*)\.at\(-1\)/g, "$1[$1.length - 1]"],
      // zod's schemas only check answers. Those of our tools are JSON already.
      [/addAdditionalPropertiesToJsonSchema\(toJSONSchema\(zodSchema, \{.*?\}\)\)/s, "({})"],
    ],
  },
  {
    filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/,
    edits: [
      [/^ {4}inst\._zod\.processJSONSchema = .*$/gm, ""],
      [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, "undefined"],
      [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/, "undefined"],
      [/processors\.aggregateChecks\(inst\)/g, "({})"],
      // As a namespace of its own file, of which only what is used is bundled.
      [/import \{ util \} from "\.\.\/core\/index\.js"/, 'import * as util from "../core/util.js"'],
      [/core\.(?=util\.)/g, ""],
    ],
  },
  {
    // zod tries whether it may make code at run time, and then does. It may not.
    filter: /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/,
    edits: [[/export const allowsEval = .*?\n\}\);\n/s, "export const allowsEval = { value: false };\n"]],
  },
  {
    filter: /[\\/]zod[\\/]v4[\\/]core[\\/]doc\.js$/,
    edits: [[/compile\(\) \{.*?\n {4}\}\n/s, 'compile() { throw new Error("no code is made at run time"); }\n']],
  },
];

/** @type {import("esbuild").Plugin} */
export const lean = {
  name: "lean",
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/](?:@ai-sdk|zod)[\\/].*\.js$/ }, ({ path }) => {
      const edits = LEAN.filter(({ filter }) => filter.test(path)).flatMap(({ edits }) => edits);
      if (edits.length === 0) return undefined;
      let contents = readFileSync(path, "utf8");
      for (const [from, to] of edits) {
        if (contents.search(from) < 0) throw new Error(`${path} has no ${String(from)}`);
        contents = contents.replace(from, to);
      }
      return { contents, loader: "js" };
    });
  },
};
