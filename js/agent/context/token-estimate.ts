// Estimates the tokens of a request. Coarser than the core's estimate for replies; budget.ts corrects it by the
// provider's counts.
import type { Reply, ToolDefinition } from "../../../pkg/lectern.js";
import { remembered } from "../../base/remembered.ts";
import type { Message } from "../message.ts";

/** Tokens of a message, call or tool besides its text. */
const FRAME = 8;

/** Tokens of an image of the size that the core produces: 260 to 1,600, by the providers' docs. */
const IMAGE = 1600;

/** In hundredths of a token. Latin words cost a base amount and little for each letter. */
const WORD = 80;
const LETTER = 10;
/** A capital inside a word, as in code and encoded data. */
const CAPITAL = 60;
/** Tokenizers group digits by threes, but separators end a token. */
const DIGIT = 45;
const NEWLINE = 60;
/** Two punctuation marks are often one token. */
const MARK = 75;

/** The end of each script's range, and the cost of a character, in hundredths. */
const SCRIPTS: readonly (readonly [number, number])[] = [
  // Latin letters with accents, which split words.
  [0x0370, 60],
  // Greek, Cyrillic, Armenian, Hebrew, Arabic.
  [0x0700, 42],
  // Scripts of South and Southeast Asia.
  [0x1100, 45],
  // More of them, and Vietnamese letters.
  [0x2000, 75],
  // Typography and symbols.
  [0x3040, 100],
  // Kana.
  [0x3100, 65],
  // Han.
  [0xa000, 85],
  // Hangul.
  [0xd800, 75],
  // A surrogate, half an emoji.
  [0xe000, 90],
  // Full-width forms.
  [0x1_0000, 90],
];

/** The cost of an ASCII character that is not a letter. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code === 0x0a) return NEWLINE;
  // A space belongs to the next word; several spaces are one token.
  return code === 0x20 ? 0 : MARK;
});

/** Estimated tokens of `text`, rounded up. */
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

/** The longest beginning of `text` that has at most about `most` tokens; at least its first character. */
export function fitting(text: string, most: number): string {
  if (tokensOf(text) <= most) return text;
  let [fits, tooLong] = [1, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (tokensOf(text.slice(0, middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  // Not half of a surrogate pair.
  const code = text.charCodeAt(fits - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? fits - 1 || 2 : fits);
}

/** Estimated tokens of `messages`. */
export function tokensOfMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

/** Estimated tokens of a message. Every turn counts all of them. */
export const tokensOfMessage = remembered(counted);

function counted(message: Message): number {
  if (message.role === "tool") return FRAME + tokensOfReply(message.reply);
  if (message.role === "user") {
    const attached = message.attachments.map(
      ({ path, selected = "", reply }) => FRAME + tokensOf(path + selected) + tokensOfReply(reply),
    );
    const undone = (message.undone ?? []).map((path) => FRAME + tokensOf(path));
    return [...attached, ...undone].reduce((sum, tokens) => sum + tokens, FRAME + tokensOf(message.text));
  }
  const calls = message.calls.map(({ args, opaque }) => FRAME + tokensOf(args) + tokensOfOpaque(opaque));
  const own = FRAME + tokensOf(message.text) + tokensOfOpaque(message.opaque);
  return calls.reduce((sum, tokens) => sum + tokens, own);
}

/** Estimated tokens of the tool definitions. */
export function tokensOfTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + FRAME + tokensOf(JSON.stringify(tool)), 0);
}

/** Estimated tokens of `reply`. */
export function tokensOfReply(reply: Reply): number {
  return reply.content.reduce((sum, part) => sum + (part.type === "text" ? tokensOf(part.text) : IMAGE), 0);
}

/** Signed reasoning is sent back unchanged. Providers count the reasoning, which is shorter than its base64. */
function tokensOfOpaque(opaque: unknown): number {
  return opaque === undefined ? 0 : Math.ceil(((JSON.stringify(opaque) as string | undefined) ?? "").length / 4);
}
