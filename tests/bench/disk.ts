// Reads several notes from a real disk, in Node: as the command line does, and one file after another.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { atHand, inTurns, numbered, type Timing } from "./turns.ts";

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
    return await inTurns(rounds, batch, ours, baseline);
  } finally {
    await rm(folder, { recursive: true });
  }
}
