// The tools of one vault: a session of the core for one host and one config, opened at the first call and opened anew
// after a trap. Everything a caller sees of the core goes through here.
import { defaults, definitions } from "../pkg/definitions.js";
import type { Config, ErrorCode, Reply, Session } from "../pkg/lectern.js";
import { Core, type Glue } from "./core.ts";
import { reason, type Host } from "./host.ts";
import { run } from "./run.ts";

/** The tools, as a model is told of them; and the config of a person who changed nothing. Neither needs the wasm. */
export { defaults, definitions };

/** The one core of this bundle: every vault's session lives in it. */
export const sharedCore = new Core();

/** One vault's tools. */
export class Tools {
  readonly #host: Host;
  readonly #config: Config;
  readonly #core: Core;
  #open: { glue: Glue; session: Session } | undefined;

  /** What `config` leaves out is as by default. */
  constructor(host: Host, config: Partial<Config> = {}, core = sharedCore) {
    this.#host = host;
    this.#config = { ...defaults, ...config };
    this.#core = core;
  }

  /** Opens the session. Throws when the config cannot be used or there is no WebAssembly. */
  async ready(): Promise<void> {
    this.#session(await this.#core.load());
  }

  /**
   * Calls `tool` with arguments as a model gives them. Never throws: whatever goes wrong is an error reply. When
   * `signal` is aborted, the reply is `cancelled`, at once.
   */
  async call(tool: string, args: unknown, signal?: AbortSignal): Promise<Reply> {
    try {
      return await this.callJson(tool, toJson(args), signal);
    } catch (error) {
      return failure("invalid_arguments", `the arguments are not JSON: ${reason(error)}`, "give one plain object");
    }
  }

  /** The same with arguments as JSON text. */
  async callJson(tool: string, args: string, signal?: AbortSignal): Promise<Reply> {
    let glue: Glue;
    let session: Session;
    try {
      glue = await this.#core.load();
      session = this.#session(glue);
    } catch (error) {
      return notStarted(error);
    }
    try {
      return await run(session, this.#host, tool, args, signal);
    } catch (error) {
      // Another call may have ended the instance that this one would have been cancelled in.
      if (signal?.aborted) return failure("cancelled", "the call was cancelled", "call again if it is still needed");
      // The core never throws by design, so this is a defect of ours, and the instance is in no known state.
      console.error("Lectern: the core failed and is started anew.", error);
      this.#core.discard(glue);
      const message = `a bug in Lectern ended the call: ${reason(error)}`;
      return failure("internal", message, "call again, in smaller steps; tell the user if it comes back");
    }
  }

  /** Whether other file tools must leave `path` alone: it is closed, or it does not lie in the vault. */
  isProtectedPath(path: string): boolean {
    return this.#session(this.#core.loadNow()).isProtectedPath(path);
  }

  /** Throws, with the reason, if other file tools must leave `path` alone. */
  assertNotProtected(path: string): void {
    this.#session(this.#core.loadNow()).assertNotProtected(path);
  }

  #session(glue: Glue): Session {
    if (this.#open?.glue !== glue) this.#open = { glue, session: new glue.Session(this.#config) };
    return this.#open.session;
  }
}

/** The text of a reply, for a model that takes only text. */
export function textOf(reply: Reply): string {
  return reply.content.map((part) => part.text).join("\n");
}

/** The reply where there is no core to ask, or no settings that say what is closed. */
export function notStarted(error: unknown): Reply {
  return failure("unsupported", `Lectern cannot start: ${reason(error)}`, "tell the user; nothing was read");
}

/** JSON has no NaN and no bigint: they travel as text, which the core judges. */
function toJson(args: unknown): string {
  const plain = (_: string, value: unknown): unknown =>
    typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
  // Alone, undefined has no JSON; in a list it is null.
  return JSON.stringify([args], plain).slice(1, -1);
}

/** An error reply where there is no core to make it. */
function failure(code: ErrorCode, message: string, help: string): Reply {
  return {
    content: [{ type: "text", text: `error: ${message}\nhelp: ${help}` }],
    isError: true,
    structuredContent: { display: `Could not read: ${message}`, files: [], error: { code, message, help } },
  };
}
