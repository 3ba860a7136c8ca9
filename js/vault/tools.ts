// The tools of one vault: a session of the core with one host and one config, opened at the first call and again after
// a trap. Every caller reaches the core through here.
import { briefArguments, defaults, definitions as all } from "../../pkg/definitions.js";
import type {
  Change,
  Config,
  Context,
  Indexed,
  MeaningState,
  Reply,
  Session,
  Step,
  ToolDefinition,
  Undo,
} from "../../pkg/lectern.js";
import { Core, type Glue } from "../wasm/core.ts";
import { effective } from "./effective-config.ts";
import { reason } from "../base/reason.ts";
import { requireText, requireWhole, toJson } from "./call-arguments.ts";
import type { Changes } from "./changes.ts";
import type { Host, Rules, Watch } from "./host.ts";
import { localTime } from "../base/today.ts";
import { unlessAborted } from "../base/aborted.ts";
import { cancelledReply, errorReply, notStarted } from "./error-reply.ts";
import { run } from "./run.ts";
import { Turns } from "../base/turns.ts";

/** The default config. It needs no wasm; nor do the definitions. */
export { defaults };
export { textOf } from "./layout.ts";

/** The tools that read. */
export const definitions = all.filter(({ changes }) => !changes);

/** The tools that change notes, if the config allows changes. */
export const changingDefinitions = all.filter(({ changes }) => changes);

/**
 * `tools` in few words, for a model with a small context: the arguments that the core names, and of each text its first
 * clause. The same as the core's own `brief_definitions`.
 */
export function briefly(tools: readonly ToolDefinition[]): ToolDefinition[] {
  return tools.map((tool) => {
    const names = briefArguments[tool.name];
    if (!names) return tool;
    const inputSchema = { ...shortened(tool.inputSchema, names) };
    return { ...tool, description: firstClause(tool.description), inputSchema };
  });
}

/** The JSON Schema of an object or of a list, as far as definitions have it. */
interface ArgumentSchema {
  readonly description?: string;
  readonly properties?: Record<string, ArgumentSchema>;
  readonly items?: ArgumentSchema;
}

/** `schema` with the properties `names`, in few words. */
function shortened({ description, properties, items, ...schema }: ArgumentSchema, names: string[]): ArgumentSchema {
  const kept = properties && Object.entries(properties).filter(([name]) => names.includes(name));
  return {
    ...schema,
    ...(kept && { properties: Object.fromEntries(kept.map(([name, of]) => [name, shortened(of, names)])) }),
    ...(items && { items: shortened(items, names) }),
    ...(description !== undefined && { description: firstClause(description) }),
  };
}

const firstClause = (text: string): string => text.split(/[.;](?: |$)/, 1)[0] ?? text;

/** The core of this bundle, which holds the sessions of all vaults. */
export const sharedCore = new Core();

/** How long the vault must be quiet before changes are read in the background. */
const KEEP_UP_MS = 2000;

/** How long documents are read by one call, unless the host says less, and the pause before it in the background. */
const DOCUMENT_MS = 10_000;
const BACKGROUND_PAUSE_MS = 200;

/** Changes that the core takes in within a millisecond or two. */
const CHANGES_AT_ONCE = 50;

/** One vault's tools. */
export class Tools {
  readonly #host: Host;
  #config: Partial<Config>;
  readonly #core: Core;
  #open: { glue: Glue; session: Session; config: Partial<Config>; rules: Rules | undefined } | undefined;
  /** The vault's own rules, once they have been read. */
  #rules: Rules | undefined;
  /** Why the vault's rules could not be read the last time. */
  #unread: unknown;
  #running = 0;
  #closed = false;
  #watch: Watch | undefined;
  /** Changes that the host has reported and the core does not know yet. */
  #reported: Change[] = [];
  /** Cancels the wait for a quiet vault; undefined if nothing waits. */
  #waitNoLonger: (() => void) | undefined;
  /** Whether nothing has changed since the wait began. */
  #isQuiet = true;
  /** Whether documents will be read in the background, and how far they were when that last began. */
  #readsDocuments = false;
  #progress = "";
  /** Ends what runs in the background. */
  readonly #closing = new AbortController();
  /** Cancels the wait for the app to be idle, in which the index is kept; undefined if nothing waits. */
  #keepNoLonger: (() => void) | undefined;
  /** Whether nothing has happened since that wait began. */
  #isUnused = true;

