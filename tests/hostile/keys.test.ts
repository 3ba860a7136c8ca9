// A provider may repeat the key in its errors in any form. Only a few of its characters may reach the user, a log or a
// note.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import { listModels, openModel } from "../../js/agent/providers/models.ts";
import { withoutKey } from "../../js/agent/providers/scrub-key.ts";
import { platformClock } from "../../js/base/clock.ts";
import { failure, turn } from "../models/turns.ts";
import { realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { effort, TIMEOUT_MS } from "./effort.ts";

const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
/** Keys as providers make them, and of every letter that a key may have. */
const key = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 12, maxLength: 160 }),
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 40, maxLength: 60 }).map((rest) => `sk-proj-${rest}`),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)), minLength: 12 }),
);

const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, "0");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
/** How a letter is escaped, by whoever writes it. */
const ESCAPES: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `%${hex(letter)}`,
  (letter) => `%${hex(letter).toUpperCase()}`,
  (letter) => `\\u00${hex(letter)}`,
  (letter) => `\\x${hex(letter)}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&#x${hex(letter)};`,
  (letter) => (/["\\/]/.test(letter) ? `\\${letter}` : letter),
];

/** Ways to write a text that holds the key. `n` decides what is left to chance. */
const FORMS: readonly ((text: string, n: number) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text, n) => Array.from(text, (c, i) => ((n >> (i % 30)) & 1 ? c.toUpperCase() : c.toLowerCase())).join(""),
  (text) => base64(text),
  (text) => base64(text).toLowerCase(),
  (text) => Buffer.from(text).toString("base64url"),
  (text, n) => base64("name:secret".slice(0, n % 11) + text + ":more".slice(n % 5)),
  (text) => base64(`Bearer ${text}`),
  (text) => encodeURIComponent(base64(text)),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => Buffer.from(text).toString("hex"),
  (text) => Buffer.from(text).toString("hex").toUpperCase(),
  (text, n) => Array.from(text, ESCAPES[n % ESCAPES.length] ?? String).join(""),
  (text, n) => Array.from(text, (c, i) => (ESCAPES[(n >> (i % 25)) % ESCAPES.length] ?? String)(c)).join(""),
  // A part, which may be as short as twelve letters.
  (text, n) => text.slice(n % Math.max(1, text.length - 12), (n % Math.max(1, text.length - 12)) + 12),
];

const form = fc.tuple(fc.constantFrom(...FORMS), fc.nat());
const words = fc.oneof(
  fc.lorem({ maxCount: 4 }),
  fc.string({ maxLength: 30 }),
  fc.constantFrom("%", "\\u00", "&#", "…"),
);
/** What a server says: words, and the key in some of the forms. */
const said = key.chain((key) =>
  fc
    .array(fc.tuple(words, form), { maxLength: 4 })
    .map((parts) => ({ key, text: parts.map(([word, [write, n]]) => word + write(key, n)).join(" ") })),
);

/** No twelve letters of `key`, or of what encodes it, are in `shown`, however that is read. */
function requireNothingOf(key: string, shown: string): void {
  const read = shown
    .replace(/%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x([0-9a-f]{2});/gi, (_, ...codes: string[]) =>
      String.fromCharCode(Number.parseInt(codes.slice(0, 4).find((code) => code) ?? "", 16)),
    )
    .replace(/&#([0-9]{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\(["\\/])/g, "$1");
  const forms = [
    key,
    Buffer.from(key).toString("hex"),
    ...["", "a", "ab"].map((before) => base64(before + key).slice(4)),
  ];
  for (const form of [...forms, base64(key)].flatMap((one) => [one, one.replace(/\+/g, "-").replace(/\//g, "_")])) {
    const folded = form.toLowerCase();
    for (let at = 0; at + 12 <= folded.length; at++) {
      const piece = folded.slice(at, at + 12);
      for (const text of [shown.toLowerCase(), read.toLowerCase()]) {
        if (text.includes(piece)) throw new Error(`${JSON.stringify(shown)} holds ${piece} of ${key}`);
      }
    }
  }
}

test(
  "no twelve letters of a key are left of what a server says",
  () => {
    fc.assert(
      fc.property(said, ({ key, text }) => {
        const left = withoutKey(text, key);
        requireNothingOf(key, left);
        expect(withoutKey(left, key)).toBe(left);
      }),
      effort(1000),
    );
  },
  TIMEOUT_MS,
);

test("what has nothing of the key stays as it is", () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from("ghijklmnop .%\\&#")), maxLength: 200 });
  const keys = fc.string({ unit: fc.constantFrom(...Array.from("QRSTUVWXYZ")), minLength: 12, maxLength: 60 });
  fc.assert(
    // Of the key's encodings nothing is in these words either, but by chance: eight letters in a row.
    fc.property(letters, keys, (text, key) => {
      expect(withoutKey(text, key)).toBe(text);
    }),
    { ...effort(1000), seed: 7 },
  );
});

test.each([
  ["ollama", "invalid key: ollama", "invalid key: …"],
  ["sk-1", "invalid key: SK-1.", "invalid key: …."],
  ["x", "expected x", "expected x"],
  ["sk-proj-abcdefghijklmnop", "a key begins with sk-proj, as in sk-proj-abc", "a key begins with sk-proj, as in …"],
  ["aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "…"],
  ["abcdefghijkl", "%61%62%63%64%65%66%67%68%69%6a%6b%6c!", "…!"],
])("of the key %s, “%s” is shown as “%s”", (key, text, left) => {
  expect(withoutKey(text, key)).toBe(left);
});

let server: StandIn;
beforeAll(async () => (server = await StandIn.start(openAi)));
afterAll(() => server.close());

test(
  "none are in what a failed turn, a failed listing or a conversation holds, or in what is logged",
  async () => {
    const logged = (["log", "warn", "error", "info", "debug"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    vi.spyOn(platformClock, "wait").mockImplementation(
      (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    );
    const statuses = fc.constantFrom(400, 401, 402, 403, 404, 418, 422);
    await fc.assert(
      fc.asyncProperty(said, statuses, fc.boolean(), async ({ key, text }, status, isInStream) => {
        const choice = { provider: "compatible", model: "m", baseUrl: server.baseUrl, key } as const;
        const step = isInStream
          ? { parts: ["Hel", { error: "some_error", message: text }] }
          : { status, message: text, error: "some_error" };
        server.script(step, step);
        const model = await openModel(choice, realNetwork);
        const errors = [await failure(turn(model, "Hi"))];
        const conversation = new Conversation();
        const means = { model, tools: [], call: () => Promise.reject(new Error("no tool")), maxTurns: 3 };
        const end = await conversation.answer(
          { text: "Hi", attachments: [] },
          means,
          new AbortController().signal,
          () => undefined,
        );
        server.key = `another ${text}`;
        errors.push(await failure(listModels(choice, realNetwork, new AbortController().signal)));
        server.key = undefined;
        const held = errors.map((error) => [error.message, String(error.stack), String(error.cause)]);
        for (const part of [...held.flat(), end.because ?? "", JSON.stringify(conversation.messages)]) {
          requireNothingOf(key, part);
        }
      }),
      effort(40),
    );
    expect(logged.flatMap(({ mock }) => mock.calls)).toStrictEqual([]);
  },
  TIMEOUT_MS,
);
