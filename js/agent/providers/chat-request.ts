// Converts a prompt to the messages of OpenAI's chat completions.
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";

type Prompt = LanguageModelV4CallOptions["prompt"];
type Said = Prompt[number];
type UserPart = Extract<Said, { role: "user" }>["content"][number];

/** Under this name, the metadata of a part is filed. */
export const OWN = "compatible";

/** The body of the request for a turn of `model`. */
export function chatRequest(
  model: string,
  { prompt, tools, temperature, reasoning }: LanguageModelV4CallOptions,
): Record<string, unknown> {
  return {
    model,
    temperature,
    reasoning_effort: reasoning,
    messages: prompt.flatMap(messagesOf),
    tools: tools?.flatMap((tool) => {
      if (tool.type !== "function") return [];
      const { name, description, inputSchema } = tool;
      return [{ type: "function", function: { name, description, parameters: inputSchema } }];
    }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function messagesOf(said: Said): Record<string, unknown>[] {
  switch (said.role) {
    case "system":
      return [{ role: "system", content: said.content }];
    case "user": {
      const [first, ...others] = said.content;
      const isText = first?.type === "text" && others.length === 0;
      return [{ role: "user", content: isText ? first.text : said.content.map(userPart) }];
    }
    case "assistant":
      return [assistantMessage(said)];
    case "tool":
      return said.content.flatMap((part) => {
        if (part.type !== "tool-result") return [];
        const { toolCallId, output } = part;
        return [{ role: "tool", tool_call_id: toolCallId, content: "value" in output ? output.value : "" }];
      });
  }
}

function assistantMessage({ content }: Extract<Said, { role: "assistant" }>): Record<string, unknown> {
  let text = "";
  let thought = "";
  const calls: object[] = [];
  for (const part of content) {
    if (part.type === "text") text += part.text;
    if (part.type === "reasoning" && part.providerOptions?.[OWN]?.["isContent"]) thought += part.text;
    if (part.type !== "tool-call") continue;
    const { toolCallId: id, toolName: name, input, providerOptions } = part;
    const signature = providerOptions?.[OWN]?.["thoughtSignature"];
    calls.push({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
      ...(signature !== undefined && { extra_content: { google: { thought_signature: signature } } }),
    });
  }
  return {
    role: "assistant",
    content: calls.length > 0 ? text || null : text,
    ...(thought !== "" && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function userPart(part: UserPart): object {
  if (part.type === "text") return { type: "text", text: part.text };
  const data = part.data.type === "data" ? String(part.data.data) : "";
  return { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${data}` } };
}
