// `lectern ask --model …`: which model is asked, with which key, what is sent of the notes, and the messages when an
// option is missing. Needs pkg/cli.mjs, which built.ts makes.
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Network } from "../../js/agent/model-choice.ts";
import { modelOf } from "../../js/cli/model-options.ts";
import { PROVIDER_NAMES } from "../../js/cli/model-providers.ts";
import { anthropic } from "../standins/anthropic.ts";
import { google } from "../standins/google.ts";
import { networkTo } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import type { Format } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import { ended, start, type Ended } from "./cli.ts";
import { folderWith } from "./vault.ts";

const KEY = "sk-test-Zx81hUnTeR2";

let vault: string;
let server: StandIn | undefined;

beforeAll(async () => {
  vault = await folderWith({
    "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n",
    "Private/Diary.md": "The lamp makes me sad.\n",
  });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(format: Format): Promise<StandIn> {
  server = await StandIn.start(format);
  server.key = KEY;
  return server;
}

/** The answer of a process that has no key but those of `keys`. */
function ask(args: string[], keys: Record<string, string> = {}): Promise<Ended> {
  const { PATH } = process.env;
  return ended(start(["ask", "--vault", vault, ...args], { env: { PATH, ...keys } }));
}

const compatible = (standIn: StandIn): string[] => [
  ...["--model", "compatible/m-1", "--base-url", standIn.baseUrl],
  ...["--protect", "Private"],
];

describe("a model", () => {
  test("reads the notes with the tools, and its citations are checked", async () => {
    const standIn = await serve(openAi);
    standIn.script(
      { parts: [{ call: "read_file", args: { path: "Lamp.md" } }] },
      { parts: ["It was lit ", "in 1957 [[Lamp#L3]], and put out [[Lamp#L9]]."] },
    );
    const { code, stdout, stderr } = await ask(["When was it lit?", ...compatible(standIn)], { LECTERN_API_KEY: KEY });
    expect([code, stdout]).toStrictEqual([0, "It was lit in 1957 [[Lamp#L3]], and put out [[Lamp#L9]].\n"]);
    expect(stderr).toBe("Read lines 1–3 of 3 in Lamp.md\n[[Lamp#L3]] ✓\n[[Lamp#L9]] ? (There is no line 9.)\n");
    const turns = standIn.requests.filter(({ path }) => path.endsWith("/chat/completions"));
    expect(turns.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    expect(turns[0]?.body).toMatchObject({ model: "m-1" });
    expect(JSON.stringify(standIn.last.body)).toContain("3: The lamp was lit in 1957.");
  });

  test("is sent nothing of what is closed", async () => {
    const standIn = await serve(openAi);
    standIn.script(
      { parts: [{ call: "read_file", args: { path: "Private/Diary.md" } }] },
      { parts: ["It is closed."] },
    );
    const { code, stdout } = await ask(["What is in my diary?", ...compatible(standIn)], { LECTERN_API_KEY: KEY });
    expect([code, stdout]).toStrictEqual([0, "It is closed.\n"]);
    expect(JSON.stringify(standIn.requests.map(({ body }) => body as unknown))).not.toContain("sad");
  });

  test("that says nothing is given up after the time that is given, and it is said how to give it more", async () => {
    const standIn = await serve(openAi);
    standIn.key = undefined;
    standIn.script({ parts: ["HANG"] });
    const { code, stderr } = await ask(["Hi", ...compatible(standIn), "--idle-limit", "1"]);
    expect([code, stderr]).toStrictEqual([
      1,
      `${standIn.host} sent nothing for 1 second. Ask again, or set a longer timeout with --idle-limit.\n`,
    ]);
    expect(standIn.requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      "/api/show",
      "/v1/chat/completions",
    ]);
  });

  test("that refuses tools is sent passages; with --reading passages, no tools at first", async () => {
    for (const reading of [[], ["--reading", "passages"]]) {
      const standIn = await serve(openAi);
      standIn.key = undefined;
      const refusal = { status: 400, message: "m-1 does not support tools" };
      standIn.script(...(reading.length > 0 ? [] : [refusal]), { parts: ["In 1957 [", "1]."] });
      const { code, stdout, stderr } = await ask(["When was the lamp lit?", ...compatible(standIn), ...reading]);
      expect([code, stdout]).toStrictEqual([0, "In 1957 [[Lamp#L3]].\n"]);
      expect(stderr).toBe("Found for the model: Lamp.md, L3\n[[Lamp#L3]] ✓\n");
    }
  });

  test("that refuses tools, with --reading tools, fails and says what to do", async () => {
    const standIn = await serve(openAi);
    standIn.key = undefined;
    standIn.script({ status: 400, message: "m-1 does not support tools" });
    const { code, stderr } = await ask(["Hi", ...compatible(standIn), "--reading", "tools"]);
    const says = "m-1 can't call tools. Choose “Passages first” with --reading passages, or another model.\n";
    expect([code, stderr]).toStrictEqual([1, says]);
  });

  test.each<[string, Format, string]>([
    ["anthropic", anthropic, "ANTHROPIC_API_KEY"],
    ["openai", openAi, "OPENAI_API_KEY"],
    ["google", google, "GOOGLE_GENERATIVE_AI_API_KEY"],
  ])("of %s is asked at its own address with its own key", async (provider, format, name) => {
    const standIn = await serve(format);
    const hosts: string[] = [];
    standIn.script({ parts: ["Yes."] });
    const model = await modelOf({ model: `${provider}/m-1` }, { [name]: ` ${KEY}\n` }, networkTo(standIn, hosts));
    let text = "";
    const request = { system: "", messages: [{ role: "user" as const, text: "Hi", attachments: [] }], tools: [] };
    for await (const event of model.turn(request, new AbortController().signal))
      if (event.type === "text") text += event.text;
    expect(text).toBe("Yes.");
    expect(hosts).toHaveLength(1);
    expect(hosts[0]).toMatch(/^(?:api|generativelanguage)\.(?:anthropic|openai|googleapis)\.com$/);
  });
});

describe("a wrong use", () => {
  const nowhere: Network = { fetch: () => Promise.reject(new Error("nobody is to be asked")) };

  test.each<[string, Record<string, string>, Record<string, string>]>([
    [`"m-1" is no provider; give ${PROVIDER_NAMES}, as in --model openai/NAME`, { model: "m-1" }, {}],
    ["--base-url needs --model", { "base-url": "http://box/v1" }, {}],
    ["--idle-limit needs --model", { "idle-limit": "60" }, {}],
    ["--reading needs --model", { reading: "tools" }, {}],
    [
      '--reading is "books"; give auto, tools, passages',
      { model: "openai/m", reading: "books" },
      { OPENAI_API_KEY: "k" },
    ],
    ...["0", "1.5", "a minute", "", "86401"].map((given): [string, Record<string, string>, Record<string, string>] => [
      `--idle-limit is "${given}"; give a whole number of seconds from 1 to 86400, such as 600`,
      { model: "openai/m", "idle-limit": given },
      { OPENAI_API_KEY: "k" },
    ]),
    ...["cohere", "toString"].map((provider): [string, Record<string, string>, Record<string, string>] => [
      `"${provider}" is no provider; give ${PROVIDER_NAMES}, as in --model openai/NAME`,
      { model: provider },
      {},
    ]),
    ["no model given; add --model openai/NAME", { model: "openai" }, {}],
    ["no model given; add --model openai/NAME", { model: "openai/" }, {}],
    ["no key given; set OPENAI_API_KEY in the environment", { model: "openai/m" }, { LECTERN_API_KEY: "k" }],
    ["no address given; add --base-url URL, such as http://localhost:11434/v1", { model: "compatible/m" }, {}],
    [
      "--base-url is for compatible servers; the others have an address of their own",
      { model: "openai/m", "base-url": "http://box/v1" },
      { OPENAI_API_KEY: "k" },
    ],
    [
      "The API key contains spaces or invalid characters. Paste it again in the environment, as OPENAI_API_KEY.",
      { model: "openai/m" },
      { OPENAI_API_KEY: "a b" },
    ],
    [
      "“box” is not a URL. Enter one that starts with http:// or https://",
      { model: "compatible/m", "base-url": "box" },
      {},
    ],
  ])("says %s", async (message, options, environment) => {
    await expect(modelOf(options, environment, nowhere)).rejects.toThrow(message);
  });

  test("a key is no option", async () => {
    const { code, stderr } = await ask(["Hi", "--model", "openai/m-1", "--key", KEY]);
    expect(code).toBe(2);
    expect(stderr).toContain("ANTHROPIC_API_KEY, OPENAI_API_KEY");
  });
});
