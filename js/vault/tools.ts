// The tools of one vault: calls to the core with one host and one config. Every caller reaches the core through here.
import type { Config, Context, Indexed, MeaningState, Reply, Session, Step, Undo } from "../../pkg/lectern.js";
import { unlessAborted } from "../base/aborted.ts";
import { reason } from "../base/reason.ts";
import { localTime } from "../base/today.ts";
import { Core, type Glue } from "../wasm/core.ts";
import { requireText, requireWhole, toJson } from "./call-arguments.ts";
import type { Changes } from "./changes.ts";
import { cancelledReply, errorReply, notStarted } from "./error-reply.ts";
import type { Host } from "./host.ts";
import { LiveSession } from "./live-session.ts";
import { run } from "./run.ts";
import { DOCUMENT_MS, Upkeep } from "./upkeep.ts";

export { textOf } from "./layout.ts";

/** The core of this bundle, which holds the sessions of all vaults. */
export const sharedCore = new Core();

/** One vault's tools. */
export class Tools {
  readonly #host: Host;
  readonly #core: Core;
  readonly #session: LiveSession;
  readonly #upkeep: Upkeep;
  #running = 0;
  #isClosed = false;

  /** Called each time the app is idle after a call or a change. */
  whenQuiet: (() => void) | undefined;

  /** What `config` leaves out comes from the vault's own rules, else from the defaults. */
  constructor(host: Host, config: Partial<Config> = {}, core = sharedCore) {
    this.#host = host;
    this.#core = core;
    this.#session = new LiveSession(host, core, config);
    this.#upkeep = new Upkeep({
      host,
      session: () => this.#session.current,
      run: (begin, signal, documentMs) => this.#run(begin, signal, undefined, documentMs),
      whenQuiet: () => this.whenQuiet?.(),
    });
  }

  /** Uses `config` from now on. What is indexed stays, as far as it is not excluded. */
  configure(config: Partial<Config>): void {
    this.#session.configure(config);
    this.#upkeep.keepSoon();
  }

  /** Throws if the config is invalid or there is no WebAssembly. Ignores the vault's own rules. */
  check(): Promise<void> {
    return this.#session.check();
  }

  /** Opens the session. Throws if the config or the vault's rules are invalid, or there is no WebAssembly. */
  async ready(): Promise<void> {
    this.#session.in(await this.#session.load());
    // An index that other rules have made is deleted, even if nobody searches.
    this.#upkeep.keepSoon();
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
    return this.#run(begin, signal, changes).finally(() => this.#upkeep.called());
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

  /** Frees the session once no call is running. */
  close(): void {
    this.#isClosed = true;
    this.#upkeep.close();
    this.#freeIfDone();
  }

  /** Whether other file tools must not touch `path`: it is excluded, or outside the vault. */
  isProtectedPath(path: string): boolean {
    requireText(path, "the path");
    return this.#session.judge(path, (session) => session.isProtectedPath(path));
  }

  /** Throws an error with the reason if `isProtectedPath(path)`. */
  assertNotProtected(path: string): void {
    requireText(path, "the path");
    this.#session.judge(path, (session) => session.assertNotProtected(path));
  }

  /** Has the host keep the index now, if the config says that it is kept. Never throws. */
  keep(): Promise<Reply> {
    return this.#run((session) => session.keep());
  }

  /** The state of the search index; undefined before it exists. */
  indexed(): Indexed | undefined {
    return this.#session.current?.indexed();
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
    return this.#session.current?.meaning(key, dims);
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
      const loaded = (glue = await unlessAborted(signal, () => this.#session.load()));
      if (!loaded) return cancelledReply();
      session = this.#session.in(loaded);
      await this.#upkeep.tellChanges(session);
      const isLive = (): boolean => this.#core.live === loaded;
      const refresh = (): Promise<void> => this.#session.refresh(loaded);
      const bounds = { signal, isLive, watch: () => this.#upkeep.watch(), documentMs, changes, refresh };
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

  #freeIfDone(): void {
    if (this.#isClosed && this.#running === 0) this.#session.free();
  }
}

function notUnderstood(error: unknown): Reply {
  const help = "give the name of a tool, and its arguments as one plain object of whole characters";
  return errorReply("invalid_arguments", `the call cannot be understood: ${reason(error)}`, help);
}
