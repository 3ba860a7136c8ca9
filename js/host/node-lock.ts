// A lock among processes. The system frees it when its owner ends, however it ends: there is nothing to clean up, and no
// process has to be told apart from another one with the same number. Linux locks an open file on behalf of the program
// `flock`, macOS and Windows lock it as it is opened.
//
// On a disk, the check of a file, its entry in the journal and the write are made under one lock for each vault, among
// all processes (`Journal.alone`). There is no second lock that a change needs, so none can
// deadlock. Nobody is asked anything under it.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { systemCode } from "../base/reason.ts";

/** How long to wait for another process. No change takes that long, unless its process was stopped. */
const WAIT_MS = 30_000;
/** How often to look where a file is locked as it is opened. */
const LOOK_MS = 20;

/** The flag to lock a file as it is opened: `UV_FS_O_EXLOCK` of libuv, and `O_EXLOCK` of macOS and the BSDs. */
const LOCKED = process.platform === "win32" ? 0x10000000 : 0x20;
/** Windows has no `O_NONBLOCK`. */
const {
  O_RDWR,
  O_CREAT,
  O_NONBLOCK = 0,
} = fs.constants as Pick<typeof fs.constants, "O_RDWR" | "O_CREAT"> & {
  O_NONBLOCK?: number;
};

/**
 * Locks `file`, which is made if it is missing, and returns what frees it. Throws if another process has it for longer
 * than `waitMs`.
 */
export async function lock(file: string, waitMs = WAIT_MS): Promise<() => void> {
  const held = await (hasFlock() ? flocked(file, waitMs) : opened(file, waitMs));
  return () => {
    try {
      fs.closeSync(held);
    } catch {
      // A change that was made must not seem to have failed.
    }
  };
}

function hasFlock(): boolean {
  return process.platform === "linux" || process.platform === "android";
}

/** Opens `file` and has `flock` lock it: the lock belongs to the open file, which is ours. */
async function flocked(file: string, waitMs: number): Promise<number> {
  const held = fs.openSync(file, O_RDWR | O_CREAT, 0o600);
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn("flock", ["-x", "3"], { stdio: ["ignore", "ignore", "ignore", held] });
      let isLate = false;
      const timer = setTimeout(() => (isLate = child.kill("SIGKILL")), waitMs);
      child.once("error", (error) => {
        clearTimeout(timer);
        reject(systemCode(error) === "ENOENT" ? new Error(NO_FLOCK) : error);
      });
      child.once("exit", (code) => {
        clearTimeout(timer);
        if (code === 0) resolve();
        else reject(isLate ? busy(waitMs) : new Error("the file system of the journal has no locks"));
      });
    });
  } catch (error) {
    fs.closeSync(held);
    throw error;
  }
  return held;
}

/** Opens `file`, which locks it. */
async function opened(file: string, waitMs: number): Promise<number> {
  for (const end = performance.now() + waitMs; ;) {
    try {
      return fs.openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | LOCKED, 0o600);
    } catch (error) {
      if (!["EAGAIN", "EWOULDBLOCK", "EBUSY"].includes(systemCode(error) ?? "")) throw error;
      if (performance.now() > end) throw busy(waitMs);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const NO_FLOCK = 'the program "flock" is missing, which keeps two programs from writing at once; install util-linux';

/** Another process has the lock. */
export class Busy extends Error {}

function busy(waitMs: number): Busy {
  const seconds = Math.ceil(waitMs / 1000);
  return new Busy(`another Lectern process has been writing for ${seconds} seconds; end it, or try again later`);
}
