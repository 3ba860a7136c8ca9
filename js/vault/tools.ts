// The tools of one vault: a session of the core for one host and one config, opened at the first call and opened anew
// after a trap. Everything a caller sees of the core goes through here.
import { defaults, definitions } from "../../pkg/definitions.js";
import type { Change, Config, Context, Indexed, Reply, Session, Step } from "../../pkg/lectern.js";
import { Core, type Glue } from "../wasm/core.ts";
import { effective } from "./effective-config.ts";
import { reason } from "../base/reason.ts";
import type { Host, Rules, Watch } from "./host.ts";
import { unlessAborted } from "../base/aborted.ts";
import { cancelledReply, errorReply } from "./error-reply.ts";
import { run } from "./run.ts";
import { Turns } from "../base/turns.ts";

/** The tools, as a model is told of them; and the config of a person who changed nothing. Neither needs the wasm. */
export { defaults, definitions };

/** The one core of this bundle: every vault's session lives in it. */
export const sharedCore = new Core();

/** How long the vault has to be quiet before what has changed is read, where no call needs it sooner. */
const KEEP_UP_MS = 2000;

/** As many changes as the core takes in within a millisecond or two. */
const CHANGES_AT_ONCE = 50;

/** One vault's tools. */
export class Tools {
  readonly #host: Host;
  #config: Partial<Config>;
  readonly #core: Core;
  #open: { glue: Glue; session: Session; config: Partial<Config>; rules: Rules | undefined } | undefined;
  /** What the vault itself closes, as far as it has been asked. */
  #rules: Rules | undefined;
  /** Why the vault's rules could not be read when they were last asked for. */
  #unread: unknown;
  #running = 0;
  #closed = false;
  #watch: Watch | undefined;
  /** What the host has told of, and the core not yet. */
  #changes: Change[] = [];
  /** Ends the wait for a quiet vault; undefined while there is none. */
  #waitNoLonger: (() => void) | undefined;
  /** Whether nothing has changed since it began. */
  #isQuiet = true;

  /** What `config` leaves out is as the vault itself says, or as by default. */
  constructor(host: Host, config: Partial<Config> = {}, core = sharedCore) {
    this.#host = host;
    this.#config = config;
    this.#core = core;
  }

  /** From now on `config` holds. What is known of the notes is kept, as far as they are still open. */
  configure(config: Partial<Config>): void {
    this.#config = config;
  }

