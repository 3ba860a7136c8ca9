// The API for other plugins, at `app.plugins.plugins.lectern.api`.
import type { App } from "obsidian";
import type { Context, Decision, Indexed, PassageFound, Proposal, Reply, ToolDefinition } from "../pkg/lectern.js";
import type { Meaning } from "./host/obsidian-meaning.ts";
import { Vaults } from "./host/obsidian-vaults.ts";
import { checkedDecision } from "./vault/approval.ts";
import { journalOf } from "./host/obsidian-journal.ts";
import { unlessAborted } from "./base/aborted.ts";
import type { SettingsStore } from "./settings/settings-store.ts";
import type { Changes, JournalEntry } from "./vault/changes.ts";
import { undoChange } from "./vault/undo-change.ts";
import { cancelledReply, notStarted } from "./vault/error-reply.ts";
import { changingDefinitions, definitions } from "./vault/definitions.ts";
import { textOf, type Tools } from "./vault/tools.ts";

/** A tool in the form that most agent loops take: its definition, and the function to run. */
export interface ToolHandler {
  readonly definition: ToolDefinition;
  /** Runs one call with the arguments as the model gave them. Never rejects: an error is text for the model too. */
  execute(input: unknown): Promise<string>;
}

/** How your plugin has changes approved. */
export interface WriteOptions {
  /**
   * Shows the user a change, and resolves to what they decide. Nothing of the change exists before. If it rejects, or
   * resolves to something else, nothing is written.
   */
  approve(proposal: Proposal): Promise<Decision>;
}

/** Limits of one call, which the model can't change. */
export interface CallOptions extends Partial<Context> {
  /** Cancels the call at once. */
  signal?: AbortSignal;
}

/** A passage of a note that answers a question. */
export interface FoundPassage extends PassageFound {
  /** The note's path. */
  readonly path: string;
  /** Its first and last line, 1-indexed. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Where to look for passages, and for how many: 10 by default, 50 at most. */
export interface PassageOptions extends Pick<CallOptions, "signal"> {
  readonly path?: string;
  readonly limit?: number;
}

/** Version 1. Later releases of version 1 only add to it. */
export interface LecternApi {
  readonly version: 1;
  /**
   * Resolves when the core and the settings are loaded, which happens soon after the app starts. `isProtectedPath` and
   * `assertNotProtected` need it, as they are synchronous. Rejects if the core can't run.
   */
  ready(): Promise<void>;
  /** The `read_file` tool for the vault of `app`, under the user's settings. */
  createReadFileTool(app: App): ToolHandler;
  /**
   * The tools that change notes in the vault of `app`: `edit_file`, `write_file`, `edit_properties`, `move_file`
   * and `delete_file`.
   * Empty without `approve`. While the user's settings allow no changes, their calls are errors. The user can undo in
   * Lectern what they changed.
   */
  createWriteTools(app: App, options: WriteOptions): ToolHandler[];
  /** The definitions of all tools that read: name, description, JSON Schema of the arguments. */
  tools(): ToolDefinition[];
  /**
   * Calls a tool that reads on this vault; nothing can be changed here. Resolves to the whole result, in the shape of MCP's `CallToolResult`; never rejects.
   * When `signal` is aborted, it resolves to the error `cancelled` at once.
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<Reply>;
  /** Like `call`, with arguments as JSON text. Invalid JSON is an error result. */
  callJson(name: string, args: string, options?: CallOptions): Promise<Reply>;
  /**
   * The passages that answer `query` best, best first: words or a question, in any language. It's `search_notes` with
   * `passages`. Rejects with an `Error` if the search fails.
   */
  passages(query: string, options?: PassageOptions): Promise<FoundPassage[]>;
  /**
   * Those of `paths` that a model may not read now: excluded by name or content, missing, or unreadable. If that can't
   * be determined, all of them. Never rejects.
   */
  closedPaths(paths: readonly string[], options?: Pick<CallOptions, "signal">): Promise<string[]>;
  /** The state of the search index; undefined before the core is loaded. */
  indexed(): Indexed | undefined;
  /**
   * Whether your own file tools must not touch `path`: it is excluded (for reading, listing, searching and writing), or
   * outside the vault. The root folder is not protected. Pass the path that you open, not the text of a link: `[[…]]`,
   * `#heading` and `|alias` are treated as part of a name.
   */
  isProtectedPath(path: string): boolean;
  /** Throws an `Error` with the reason if `isProtectedPath(path)`. */
  assertNotProtected(path: string): void;
}

/**
 * The API for the vault of `app`. Nothing is read or compiled before it is used. `atEnd` receives the function that
 * frees everything.
 */
export function createApi(
  app: App,
  settings: SettingsStore,
  atEnd: (close: () => void) => void = () => undefined,
): LecternApi {
  const vaults = new Vaults(settings);
  atEnd(() => vaults.close());
  const meaning = vaults.meaning(app);
  const within: Within = async (of, { signal, ...context }, call) => {
    try {
      const tools = await unlessAborted(signal, () => vaults.open(of));
      return tools ? await call(tools, signal, context) : cancelledReply();
    } catch (error) {
      return notStarted(error);
    }
  };
  const api: LecternApi = {
    version: 1,
    ready: async () => (await vaults.open(app)).ready(),
    createReadFileTool: (of) => readFileTool(of, within),
    createWriteTools: (of, options) => writeTools(of, options, within),
    tools,
    call: (name, args, options = {}) => within(app, options, (tools, ...bounds) => tools.call(name, args, ...bounds)),
    callJson: (name, args, options = {}) =>
      within(app, options, (tools, ...bounds) => tools.callJson(name, args, ...bounds)),
    passages: async (query, { signal, path, limit } = {}) => {
      const args = { query, passages: true, path, limit };
      return passagesIn(await api.call("search_notes", args, signal && { signal }));
    },
    closedPaths: async (paths, { signal } = {}) => {
      try {
        const tools = await unlessAborted(signal, () => vaults.open(app));
        return tools ? await tools.closedPaths(paths, signal) : [...paths];
      } catch {
        return [...paths];
      }
    },
    indexed: () => vaults.opened(app)?.indexed(),
    isProtectedPath: (path) => vaults.guard(app, path).isProtectedPath(path),
    assertNotProtected: (path) => vaults.guard(app, path).assertNotProtected(path),
  };
  meanings.set(api, meaning);
  ownChanges.set(
    api,
    ownChangesIn(app, within, () => vaults.open(app)),
  );
  return api;
}

/** Makes a call on the tools of a vault, within what the caller allows. Never rejects. */
type Within = (
  of: App,
  options: CallOptions,
  call: (tools: Tools, signal: AbortSignal | undefined, context: Partial<Context>) => Promise<Reply>,
) => Promise<Reply>;

function readFileTool(of: App, within: Within): ToolHandler {
  const definition = tools().find(({ name }) => name === "read_file");
  if (!definition) throw new Error("this build of Lectern has no read_file");
  const execute = async (input: unknown): Promise<string> =>
    textOf(await within(of, {}, (tools) => tools.call("read_file", input)));
  return { definition, execute };
}

function writeTools(of: App, options: WriteOptions, within: Within): ToolHandler[] {
  // Other plugins may be plain JavaScript.
  const approve: unknown = (options as Partial<WriteOptions> | undefined)?.approve;
  if (typeof approve !== "function") return [];
  const changes: Changes = {
    approve: async (proposal) => checkedDecision(await options.approve(proposal)),
    journal: journalOf(of),
  };
  return copyOf(changingDefinitions).map((definition) => {
    const { name } = definition;
    const execute = async (input: unknown): Promise<string> =>
      textOf(await within(of, {}, (tools) => tools.call(name, input, undefined, undefined, changes)));
    return { definition, execute };
  });
}

/** The passages in the reply of a search. Throws if that is an error. */
function passagesIn({ structuredContent: { error, notes = [] } }: Reply): FoundPassage[] {
  if (error) throw new Error(`${error.message}; ${error.help}`);
  return notes.flatMap(({ path, passage, found }) =>
    passage && found ? [{ ...found, path, startLine: passage[0], endLine: passage[1] }] : [],
  );
}

function ownChangesIn(app: App, within: Within, open: () => Promise<Tools>): OwnChanges {
  const journal = journalOf(app);
  return {
    call: (name, args, options, approve, conversation) =>
      within(app, options, (tools, ...bounds) =>
        tools.callJson(name, args, ...bounds, { approve, journal, conversation }),
      ),
    entries: () => journal.entries(),
    undo: async (entry, hunks) => {
      // The user has just clicked.
      const approve = () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const);
      return undoChange(entry, hunks, { tools: await open(), journal, approve });
    },
  };
}

