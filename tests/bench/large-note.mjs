// One note of the large vault: front matter, headings, paragraphs, lists, tables, code, links and tags, as people write
// them, in words of a vocabulary. Written straight as bytes, since there are hundreds of megabytes of them.
import { between, pick } from "./random.mjs";
/** @typedef {import("./vocabulary.mjs").Vocabulary} Vocabulary */

/** A note's own words make up this part of it: what it is about is named again and again. */
const TOPICAL = 0.15;
/** Words commoner than this are no topic. */
const NO_TOPIC = 150;
/** Whoever ends a paragraph late is beyond the note's size by no more than this. */
const SLACK = 64 * 1024;
/** Below this, a note is a line somebody jotted down. */
const JOTTING = 120;
const FENCES = ["js", "python", "rust", "sh", "sql", ""];
const TAGS = ["project", "reading", "inbox", "area/work", "area/home", "person", "idea", "todo", "daily", "source"];

/** @param {number} most bytes that any note will have */
export function noteWriter(most) {
  const buffer = Buffer.allocUnsafe(most + SLACK);
  let at = 0;
  let end = 0;
  /** @type {() => number} */
  let random = Math.random;
  /** @type {Vocabulary} */
  let words;
  /** @type {number[]} */
  let topics = [];
  /** @type {string[]} */
  let names = [];

  /** @param {string} text */
  const put = (text) => {
    at += buffer.write(text, at);
  };

  /** @param {boolean} capital */
  function word(capital) {
    const index = random() < TOPICAL ? pick(random, topics) : words.draw(random);
    words.used[index] = 1;
    const { bytes, starts } = capital ? words.capital : words.plain;
    const stop = starts[index + 1] ?? 0;
    for (let from = starts[index] ?? 0; from < stop; from++) buffer[at++] = bytes[from] ?? 0;
  }

  /** @param {number} count */
  function phrase(count) {
    for (let n = 0; n < count; n++) {
      if (n > 0) put(words.space);
      word(n === 0);
    }
  }

  /** What stands between words once in a while. */
  function inline() {
    const kind = random();
    if (kind < 0.3) put(`[[${pick(random, names)}]]`);
    else if (kind < 0.4) {
      put(`[[${pick(random, names)}|`);
      phrase(between(random, 1, 3));
      put("]]");
    } else if (kind < 0.55) {
      put("**");
      phrase(between(random, 1, 3));
      put("**");
    } else if (kind < 0.65) put(`#${pick(random, TAGS)}`);
    else if (kind < 0.75) put(`${between(random, 1980, 2026)}-0${between(random, 1, 9)}-${between(random, 10, 28)}`);
    else if (kind < 0.9) put(`${between(random, 0, 9999)}`);
    else if (kind < 0.95) put(`\`value_${between(random, 0, 999)}\``);
    else put(`[${between(random, 1, 99)}](https://example.com/${between(random, 0, 1e6)})`);
  }

  function sentence() {
    const count = between(random, 4, 24);
    for (let n = 0; n < count && at < end; n++) {
      if (n > 0) put(random() < 0.06 ? words.comma : words.space);
      if (random() < 0.02) inline();
      else word(n === 0);
    }
    put(words.stop);
  }

  function paragraph() {
    for (let n = between(random, 1, 8); n > 0 && at < end; n--) sentence();
    put("\n\n");
  }

  /** @param {(n: number) => string} mark */
  function list(mark) {
    const count = between(random, 2, 9);
    for (let n = 0; n < count && at < end; n++) {
      if (n > 0 && random() < 0.2) put("  ");
      put(mark(n));
      phrase(between(random, 2, 12));
      put("\n");
    }
    put("\n");
  }

  function code() {
    put(`\`\`\`${pick(random, FENCES)}\n`);
    for (let n = between(random, 2, 14); n > 0; n--)
      put(`${"  ".repeat(between(random, 0, 2))}item_${between(random, 0, 9999)} = call(${between(random, 0, 99)});\n`);
    put("```\n\n");
  }

  function table() {
    const columns = between(random, 2, 4);
    for (let row = between(random, 3, 8), rule = true; row > 0; row--) {
      for (let column = 0; column < columns; column++) {
        put("| ");
        phrase(between(random, 1, 2));
        put(" ");
      }
      put(rule ? `|\n|${" --- |".repeat(columns)}\n` : "|\n");
      rule = false;
    }
    put("\n");
  }

  function block() {
    const kind = random();
    if (kind < 0.6) paragraph();
    else if (kind < 0.72) {
      put(`${"#".repeat(between(random, 2, 4))} `);
      phrase(between(random, 1, 5));
      put("\n\n");
    } else if (kind < 0.82) list(() => "- ");
    else if (kind < 0.85) list((n) => `${n + 1}. `);
    else if (kind < 0.88) list((n) => (n % 3 ? "- [ ] " : "- [x] "));
    else if (kind < 0.92) {
      put(random() < 0.5 ? "> [!note]\n> " : "> ");
      sentence();
      put("\n\n");
    } else if (kind < 0.95) code();
    else if (kind < 0.98) table();
    else put(`![[${pick(random, names)}]]\n\n`);
  }

  function frontMatter() {
    put("---\n");
    if (random() < 0.7) put(`tags: [${pick(random, TAGS)}, ${pick(random, TAGS)}]\n`);
    if (random() < 0.4) {
      put("aliases:\n  - ");
      phrase(between(random, 1, 3));
      put("\n");
    }
    put(`created: ${between(random, 2015, 2025)}-${between(random, 10, 12)}-${between(random, 10, 28)}\n---\n`);
  }

  /** The note's bytes, good until the next is asked for.
   * @param {{ size: number, title: string, vocabulary: Vocabulary, second: Vocabulary, links: string[],
   *   chance: () => number }} note
   *   `second` is what it quotes in, `links` the names of notes there are */
  return ({ size, title, vocabulary, second, links, chance }) => {
    at = 0;
    end = size;
    random = chance;
    names = links;
    /** @param {Vocabulary} of */
    const speak = (of) => {
      words = of;
      topics = Array.from({ length: between(random, 4, 40) }, () => {
        for (;;) {
          const index = of.draw(random);
          if (index >= NO_TOPIC) return index;
        }
      });
    };
    speak(vocabulary);
    if (size >= JOTTING) {
      if (random() < 0.35) frontMatter();
      if (random() < 0.5) put(`# ${title}\n\n`);
    }
    while (at < end) {
      if (size < JOTTING) sentence();
      else if (random() < 0.95) block();
      else {
        const own = topics;
        speak(second);
        paragraph();
        [words, topics] = [vocabulary, own];
      }
    }
    // One line break ends a note; some programs leave it out.
    while (at > 0 && (buffer[at - 1] === 10 || buffer[at - 1] === 32)) at--;
    if (random() < 0.9) put("\n");
    return buffer.subarray(0, at);
  };
}