  /** Throws when the config cannot be used, whatever the vault itself says, or there is no WebAssembly. */
  async check(): Promise<void> {
    const glue = await this.#core.load();
    new glue.Session(effective(this.#config)).free();
  }

  /** Opens the session. Throws when the config or the vault's rules cannot be used, or there is no WebAssembly. */
  async ready(): Promise<void> {
    const [glue] = await Promise.all([this.#core.load(), this.#reload()]);
    this.#session(glue);
  }

  /**
   * Calls `tool` with arguments as a model gives them. Never throws: whatever goes wrong is an error reply. When
   * `signal` is aborted, the reply is `cancelled`, at once. `context` says what the reply may take.
   */
  async call(tool: string, args: unknown, signal?: AbortSignal, context?: Partial<Context>): Promise<Reply> {
    let json: string;
    try {
      requireText(tool, "the name of the tool");
      json = toJson(args);
    } catch (error) {
      const help = "give the name of a tool, and its arguments as one plain object";
      return errorReply("invalid_arguments", `the call cannot be understood: ${reason(error)}`, help);
    }
    return this.callJson(tool, json, signal, context);
  }

  /** The same with arguments as JSON text. */
  callJson(tool: string, args: string, signal?: AbortSignal, context?: Partial<Context>): Promise<Reply> {
    return this.#run((session) => session.start(tool, args, context), signal);
  }

  /**
   * The `paths` that a model may not read now: excluded by name or content, missing, or unreadable. If that can\'t be found
   * out, all of them. Never throws.
   */
  async closedPaths(paths: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const reply = await this.#run((session) => session.whichOpen([...paths]), signal);
    const open = new Set(reply.structuredContent.open);
    return paths.filter((path) => !open.has(path));
  }

  /** Runs one call of the core. Never throws. */
  async #run(begin: (session: Session) => Step, signal?: AbortSignal): Promise<Reply> {
    this.#running++;
    let glue: Glue | undefined;
    let session: Session | undefined;
    try {
      glue = await unlessAborted(signal, async () => (await Promise.all([this.#core.load(), this.#reload()]))[0]);
      if (!glue) return cancelledReply();
      session = this.#session(glue);
      await this.#tellChanges(session);
      const isLive = (): boolean => this.#core.live === glue;
      return await run(session, this.#host, begin, { signal, isLive, watch: () => this.#watched() });
    } catch (error) {
      if (!glue || !session) return notStarted(error);
      // Another call may have ended the instance that this one would have been cancelled in.
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

  /** Gives back the memory of the session, once the calls under way have ended. */
  close(): void {
    this.#closed = true;
    this.#waitNoLonger?.();
    this.#watch?.stop();
    this.#watch = undefined;
    this.#freeIfDone();
  }

  /** Whether other file tools must leave `path` alone: it is closed, or it does not lie in the vault. */
  isProtectedPath(path: string): boolean {
    return this.#judge(path, (session) => session.isProtectedPath(path));
  }

  /** Throws, with the reason, if other file tools must leave `path` alone. */
  assertNotProtected(path: string): void {
    this.#judge(path, (session) => session.assertNotProtected(path));
  }

  /** How far the notes are known; undefined before anything was. */
  indexed(): Indexed | undefined {
    return this.#open?.glue === this.#core.live ? this.#open?.session.indexed() : undefined;
  }

  /** Has the host tell of changes, and says whether it does. */
  #watched(): boolean {
    if (!this.#closed) this.#watch ??= this.#host.watch?.((change) => this.#changed(change));
    return this.#watch !== undefined;
  }

  #changed(change: Change): void {
    this.#changes.push(change);
    // One timer for all of a burst: one for each note of a large folder would hold the app up.
    this.#isQuiet = this.#waitNoLonger === undefined;
    this.#waitNoLonger ??= this.#whenQuiet();
  }

  /** Soon, but not while a burst of changes lasts, reads what has changed: then the next search finds its work done. */
  #whenQuiet(): (() => void) | undefined {
    return this.#watch?.after(KEEP_UP_MS, () => {
      this.#waitNoLonger = this.#isQuiet ? undefined : this.#whenQuiet();
      if (this.#isQuiet) void this.#run((session) => session.catchUp());
      this.#isQuiet = true;
    });
  }

  /** Tells the core what has changed by now. What changes meanwhile is told by the next call: it may never end. */
  async #tellChanges(session: Session): Promise<void> {
    await this.#watch?.settled?.();
    const turns = new Turns();
    let left = this.#changes.length;
    while (left > 0) {
      // Another call may have told of some.
      const changes = this.#changes.splice(0, Math.min(left, CHANGES_AT_ONCE));
      left = Math.min(left - changes.length, this.#changes.length);
      session.changed(changes);
      await turns.give();
    }
  }

  #judge<T>(path: string, judge: (session: Session) => T): T {
    requireText(path, "the path");
    const glue = this.#core.loadNow();
    const session = this.#session(glue);
    // What the vault closes besides is not known yet: nothing may be told to be open.
    if (!this.#rules && !session.isProtectedPath(path)) {
      throw new Error("Lectern has not read the vault's rules yet: await api.ready() first");
    }
    // What they say now may close more than what they said before.
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
    // One that has trapped goes with its instance.
    if (this.#open.glue === this.#core.live) this.#open.session.free();
    this.#open = undefined;
  }

  #session(glue: Glue): Session {
    const [config, rules] = [this.#config, this.#rules];
    if (this.#open?.glue !== glue) {
      this.#open = { glue, session: new glue.Session(effective(config, rules)), config, rules };
    } else if (this.#open.config !== config || this.#open.rules !== rules) {
      this.#open.session.reconfigure(effective(config, rules));
      this.#open = { ...this.#open, config, rules };
    }
    return this.#open.session;
  }

  /** Asks the vault for its rules. They are kept as they are while they say the same. */
  async #reload(): Promise<void> {
    let rules: Rules;
    try {
      rules = await this.#host.rules();
    } catch (error) {
      this.#unread = error ?? "unknown error";
      throw error;
    }
    this.#unread = undefined;
    if (JSON.stringify(rules) !== JSON.stringify(this.#rules)) this.#rules = rules;
  }
}

/** The text of a reply, for a model that takes only text. */
export function textOf(reply: Reply): string {
  return reply.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** Other plugins may be plain JavaScript: what is no text must not reach the core as if it were. */
function requireText(value: unknown, what: string): void {
  if (typeof value !== "string") throw new TypeError(`${what} is no text`);
}

/** The reply where there is no core to ask, or no settings that say what is closed. */
export function notStarted(error: unknown): Reply {
  return errorReply("unreadable", `Lectern cannot start: ${reason(error)}`, "tell the user; nothing was read");
}

/** JSON has no NaN and no bigint: they travel as text, which the core judges. Half a surrogate pair has no UTF-8. */
function toJson(args: unknown): string {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === "string") return value.replace(/[\ud800-\udfff]/gu, "\ufffd");
    return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
  };
  // Alone, undefined has no JSON; in a list it is null.
  return JSON.stringify([args], plain).slice(1, -1);
}
