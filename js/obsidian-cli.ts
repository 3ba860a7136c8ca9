// The commands that Lectern adds to Obsidian's own command line, such as `obsidian lectern:read path=Home.md`. They only
// read, and print what Lectern's command line prints.
import { type CliData, type CliFlags, type Plugin, requireApiVersion } from "obsidian";
import type { LecternApi } from "./api.ts";
import { Conversation } from "./agent/loop/conversation.ts";
import { printable } from "./base/printable.ts";
import { reason } from "./base/reason.ts";
import { chosenModel } from "./chat/model/chosen-model.ts";
import { recordOf } from "./chat/sending/send-review.ts";
import { textOf } from "./vault/tools.ts";
import type { SettingsStore } from "./settings/settings-store.ts";

/** The commands that call a tool. */
const TOOLS = { "lectern:read": "read_file", "lectern:list": "list_files", "lectern:search": "search_notes" };

type Properties = Record<string, { readonly type: string; readonly description?: string }>;

/** The arguments of `registerCliHandler`. */
type Command = Parameters<Plugin["registerCliHandler"]>;

/** Adds the commands, if the app has a command line. */
export function addCliCommands(plugin: Plugin, api: LecternApi, settings: SettingsStore): void {
  const commands = [
    ...Object.entries(TOOLS).map(([command, name]) => toolCommand(command, name, api)),
    askCommand(plugin, api, settings),
  ];
  if (requireApiVersion("1.12.2")) for (const command of commands) plugin.registerCliHandler(...command);
}

function toolCommand(command: string, name: string, api: LecternApi): Command {
  const tool = api.tools().find((one) => one.name === name);
  const { properties, required = [] } = tool?.inputSchema as { properties: Properties; required?: readonly string[] };
  const summary = /^.*?\.(?= |$)/.exec(tool?.description ?? "")?.[0] ?? "";
  const run = async (given: CliData): Promise<string> =>
    printable(textOf(await api.call(name, argumentsOf(given, properties))));
  return [command, summary, flagsOf(properties, required), run];
}

function askCommand(plugin: Plugin, api: LecternApi, settings: SettingsStore): Command {
  const stop = new AbortController();
  plugin.register(() => stop.abort());
  const run = async ({ prompt = "" }: CliData): Promise<string> => {
    const { chat } = await settings.load();
    const model = await chosenModel(plugin.app, chat);
    const { host } = model;
    const record = host === undefined ? undefined : recordOf(plugin.app, api, { host, model: model.id });
    const { cut, because, answer } = await new Conversation().answer(
      { text: prompt, attachments: [] },
      {
        model,
        tools: api.tools(),
        call: (tool, args, options) => api.callJson(tool, args, options),
        maxTurns: chat.maxTurns,
        vault: plugin.app.vault.getName(),
        beforeRequest: async (messages) => {
          await record?.add(messages);
          return undefined;
        },
      },
      stop.signal,
      () => undefined,
    );
    return [answer?.text, cut && `error: ${because}`].filter(Boolean).join("\n");
  };
  const flags = { prompt: { value: "<text>", description: "The question.", required: true } };
  const safely = (given: CliData): Promise<string> =>
    run(given)
      .catch((error: unknown) => `error: ${reason(error)}`)
      .then(printable);
  return ["lectern:ask", "Answers a question from the notes.", flags, safely];
}

/** The arguments of a tool, for the command line's help. */
function flagsOf(properties: Properties, required: readonly string[]): CliFlags {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, description = "" }]) => {
      const value = type === "boolean" ? {} : { value: `<${type === "array" ? "JSON" : type}>` };
      return [name, { ...value, description, required: required.includes(name) }];
    }),
  );
}

/** The arguments for the tool. Values other than text are JSON. Invalid JSON stays text, which the tool refuses. */
function argumentsOf(given: CliData, properties: Properties): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      if (properties[name]?.type === "string") return [name, text];
      try {
        return [name, JSON.parse(text) as unknown];
      } catch {
        return [name, text];
      }
    }),
  );
}
