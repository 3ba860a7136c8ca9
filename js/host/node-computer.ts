// The computer that Node runs on: programs, files of their own, and a server on loopback. In the app, Electron's `require`
// gives Node's modules; this module imports none.
import type {
  Computer,
  FoundProgram,
  LocalRequest,
  LocalResponse,
  LocalServer,
  Output,
  OwnFolder,
  Running,
  Start,
} from "../agent/programs/computer.ts";
import { reason } from "../base/reason.ts";

/** Gives one of Node's modules. */
export type Require = (name: string) => unknown;

/** A line of a program's output that is longer, in characters, is cut: nothing that is read is so long. */
const LONGEST_LINE = 20_000_000;
/** Characters of a program's standard error that are kept. */
const KEPT_ERRORS = 2000;
/** An agent needs a few for each of its windows. */
const MOST_CONNECTIONS = 200;
/** Characters of a request to the server. */
const LONGEST_BODY = 2_000_000;
/** The folder of a run that is older, in milliseconds, belongs to none that goes on. */
const MOST_AGE_MS = 172_800_000;
/** Around what the shell is asked for. */
const MARK = "__lectern__";
/** How long a program may take that soon ends, such as the user's shell. */
const SOON_MS = 5000;
/** What a program must not inherit: it would change how Node or Electron starts it. */
const NOT_INHERITED = { NODE_OPTIONS: undefined, BUN_OPTIONS: undefined, ELECTRON_RUN_AS_NODE: undefined };
/** Lines of a program that soon ends. */
const MOST_LINES = 10_000;

/** A request that is longer than `LONGEST_BODY`. */
class TooLong extends Error {}

/** The computer. Its programs end with `stopAll`. */
export class NodeComputer implements Computer {
  readonly isWindows: boolean;
  readonly #require: Require;
  readonly #process: NodeJS.Process;
  readonly #running = new Set<Running>();
  readonly #servers = new Set<LocalServer>();

  constructor(require: Require) {
    this.#require = require;
    this.#process = require("process") as NodeJS.Process;
    this.isWindows = this.#process.platform === "win32";
  }

