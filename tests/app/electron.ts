// What Electron adds to a page: `require` of Node's modules, as far as the plugin uses them, by those of this process.
import { spawn, type ChildProcess } from "node:child_process";
import * as files from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { delimiter } from "node:path";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import type { LocalRequest } from "../../js/agent/programs/computer.ts";

/** What a page gets of a program: a piece of its output, or its end. */
type FromProgram =
  readonly ["stdout" | "stderr", string] | readonly ["close", number | null] | readonly ["error", string];
type Asked = Pick<LocalRequest, "method" | "headers"> & { readonly url: string; readonly body: string };
interface Inside {
  electronProgram(id: number, event: FromProgram): void;
  electronRequest(id: number, number: number, request: Asked): void;
  electronLeft(number: number): void;
}

/** The programs that a page started, by their number there, until `stop`. */
export interface Electron {
  readonly programs: ReadonlyMap<number, ChildProcess>;
  stop(): void;
}

/** Gives `page` a `require`, with `env` as the environment and `home` as the home. */
export async function addRequire(page: Page, env: Record<string, string>, home: string): Promise<Electron> {
  const programs = new Map<number, ChildProcess>();
  const servers = new Map<number, Server>();
  const tell = (id: number, event: FromProgram): void => {
    page
      .evaluate(([id, event]) => (window as unknown as Inside).electronProgram(id, event), [id, event] as const)
      .catch(() => undefined);
  };
  await page.exposeFunction(
    "nodeSpawn",
    (id: number, program: string, args: string[], folder: string, own: Record<string, string>) => {
      const child = spawn(program, args, { cwd: folder, env: own, detached: true });
      programs.set(id, child);
      child.stdout.setEncoding("utf8").on("data", (text: string) => tell(id, ["stdout", text]));
      child.stderr.setEncoding("utf8").on("data", (text: string) => tell(id, ["stderr", text]));
      child.on("error", ({ message }) => tell(id, ["error", message])).on("close", (code) => tell(id, ["close", code]));
      child.stdin.on("error", () => undefined);
    },
  );
  await page.exposeFunction("nodeInput", (id: number, what: "write" | "end", text: string) => {
    programs.get(id)?.stdin?.[what](text);
  });
  await page.exposeFunction("nodeKill", (id: number) => kill(programs.get(id)));
  await page.exposeFunction("nodeFile", async (name: keyof typeof files, args: unknown[]) => {
    // Other programs of this computer are not there.
    const folders = [home, ...(env["PATH"] ?? "").split(delimiter)];
    if (name === "access" && !folders.some((folder) => String(args[0]).startsWith(folder))) throw new Error("ENOENT");
    const work = files[name] as (...args: unknown[]) => Promise<unknown>;
    const result = await work(...args);
    return typeof result === "string" || Array.isArray(result)
      ? result
      : (JSON.parse(JSON.stringify(result ?? null)) as unknown);
  });
  const responses: ServerResponse[] = [];
  await page.exposeFunction("nodeServe", async (id: number, port: number) => {
    const server = createServer((request, response) => {
      void (async () => {
        let body = "";
        for await (const piece of request.setEncoding("utf8")) body += piece as string;
        const asked = {
          method: request.method ?? "",
          url: request.url ?? "",
          headers: request.headers as Record<string, string>,
          body,
        };
        const number = responses.push(response) - 1;
        const left = (number: number): void => (window as unknown as Inside).electronLeft(number);
        response.on("close", () => void page.evaluate(left, number).catch(() => undefined));
        await page.evaluate(([id, number, asked]) => (window as unknown as Inside).electronRequest(id, number, asked), [
          id,
          number,
          asked,
        ] as const);
      })().catch(() => response.destroy());
    });
    servers.set(id, server);
    const failed = once(server, "error").then(([error]) => (error as Error).message);
    server.listen(port, "127.0.0.1");
    const problem = await Promise.race([failed, once(server, "listening").then(() => undefined)]);
    return problem ?? (server.address() as AddressInfo).port;
  });
  await page.exposeFunction(
    "nodeRespond",
    (number: number, what: "writeHead" | "write" | "end" | "flushHeaders" | "destroy", args: never[]) => {
      (responses[number]?.[what] as ((...args: never[]) => unknown) | undefined)?.apply(responses[number], args);
    },
  );
  await page.exposeFunction("nodeStopServing", (id: number) => {
    servers.get(id)?.close();
    servers.get(id)?.closeAllConnections();
  });
  await page.evaluate(addToWindow, { env, home });
  const stop = (): void => {
    for (const child of programs.values()) kill(child);
    for (const server of servers.values()) server.close();
  };
  return { programs, stop };
}

