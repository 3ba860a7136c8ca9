// Reads several notes from a real disk, in Node: as the command line does, and one file after another.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import type { Timing } from "./page.ts";

/** Medians over turns in which each side reads all `notes`, `batch` times. */
export async function timedOnDisk(
  notes: Record<string, Uint8Array>,
  { maxBytes, rounds, batch }: { maxBytes: number; rounds: number; batch: number },
): Promise<Timing> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-"));
  try {
    for (const [path, bytes] of Object.entries(notes)) await writeFile(join(folder, path), bytes);
    const paths = Object.keys(notes);
    const tools = new Tools(NodeHost.open(folder), { maxBytes });
    const ours = async (): Promise<string> =>
      atHand(textOf(await tools.call("read_file", { files: paths.map((path) => ({ path })) })));
    const baseline = async (): Promise<string> => {
      const texts: string[] = [];
      for (const path of paths) texts.push(`== ${path} ==`, numbered(await readFile(join(folder, path), "utf8")));
      return atHand(texts.join("\n"));
    };
    if ((await ours()) !== (await baseline())) throw new Error("the baseline reads other text");
    const turns: Timing[] = [];
    for (let round = 0; round < rounds; round++) {
      const [mine, theirs] = [await timed(batch, ours), await timed(batch, baseline)];
      turns.push({ ours: mine, baseline: theirs, ratio: theirs / mine });
    }
    const median = (key: keyof Timing): number =>
      turns.map((turn) => turn[key]).sort((a, b) => a - b)[rounds >> 1] ?? NaN;
    return { ours: median("ours"), baseline: median("baseline"), ratio: median("ratio") };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** As plugins in JavaScript show a note. */
function numbered(text: string): string {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return atHand(lines.map((line, index) => `${index + 1}: ${line}`).join("\n"));
}

/** An engine may put off joining strings until someone looks. */
function atHand(text: string): string {
  text.charCodeAt(text.length - 1);
  return text;
}

async function timed(batch: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < batch; call++) await work();
  return (performance.now() - start) / batch;
}
