// The session of the core for one vault: opened at the first call and again after a trap, and kept under the config and
// the vault's rules as they are now.
import type { Config, Session } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";
import type { Core, Glue } from "../wasm/core.ts";
import { effective } from "./effective-config.ts";
import type { Host, Rules } from "./host.ts";

/** The session of one vault. */
export class LiveSession {
  readonly #host: Host;
  readonly #core: Core;
  #config: Partial<Config>;
  #open: { glue: Glue; session: Session; config: Partial<Config>; rules: Rules | undefined } | undefined;
  /** The vault's own rules, once they have been read. */
  #rules: Rules | undefined;
  /** Why the vault's rules could not be read the last time. */
  #unread: unknown;

  /** What `config` leaves out comes from the vault's own rules, else from the defaults. */
  constructor(host: Host, core: Core, config: Partial<Config>) {
    this.#host = host;
    this.#core = core;
    this.#config = config;
  }

  /** Uses `config` from now on. What is indexed stays, as far as it is not excluded. */
  configure(config: Partial<Config>): void {
    this.#config = config;
  }

  /** Throws if the config is invalid or there is no WebAssembly. Ignores the vault's own rules. */
  async check(): Promise<void> {
    const glue = await this.#core.load();
    new glue.Session(this.#effective(this.#config)).free();
  }

  /** Loads the core and reads the vault's rules. Rejects if one of them can't be. */
  async load(): Promise<Glue> {
    const [glue] = await Promise.all([this.#core.load(), this.#readRules()]);
    return glue;
  }

  /** The open session; undefined if there is none, or if its instance has trapped. */
  get current(): Session | undefined {
    return this.#open?.glue === this.#core.live ? this.#open?.session : undefined;
  }

  /** The session in `glue`, under the config and the rules as they were read last. Throws if they are invalid. */
  in(glue: Glue): Session {
    const [config, rules] = [this.#config, this.#rules];
    if (this.#open?.glue !== glue) {
      this.#open = { glue, session: new glue.Session(this.#effective(config, rules)), config, rules };
    } else if (this.#open.config !== config || this.#open.rules !== rules) {
      this.#open.session.reconfigure(this.#effective(config, rules));
      this.#open = { ...this.#open, config, rules };
    }
    return this.#open.session;
  }

  /** Takes in the vault's rules as they are now, for the session in `glue`. */
  async refresh(glue: Glue): Promise<void> {
    await this.#readRules();
    this.in(glue);
  }

  /** Has the core judge `path` now. Throws if the vault's rules are not known, and so could exclude it. */
  judge<T>(path: string, judge: (session: Session) => T): T {
    const glue = this.#core.loadNow();
    const session = this.in(glue);
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

  /** Frees the session, if one is open. */
  free(): void {
    // A trapped session is dropped with its instance.
    this.current?.free();
    this.#open = undefined;
  }

  #effective(config: Partial<Config>, rules?: Rules): Config {
    return { ...effective(config, rules), roots: [...(this.#host.roots ?? [])] };
  }

  /** Reads the vault's rules. Keeps the old object while they are the same. */
  async #readRules(): Promise<void> {
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
  return JSON.stringify({ ...rules, ignoreFile: "" }) === JSON.stringify({ ...others, ignoreFile: "" });
}
