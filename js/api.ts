// What Lectern offers other plugins, at `app.plugins.plugins.lectern.api`.
import type { App } from "obsidian";
import type { Config, Context, Indexed, Reply, ToolDefinition } from "../pkg/lectern.js";
import { ObsidianHost } from "./host/obsidian.ts";
import { coreSettings, defaultSettings, type Settings } from "./settings/parse-settings.ts";
import { unlessAborted } from "./base/aborted.ts";
import type { SettingsStore } from "./settings/settings-store.ts";
import { cancelledReply } from "./vault/error-reply.ts";
import { definitions, notStarted, textOf, Tools } from "./vault/tools.ts";

/** A tool in the form that most agent loops take: what the model is told, and what runs when it calls. */
export interface ToolHandler {
  readonly definition: ToolDefinition;
  /** Runs one call with the arguments as the model gave them. Never rejects: an error is text too, for the model. */
  execute(input: unknown): Promise<string>;
}

/** What one call is bound to. The model has no say in it. */
export interface CallOptions extends Partial<Context> {
  /** Ends the call at once. */
  signal?: AbortSignal;
}

/** Version 1. A later version of the same number only adds to it. */
export interface LecternApi {
  readonly version: 1;
  /**
   * Resolves when the core is loaded and the settings are read; both happen by themselves soon after the app's start.
   * `isProtectedPath` and `assertNotProtected` need it, as they answer at once. Rejects where the core cannot run.
   */
  ready(): Promise<void>;
  /** The `read_file` tool over the vault of `app`, under the person's settings. */
  createReadFileTool(app: App): ToolHandler;
  /** All tools, as they are described to a model: name, description, JSON Schema of the arguments. */
  tools(): ToolDefinition[];
  /**
   * Calls a tool on this vault. Resolves to the whole result, in the shape of MCP's `CallToolResult`; never rejects.
   * When `signal` is aborted, the result is the error `cancelled`, at once.
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<Reply>;
  /** The same with arguments as JSON text, as models write them: where that is broken, the result says so. */
  callJson(name: string, args: string, options?: CallOptions): Promise<Reply>;
  /**
   * The `paths` that a model may not read now: excluded by name or content, missing, or unreadable. If that can\'t be found
   * out, all of them. Never rejects.
   */
  closedPaths(paths: readonly string[], options?: Pick<CallOptions, "signal">): Promise<string[]>;
  /** How far the notes are indexed for searching, and what memory that takes; undefined before the core is loaded. */
  indexed(): Indexed | undefined;
  /**
   * Whether your own file tools must leave `path` alone: it is closed (for reading, listing, searching and writing
   * alike), or it does not lie in the vault. The vault's root is not protected. Ask about the path that you open, not
   * about a link's text: `[[…]]`, `#heading` and `|alias` are taken for parts of a name.
   */
  isProtectedPath(path: string): boolean;
  /** Throws an `Error` with the reason if `isProtectedPath(path)`. */
  assertNotProtected(path: string): void;
}

/**
 * The API over the vault of `app`. Nothing is read or compiled before it is used; `atEnd` is told what gives everything back.
 */
export function createApi(
  app: App,
  settings: SettingsStore,
  atEnd: (close: () => void) => void = () => undefined,
): LecternApi {
  const vaults = new Vaults(settings);
  atEnd(() => vaults.close());
  const within = async (
    of: App,
    { signal, ...context }: CallOptions = {},
    call: (tools: Tools, signal: AbortSignal | undefined, context: Partial<Context>) => Promise<Reply>,
  ): Promise<Reply> => {
    try {
      const tools = await unlessAborted(signal, () => vaults.open(of));
      return tools ? await call(tools, signal, context) : cancelledReply();
    } catch (error) {
      return notStarted(error);
    }
  };
  return {
    version: 1,
    ready: async () => (await vaults.open(app)).ready(),
    createReadFileTool(of) {
      const definition = tools().find(({ name }) => name === "read_file");
      if (!definition) throw new Error("this build of Lectern has no read_file");
      return {
        definition,
        execute: async (input) => textOf(await within(of, {}, (tools) => tools.call("read_file", input))),
      };
    },
    tools,
    call: (name, args, options) => within(app, options, (tools, ...bounds) => tools.call(name, args, ...bounds)),
    callJson: (name, args, options) =>
      within(app, options, (tools, ...bounds) => tools.callJson(name, args, ...bounds)),
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
}

/** A copy, since callers may change theirs. structuredClone came only with iOS 15.4. */
const tools = (): ToolDefinition[] => JSON.parse(JSON.stringify(definitions)) as ToolDefinition[];

/** The tools of each vault, under the settings as they are now. */
class Vaults {
  readonly #settings: SettingsStore;
  readonly #open = new Map<App, Tools>();
  /** Under the default settings, while the person's are not read. */
  #early: Tools | undefined;

  constructor(settings: SettingsStore) {
    this.#settings = settings;
    settings.onChange(() => {
      this.#early?.close();
      this.#early = undefined;
      // While there are none, nothing is asked of the tools.
      const { current } = settings;
      if (current) for (const [app, tools] of this.#open) tools.configure(configFor(app, current));
    });
  }

  /** The tools of the vault of `app`. Rejects when the settings cannot be read: then nothing is known to be open. */
  async open(app: App): Promise<Tools> {
    await this.#settings.load();
    // Not what was loaded, but what holds now: a folder may have been closed a moment ago.
    const settings = this.#settings.current;
    return settings ? this.#under(app, settings) : this.open(app);
  }

  /** The tools of the vault of `app`, if they have been used. */
  opened(app: App): Tools | undefined {
    return this.#open.get(app);
  }

  /** The tools that can judge `path` at once. Before the settings are read, only what is always closed can be judged. */
  guard(app: App, path: string): Tools {
    const settings = this.#settings.current;
    if (settings) return this.#under(app, settings);
    this.#early ??= openTools(app, defaultSettings);
    if (this.#early.isProtectedPath(path)) return this.#early;
    throw new Error("Lectern has not read its settings yet: await api.ready() first");
  }

  /** Gives back their memory, and watches no vault any longer. */
  close(): void {
    for (const tools of [...this.#open.values(), this.#early]) tools?.close();
    this.#open.clear();
    this.#early = undefined;
  }

  #under(app: App, settings: Settings): Tools {
    let tools = this.#open.get(app);
    if (!tools) this.#open.set(app, (tools = openTools(app, settings)));
    return tools;
  }
}

/** The tools of the vault of `app`, under `settings`. */
export function openTools(app: App, settings: Settings): Tools {
  return new Tools(new ObsidianHost(app), configFor(app, settings));
}

function configFor(app: App, settings: Settings): Partial<Config> {
  return { ...coreSettings(settings), configDir: app.vault.configDir };
}
