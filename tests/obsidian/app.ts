// The app: assembles its parts, and evaluates, enables and disables plugins as the real app does. Each part has its own
// file.
import * as codemirrorState from "@codemirror/state";
import * as codemirrorView from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import type * as Obsidian from "obsidian";
import { Adapter } from "./adapter.ts";
import { TestCounts } from "./counts.ts";
import { Events } from "./events.ts";
import { FileManager } from "./file-manager.ts";
import type { PostProcessor } from "./markdown.ts";
import { MetadataCache } from "./metadata.ts";
import { Plugin } from "./plugin.ts";
import { Scope, Scopes } from "./scope.ts";
import { SettingsWindow } from "./settings.ts";
import { PHONE, Platform } from "./ui.ts";
import { Vault } from "./vault.ts";
import { MarkdownView } from "./view.ts";
import { Workspace } from "./workspace.ts";

/** The version of the typings. */
export const API_VERSION = "1.13.1";

export interface AppOptions {
  name?: string;
  configDir?: string;
  darkMode?: boolean;
  /** Whether this is an iPhone. */
  isPhone?: boolean;
  /** False leaves `app.workspace.finishLayout()` to the test. */
  layoutReady?: boolean;
  /** Default: `API_VERSION`. */
  apiVersion?: string;
}

/** A command of the app's own command line. */
interface CliCommand {
  readonly description: string;
  readonly flags: Obsidian.CliFlags | null;
  readonly handler: Obsidian.CliHandler;
}

type Answer = (request: Obsidian.RequestUrlParam) => Promise<Partial<Obsidian.RequestUrlResponse>>;
type Parts = "vault" | "workspace" | "metadataCache";
const NODE = ["process", "Buffer", "global", "require", "module", "exports", "__dirname"];

class SecretStorage extends (Events as unknown as typeof Obsidian.SecretStorage) {
  readonly #secrets = new Map<string, string>();
  override getSecret = (id: string) => this.#secrets.get(id) ?? null;
  override listSecrets = () => [...this.#secrets.keys()];
  override setSecret = (id: string, secret: string) => {
    if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`Invalid secret ID: ${id}`);
    this.#secrets.set(id, secret);
  };
}

class Commands {
  readonly commands: Record<string, Obsidian.Command> = {};

  /** False for a command that is not there, or says that it cannot run now. */
  executeCommandById(id: string): boolean {
    const command = this.commands[id];
    if (!command || command.checkCallback?.(true) === false) return false;
    const run = command.checkCallback?.bind(command, false) ?? command.callback;
    if (!run) throw new Error(`this stand-in runs no editor commands: ${id}`);
    run();
    return true;
  }
}

export class App extends (Object as unknown as new () => Omit<Obsidian.App, Parts>) {
  readonly testCounts = new TestCounts();
  /** What `requestUrl` gets. A test that wants an answer sets it. */
  testRequestUrl: Answer = ({ url }) => Promise.reject(new Error(`net::ERR_INTERNET_DISCONNECTED: ${url}`));
  /** What plugins do to rendered Markdown, such as to their code blocks. */
  readonly testPostProcessors: PostProcessor[] = [];
  /** Whether formulas are rendered with the rest, or a test does it later. */
  testMath: "now" | "later" = "now";
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly workspace: Workspace;
  override fileManager: FileManager;
  override secretStorage = new SecretStorage();
  readonly commands = new Commands();
  readonly plugins = { plugins: {} as Record<string, Plugin>, manifests: {} as Record<string, object> };
  readonly setting = new SettingsWindow(this.typed);
  readonly viewTypes = new Map<string, Obsidian.ViewCreator>([["markdown", (leaf) => new MarkdownView(leaf)]]);
  readonly editorExtensions: Extension[] = [];
  readonly cliCommands = new Map<string, CliCommand>();
  readonly hoverSources = new Map<string, Obsidian.HoverLinkSource>();
  readonly apiVersion: string;
  override scope = new Scope();
  override keymap = new Scopes(this.scope) as Obsidian.Keymap & Scopes;
  readonly ribbonEl: HTMLElement;
  readonly #modules: object;

