// What the bundle leaves out of the providers' libraries: not one line that we call, but what their form keeps esbuild from
// dropping, and code that would make code at run time. Fails where a library is no longer what it was.
import { readFileSync } from "node:fs";

/** @typedef {[from: RegExp, to: string]} Edit */

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
    ],
  },
  {
    // Schemas of the zod before this one, which none of these libraries has; with them goes a look-behind in a text.
    filter: /[\\/]@ai-sdk[\\/]provider-utils[\\/]dist[\\/]index\.js$/,
    edits: [
      [/else return zod3Schema\(zodSchema, options\);/, 'throw new Error("a schema of another zod");'],
      // It came only with iOS 15.4.
      [/(\w+(?:\.\w+)*)\.at\(-1\)/g, "$1[$1.length - 1]"],
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
    for (const { filter, edits } of LEAN) {
      build.onLoad({ filter }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const [from, to] of edits) {
          if (contents.search(from) < 0) throw new Error(`${path} has no ${String(from)}`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: "js" };
      });
    }
  },
};
