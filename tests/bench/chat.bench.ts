// How long the chat panel blocks the app: while an answer streams below a long conversation, and when an answer arrives
// all at once. Run by `npm run bench -- --chat`.
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { answered, ask, openChat, startModel } from "../app/chat.ts";
import { openLong, showLong, streamAnswer, wholeAnswer } from "../app/long-chat.ts";
import { page, sharedBrowser } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { held, watch } from "./blocks.ts";

let model: StandIn;
beforeAll(async () => (model = await startModel()));
afterEach(() => page.context().close());
afterAll(async () => {
  await (await sharedBrowser()).close();
  await model.close();
});

const TRIES = 6;

/** Prints the longest block of each of some tries. */
async function print(what: string, attempt: () => Promise<number>): Promise<void> {
  const tries: number[] = [];
  while (tries.length < TRIES) tries.push(await attempt());
  console.log(`${what}, longest block: ${tries.map((held) => held.toFixed(1)).join(", then ")} ms`);
}

test("an answer that streams below 200 messages and 500 rows", async () => {
  await openLong(model);
  await showLong(page);
  await print("while streaming", async () => {
    await streamAnswer(page, model, () => watch(page));
    return held(page);
  });
}, 300_000);

test("an answer that comes all at once", async () => {
  await openLong(model);
  await showLong(page);
  await print("all at once", async () => {
    await watch(page);
    await wholeAnswer(page, model);
    return held(page);
  });
}, 300_000);

test("a megabyte in one line, with a citation in every sentence", async () => {
  await openChat({ files: {}, standIn: model });
  model.script({ parts: Array.from({ length: 300 }, () => "word and *some* [[Diary#L1]] more ".repeat(90)) });
  await watch(page);
  await ask("Go on and on.");
  await answered();
  console.log(`a megabyte in one line, longest block: ${(await held(page)).toFixed(1)} ms`);
}, 300_000);
