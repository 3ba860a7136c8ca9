// An esbuild plugin that removes code from the libraries of the providers and of MCP: code that is never reached but that
// esbuild can't drop by itself, and code that generates code at run time. Each edit is a regular expression. The build
// fails if one no longer matches, for example after an update of a library.
//
// JavaScript is not packed: evaluating unpacked text would be code made at run time, which SECURITY.md rules out. What
// no request reaches is cut from the providers' libraries instead, zod is replaced by the little that they use of it
// (`agent/providers/schemas.ts`), and `main.js` is ASCII.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./tools.mjs";

/** What the providers' libraries use of zod. */
const SCHEMAS = join(root, "js/agent/providers/schemas.ts");

/** @typedef {[from: RegExp, to: string]} Edit */

/**
 * An edit that empties the blocks whose first line starts with `head`, up to the closing brace at the same indentation.
 * The emptied code throws an error if it is reached.
 * @param {string} head a regular expression
 * @param {string} label text that must precede a statement in the block, such as `default: ` in a `switch`
 * @returns {Edit}
 */
const unused = (head, label = "") => [
  new RegExp(`^(\\t*)(${head}[^\\n]*\\{)\\n.*?^\\1\\}`, "gms"),
  `$1$2 ${label}throw new Error("left out of the bundle"); }`,
];

/**
 * Removes the declarations of each model's options from a catalogue of models. They are only for display.
 * @type {Edit}
 */
const DECLARED = [/^\t\tproviderOptions: \{ language: declareProviderOptions\(.*?^\t\t\}\) \},\n/ms, ""];

/**
 * Removes the library's warnings: nobody reads them.
 * @type {Edit}
 */
const WARNED = [/\b\w*[wW]arnings\.push\(\{\n(?:\t+\w+: .*\n)+\t*\}\)/g, "undefined"];

