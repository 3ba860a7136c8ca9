// `edit_properties` against the `yaml` package: every value comes back with its type, every other property keeps its
// value, and every other line its bytes. Through the wasm; needs pkg/, which built.ts makes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { Answer, Write } from "../../pkg/lectern.js";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "./vault.ts";

/** A vault of one note that can be changed. */
class WritableHost extends MemoryHost {
  written: Uint8Array | undefined;

  write({ after }: Write): Answer {
    this.written = after ?? undefined;
    return { written: "done" };
  }
}

const accept = {
  approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const),
  journal: NO_JOURNAL,
};

const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  fc.constantFrom("yes", "No", "null", "~", "12", "1e3", "0x1f", ".5", "+1", "2026-10-09", "2026-10-09T08:00", "[[a]]"),
  fc.constantFrom("a: b", "a #b", "- x", "x:", "#tag", "*a", "&a", "@a", "%a", "{a", "a\nb", "a\r\nb", " a", "a ", ""),
  fc.integer(),
  // The core reads a number of more than 15 digits to the nearest but one.
  fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
    .map(([n, d]) => Number(`${n}e-${d}`) + 0),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof({ weight: 3, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }));
const name = fc.constantFrom("status", "Due date", "tags", "größe", "a-b", "x/y", "new");
const properties = fc.dictionary(name, value, { maxKeys: 5 });

/** The front matter of a note as people and programs write it. */
const front = fc
  .record({
    properties: fc.dictionary(fc.constantFrom("status", "Due date", "tags", "other", "n2"), value, { maxKeys: 5 }),
    flow: fc.boolean(),
    quotes: fc.constantFrom("QUOTE_DOUBLE" as const, "QUOTE_SINGLE" as const, "PLAIN" as const),
    comment: fc.boolean(),
  })
  .map(({ properties, flow, quotes, comment }) => {
    if (Object.keys(properties).length === 0) return "";
    const text = stringify(properties, {
      collectionStyle: flow ? "any" : "block",
      defaultStringType: quotes,
      lineWidth: 0,
    });
    return `${comment ? "# mine\n" : ""}${text}`;
  });

test("values come back with their types, and all else stays", async () => {
  const host = new WritableHost({ "a.md": "" });
  const tools = new Tools(host, { changes: true });
  let [changed, cases] = [0, 0];
  await fc.assert(
    fc.asyncProperty(front, properties, fc.boolean(), async (front, set, crlf) => {
      cases++;
      const plain = `---\n${front}---\nText: a\n---\n`;
      // A line break inside quotes is the value's, whatever ends the line.
      const note = crlf ? plain.replaceAll("\n", "\r\n") : plain;
      const before = (parse(front) ?? {}) as Record<string, unknown>;
      const remove: string[] = Object.keys(before).filter((key) => key === "n2");
      if (Object.keys(set).length === 0 && remove.length === 0) return;
      host.put("a.md", note);
      host.mtime++;
      host.written = undefined;
      const reply = await tools.call("edit_properties", { path: "a.md", set, remove }, undefined, undefined, accept);
      const { change, error } = reply.structuredContent;
      // Lines that are not ordinary YAML are refused.
      if (error) {
        expect(error.code).toBe("unsupported");
        return;
      }
      const text =
        change?.outcome === "unchanged" ? note : new TextDecoder("utf-8", { ignoreBOM: true }).decode(host.written);
      const end = text.indexOf("\n---", 3);
      const after = (parse(text.slice(4, end + 1).replaceAll("\r\n", "\n")) ?? {}) as Record<string, unknown>;
      const kept = Object.fromEntries(Object.entries(before).filter(([key]) => !remove.includes(key)));
      expect(after).toStrictEqual({ ...kept, ...set });
      expect(text.slice(end)).toBe(note.slice(note.indexOf("\n---", 3)));
      changed++;
    }),
  );
  tools.close();
  expect(changed / cases).toBeGreaterThan(0.7);
}, 120_000);
