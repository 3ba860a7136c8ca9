// `where` reads the values of properties as an independent YAML 1.2 parser does, or says that it does not understand
// them. Needs pkg/, which built.ts makes.
import { expect, test } from "vitest";
import { parse } from "yaml";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { folderWith } from "./vault.ts";

const PIECES = [
  ..."12|-3.5e2|0x1F|0o17|true|False|Null|~|yes|x|é|1_0|.5|.inf|2026-03-01|it's|a:b|#|&a|*a|!!str 1|@|%|{a: 1}".split(
    "|",
  ),
  ...["'it''s'", "'a b'", '"x\\u0041"', '"12"', "[x, 1]", "[", "]", ", ", "- ", ": ", " ", " # c", "|", ">"],
  ...["\n  - x", "\n  - 12", "\n- y", "\n  y", "\n  # c", "\n", "\n  - a: b"],
];
const NOTES = 600;

/** Random whole numbers below `bound`, the same in each run. */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The value as an expression has it; undefined if it can't. */
function literal(value: unknown): string | undefined {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return value === Infinity ? ".inf" : String(value);
  return typeof value === "string" && !value.includes('"') ? `"${value}"` : undefined;
}

/** Conditions that must hold for the value; undefined if it is no value that Lectern compares. */
function conditions(value: unknown): (string | undefined)[] | undefined {
  if (value === null || value === undefined || value === "") return ["value is empty", "not value is not empty"];
  if (!Array.isArray(value)) {
    const written = literal(value);
    if (typeof value === "object" || written === undefined) return undefined;
    const otherType = typeof value === "string" ? undefined : `value != "${written}"`;
    return [`value = ${written}`, "value is not empty", otherType];
  }
  if (value.length === 0) return ["value is empty"];
  const items = value.map(literal);
  return items.includes(undefined) ? undefined : items.map((item) => `value has ${item ?? ""}`);
}

test("values of properties are those of an independent parser, or not understood", async () => {
  const below = randomNumbers(20261123);
  const piece = () => PIECES[below(PIECES.length)] ?? "";
  const fronts = Array.from({ length: NOTES }, () => {
    const value = Array.from({ length: 1 + below(3) }, piece).join("");
    return `title: x\nvalue: ${value}\nlast: y`;
  });
  const vault = await folderWith(Object.fromEntries(fronts.map((front, n) => [`${n}.md`, `---\n${front}\n---\n`])));
  const tools = new Tools(NodeHost.open(vault), {});
  let understood = 0;
  for (const [n, front] of fronts.entries()) {
    const ask = async (where: string) => {
      const { content, structuredContent } = await tools.call("search_notes", { where, path: `${n}.md` });
      const text = content[0]?.type === "text" ? content[0].text : "";
      return text.includes("[1 note may match too") ? "unknown" : structuredContent.notes?.length === 1;
    };
    let value: unknown;
    let isValid = true;
    try {
      ({ value } = parse(front, { logLevel: "silent" }) as { value: unknown });
    } catch {
      isValid = false;
    }
    const wanted = isValid ? conditions(value) : undefined;
    // What is no YAML is not understood. Some valid values can't be written in a condition.
    for (const where of wanted ?? (isValid ? [] : ["value is empty", "value is not empty"])) {
      if (where === undefined) continue;
      const found = await ask(where);
      expect(found === "unknown" || (wanted !== undefined && found), `${where}\n${front}`).toBe(true);
      if (found === true) understood++;
    }
  }
  tools.close();
  expect(understood).toBeGreaterThan(NOTES / 4);
});