  /** `modules` is what `require("obsidian")` gives. */
  constructor(files: Record<string, string | Uint8Array>, modules: object, options: AppOptions) {
    super();
    this.#modules = modules;
    this.apiVersion = options.apiVersion ?? API_VERSION;
    document.body.className = `app is-focused ${options.darkMode ? "theme-dark" : "theme-light"}`;
    if (options.isPhone) {
      document.body.addClasses(["is-mobile", "is-phone", "is-ios"]);
      Object.assign(Platform, PHONE);
    }
    const frameEl = document.body.createDiv("app-container").createDiv("horizontal-main-container");
    const workspaceEl = frameEl.createDiv("workspace");
    this.ribbonEl = workspaceEl.createDiv("workspace-ribbon side-dock-ribbon mod-left").createDiv("side-dock-actions");
    const adapter = new Adapter(options.name ?? "Vault", this.testCounts);
    this.vault = new Vault(adapter, options.configDir ?? ".obsidian", this.testCounts);
    for (const [path, data] of Object.entries(files)) adapter.put(path, data, {}, true);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this.vault, this.metadataCache, this.testCounts);
    this.workspace = new Workspace(this, workspaceEl);
    if (options.layoutReady ?? true) this.workspace.finishLayout();
    this.testCounts.watch();
  }

  /** This app, as the typings call it. */
  get typed(): Obsidian.App {
    return this as unknown as Obsidian.App;
  }

  /** Evaluates a released `main.js`, and resolves once the plugin's `onload` has. One that throws is unloaded. */
  async installPlugin(code: string, manifest: Obsidian.PluginManifest, styles = ""): Promise<Plugin> {
    const node = NODE.filter((name) => name in globalThis);
    if (node.length > 0) throw new Error(`a phone has no ${node.join(", ")}, but this page does`);
    const dir = `${this.vault.configDir}/plugins/${manifest.id}`;
    const files = { "main.js": code, "manifest.json": JSON.stringify(manifest), "styles.css": styles };
    for (const [name, data] of Object.entries(files)) this.vault.adapter.put(`${dir}/${name}`, data, {}, true);
    performance.mark("evaluate");
    const Main = this.#evaluate(code) as new (...args: unknown[]) => unknown;
    const plugin = new Main(this, { ...manifest, dir });
    if (!(plugin instanceof Plugin)) throw new Error(`Failed to load plugin ${manifest.id}: it exports no Plugin`);
    const styleEl = document.head.createEl("style", { text: styles });
    plugin.register(() => styleEl.detach());
    this.plugins.manifests[manifest.id] = plugin.manifest;
    this.plugins.plugins[manifest.id] = plugin;
    try {
      await (plugin as { load(): unknown }).load();
    } catch (error) {
      this.disablePlugin(manifest.id);
      throw error;
    }
    return plugin;
  }

  #evaluate(code: string): unknown {
    const module: { exports: { default?: unknown } } = { exports: {} };
    const modules: Record<string, object> = {
      obsidian: this.#modules,
      "@codemirror/state": codemirrorState,
      "@codemirror/view": codemirrorView,
    };
    const require = (name: string): object => {
      const known = modules[name];
      if (known) return known;
      throw new Error(`Cannot find module '${name}': this stand-in knows only ${Object.keys(modules).join(", ")}`);
    };
    // An indirect eval, as the app's: it sees the page's globals, and nothing of this file.
    const main = (0, eval)(`(function anonymous(require,module,exports){${code}\n})`) as (...args: unknown[]) => void;
    main(require, module, module.exports);
    return module.exports.default ?? module.exports;
  }

  disablePlugin(id: string): void {
    this.plugins.plugins[id]?.unload();
    Reflect.deleteProperty(this.plugins.plugins, id);
  }

  #key = (key: string) => `${this.vault.getName()}-${key}`;
  override loadLocalStorage = (key: string): unknown => JSON.parse(localStorage.getItem(this.#key(key)) ?? "null");
  override saveLocalStorage = (key: string, data: unknown) =>
    data === null
      ? localStorage.removeItem(this.#key(key))
      : localStorage.setItem(this.#key(key), JSON.stringify(data));
}