function kill(child: ChildProcess | undefined): void {
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Runs in the page. */
function addToWindow({ env, home }: { env: Record<string, string>; home: string }): void {
  const node = window as unknown as Record<`node${string}`, (...args: unknown[]) => Promise<unknown>>;
  type Listener = (...args: unknown[]) => void;
  class Emitter {
    readonly #listeners = new Map<string, Listener[]>();
    on(name: string, listener: Listener): this {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
      return this;
    }
    once(name: string, listener: Listener): this {
      return this.on(name, listener);
    }
    setEncoding(): this {
      return this;
    }
    emit(name: string, ...args: unknown[]): void {
      for (const listener of this.#listeners.get(name) ?? []) listener(...args);
    }
  }
  class Child extends Emitter {
    readonly stdout = new Emitter();
    readonly stderr = new Emitter();
    readonly stdin = Object.assign(new Emitter(), {
      write: (text: string) => void node["nodeInput"]?.(this.pid, "write", text),
      end: (text: string) => void node["nodeInput"]?.(this.pid, "end", text),
    });
    readonly pid: number;
    constructor(pid: number) {
      super();
      this.pid = pid;
    }
  }
  const children = new Map<number, Child>();
  const servers: ((request: unknown, response: unknown) => void)[] = [];
  const responses = new Map<number, Emitter & { destroyed: boolean }>();
  const file =
    (name: string) =>
    (...args: unknown[]) =>
      node["nodeFile"]?.(name, args);
  const modules: Record<string, unknown> = {
    process: { env, platform: "linux", kill: (pid: number) => void node["nodeKill"]?.(-pid) },
    os: { homedir: () => home },
    path: {
      delimiter: ":",
      join: (...parts: string[]) => parts.join("/"),
      dirname: (path: string) => path.replace(/\/[^/]*$/, ""),
      basename: (path: string) => path.replace(/^.*\//, ""),
      isAbsolute: (path: string) => path.startsWith("/"),
    },
    crypto: { randomBytes: () => ({ toString: () => crypto.randomUUID().replaceAll("-", "") }) },
    "fs/promises": {
      constants: { X_OK: 1, S_IFMT: 0o170000, S_IFREG: 0o100000 },
      ...Object.fromEntries(
        ["access", "readdir", "stat", "mkdtemp", "mkdir", "rm", "writeFile"].map((name) => [name, file(name)]),
      ),
    },
    child_process: {
      spawn: (program: string, args: string[], { cwd, env }: { cwd: string; env: object }) => {
        const child = new Child(children.size + 1);
        children.set(child.pid, child);
        void node["nodeSpawn"]?.(child.pid, program, args, cwd, JSON.parse(JSON.stringify(env)));
        return child;
      },
    },
    http: {
      createServer: (handle: (request: unknown, response: unknown) => void) => {
        const id = servers.push(handle) - 1;
        let port = 0;
        const server = Object.assign(new Emitter(), {
          requestTimeout: 0,
          listen: (asked: number, _: string, then: () => void) => {
            void node["nodeServe"]?.(id, asked).then((given) => {
              if (typeof given === "string") server.emit("error", new Error(given));
              else {
                port = given as number;
                then();
              }
            });
            return server;
          },
          address: () => ({ port }),
          close: () => void node["nodeStopServing"]?.(id),
          closeAllConnections: () => undefined,
        });
        return server;
      },
    },
  };
  Object.assign(window, {
    require: (name: string) => modules[name],
    electronProgram: (id: number, [name, value]: FromProgram) => {
      const child = children.get(id);
      if (name === "stdout" || name === "stderr") child?.[name].emit("data", value);
      else child?.emit(name, name === "error" ? new Error(value) : value);
    },
    electronRequest: (id: number, number: number, { method, url, headers, body }: Asked) => {
      // One after another, as they are sent.
      let sent: Promise<unknown> = Promise.resolve();
      const send = (what: string, ...args: unknown[]): void => {
        sent = sent.then(() => node["nodeRespond"]?.(number, what, args));
      };
      const response = Object.assign(new Emitter(), {
        destroyed: false,
        writableFinished: false,
        writeHead: (status: number, headers = {}) => (send("writeHead", status, headers), response),
        flushHeaders: () => send("flushHeaders"),
        write: (piece: string) => send("write", piece),
        end: (piece = "") => {
          response.writableFinished = true;
          send("end", piece);
        },
        destroy: () => send("destroy"),
      });
      responses.set(number, response);
      servers[id]?.({ method, url, headers, readableEnded: true, setEncoding: () => [body] }, response);
    },
    electronLeft: (number: number) => {
      const response = responses.get(number);
      responses.delete(number);
      if (response) response.destroyed = true;
      response?.emit("close");
    },
  });
}