  /** Ends all programs and servers, at once. */
  stopAll(): void {
    for (const one of this.#running) one.kill();
    for (const server of this.#servers) server.close();
  }

  async find(name: string): Promise<FoundProgram | undefined> {
    const path = this.#require("path") as typeof import("node:path");
    if (path.isAbsolute(name)) return this.#in([path.dirname(name)], path.basename(name));
    const found = await this.#in(this.#folders(), name);
    if (found) return found;
    // The user may install it meanwhile, so it is asked each time.
    return this.#in(await this.#inShell(), name);
  }

  async #in(folders: readonly string[], name: string): Promise<FoundProgram | undefined> {
    const { access, constants, stat } = this.#require("fs/promises") as typeof import("node:fs/promises");
    const path = this.#require("path") as typeof import("node:path");
    for (const folder of folders) {
      // Node starts no other files there, such as those that npm makes.
      const place = path.join(folder, this.isWindows ? `${name.replace(/\.exe$/i, "")}.exe` : name);
      const isThere = await Promise.all([access(place, constants.X_OK), stat(place)]).then(
        ([, { mode }]) => (mode & constants.S_IFMT) === constants.S_IFREG,
        () => false,
      );
      const all = new Set([folder, ...this.#folders(), ...folders]);
      if (isThere) return { place, path: [...all].join(path.delimiter) };
    }
    return undefined;
  }

  /** Where programs are installed: an app that was started from a desktop has only the system's own folders in its PATH. */
  #folders(): string[] {
    const { homedir } = this.#require("os") as typeof import("node:os");
    const path = this.#require("path") as typeof import("node:path");
    const { PATH, Path = "" } = this.#process.env;
    const home = (...parts: string[]): string => path.join(homedir(), ...parts);
    const known = this.isWindows
      ? [home("AppData", "Local", "Microsoft", "WinGet", "Links"), home(".local", "bin")]
      : [
          "/opt/homebrew/bin",
          "/usr/local/bin",
          ...[".local", ".npm-global", ".volta", ".bun"].map((at) => home(at, "bin")),
        ];
    return [...(PATH ?? Path).split(path.delimiter), ...known].filter((folder) => path.isAbsolute(folder));
  }

  /** The folders in the PATH that the user's shell sets up; none if it takes too long. */
  async #inShell(): Promise<string[]> {
    const shell = this.#process.env["SHELL"];
    if (this.isWindows || !shell) return [];
    const { homedir } = this.#require("os") as typeof import("node:os");
    // What its start prints comes before. In words that every shell knows.
    const command = [shell, "-ilc", `echo ${MARK}; printenv PATH; echo ${MARK}`];
    const { lines } = await this.outputOf({ command, env: {}, folder: homedir() });
    const at = lines.indexOf(MARK);
    return at < 0 ? [] : (lines[at + 1] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  }

  async outputOf(start: Start): Promise<Output> {
    const lines: string[] = [];
    const running = this.start(start, (line) => lines.length < MOST_LINES && lines.push(line));
    running.endInput("");
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What it started may keep its output open.
    const late = new Promise<{ code?: number }>((resolve) => {
      timer = setTimeout(() => {
        running.kill();
        resolve({});
      }, SOON_MS);
    });
    const { code } = await Promise.race([running.ended, late]);
    clearTimeout(timer);
    return { lines, ...(code !== undefined && { code }) };
  }

  start({ command, env, folder }: Start, line: (line: string) => void): Running {
    const { spawn } = this.#require("child_process") as typeof import("node:child_process");
    const [program = "", ...args] = command;
    const all = { ...this.#process.env, ...this.#withoutProxy(), ...NOT_INHERITED, ...env };
    // With a group of its own, what it started ends with it.
    const child = spawn(program, args, { cwd: folder, env: all, detached: !this.isWindows, windowsHide: true });
    let [rest, errors] = ["", ""];
    let hasEnded = false;
    const take = (text: string): void => {
      const [first = "", ...others] = text.split("\n");
      if (rest.length < LONGEST_LINE) rest += first;
      for (const next of others) {
        line(rest);
        rest = next;
      }
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-KEPT_ERRORS)));
    // It may end before it has read all.
    child.stdin.on("error", () => undefined);
    const running: Running = {
      write: (text) => void child.stdin.write(text),
      endInput: (text) => void child.stdin.end(text),
      ended: new Promise((resolve) => {
        child.on("error", (error) => resolve({ errors: reason(error) }));
        child.on("close", (code) => {
          // What it started ends with it; its number may be another program's from then on.
          if (!this.isWindows) this.#kill(child.pid);
          hasEnded = true;
          if (rest !== "") line(rest);
          resolve({ ...(code !== null && { code }), errors });
        });
      }),
      kill: () => hasEnded || this.#kill(child.pid),
    };
    this.#running.add(running);
    void running.ended.then(() => this.#running.delete(running));
    return running;
  }

  /** Our server is not reached through a proxy of the user's, which would get the token. */
  #withoutProxy(): Record<string, string> {
    const { NO_PROXY, no_proxy: small } = this.#process.env;
    const hosts = [...new Set([NO_PROXY, small, "127.0.0.1"])].filter(Boolean).join(",");
    return { NO_PROXY: hosts, no_proxy: hosts };
  }

  #kill(pid: number | undefined): void {
    if (pid === undefined) return;
    if (this.isWindows) {
      const { spawn } = this.#require("child_process") as typeof import("node:child_process");
      // Windows would look in the current folder first.
      spawn(`${this.#process.env["SystemRoot"]}\\System32\\taskkill.exe`, ["/pid", String(pid), "/t", "/f"], {
        windowsHide: true,
      }).on("error", () => undefined);
      return;
    }
    try {
      this.#process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }

  async serve(answer: (request: LocalRequest) => Promise<LocalResponse>, port = 0): Promise<LocalServer> {
    const { createServer } = this.#require("http") as typeof import("node:http");
    const server = createServer((request, response) => {
      void (async () => {
        // Who asks is judged before anything is read.
        const body = async (): Promise<string> => {
          let text = "";
          for await (const piece of request.setEncoding("utf8")) {
            text += piece as string;
            if (text.length > LONGEST_BODY) throw new TooLong();
          }
          return text;
        };
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
        );
        const gone = new AbortController();
        response.on("close", () => response.writableFinished || gone.abort());
        const said = await answer({
          ...{ method: request.method ?? "", path: (request.url ?? "").replace(/\?.*/s, "") },
          ...{ headers, body, gone: gone.signal },
        });
        // What was not read is not waited for.
        response.writeHead(said.status, { ...said.headers, ...(!request.readableEnded && { connection: "close" }) });
        if (typeof said.body !== "object") return response.end(said.body);
        response.flushHeaders();
        for await (const piece of said.body) {
          if (response.destroyed) return undefined;
          response.write(piece);
        }
        return response.end();
      })().catch((error: unknown) => {
        if (error instanceof TooLong && !response.headersSent) response.writeHead(413, { connection: "close" }).end();
        else response.destroy();
      });
    });
    server.maxConnections = MOST_CONNECTIONS;
    // Old installers of the app have a Node whose servers can't close them.
    const sockets = new Set<{ destroy(): unknown }>();
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
    const address = server.address();
    const own: LocalServer = {
      port: typeof address === "object" ? (address?.port ?? 0) : 0,
      close: () => {
        this.#servers.delete(own);
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    };
    this.#servers.add(own);
    return own;
  }

  async folder(): Promise<OwnFolder> {
    const { mkdtemp, mkdir, readdir, rm, stat, writeFile } = this.#require(
      "fs/promises",
    ) as typeof import("node:fs/promises");
    const { homedir } = this.#require("os") as typeof import("node:os");
    const path = this.#require("path") as typeof import("node:path");
    // Not the system's temporary folder, which others may read.
    const all = path.join(homedir(), ".cache", "lectern", "agents");
    await mkdir(all, { recursive: true, mode: 0o700 });
    // Those of runs that ended with the app.
    for (const name of await readdir(all)) {
      const { mtimeMs } = await stat(path.join(all, name)).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > MOST_AGE_MS)
        await rm(path.join(all, name), { recursive: true, force: true }).catch(() => undefined);
    }
    const folder = await mkdtemp(path.join(all, "run-"));
    const work = path.join(folder, "work");
    await mkdir(work);
    return {
      work,
      write: async (name, text) => {
        const place = path.join(folder, name);
        await mkdir(path.dirname(place), { recursive: true });
        await writeFile(place, text, { mode: 0o600 });
        return place;
      },
      remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
    };
  }

  secret(): string {
    const { randomBytes } = this.#require("crypto") as typeof import("node:crypto");
    return randomBytes(16).toString("hex");
  }
}
