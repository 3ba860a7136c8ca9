// A conversation for a model without tools: what is attached to a question, and the passages that were found for it, come
// as numbered text before it, without line numbers, which small models only repeat. A number in the answer becomes the
// citation of those lines.
import { pageName } from "../citations/seen-lines.ts";
import { seenLinesIn } from "../citations/seen-lines.ts";
import { nameOf } from "../../base/names.ts";
import { isShortLine } from "../context/outgoing.ts";
import type { Message } from "../message.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import type { Reply } from "../../../pkg/lectern.js";

/** A conversation without calls. */
export interface Numbered {
  readonly messages: readonly Message[];
  /** The citation for each number: `[[Open day#L3-5]]` for 1. */
  readonly citations: readonly string[];
}

/** `messages` without calls; the replies to them are numbered passages of the question before. */
export function numbered(messages: readonly Message[]): Numbered {
  const citations: string[] = [];
  const all: Message[] = [];
  messages.forEach((message, index) => {
    if (message.role === "assistant" && message.text.trim() !== "") {
      const { opaque: _, ...said } = message;
      all.push({ ...said, calls: [] });
    }
    if (message.role !== "user") return;
    const rest = message.attachments.filter(({ reply }) => !hasLines(reply));
    const replies = message.attachments.filter(({ reply }) => hasLines(reply)).map(({ reply }) => reply);
    for (let next = index + 1; messages[next] && messages[next]?.role !== "user"; next++) {
      const reply = messages[next];
      if (reply?.role === "tool" && !isShortLine(reply)) replies.push(reply.reply);
    }
    const passages = replies.flatMap((reply) => passagesIn(reply, citations));
    // The best come last: small models answer from what is next to the question.
    all.push({ ...message, attachments: rest, text: [...passages.reverse(), message.text].join("\n\n") });
  });
  return { messages: all, citations };
}

const hasLines = (reply: Reply): boolean => seenLinesIn(reply).some(({ lines }) => lines.size > 0);

/** The passages of `reply` as text. Adds a citation for each to `citations`. */
function passagesIn(reply: Reply, citations: string[]): string[] {
  const { notes = [] } = reply.structuredContent;
  return seenLinesIn(reply).flatMap((seen, index) => {
    const numbers = [...seen.lines.keys()];
    const [first, last] = [numbers[0], numbers.at(-1)];
    if (first === undefined || last === undefined) return [];
    // The head of a table is not next to its row.
    const from = numbers.filter((line, at) => line - 1 !== numbers[at - 1]).at(-1) ?? first;
    const range = from === last ? `L${from}` : `L${from}-${last}`;
    const number = citations.push(`[[${pageName(seen).replace(/\.md$/i, "")}#${range}]]`);
    const title = nameOf(seen.path);
    const headings = (notes[index]?.found?.headings ?? []).filter((heading) => heading !== title);
    return [`[${number}] ${[title, ...headings].join(" › ")}\n${[...seen.lines.values()].join("\n")}`];
  });
}

/** `[1]`, `[1, 2]` and `[[1]]`, not behind a backslash. */
const NUMBERS = /(?<mark>\[{1,2}(?<numbers>\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]{1,2})/y;
/** What may become such numbers. */
const MAYBE = /^\[{1,2}(?:\d[\d\s,;]{0,20})?\]?$/;

/** Replaces the numbers of passages in an answer that arrives in parts. */
export class CitedNumbers {
  readonly #citations: readonly string[];
  #held = "";
  #inCode = false;

  constructor(citations: readonly string[]) {
    this.#citations = citations;
  }

  /** The text that is certain now. `isEnd`: nothing follows. */
  take(text: string, isEnd = false): string {
    const all = this.#held + text;
    this.#held = "";
    let said = "";
    for (let at = 0; at < all.length;) {
      const character = all.charAt(at);
      if (character === "`") this.#inCode = !this.#inCode;
      if (character === "[" && !this.#inCode) {
        if (!isEnd && MAYBE.test(all.slice(at, at + 30))) {
          this.#held = all.slice(at);
          return said;
        }
        NUMBERS.lastIndex = at;
        const { mark = "", numbers = "" } = NUMBERS.exec(all)?.groups ?? {};
        const cited = numbers.split(/[,;]/).map((number) => this.#citations[Number(number) - 1]);
        if (mark !== "" && cited.every((citation) => citation !== undefined)) {
          said += cited.join(" ");
          at += mark.length;
          continue;
        }
      }
      said += character;
      at++;
    }
    return said;
  }
}

/** `model`, which gets the replies in a conversation as numbered passages, and whose numbers become citations. */
export function withPassages(model: Model): Pick<Model, "turn"> {
  return {
    async *turn({ system, messages }: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      const { messages: said, citations } = numbered(messages);
      let numbers = new CitedNumbers(citations);
      const rest = function* (): Generator<ModelEvent> {
        const text = numbers.take("", true);
        if (text !== "") yield { type: "text", text };
      };
      try {
        for await (const event of model.turn({ system, messages: said, tools: [] }, signal)) {
          if (event.type === "retract") numbers = new CitedNumbers(citations);
          if (event.type === "text") {
            const text = numbers.take(event.text);
            if (text !== "") yield { type: "text", text };
          } else if (event.type === "done") {
            yield* rest();
            // What the provider wants back has the numbers of this request.
            const { opaque: _, ...done } = event;
            yield done;
          } else yield event;
        }
      } catch (error) {
        yield* rest();
        throw error;
      }
    },
  };
}
