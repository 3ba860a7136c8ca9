// About how many tokens a request takes. Coarser than the core's estimate, which counts what it gives out: this one is
// for all that is sent, and budget.ts corrects it by what the provider counts.
import type { Reply, ToolDefinition } from "../../../pkg/lectern.js";
import type { Message } from "../message.ts";

/** What a message, a call or a tool takes beside its text: its role, its name, the marks between. */
const FRAME = 8;

/** What providers count for an image of the size that the core makes: 260 to 1,600, by their manuals. */
const IMAGE = 1600;

/** Hundredths of a token. In Latin script a word costs something, and its letters little. */
const WORD = 80;
const LETTER = 10;
/** Within a word, as in code and in what is encoded. */
const CAPITAL = 60;
/** Tokenisers take digits by threes, but what stands between ends a token. */
const DIGIT = 45;
const NEWLINE = 60;
/** Two marks in a row are often one token. */
const MARK = 75;

/** The first code point behind a script, and what a character of it costs, in hundredths. */
const SCRIPTS: readonly (readonly [number, number])[] = [
  // Latin letters with accents: they break words apart.
  [0x0370, 60],
  // Greek, Cyrillic, Armenian, Hebrew, Arabic.
  [0x0700, 42],
  // The scripts of South and South-East Asia.
  [0x1100, 45],
  // More of them, and Latin letters with two accents, as Vietnamese has.
  [0x2000, 75],
  // Typography and symbols.
  [0x3040, 100],
  // Kana.
  [0x3100, 65],
  // Han.
  [0xa000, 85],
  // Hangul.
  [0xd800, 75],
  // Half an emoji.
  [0xe000, 90],
  // Full-width forms.
  [0x1_0000, 90],
];

/** What an ASCII character costs that is no letter. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code === 0x0a) return NEWLINE;
  // A single space belongs to the word behind it, and more of them are one token.
  return code === 0x20 ? 0 : MARK;
});

/** About how many tokens `text` takes, rounded up. */
export function tokensOf(text: string): number {
  let hundredths = 0;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) {
      hundredths += costBeyondAscii(code);
    } else if (isLetter(code)) {
      hundredths += !inWord ? WORD : code < 0x61 ? CAPITAL : LETTER;
      inWord = true;
    } else {
      hundredths += ASCII[code] ?? MARK;
      inWord = false;
    }
  }
  return Math.ceil(hundredths / 100);
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function costBeyondAscii(code: number): number {
  let row = 0;
  while (code >= (SCRIPTS[row]?.[0] ?? Infinity)) row++;
  return SCRIPTS[row]?.[1] ?? MARK;
}

/** A message never changes, and each turn sends all of them again. */
const known = new WeakMap<Message, number>();

/** About how many tokens `messages` take, as they are. */
export function tokensOfMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

/** About how many tokens `message` takes, as it is. */
export function tokensOfMessage(message: Message): number {
  let tokens = known.get(message);
  if (tokens === undefined) known.set(message, (tokens = counted(message)));
  return tokens;
}

function counted(message: Message): number {
  if (message.role === "tool") return FRAME + tokensOfReply(message.reply);
  if (message.role === "user") {
    const attached = message.attachments.map(({ path, reply }) => FRAME + tokensOf(path) + tokensOfReply(reply));
    return attached.reduce((sum, tokens) => sum + tokens, FRAME + tokensOf(message.text));
  }
  const calls = message.calls.map(({ args, opaque }) => FRAME + tokensOf(args) + tokensOfOpaque(opaque));
  const own = FRAME + tokensOf(message.text) + tokensOfOpaque(message.opaque);
  return calls.reduce((sum, tokens) => sum + tokens, own);
}

/** About how many tokens a model takes for being told of `tools`. */
export function tokensOfTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + FRAME + tokensOf(JSON.stringify(tool)), 0);
}

function tokensOfReply(reply: Reply): number {
  return reply.content.reduce((sum, part) => sum + (part.type === "text" ? tokensOf(part.text) : IMAGE), 0);
}

/** Signed reasoning is sent back as it is. Providers count what was reasoned, which is shorter than its base64. */
function tokensOfOpaque(opaque: unknown): number {
  return opaque === undefined ? 0 : Math.ceil(((JSON.stringify(opaque) as string | undefined) ?? "").length / 4);
}
