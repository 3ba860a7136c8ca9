// A model without tools, asked with numbered passages.
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { CitedNumbers, numbered } from "./numbered.ts";

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