  /** Called each time the app is idle after a call or a change. */
  whenQuiet: (() => void) | undefined;

  /** What `config` leaves out comes from the vault's own rules, else from the defaults. */
  constructor(host: Host, config: Partial<Config> = {}, core = sharedCore) {
    this.#host = host;
    this.#config = config;
    this.#core = core;
  }

  /** Uses `config` from now on. What is indexed stays, as far as it is not excluded. */
  configure(config: Partial<Config>): void {
    this.#config = config;
    this.#keepSoon();
  }

  /** Throws if the config is invalid or there is no WebAssembly. Ignores the vault's own rules. */
  async check(): Promise<void> {
    const glue = await this.#core.load();
    new glue.Session(this.#effective(this.#config)).free();
  }

  /** Opens the session. Throws if the config or the vault's rules are invalid, or there is no WebAssembly. */
  async ready(): Promise<void> {
    const [glue] = await Promise.all([this.#core.load(), this.#reload()]);
    this.#session(glue);
    // An index that other rules have made is deleted, even if nobody searches.
    this.#keepSoon();
  }

  /**
   * Calls `tool` with arguments as a model gives them. Never throws: a failure is an error reply. When `signal` is
   * aborted, it replies `cancelled` at once; what is being written is waited for and told. `context` limits the reply. A
   * tool that changes notes needs `changes`.
   */
  async call(
    tool: string,
    args: unknown,
    signal?: AbortSignal,
    context?: Partial<Context>,
    changes?: Changes,
  ): Promise<Reply> {
    let json: string;
    try {
      requireText(tool, "the name of the tool");
      json = toJson(args);
    } catch (error) {
      return notUnderstood(error);
    }
    return this.callJson(tool, json, signal, context, changes);
  }

  /** Like `call`, with arguments as JSON text. */
  callJson(
    tool: string,
    args: string,
    signal?: AbortSignal,
    context?: Partial<Context>,
    changes?: Changes,
  ): Promise<Reply> {
    try {
      requireWhole(args);
    } catch (error) {
      return Promise.resolve(notUnderstood(error));
    }
    const today = context?.today === undefined ? localTime() : undefined;
    const begin = (session: Session): Step => session.start(tool, args, today, context);
    return this.#run(begin, signal, changes).finally(() => {
      this.#readDocumentsSoon();
      this.#keepSoon();
    });
  }

  /** What the trash has of the name of the file at `path`. Never throws. */
  async trashed(path: string): Promise<Uint8Array[]> {
    try {
      return (await this.#host.trashed?.(path)) ?? [];
    } catch {
      return [];
    }
  }

  /** Undoes a change. The user is asked, as for a change. Never throws. */
  undo(undo: Undo, changes: Changes, signal?: AbortSignal): Promise<Reply> {
    // A host that updates links does so again.
    const moved = undo.moved && this.#host.updatesLinks ? { ...undo.moved, linked: null } : undo.moved;
    return this.#run((session) => session.undo({ ...undo, ...(moved && { moved }) }), signal, changes);
  }

  /**
   * Those of `paths` that a model may not read now: excluded by name or content, missing, or unreadable. If that can't
   * be determined, all of them. Never throws.
   */
  async closedPaths(paths: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const reply = await this.#run((session) => session.whichOpen([...paths]), signal);
    const open = new Set(reply.structuredContent.open);
    return paths.filter((path) => !open.has(path));
  }

  /** Runs one call of the core. Never throws. */
  async #run(
    begin: (session: Session) => Step,
    signal?: AbortSignal,
    changes?: Changes,
    documentMs = this.#host.documentMs ?? DOCUMENT_MS,
  ): Promise<Reply> {
    this.#running++;
    let glue: Glue | undefined;
    let session: Session | undefined;
    try {
      glue = await unlessAborted(signal, async () => (await Promise.all([this.#core.load(), this.#reload()]))[0]);
      if (!glue) return cancelledReply();
      session = this.#session(glue);
      await this.#tellChanges(session);
      const isLive = (): boolean => this.#core.live === glue;
      const refresh = async (): Promise<void> => {
        await this.#reload();
        if (glue) this.#session(glue);
      };
      const bounds = { signal, isLive, watch: () => this.#watched(), documentMs, changes, refresh };
      return await run(session, this.#host, begin, bounds);
    } catch (error) {
      if (!glue || !session) return notStarted(error);
      // Another call may have ended the instance in which this one would have been cancelled.
      if (signal?.aborted) return cancelledReply();
      // The core never throws by design: this is a bug, and the state of the instance is unknown.
      console.error("Lectern: the core failed and is started anew.", error);
      this.#core.discard(glue);
      const message = `a bug in Lectern ended the call: ${reason(error)}`;
      return errorReply("internal", message, "call again, in smaller steps; tell the user if it comes back");
    } finally {
      this.#running--;
      this.#freeIfDone();
    }
  }

  /** Frees the session once no call is running. */
  close(): void {
    this.#closed = true;
    this.#closing.abort();
    this.#waitNoLonger?.();
    this.#keepNoLonger?.();
    this.#watch?.stop();
    this.#watch = undefined;
    this.#freeIfDone();
  }

  /** Whether other file tools must not touch `path`: it is excluded, or outside the vault. */
  isProtectedPath(path: string): boolean {
    return this.#judge(path, (session) => session.isProtectedPath(path));
  }

  /** Throws an error with the reason if `isProtectedPath(path)`. */
  assertNotProtected(path: string): void {
    this.#judge(path, (session) => session.assertNotProtected(path));
  }

  /** The state of the search index; undefined before it exists. */
  indexed(): Indexed | undefined {
    return this.#open?.glue === this.#core.live ? this.#open?.session.indexed() : undefined;
  }

  /** Brings the vectors of the search by meaning up to date. Never throws. */
  embed(signal?: AbortSignal): Promise<Reply> {
    return this.#run((session) => session.embed(), signal);
  }

  /**
   * How far the search by meaning has come, with the notes that would wait with another model, if its key and the
   * dimensions of its vectors are given; undefined before the core is loaded.
   */
  meaning(key?: string, dims?: number): MeaningState | undefined {
    return this.#open?.glue === this.#core.live ? this.#open?.session.meaning(key, dims) : undefined;
  }

  /** Starts watching the vault; returns whether the host can. */
  #watched(): boolean {
    if (!this.#closed) this.#watch ??= this.#host.watch?.((change) => this.#changed(change));
    return this.#watch !== undefined;
  }

  #changed(change: Change): void {
    this.#reported.push(change);
    // One timer for a burst of changes: one for each note of a large folder would slow the app down.
    this.#isQuiet = this.#waitNoLonger === undefined;
    this.#waitNoLonger ??= this.#whenQuiet();
  }

  /** Reads what has changed once a burst of changes is over, so that the next search has less to do. */
  #whenQuiet(): (() => void) | undefined {
    return this.#watch?.after(KEEP_UP_MS, () => {
      this.#waitNoLonger = this.#isQuiet ? undefined : this.#whenQuiet();
      if (this.#isQuiet) void this.#catchUp();
      this.#isQuiet = true;
    });
  }

  async #catchUp(): Promise<void> {
    await this.#run((session) => session.catchUp(), this.#closing.signal, undefined, DOCUMENT_MS);
    this.#readDocumentsSoon();
    this.#keepSoon();
  }

  /** Reads the documents that there was no time for, if this makes progress. */
  #readDocumentsSoon(): void {
    if (this.#readsDocuments || this.#open?.glue !== this.#core.live || !this.#open?.session.hasUnreadDocuments())
      return;
    const { documents_unread: unread, document_bytes: bytes } = this.#open.session.indexed();
    const progress = `${unread} ${bytes}`;
    if (progress === this.#progress) return;
    this.#readsDocuments = true;
    this.#watch?.after(BACKGROUND_PAUSE_MS, () => {
      this.#readsDocuments = false;
      this.#progress = progress;
      void this.#catchUp();
    });
  }

  /** Has the host keep the index once the app is idle, or delete one that the settings no longer allow. */
  #keepSoon(): void {
    if (this.#closed) return;
    // One wait for many calls: another one for each takes a fifth of the time of a short call.
    this.#isUnused = this.#keepNoLonger === undefined;
    this.#keepNoLonger ??= this.#host.kept?.whenIdle(() => {
      this.#keepNoLonger = undefined;
      if (!this.#isUnused) this.#keepSoon();
      else void this.#run((session) => session.keep()).finally(() => this.whenQuiet?.());
    });
  }

  /** Passes the changes so far on to the core. Later ones wait for the next call, or this might never end. */
  async #tellChanges(session: Session): Promise<void> {
    await this.#watch?.settled?.();
    const turns = new Turns();
    let left = this.#reported.length;
    while (left > 0) {
      // Another call may have passed some on.
      const changes = this.#reported.splice(0, Math.min(left, CHANGES_AT_ONCE));
      left = Math.min(left - changes.length, this.#reported.length);
      session.changed(changes);
      await turns.give();
    }
  }

  #judge<T>(path: string, judge: (session: Session) => T): T {
    requireText(path, "the path");
    const glue = this.#core.loadNow();
    const session = this.#session(glue);
    // The vault's rules are not known yet, so no path may be reported as open.
    if (!this.#rules && !session.isProtectedPath(path)) {
      throw new Error("Lectern has not read the vault's rules yet: await api.ready() first");
    }
    // The current rules may exclude more than those that were read before.
    if (this.#unread !== undefined && !session.isProtectedPath(path)) {
      throw new Error(`Lectern cannot read the vault's rules: ${reason(this.#unread)}`);
    }
    try {
      return judge(session);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) this.#core.discard(glue);
      throw error;
    }
  }

  #freeIfDone(): void {
    if (!this.#closed || this.#running > 0 || !this.#open) return;
    // A trapped session is dropped with its instance.
    if (this.#open.glue === this.#core.live) this.#open.session.free();
    this.#open = undefined;
  }

  #session(glue: Glue): Session {
    const [config, rules] = [this.#config, this.#rules];
    if (this.#open?.glue !== glue) {
      this.#open = { glue, session: new glue.Session(this.#effective(config, rules)), config, rules };
    } else if (this.#open.config !== config || this.#open.rules !== rules) {
      this.#open.session.reconfigure(this.#effective(config, rules));
      this.#open = { ...this.#open, config, rules };
    }
    return this.#open.session;
  }

  #effective(config: Partial<Config>, rules?: Rules): Config {
    return { ...effective(config, rules), roots: [...(this.#host.roots ?? [])] };
  }

  /** Reads the vault's rules. Keeps the old object while they are the same. */
  async #reload(): Promise<void> {
    let rules: Rules;
    try {
      rules = await this.#host.rules();
    } catch (error) {
      this.#unread = error ?? "unknown error";
      throw error;
    }
    this.#unread = undefined;
    if (!areEqual(rules, this.#rules)) this.#rules = rules;
  }
}

/** The ignore file may be large, so it is not made JSON at each call. */
function areEqual(rules: Rules, others: Rules | undefined): boolean {
  if (rules.ignoreFile !== others?.ignoreFile) return false;
  return JSON.stringify([rules.excluded, rules.settings]) === JSON.stringify([others.excluded, others.settings]);
}

function notUnderstood(error: unknown): Reply {
  const help = "give the name of a tool, and its arguments as one plain object of whole characters";
  return errorReply("invalid_arguments", `the call cannot be understood: ${reason(error)}`, help);
}
