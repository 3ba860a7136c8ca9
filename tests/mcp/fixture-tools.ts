// The tools that the official conformance suite calls, as it describes them.
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";

export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const KEY = Buffer.alloc(32, 7);
type Result = CallToolResult | InputRequiredResult;
type Run = (args: Record<string, unknown>, context: ServerContext) => Promise<Result> | Result;

export const codec = createRequestStateCodec<{ round: number }>({ key: KEY, bind: ({ mcpReq }) => mcpReq.method });
export const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });
export const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const schema = (properties: Record<string, object>) => ({
  type: "object" as const,
  properties: properties as Record<string, { type: "string" }>,
  required: Object.keys(properties),
});
export const elicit = (message: string, properties: Record<string, object>) =>
  inputRequired.elicit({ message, requestedSchema: schema(properties) });
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens });

/** Asks `inputRequests` until every answer is there, then says `done`. */
const asking =
  (inputRequests: InputRequests, done: (answers: Record<string, unknown>) => string, hasState = false): Run =>
  async (_, context) => {
    const { inputResponses = {} } = context.mcpReq;
    const state = context.mcpReq.requestState<{ round: number }>();
    const isAnswered = Object.keys(inputRequests).every((name) => isAnswer(inputResponses[name]));
    if (isAnswered && (!hasState || state !== undefined)) return text(done(inputResponses));
    return inputRequired({
      inputRequests,
      ...(hasState && { requestState: await codec.mint({ round: 1 }, context) }),
    });
  };
export const isAnswer = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && ("action" in answer || "content" in answer || "roots" in answer);

const NAME = { name: { type: "string" } };
const GREET = elicit("What is your name?", NAME);
const OPTIONS = ["option1", "option2", "option3"];
const titled = (of: string) =>
  ["First", "Second", "Third"].map((word, at) => ({ const: `value${at + 1}`, title: `${word} ${of}` }));

/** In rounds: each question is asked once the one before is answered. */
const multiRound: Run = async (_, context) => {
  const { inputResponses = {} } = context.mcpReq;
  const { round } = context.mcpReq.requestState<{ round: number }>() ?? { round: 0 };
  if (round === 2 && isAnswer(inputResponses["step2"])) return text("done");
  const isFirst = round === 0 || !isAnswer(inputResponses["step1"]);
  const step = isFirst
    ? { step1: elicit("Step 1: What is your name?", NAME) }
    : { step2: elicit("Step 2: What is your favorite color?", { color: { type: "string" } }) };
  return inputRequired({ inputRequests: step, requestState: await codec.mint({ round: isFirst ? 1 : 2 }, context) });
};

/** Asks for as much as the client supports. */
const capabilities: Run = (args, context) => {
  const supported = capabilitiesOf(context);
  const requests: InputRequests = {
    ...(supported["elicitation"] !== undefined && { user_name: GREET }),
    ...(supported["sampling"] !== undefined && { greeting: sample("Generate a greeting", 50) }),
  };
  return Object.keys(requests).length === 0
    ? text("nothing can be asked")
    : asking(requests, () => "ok")(args, context);
};
const capabilitiesOf = ({ mcpReq: { envelope } }: ServerContext): Record<string, unknown> =>
  ((envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;

const withProgress: Run = async (_, { mcpReq }) => {
  const { progressToken } = mcpReq._meta ?? {};
  if (progressToken !== undefined) {
    for (const progress of [0, 50, 100])
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
  }
  return text("done");
};

const answered = (answers: Record<string, unknown>): string =>
  Object.values(answers)
    .map((answer) => {
      const { action, content } = answer as { action?: string; content?: unknown };
      return `action=${action ?? ""}, content=${JSON.stringify(content)}`;
    })
    .join();

/** A schema of JSON Schema 2020-12. */
const ADDRESS = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};
const HEADERS = { properties: { region: { type: "string", "x-mcp-header": "Region" } } };

/** The tools by name: what each does, and its arguments. */
export const TOOLS: Record<string, { run: Run; schema?: object }> = {
  test_simple_text: { run: () => text("This is a simple text response for testing.") },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }) },
  test_embedded_resource: {
    run: () => ({
      content: [
        {
          type: "resource",
          resource: {
            uri: "test://embedded-resource",
            mimeType: "text/plain",
            text: "This is an embedded resource content.",
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        image,
        {
          type: "resource",
          resource: {
            uri: "test://mixed-content-resource",
            mimeType: "application/json",
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    run: () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  },
  test_tool_with_progress: { run: withProgress },
  test_elicitation: {
    run: (args, context) =>
      asking(
        { user: elicit(String(args["message"]), { username: { type: "string" }, email: { type: "string" } }) },
        (all) => `User response: ${answered(all)}`,
      )(args, context),
    schema: schema({ message: { type: "string" } }),
  },
  test_sampling: {
    run: (args, context) =>
      asking({ llm: sample(String(args["prompt"]), 100) }, (all) => `LLM response: ${JSON.stringify(all["llm"])}`)(
        args,
        context,
      ),
    schema: schema({ prompt: { type: "string" } }),
  },
  test_elicitation_sep1034_defaults: {
    run: asking(
      {
        user: elicit("Your details", {
          name: { type: "string", default: "John Doe" },
          age: { type: "integer", default: 30 },
          score: { type: "number", default: 95.5 },
          status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
          verified: { type: "boolean", default: true },
        }),
      },
      (all) => `Elicitation completed: ${answered(all)}`,
    ),
  },
  test_elicitation_sep1330_enums: {
    run: asking(
      {
        user: elicit("Your choice", {
          untitledSingle: { type: "string", enum: OPTIONS },
          titledSingle: { type: "string", oneOf: titled("Option") },
          legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
          untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
          titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
        }),
      },
      (all) => `Elicitation completed: ${answered(all)}`,
    ),
  },
  test_input_required_result_elicitation: {
    run: asking({ user_name: GREET }, (all) => {
      const { content } = all["user_name"] as { content?: { name?: string } };
      return `Hello, ${content?.name ?? "you"}!`;
    }),
  },
  test_input_required_result_sampling: {
    run: asking({ capital_question: sample("What is the capital of France?", 100) }, (all) => JSON.stringify(all)),
  },
  test_input_required_result_list_roots: {
    run: asking({ client_roots: inputRequired.listRoots() }, (all) => JSON.stringify(all)),
  },
  test_input_required_result_request_state: {
    run: asking({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, () => "state-ok", true),
  },
  test_input_required_result_multiple_inputs: {
    run: asking(
      { user_name: GREET, greeting: sample("Generate a greeting", 50), client_roots: inputRequired.listRoots() },
      () => "all there",
      true,
    ),
  },
  test_input_required_result_multi_round: { run: multiRound },
  test_input_required_result_tampered_state: {
    run: asking({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, () => "state-ok", true),
  },
  test_input_required_result_capabilities: { run: capabilities },
  test_missing_capability: {
    run: (_, context) => {
      if (capabilitiesOf(context)["sampling"] !== undefined) return text("ok");
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  test_trigger_tool_change: { run: () => text("changed") },
  test_trigger_prompt_change: { run: () => text("changed") },
  test_streaming_elicitation: { run: asking({ user_name: GREET }, () => "ok") },
  test_logging_tool: { run: () => text("nothing is logged") },
  test_headers: { run: () => text("ok"), schema: HEADERS },
  test_custom_headers: { run: () => text("ok"), schema: HEADERS },
  json_schema_2020_12_tool: { run: () => text("ok"), schema: ADDRESS },
};
