// The wire format of OpenAI's Responses, as events: https://platform.openai.com/docs/api-reference/responses-streaming
import { argsText, type CallPart, type Format, type Turn, type Writer } from "./script.ts";
import { openAi } from "./openai.ts";

/** OpenAI's newer one, which Codex speaks. A tool `namespace/name` is one of a group. */
export const responses: Format = {
  ...openAi,
  isTurn: (path) => path === "/v1/responses",
  writer: () => new ResponsesWriter(),
};

class ResponsesWriter implements Writer {
  readonly #output: object[] = [];

  begin(): string[] {
    return [event({ type: "response.created", response: { id: "resp_1" } })];
  }

  text(text: string): string[] {
    return this.#item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
  }

  thinking(text: string): string[] {
    return this.#item({ type: "reasoning", summary: [{ type: "summary_text", text }] });
  }

  /** Whole: Codex takes the arguments from the item that is done. */
  call(call: CallPart): string[] {
    const { id = `call_${this.#output.length}` } = call;
    const [name, namespace] = call.call.split("/").reverse();
    // Its argument is text.
    if (name === "exec") return this.#item({ type: "custom_tool_call", call_id: id, name, input: argsText(call) });
    return this.#item({
      ...{ type: "function_call", call_id: id, name, arguments: argsText(call) },
      ...(namespace !== undefined && { namespace }),
    });
  }

  error(code: string, message: string): string[] {
    return [event({ type: "response.failed", response: { id: "resp_1", error: { code, message } } })];
  }

  end({ usage }: Turn): string[] {
    const [input, output] = [usage?.input ?? 0, usage?.output ?? 0];
    const counted = {
      ...{ input_tokens: input, output_tokens: output, total_tokens: input + output },
      input_tokens_details: { cached_tokens: usage?.cached ?? 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    return [event({ type: "response.completed", response: { id: "resp_1", output: this.#output, usage: counted } })];
  }

  #item(item: object): string[] {
    const index = this.#output.push({ id: `item_${this.#output.length}`, ...item }) - 1;
    return [event({ type: "response.output_item.done", output_index: index, item: this.#output[index] })];
  }
}

function event(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