/** What only the plugin itself may do with notes. */
export interface OwnChanges {
  /** Like `LecternApi.callJson`, for calls that may change notes: `approve` decides. */
  call(
    name: string,
    args: string,
    options: CallOptions,
    approve: Changes["approve"],
    conversation: string,
  ): Promise<Reply>;
  /** The changes of the vault that can be undone, oldest first. */
  entries(): Promise<readonly JournalEntry[]>;
  /**
   * Undoes a change, or its parts with these indices. Undefined if another undo was first. Rejects if the journal can't
   * be read or written.
   */
  undo(entry: JournalEntry, hunks: number[] | null): Promise<Reply | undefined>;
}

/** Not a part of the API: other plugins must not approve changes in the user's place. */
const ownChanges = new WeakMap<LecternApi, OwnChanges>();

/** The changes that only the plugin itself makes. Throws for an API that it did not create. */
export function ownChangesOf(api: LecternApi): OwnChanges {
  const own = ownChanges.get(api);
  if (!own) throw new Error("this is not Lectern's own API");
  return own;
}

/** Not a part of the API: other plugins must not approve what is sent. */
const meanings = new WeakMap<LecternApi, Meaning>();

/** The search by meaning of the API's vault. Throws for an API that it did not create. */
export function meaningOf(api: LecternApi): Meaning {
  const meaning = meanings.get(api);
  if (!meaning) throw new Error("this is not Lectern's own API");
  return meaning;
}

/** A copy, because callers may modify it. structuredClone needs iOS 15.4. */
const copyOf = (all: ToolDefinition[]): ToolDefinition[] => JSON.parse(JSON.stringify(all)) as ToolDefinition[];
const tools = (): ToolDefinition[] => copyOf(definitions);
