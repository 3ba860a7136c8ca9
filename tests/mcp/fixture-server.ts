// A server with the tools, resources and prompts that the official conformance suite calls. It runs on Lectern's own
// transport, so that the suite also tests what Lectern's tools never send: audio, sampling, several rounds of questions.
import { inputRequired, McpServer } from "@modelcontextprotocol/server";
import { codec, elicit, image, isAnswer, PNG, text, TOOLS } from "./fixture-tools.ts";

const RESOURCES: Record<string, object> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "Watched." },
};
const TEMPLATE = /^test:\/\/template\/(\w+)\/data$/;

const user = (content: object) => ({ role: "user" as const, content: content as { type: "text"; text: string } });
const PROMPTS: Record<string, { args?: string[]; messages(args: Record<string, string>): object[] }> = {
  test_simple_prompt: { messages: () => [user({ type: "text", text: "This is a simple prompt for testing." })] },
  test_prompt_with_arguments: {
    args: ["arg1", "arg2"],
    messages: ({ arg1, arg2 }) => [
      user({ type: "text", text: `Prompt with arguments: arg1='${arg1 ?? ""}', arg2='${arg2 ?? ""}'` }),
    ],
  },
  test_prompt_with_embedded_resource: {
    args: ["resourceUri"],
    messages: ({ resourceUri: uri }) => [
      user({
        type: "resource",
        resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
      }),
      user({ type: "text", text: "Please process the embedded resource above." }),
    ],
  },
  test_prompt_with_image: {
    messages: () => [user(image), user({ type: "text", text: "Please analyze the image above." })],
  },
  test_input_required_result_prompt: { messages: () => [user({ type: "text", text: "With your context." })] },
};

/** A fixture server for one connection or request. */
export function fixtureServer(): McpServer {
  const mcp = new McpServer(
    { name: "fixture", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
      },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  );
  const { server } = mcp;
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(TOOLS).map(([name, { schema: own = {} }]) => ({
      name,
      description: `Test tool ${name}.`,
      inputSchema: { type: "object" as const, ...own },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const tool = TOOLS[params.name];
    return tool ? tool.run(params.arguments ?? {}, context) : { ...text(`no tool ${params.name}`), isError: true };
  });
  server.setRequestHandler("resources/list", () => ({
    resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri, description: "A test resource." })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", description: "By id." }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const [, id] = TEMPLATE.exec(uri) ?? [];
    const data = { id, templateTest: true, data: `Data for ID: ${id ?? ""}` };
    const found = id === undefined ? RESOURCES[uri] : { mimeType: "application/json", text: JSON.stringify(data) };
    if (!found) throw Object.assign(new Error("Resource not found"), { code: -32602, data: { uri } });
    return { contents: [{ uri, ...found } as { uri: string; text: string }] };
  });
  for (const method of ["resources/subscribe", "resources/unsubscribe"] as const)
    server.setRequestHandler(method, () => ({}));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: ["paris", "park", "party"] } }));
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(PROMPTS).map(([name, { args = [] }]) => ({
      name,
      description: `Test prompt ${name}.`,
      arguments: args.map((arg) => ({ name: arg, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const prompt = PROMPTS[params.name];
    if (!prompt) throw Object.assign(new Error(`no prompt ${params.name}`), { code: -32602 });
    const isAsking = params.name === "test_input_required_result_prompt";
    if (isAsking && !isAnswer(context.mcpReq.inputResponses?.["user_context"])) {
      const user_context = elicit("What context should the prompt use?", { context: { type: "string" } });
      return inputRequired({ inputRequests: { user_context } });
    }
    return { messages: prompt.messages(params.arguments ?? {}) as ReturnType<typeof user>[] };
  });
  return mcp;
}
