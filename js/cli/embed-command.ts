// `lectern embed`: makes the vectors of the search by meaning. Says what would be sent, and asks.
import { waitMs } from "../agent/loop/retry.ts";
import { platformClock } from "../base/clock.ts";
import { reason, systemReason } from "../base/reason.ts";
import { Busy } from "../host/node-lock.ts";
import type { NodeHost } from "../host/node.ts";
import type { Tools } from "../vault/tools.ts";
import { askUser } from "./ask-user.ts";
import { embedderOf, type VaultMeaning } from "./embedding-options.ts";
import { EXIT, Failure } from "./exit-codes.ts";
import { whileWaiting } from "./reading-line.ts";
import type { Terminal } from "./terminal.ts";

/** What the command needs. */
export interface EmbedParts {
  readonly host: NodeHost;
  readonly tools: Tools;
  readonly meaning: VaultMeaning;
  readonly output: Terminal;
  /** Whether the user has agreed already. */
  readonly yes: boolean;
  readonly input: NodeJS.ReadStream;
  readonly progress: NodeJS.WriteStream;
  /** Uses this model from now on. */
  readonly use: (model: { key: string; dims: number }) => void;
}

/** Bytes of a note to a token: a careful guess for all languages. */
const BYTES_A_TOKEN = 3;

/** Runs the command; returns its exit code. Only one process at a time makes the vectors of a vault. */
export async function embed(parts: EmbedParts): Promise<number> {
  const free = await parts.meaning.vectors.alone().catch((error: unknown) => {
    const what = "another lectern embed makes the vectors of this vault; run it again when that has ended";
    throw new Failure(EXIT.failed, error instanceof Busy ? what : systemReason(error));
  });
  try {
    return await embedAlone(parts);
  } finally {
    free();
  }
}

async function embedAlone(parts: EmbedParts): Promise<number> {
  const { host, tools, meaning, output, use } = parts;
  const { client, vectors, key } = meaning;
  const signal = new AbortController().signal;
  const dims = meaning.approved?.dims ?? (await dimsOf(meaning, signal));
  use({ key, dims });
  const embedder = (host.embedder = embedderOf(meaning, dims, tools));
  // Makes the index, and takes the vectors that are there.
  const known = await tools.call("search_notes", { query: "meaning", limit: 1, meaning: false });
  if (known.structuredContent.error) throw new Failure(EXIT.failed, known.structuredContent.error.message);
  if (!meaning.approved && !(await isAgreed(parts))) return EXIT.failed;
  vectors.keepText("model", JSON.stringify({ key, dims }));
  await whileWaiting(
    parts.progress,
    () => progressOf(tools),
    async () => {
      for (let tries = 1; ; tries += 1) {
        const before = tools.meaning()?.vectors ?? 0;
        const { error } = (await tools.embed(signal)).structuredContent;
        const { halt } = embedder;
        if (halt === "budget") throw new Failure(EXIT.cost, "the budget of this day is used up; run it again tomorrow");
        if (!error) break;
        if ((tools.meaning()?.vectors ?? 0) > before) tries = 1;
        const wait = typeof halt === "object" ? waitMs(halt.fault, tries, platformClock.random()) : undefined;
        if (wait === undefined) throw new Failure(EXIT.failed, `${error.message}; nothing is lost: run it again`);
        await platformClock.wait(wait, signal);
      }
    },
  );
  vectors.forgetOthers();
  const { vectors: count = 0, notes = 0 } = tools.meaning() ?? {};
  output.line(`${count} passages of ${notes} notes have vectors of ${dims} dimensions by ${client.model}`);
  return EXIT.done;
}

/** Asks the model for the vector of one word. */
async function dimsOf({ client }: VaultMeaning, signal: AbortSignal): Promise<number> {
  try {
    const { vectors } = await client.ask("passage", client.prepared("passage", ["Lectern"]).texts, signal);
    return vectors[0]?.length ?? 0;
  } catch (error) {
    throw new Failure(EXIT.failed, reason(error));
  }
}

async function isAgreed({ tools, meaning, output, yes, input }: EmbedParts): Promise<boolean> {
  const { waiting_notes: notes = 0, waiting_bytes: bytes = 0 } = tools.meaning() ?? {};
  const { host, model } = meaning.client;
  const tokens = Math.ceil(bytes / BYTES_A_TOKEN);
  output.line(
    `${notes} notes, at most about ${tokens} tokens, are sent to ${host} (${model}). Excluded notes are not.`,
  );
  if (yes) return true;
  if (!input.isTTY) throw new Failure(EXIT.usage, "there is no terminal to ask in; add --yes");
  return /^(?:y|yes)$/i.test((await askUser(input, "Send them? [y/N] "))?.trim() ?? "");
}

function progressOf(tools: Tools): string {
  const { vectors = 0, notes = 0, waiting_notes: left = 0 } = tools.meaning() ?? {};
  return `${vectors} passages, ${notes} of ${notes + left} notes`;
}
