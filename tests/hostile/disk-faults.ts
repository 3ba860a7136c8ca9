// Makes Node's file functions fail, or the process seem killed, at one of their calls.
import { EventEmitter } from "node:events";
import type * as Fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { NodeHost } from "../../js/host/node.ts";
import type { Journal } from "../../js/vault/changes.ts";

type Work = (...args: unknown[]) => unknown;
type Functions = Record<string, Work>;
const require = createRequire(import.meta.url);
const disk = require("node:fs") as typeof Fs & Functions;
const processes = require("node:child_process") as Functions;

/** What the hosts and the journal call. */
const WRITES = ["writeSync", "ftruncateSync", "fsyncSync", "renameSync", "linkSync", "copyFileSync", "mkdirSync"];
const REMOVES = ["unlinkSync", "rmSync", "rmdirSync"];
const READS = ["openSync", "lstatSync", "fstatSync", "statSync", "readFileSync", "readSync", "readdirSync"];
const PROGRAMS = ["spawnSync", "spawn"];
const OTHERS = ["closeSync", "fchmodSync", "fchownSync"];

/** Thrown by the call at which the process is killed, and by all later ones. */
export const KILLED = new Error("killed");

/** What happens at the call: an error, the end, or what a function does to the vault just before it. */
export type DiskFault = "ENOSPC" | "EACCES" | "EIO" | "stays full" | "killed" | (() => void);

/** Counts the calls while the host changes files and the journal is written, and has `fault` happen at the `at`-th. */
export class DiskFaults {
  /** The name of the call at which the fault was; undefined if there were fewer calls. */
  reached: string | undefined;
  readonly #at: number;
  readonly #fault: DiskFault;
  #calls = 0;
  /** How many of the works that count are in progress. */
  #works = 0;
  #isPaused = false;

  constructor(at: number, fault: DiskFault) {
    this.#at = at;
    this.#fault = fault;
  }

  /** `host`, whose changes are counted. */
  host(host: NodeHost): NodeHost {
    const { write, move } = host;
    host.write = (change) => this.#counted(() => write(change));
    host.move = (change) => this.#counted(() => move(change));
    return host;
  }

  journal(journal: Journal): Journal {
    return {
      entries: () => journal.entries(),
      endsDamaged: () => journal.endsDamaged(),
      roomFor: (bytes) => journal.roomFor(bytes),
      alone: (work) => this.#counted(() => journal.alone(work)),
    };
  }

  #counted<T>(work: () => T): T {
    if (this.#isKilled()) throw KILLED;
    this.#works++;
    let result: T | undefined;
    try {
      result = work();
    } finally {
      if (!(result instanceof Promise)) this.#works--;
    }
    if (result instanceof Promise) return result.finally(() => this.#works--) as T;
    if (this.#isKilled()) throw KILLED;
    return result;
  }

  #isKilled(): boolean {
    return this.#fault === "killed" && this.reached !== undefined;
  }

  /** Does `work` with the functions replaced. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const kept: [Functions, string, Work][] = [];
    const put = (owner: Functions, name: string): void => {
      const real = owner[name];
      if (!real) throw new Error(`there is no ${name}`);
      kept.push([owner, name, real]);
      owner[name] = (...args) => (this.#works > 0 && !this.#isPaused ? this.#call(name, real, args) : real(...args));
    };
    for (const name of [...WRITES, ...REMOVES, ...READS, ...OTHERS]) put(disk, name);
    for (const name of PROGRAMS) put(processes, name);
    syncBuiltinESMExports();
    try {
      return await work();
    } finally {
      for (const [owner, name, real] of kept) owner[name] = real;
      syncBuiltinESMExports();
    }
  }

  /** What `work` calls does not count. */
  #unarmed<T>(work: () => T): T {
    this.#isPaused = true;
    try {
      return work();
    } finally {
      this.#isPaused = false;
    }
  }

  #call(name: string, real: Work, args: unknown[]): unknown {
    if (this.#isKilled()) {
      // The system closes the files of a process that has ended.
      if (name === "closeSync") real(...args);
      throw KILLED;
    }
    const fault = this.#fault;
    const isFull = fault === "stays full" && this.reached !== undefined && WRITES.includes(name);
    if (++this.#calls !== this.#at && !isFull) return this.#unarmed(() => real(...args));
    this.reached ??= name;
    if (typeof fault === "function") this.#unarmed(fault);
    if (typeof fault === "function" || (fault === "stays full" && !WRITES.includes(name)))
      return this.#unarmed(() => real(...args));
    if (name === "closeSync") real(...args);
    // A write that fails may have written a part.
    if (name === "writeSync") real(args[0], ...halved(args));
    if (fault === "killed") throw KILLED;
    if (name === "spawnSync") return { status: 1 };
    // This one tells of it later.
    if (name === "spawn") return real("no such program", [], {});
    const code = fault === "stays full" ? "ENOSPC" : fault;
    throw Object.assign(new Error(`${code}: ${name}`), { code });
  }
}

/** The arguments of `writeSync` behind the file, for half of the content. */
function halved([, content, from, length, position]: unknown[]): unknown[] {
  if (typeof content === "string") return [content.slice(0, content.length / 2)];
  return [content, from, Math.floor(Number(length) / 2), position];
}

/**
 * Locks as the program `flock` does, without starting it, which would take most of the time. Returns what ends that. Of
 * the open files of one path, one has the lock until it is closed. What locks is in /proc only on Linux, but nothing else
 * starts `flock`.
 */
export function lockHere(): () => void {
  const { spawn } = processes;
  if (!spawn) throw new Error("there is no spawn");
  const pathOf = (file: number): string | undefined => {
    try {
      return disk.readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return undefined;
    }
  };
  const holders = new Map<string | undefined, number>();
  const flock = (file: number): EventEmitter => {
    const path = pathOf(file);
    const holder = holders.get(path) ?? file;
    const isFree = holder === file || pathOf(holder) !== path;
    const program = Object.assign(new EventEmitter(), { kill: () => setImmediate(() => program.emit("exit", null)) });
    if (isFree) {
      holders.set(path, file);
      setImmediate(() => program.emit("exit", 0));
    }
    return program;
  };
  const put = (work: Work): void => {
    processes["spawn"] = work;
    syncBuiltinESMExports();
  };
  put((...args) => {
    const [program, , options] = args as [string, unknown, { stdio: number[] }];
    return program === "flock" ? flock(options.stdio[3] ?? -1) : spawn(...args);
  });
  return () => put(spawn);
}
