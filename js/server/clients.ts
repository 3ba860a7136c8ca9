// The agents that the user lets use this vault, and whether and on which port it is served. Kept on this device, and not
// with the settings, which are synced to others.
import type { App } from "obsidian";
import { fieldsOf } from "../base/fields.ts";
import { sha256 } from "../base/sha256.ts";

/** An agent with a token. */
export interface Client {
  /** Unique here, such as `Claude Code 2`. */
  readonly name: string;
  /** The SHA-256 of its token, which itself is not kept. */
  readonly hash: string;
  /** When it was added, in milliseconds since 1970. */
  readonly added: number;
}

interface Kept {
  readonly isOn: boolean;
  /** 0 until the first start. */
  readonly port: number;
  readonly clients: readonly Client[];
}

const KEY = "lectern-agents";

/** What is kept. */
export class Clients {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get isOn(): boolean {
    return this.#kept.isOn;
  }

  get port(): number {
    return this.#kept.port;
  }

  get all(): readonly Client[] {
    return this.#kept.clients;
  }

  keep(change: Partial<Kept>): void {
    this.#app.saveLocalStorage(KEY, { ...this.#kept, ...change });
  }

  /** Adds an agent of the kind `name`, which then has `token`. */
  async add(name: string, token: string): Promise<void> {
    const hash = await sha256(token);
    const names = new Set(this.all.map((client) => client.name));
    let own = name;
    for (let number = 2; names.has(own); number++) own = `${name} ${number}`;
    this.keep({ clients: [...this.all, { name: own, hash, added: Date.now() }] });
  }

  /** The agent with `token`. Hashes are compared, so the time that it takes tells nothing of a token. */
  async withToken(token: string): Promise<Client | undefined> {
    const hash = await sha256(token);
    return this.all.find((client) => client.hash === hash);
  }

  remove({ hash }: Client): void {
    this.keep({ clients: this.all.filter((client) => client.hash !== hash) });
  }

  /** What can't be understood lets nobody in. */
  get #kept(): Kept {
    const { isOn, port, clients } = fieldsOf(this.#app.loadLocalStorage(KEY));
    const isClient = (one: unknown): one is Client => {
      const { name, hash, added } = fieldsOf(one);
      return typeof name === "string" && /^[\da-f]{64}$/.test(String(hash)) && typeof added === "number";
    };
    return {
      isOn: isOn === true,
      port: Number.isInteger(port) ? Number(port) : 0,
      clients: Array.isArray(clients) ? clients.filter(isClient) : [],
    };
  }
}

/** Whether the vault of `app` is served on this device. */
export const isServed = (app: App): boolean => new Clients(app).isOn;

/** The names of the agents that use the vault of `app` on this device. */
export function agentsOf(app: App): string[] {
  const { isOn, all } = new Clients(app);
  return isOn ? all.map(({ name }) => name) : [];
}
