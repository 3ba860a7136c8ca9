// `/` at the start of a prompt: commands as in the panel, and the prompts that the user keeps as notes.
import { withoutFrontMatter } from "../../base/front-matter.ts";
import type { NodeHost } from "../../host/node.ts";
import { NodeRules } from "../../host/node-rules.ts";
import type { Tools } from "../../vault/tools.ts";
import { EXIT, Failure } from "../exit-codes.ts";
import { near } from "../options.ts";

/** What a prompt that begins with `/` means: a command of Lectern, or the text to send. */
export type Meant = { readonly command: "help" | "tools" | "model" } | { readonly text: string };

const COMMANDS = ["help", "tools", "model"] as const;

/**
 * What `prompt` means. A path is text: `/etc/hosts says what?`. Throws a `Failure` if it names no command, or an excluded
 * prompt.
 */
export async function meant(prompt: string, host: NodeHost, tools: Tools): Promise<Meant> {
  const words = prompt.trim();
  if (!words.startsWith("/")) return { text: prompt };
  const command = COMMANDS.find((name) => words.toLowerCase() === `/${name}`);
  if (command) return { command };
  const said = words.slice(1).toLowerCase().normalize("NFC");
  const prompts = promptsIn(host);
  for (const { name, path } of prompts) {
    const sign = name.toLowerCase().normalize("NFC");
    if (!said.startsWith(sign) || /^\S/.test(said.slice(sign.length))) continue;
    const text = await promptText(path, host, tools);
    if (text === undefined) throw new Failure(EXIT.input, `"${path}" is excluded, so it can't be used as a prompt`);
    return { text: [text, words.slice(1 + sign.length).trim()].filter(Boolean).join("\n\n") };
  }
  const [typed] = /^\/[\p{L}\p{N}_-]+(?=\s|$)/u.exec(words) ?? [];
  if (typed === undefined) return { text: prompt };
  throw new Failure(EXIT.input, await unknown(typed, prompts, tools));
}

/** What to say of a word such as `/nonsense`. An excluded prompt is not named. */
async function unknown(typed: string, prompts: ReturnType<typeof promptsIn>, tools: Tools): Promise<string> {
  if (COMMANDS.some((name) => typed.toLowerCase() === `/${name}`)) return `${typed} takes no other words`;
  const closed = new Set(await tools.closedPaths(prompts.map(({ path }) => path)));
  const open = prompts.filter(({ path }) => !closed.has(path)).map(({ name }) => name);
  const names = [...COMMANDS, ...open].map((name) => `/${name}`);
  const nearest = near(typed, names);
  const what = nearest === undefined ? `there are ${names.join(", ")}` : `did you mean ${nearest}?`;
  return `no command or prompt of the vault is called ${typed}; ${what}`;
}

/** The text of the prompt at `path`; undefined if it is excluded or can't be read. */
export async function promptText(path: string, host: NodeHost, tools: Tools): Promise<string | undefined> {
  const read = async (): Promise<Buffer | undefined> => {
    const answer = await host.read(path);
    return typeof answer === "object" && "bytes" in answer ? Buffer.from(answer.bytes) : undefined;
  };
  const before = await read();
  const isClosed = (await tools.closedPaths([path])).length > 0;
  // What was judged is what was read only if the note did not change in between.
  if (isClosed || !before || !(await read())?.equals(before)) return undefined;
  return withoutFrontMatter(before.toString("utf8"));
}

/** The prompts of the vault, those with long names first: one may begin with the name of another. */
export function promptsIn(host: NodeHost): { readonly name: string; readonly path: string }[] {
  const folder = new NodeRules(host.root)
    .promptsFolder()
    .trim()
    .replace(/^\/+|\/+$/g, "");
  if (folder === "") return [];
  const answer = host.list(folder, 0);
  if (typeof answer !== "object" || !("listing" in answer)) return [];
  return answer.listing.files
    .map(({ path }) => ({ name: path.slice(folder.length + 1).replace(/\.md$/i, ""), path }))
    .filter(({ name, path }) => /\.md$/i.test(path) && !name.includes("/"))
    .sort((one, other) => other.name.length - one.name.length);
}
