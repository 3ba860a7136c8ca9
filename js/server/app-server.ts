// The server in the running app: agents on this computer use the vault through it, over MCP on 127.0.0.1. It ends with
// the app or the plugin.
import { McpEndpoint } from "../agent/programs/mcp-endpoint.ts";
import type { LocalServer } from "../agent/programs/computer.ts";
import { reason } from "../base/reason.ts";
import { appComputer } from "../host/obsidian-computer.ts";
import { ClientService, type ServiceParts } from "./client-service.ts";
import { type Client, Clients } from "./clients.ts";

/** Systems choose a free port for a program above these. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];
/** A port that nobody else uses is found at the first try, nearly always. */
const TRIES = 5;

/** The server of one vault. */
export class AppServer {
  readonly #parts: ServiceParts;
  readonly #clients: Clients;
  readonly #endpoint = new McpEndpoint((token) => this.#serviceOf(token));
  readonly #listeners = new Set<() => void>();
  /** What each agent may do, by the hash of its token. */
  readonly #services = new Map<string, ClientService>();
  #server: LocalServer | undefined;
  /** One start or end at a time. */
  #last: Promise<void> = Promise.resolve();
  #isEnded = false;
  /** Why it does not run though it should. */
  problem: string | undefined;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#clients = new Clients(parts.app);
  }

  get isOn(): boolean {
    return this.#clients.isOn;
  }

  /** Where it answers; undefined if it does not. */
  get address(): string | undefined {
    return this.#server && `http://127.0.0.1:${this.#server.port}/mcp`;
  }

  /** Calls `listener` when something of this changes, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Serves from now on, or no longer. */
  async turn(isOn: boolean): Promise<void> {
    this.#clients.keep({ isOn });
    await this.update();
  }

  /** Serves on another port, as another program may use the old one. */
  async changePort(): Promise<void> {
    this.#clients.keep({ port: 0 });
    this.#close();
    await this.update();
  }

  /** Starts or ends, as the user has chosen. Never rejects: see `problem`. */
  update(): Promise<void> {
    const updated = this.#last.then(() => this.#update());
    return (this.#last = updated.catch((error: unknown) => void (this.problem = reason(error))));
  }

  /** Adds an agent. Returns its token, which is not kept. */
  async add(name: string): Promise<string> {
    const computer = appComputer();
    const token = computer.secret() + computer.secret();
    await this.#clients.add(name, token);
    this.#changed();
    return token;
  }

  /** Takes an agent's token away. Its calls end. */
  remove(client: Client): void {
    this.#clients.remove(client);
    this.#services.get(client.hash)?.close();
    this.#services.delete(client.hash);
    this.#changed();
  }

  /** Ends it with the plugin. */
  end(): void {
    this.#isEnded = true;
    this.#close();
  }

  async #update(): Promise<void> {
    this.problem = undefined;
    const isOn = this.isOn && !this.#isEnded;
    if (!isOn) this.#close();
    else if (!this.#server) await this.#start();
    this.#changed();
  }

  async #start(): Promise<void> {
    const kept = this.#clients.port;
    for (let tries = 1; ; tries++) {
      const port = kept || FIRST_PORT + Math.floor(Math.random() * PORTS);
      try {
        const server = await appComputer().serve((request) => this.#endpoint.answer(request), port);
        // The plugin was disabled meanwhile.
        if (this.#isEnded) server.close();
        else this.#server = server;
        break;
      } catch (error) {
        if (kept === 0 && tries < TRIES) continue;
        this.problem = reason(error);
        return;
      }
    }
    this.#clients.keep({ port: this.#server?.port ?? kept });
  }

  #close(): void {
    for (const service of this.#services.values()) service.close();
    this.#services.clear();
    this.#server?.close();
    this.#server = undefined;
  }

  async #serviceOf(token: string): Promise<ClientService | undefined> {
    const client = await this.#clients.withToken(token);
    if (!client || !this.#server || !this.isOn) return undefined;
    let service = this.#services.get(client.hash);
    if (!service) this.#services.set(client.hash, (service = new ClientService(this.#parts, client.name)));
    return service;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
