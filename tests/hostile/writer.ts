// A program of its own that changes a vault and accepts every change. Its arguments are the vault and the folder of the
// journal; each line of its input is a call, and gets its reply as a line. It tells when it is ready by an empty line.
// With a number as third argument, it is killed at that call of the system.
import { createInterface } from "node:readline";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import type { Journal } from "../../js/vault/changes.ts";
import { Tools } from "../../js/vault/tools.ts";
import { undoChange, type UndoPlace } from "../../js/vault/undo-change.ts";
import { DiskFaults } from "./disk-faults.ts";

/** A call of a tool, or the undoing of the first change of a file. */
export type WriterCall = { readonly tool: string; readonly args: object } | { readonly undo: string };

const [vault = "", state = "", killedAt] = process.argv.slice(2);

/** The host and the journal as they are, or with the end of this process at a call. */
function parts(): { host: NodeHost; journal: Journal; faults: DiskFaults | undefined } {
  const host = NodeHost.open(vault);
  const journal = new NodeJournal(host.root, state);
  if (killedAt === undefined) return { host, journal, faults: undefined };
  const faults = new DiskFaults(Number(killedAt), () => process.kill(process.pid, "SIGKILL"));
  return { host: faults.host(host), journal: faults.journal(journal), faults };
}

const { host, journal, faults } = parts();
const place: UndoPlace = {
  tools: new Tools(host, { changes: true }),
  journal,
  approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null }),
};

async function answer(call: WriterCall): Promise<unknown> {
  if (!("undo" in call)) return place.tools.call(call.tool, call.args, undefined, undefined, place);
  const first = (await journal.entries()).find(({ path }) => path === call.undo);
  return (first && (await undoChange(first, null, place))) ?? null;
}

// The core is ready before the others begin.
await place.tools.call("list_files", {});
process.stdout.write("\n");
for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line) as WriterCall;
  const reply = await (faults ? faults.during(() => answer(call)) : answer(call));
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
