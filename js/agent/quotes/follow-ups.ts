// Recognizes follow-up questions, which need the question before them.

/** The beginning of a follow-up question, such as "And …" or "What about …". */
const GOES_ON =
  /^(?:and|but|or|what about|how about|why|und|aber|oder|was ist mit|warum|et|mais|ou|pourquoi|y|pero|por qué|e|ma|mas|perché|а|и|но|почему|وماذا|ماذا عن|و|では|じゃあ|それ|その|なぜ|那么?|那麼?|그럼|그리고|그러면|แล้ว|และ)(?![\p{L}\p{M}\p{N}])|^(?:では|じゃあ|それ|その|那么|那麼|那|แล้ว)/iu;

/** Pronouns that refer to an earlier question, such as "it" or "dort". */
const STANDS_FOR =
  /(?:^|[^\p{L}\p{N}])(?:it|its|they|them|their|this|that|these|those|there|then|he|she|his|her|es|sie|ihn|ihm|davon|dafür|darin|dort|dazu|ça|cela|eux|lui|esto|eso|ello)(?![\p{L}\p{N}])/iu;

/** Words in a question that may go on, and characters in a script without spaces. */
const SHORT_WORDS = 7;
const SHORT_CHARS = 14;

/** Whether `text` is a follow-up: a short question such as "And in summer?" or "Who made it?". */
export function isFollowUp(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [];
  if (words.length > SHORT_WORDS || words.some((word) => word.length > SHORT_CHARS && !/^\p{ASCII}*$/u.test(word))) {
    return false;
  }
  return words.length < 2 ? GOES_ON.test(text.trim()) : GOES_ON.test(text.trim()) || STANDS_FOR.test(text);
}