/** @type {{ filter: RegExp, edits: Edit[] }[]} */
const LEAN = [
  {
    // A namespace, of which esbuild bundles only what is used.
    filter: /[\\/]@ai-sdk[\\/](?:anthropic|google)[\\/]dist[\\/]internal[\\/]index\.js$/,
    edits: [
      [/import \{ z \} from "zod\/v4"/, 'import * as z from "zod/v4"'],
      // esbuild never drops a class with a computed member name. Only Vercel's workflows use these members.
      [/static \[WORKFLOW_SERIALIZE\]/g, "static workflowSerialize"],
      [/static \[WORKFLOW_DESERIALIZE\]/g, "static workflowDeserialize"],
      // These calls only create an object. Without the mark, every schema and tool of the provider is kept.
      [/\b(?=(?:lazySchema|createProvider\w+ToolFactory|computerToolset_\w+InputSchema)\()/g, "/* @__PURE__ */ "],
      // We only stream answers.
      unused("async doGenerate\\(options\\)"),
    ],
  },
  {
    // Our requests never contain the provider's own tools, results of such tools, or a schema for the answer.
    filter: /[\\/]@ai-sdk[\\/]anthropic[\\/]dist[\\/]internal[\\/]index\.js$/,
    edits: [
      unused("switch \\(tool\\.id\\)", "default: "),
      unused("if \\(part\\.providerExecuted\\)"),
      unused('case "(?:reference|custom)": (?=\\{\\n)'),
      // Content blocks of tools that the provider runs. Without their cases and schemas, they are unsupported.
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
      WARNED,
      // We use only what follows from the models' names.
      [/^const anthropicModelCatalog = .*?^\}\)\..*?$/ms, "const anthropicModelCatalog = {};"],
      [/providerToolNames: \{.*?^\t+\}/ms, "providerToolNames: {}"],
      // `toolStreaming` is the only option that we set. The other two follow from how much the model should think.
      [/anthropicOptions\?\.(?!toolStreaming|thinking|effort)\w+/g, "undefined"],
      [/^(\t+)if \(anthropicOptions\.serviceTier != null\) \{\n.*?^\1\}\n/ms, ""],
      // Each of our prompts begins with its only system message, which has no options.
      [/systemMessageOptions\?\.\w+/g, "undefined"],
      unused("for \\(const toolChange of toolChanges\\)"),
      [/^(async function getInlineToolsFromPrompt\([^\n]*\{)\n.*?^\}/ms, "$1 return []; }"],
      unused("convertInlineTool: async \\(tool\\) =>"),
      // Of files, we only send images.
      [/^\tasync function (?:shouldEnableCitations|shouldUseContainerUpload|getDocumentMetadata)\(.*?^\t\}\n/gms, ""],
      [/await (?:shouldEnableCitations|shouldUseContainerUpload)\([^)]*\)/g, "false"],
      [/await getDocumentMetadata\([^)]*\)/g, "{}"],
      unused('\\} else if \\(part\\.mediaType === "text/plain"\\)'),
      unused('(?:\\} )?else if \\(topLevel === "application" [^\\n]*'),
      unused('if \\(contentPart\\.data\\.type === "reference"\\)'),
      unused('if \\(resolveFullMediaType\\(\\{ part: contentPart \\}\\) === "application/pdf"\\)'),
      // No call comes from the provider's own code.
      [/^\tfor \(let i = 0; i < lastUserMessageIndex; i\+\+\) \{\n.*?^\t\}\n/ms, ""],
      unused("if \\(value\\.message\\.content != null\\) for [^\\n]*"),
      // The model may always choose a tool.
      [/^\tconst type = toolChoice\.type;\n.*?^\}/ms, "}"],
      unused('if \\(toolChoice\\?\\.type === "tool" && [^\\n]*'),
      // What an answer says of itself is for nobody, except why it ended and what it used.
      [/const anthropicMetadata = \{\n.*?^\t+\};/gms, "const anthropicMetadata = {};"],
      [/^\t+(?:safeguard_results|input_transformations|stop_details): z?.*\n/gm, ""],
      [/^(\t+)(?:container = value\.delta\.container|if \(value\.message\.container)[^\n]*\{\n.*?^\1\}[^\n]*\n/gms, ""],
      [
        /^\t+(?:if \(value\.(?:context_management|delta\.safeguard_results|input_transformations|message\.input_transformations)|stopDetails = )[^\n]*\n/gm,
        "",
      ],
      // The model doesn't cite by itself, and doesn't use the provider's computer.
      [/^const anthropicCitationSchema = .*?^\]\);$/ms, "const anthropicCitationSchema = () => z.unknown();"],
      [/^(\t+)case "citations_delta": \{\n.*?^\1\}/gms, '$1case "citations_delta": return;'],
      unused("function (?:mapAnthropicCitation|createCitationSource|validateToolsetMember|toToolsetMemberInput)"),
      unused("\\} else if \\(part\\.toolset_name != null\\)"),
      unused("if \\((?:contentBlock\\.toolset|toolsetName) != null\\)"),
      // We don't ask for JSON.
      unused("if \\(usesJsonResponseTool\\)"),
      unused('if \\(usesJsonResponseTool && part\\.name === "json"\\)'),
    ],
  },
  {
    filter: /[\\/]@ai-sdk[\\/]google[\\/]dist[\\/]internal[\\/]index\.js$/,
    edits: [
      unused("switch \\(tool\\.id\\)", "default: "),
      unused("static convertGenerateContentResponse"),
      [/convertJsonResponseToolStream\(jsonResponseToolName\)\)$/m, "undefined)"],
      unused('for \\(const part of parts\\) if \\("executableCode" in part'),
      // Nor code to run, films, files to download, nor options of the provider.
      [
        /config\.downloadToolResultFiles \? await downloadToolResultFiles\(prompt, \{.*?\}\) : prompt(?=, \{)/s,
        "prompt",
      ],
      [/(const googleLanguageModelOptions = [^\n]*z\.object\(\{).*?\n(?=\}\)\)\);)/s, "$1"],
      [
        /^const (codeExecution\w+Schema|googleVideoMetadataSchema) = z\.object\(\{.*?^\}\);/gms,
        "const $1 = undefined;",
      ],
      [/rawVideoMetadata == null \? void 0 : googleVideoMetadataSchema\.parse\(rawVideoMetadata\)/, "undefined"],
      [/codeExecutionOutputSchema\.parse\(part\.output\.value\)/, "undefined"],
      // Nor do they ask for the arguments of calls piece by piece, or for searches and pages of the provider.
      unused("if \\(isStreamingChunk\\)"),
      [/^\t*(?:groundingMetadata|urlContextMetadata): get\w+Schema\(\)\.nullish\(\),?\n/gm, ""],
      // Only searches of the provider have sources.
      [/^(function extractSources\([^\n]*\{)\n.*?^\}/ms, "$1}"],
      DECLARED,
      WARNED,
    ],
  },
  {
    // Schemas of zod 3, which none of these libraries uses. Removing them also removes a look-behind in a string.
    filter: /[\\/]@ai-sdk[\\/]provider-utils[\\/]dist[\\/]index\.js$/,
    edits: [
      [/else return zod3Schema\(zodSchema, options\);/, 'throw new Error("a schema of another zod");'],
      // Array.prototype.at needs iOS 15.4.
      [/(\w+(?:\.\w+)*)\.at\(-1\)/g, "$1[$1.length - 1]"],
      // Schemas only check answers. Those of our tools are JSON already.
      [/addAdditionalPropertiesToJsonSchema\(toJSONSchema\(zodSchema, \{.*?\}\)\)/s, "({})"],
      // Our files always have a whole media type.
      [/const detected = detectMediaType\(\{.*?if \(detected\) return detected;/s, ""],
      [/^import [^\n]* from "zod\/v4\/(?:core|locales\/en\.js)";\n/gm, ""],
      [/if \(!config\(\)\.localeError\) config\(en\(\)\);/, ""],
    ],
  },
  {
    filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/,
    edits: [
      [/^ {4}inst\._zod\.processJSONSchema = .*$/gm, ""],
      [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, "undefined"],
      [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/, "undefined"],
      [/processors\.aggregateChecks\(inst\)/g, "({})"],
      // As a namespace import from its own file, only the used functions are bundled.
      [/import \{ util \} from "\.\.\/core\/index\.js"/, 'import * as util from "../core/util.js"'],
      [/core\.(?=util\.)/g, ""],
    ],
  },
  {
    // What is wrong with an answer, in words that nobody sees. Without them zod says "Invalid input".
    filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/,
    edits: [[/^const error = \(\) => \{\n.*?^\};$/ms, "const error = () => undefined;"]],
  },
  {
    // zod generates code at run time if it can. It must not.
    filter: /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/,
    edits: [[/export const allowsEval = .*?\n\}\);\n/s, "export const allowsEval = { value: false };\n"]],
  },
  {
    filter: /[\\/]zod[\\/]v4[\\/]core[\\/]doc\.js$/,
    edits: [[/compile\(\) \{.*?\n {4}\}\n/s, 'compile() { throw new Error("no code is made at run time"); }\n']],
  },
  {
    // wasm-bindgen's glue also takes a module from the network; Node loads all of that, 13 ms, when it is asked for.
    filter: /[\\/]pkg[\\/](?:\w+[\\/])?glue\.js$/,
    edits: [[/typeof (?:Response|Request) === "function"/g, "false"]],
  },
  {
    // The default validator of JSON Schema. The server has its own: see js/cli/mcp/answer-check.ts.
    filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/,
    edits: [[/import \{ n as AjvJsonSchemaValidator \} from [^\n]*/, "class AjvJsonSchemaValidator {}"]],
  },
  {
    // Schemas of the protocol's types for programs, which the server has once more for itself: each costs the start time.
    filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]src-\w+\.mjs$/,
    edits: [[/^for \(const [^\n]*\) register\(key, schema\w*(?:\[key\])?\);\n/gm, ""]],
  },
  {
    // In a function that is marked, esbuild drops those that nobody uses.
    filter: /[\\/]@modelcontextprotocol[\\/]core[\\/]dist[\\/](?:schemas|auth)-[\w-]+\.mjs$/,
    edits: [[/^(const \w+Schema = )([^\n]*(?:\n[\t}\])][^\n]*)*);$/gm, "$1/* @__PURE__ */ (() => $2)();"]],
  },
];

/** @type {import("esbuild").Plugin} */
export const lean = {
  name: "lean",
  setup(build) {
    build.onResolve({ filter: /^zod\/v4$/ }, ({ importer }) =>
      /[\\/]@ai-sdk[\\/]/.test(importer) ? { path: SCHEMAS, sideEffects: false } : undefined,
    );
    build.onLoad(
      { filter: /[\\/]node_modules[\\/](?:@ai-sdk|zod|@modelcontextprotocol)[\\/].*\.m?js$|[\\/]pkg[\\/].*glue\.js$/ },
      ({ path }) => {
        const edits = LEAN.filter(({ filter }) => filter.test(path)).flatMap(({ edits }) => edits);
        if (edits.length === 0) return undefined;
        let contents = readFileSync(path, "utf8");
        for (const [from, to] of edits) {
          if (contents.search(from) < 0) throw new Error(`${path} has no ${String(from)}`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: "js" };
      },
    );
  },
};
