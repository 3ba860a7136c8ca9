// Programs that are made up: scripts that speak as real ones do.
import { expect } from "vitest";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerEnd } from "../../js/agent/events.ts";
import { folderWith } from "../shim/vault.ts";
import { type Walled, WalledLoop } from "./walled.ts";

/** Asks `script` in place of the program. */
export async function askedOf(
  walled: Walled,
  script: string,
  more: Parameters<WalledLoop["ask"]>[1] = {},
  model = "",
): Promise<AnswerEnd> {
  const { command } = walled.program;
  const folder = await folderWith({ [command]: script });
  await chmod(join(folder, command), 0o755);
  const loop = await WalledLoop.start({ ...walled, command: [join(folder, command)] });
  try {
    const end = await loop.ask("Hi", more, model);
    expect(await loop.left()).toEqual([]);
    await expect.poll(() => loop.running()).toEqual([]);
    return end;
  } finally {
    await loop.close();
  }
}

/** A script in Node with `act`, which gets each message and can `send`. */
export const speaking = (act: string): string => `#!/usr/bin/env node
const { appendFileSync } = require("node:fs");
const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
const act = ${act};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => void act(JSON.parse(line)));
setTimeout(() => {}, 60000);
`;
