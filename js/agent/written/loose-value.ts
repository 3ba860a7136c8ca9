// Reads values as models write them: JSON, or what is near it, such as Python's or a JavaScript object.

/** Most values inside of one another. */
const DEEPEST = 50;

/** What some models write around a string. */
const QUOTES = ['<|"|>', "<escape>", '"', "'"];
const WORDS: Readonly<Record<string, unknown>> = {
  ...{ true: true, True: true, false: false, False: false, null: null, None: null },
};

/** A value, and where it ends. */
export interface LooseValue {
  readonly value: unknown;
  readonly end: number;
}

/** The value at `from` in `text`, or the arguments in round brackets; undefined if there is none. */
export function looseValue(text: string, from: number): LooseValue | undefined {
  try {
    const reader = new Reader(text, from);
    return { value: reader.value(0), end: reader.at };
  } catch {
    return undefined;
  }
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new SyntaxError("too deep");
    this.#skip();
    const sign = this.#text.charAt(this.at);
    if (sign === "{" || sign === "(") return this.#fields(depth, sign === "{" ? "}" : ")");
    if (sign === "[") return this.#list(depth);
    const quote = this.#quote();
    if (quote !== undefined) return this.#string(quote);
    const word = this.#word(/[^\s,:=(){}[\]"'<>]+/y);
    const known = Object.prototype.hasOwnProperty.call(WORDS, word) ? WORDS[word] : Number(word);
    if (Number.isNaN(known)) throw new SyntaxError("no value");
    return known;
  }

  #fields(depth: number, end: string): Record<string, unknown> {
    const fields: [string, unknown][] = [];
    this.at++;
    while (!this.#ends(end)) {
      const quote = this.#quote();
      const key = quote === undefined ? this.#word(/[\w$-]+/y) : this.#string(quote);
      this.#skip();
      if (!/[:=]/.test(this.#text.charAt(this.at))) throw new SyntaxError("no value");
      this.at++;
      fields.push([key, this.value(depth + 1)]);
    }
    return Object.fromEntries(fields);
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = [];
    this.at++;
    while (!this.#ends("]")) list.push(this.value(depth + 1));
    return list;
  }

  /** Goes to what is next; returns whether that is the end. */
  #ends(end: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.at) === ",") {
      this.at++;
      this.#skip();
    }
    if (this.#text.charAt(this.at) !== end) return false;
    this.at++;
    return true;
  }

  #skip(): void {
    this.#match(/\s*/y);
  }

  #quote(): string | undefined {
    return QUOTES.find((quote) => this.#text.startsWith(quote, this.at));
  }

  #string(quote: string): string {
    const from = this.at + quote.length;
    let end = this.#text.indexOf(quote, from);
    const isEscaped = quote.length === 1;
    if (isEscaped)
      for (end = from; this.#text.charAt(end) !== quote; end++) {
        if (end >= this.#text.length) throw new SyntaxError("no end");
        if (this.#text.charAt(end) === "\\") end++;
      }
    if (end < 0) throw new SyntaxError("no end");
    this.at = end + quote.length;
    const text = this.#text.slice(from, end);
    return isEscaped ? unescaped(text) : text;
  }

  #word(pattern: RegExp): string {
    const word = this.#match(pattern);
    if (word === "") throw new SyntaxError("no word");
    return word;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [all = ""] = pattern.exec(this.#text) ?? [];
    this.at += all.length;
    return all;
  }
}

/** Without the escapes of JSON. Line breaks and other backslashes may stand as they are, as models write them. */
function unescaped(text: string): string {
  const json = text.replace(/\\(.)|["\n\r\t]/gs, (sign, escaped?: string) => {
    if (escaped === undefined) return JSON.stringify(sign).slice(1, -1);
    if (escaped === "'") return escaped;
    return '"\\/bfnrtu'.includes(escaped) ? sign : `\\${JSON.stringify(sign).slice(2, -1)}`;
  });
  return JSON.parse(`"${json}"`) as string;
}
