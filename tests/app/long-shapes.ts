// Long answers that are all of one shape, to be streamed: a paragraph, a list, a table, code, and all of them in turns.
import type { Page } from "playwright-core";
import { varied } from "../models/turns.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, gate } from "./chat.ts";

/** About a token. */
const PIECE = /[^]{1,4}/g;
/** How many come between two frames: 600 a second, more than any model writes. */
const A_FRAME = 10;

const ALL = varied(100_000).split(" ");
const words = (from: number, count: number): string => {
  const at = from % (ALL.length - count);
  return ALL.slice(at, at + count).join(" ");
};

const LINES = {
  paragraph: (at: number) => `${words(at * 9, 9)}, as it says in [[Notes/Lamp#L${(at % 20) + 1}]]. `,
  list: (at: number) => `${at + 1}. **${words(at * 3, 2)}** ${words(at * 9, 9)} [[Notes/Lamp#L${(at % 20) + 1}]]\n`,
  table: (at: number) => `| ${words(at * 3, 2)} | ${words(at * 9, 6)} | [[Notes/Lamp#L${(at % 20) + 1}]] |\n`,
  code: (at: number) => `  const lamp${at} = light("${words(at * 4, 4)}", ${at});\n`,
};
const HEADS: Partial<Record<Shape, string>> = {
  table: "| what | how | where |\n| --- | --- | --- |\n",
  code: "```js\n",
};

export type Shape = keyof typeof LINES;
export const SHAPES = Object.keys(LINES) as Shape[];

/** An answer of this many tokens, as it comes. */
export function longAnswer(shape: Shape | "mixed", tokens: number): string[] {
  const one = (shape: Shape, letters: number): string => {
    let text = HEADS[shape] ?? "";
    for (let at = 0; text.length < letters; at++) text += LINES[shape](at);
    return text + (shape === "code" ? "```\n" : "");
  };
  const letters = 4 * tokens;
  const text =
    shape === "mixed"
      ? Array.from({ length: 20 }, (_, at) => one(SHAPES[at % 4] ?? "list", letters / 20)).join("\n\n")
      : one(shape, letters);
  return text.match(PIECE) ?? [];
}

/** Asks, and streams `pieces`, some between two frames. */
export async function streamPieces(page: Page, model: StandIn, pieces: readonly string[], count = 1): Promise<void> {
  const gates = Array.from({ length: Math.ceil(pieces.length / A_FRAME) }, () => gate());
  model.script({
    parts: gates.flatMap(({ opened }, at) => [{ wait: opened }, ...pieces.slice(at * A_FRAME, (at + 1) * A_FRAME)]),
  });
  await ask("And now?", page);
  for (const { open } of gates) {
    open();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await answered(count, page);
}
