// The schemas by which answers of providers are checked, beside zod, whose place they take.
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/v4";
import * as own from "../../js/agent/providers/schemas.ts";

/** One schema in all of its forms, made by either library. */
const schemaOf = (of: typeof own): unknown => {
  const leaf = of.object({
    type: of.literal("leaf"),
    text: of.string().nullish(),
    count: of.number().optional(),
    kind: of.enum(["one", "two"]).optional(),
    code: of.union([of.string(), of.number()]).nullable(),
  });
  const node = of.object({
    type: of.literal("node"),
    leaves: of.array(leaf).nullish(),
    rest: of.record(of.string(), of.unknown()).optional(),
    loose: of.looseObject({ flag: of.boolean() }).nullish(),
    caught: of.array(of.string()).nullish().catch(undefined),
    any: of.unknown(),
  });
  return of.discriminatedUnion("type", [leaf, node]);
};

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constantFrom(null, undefined, "leaf", "one"));
const leaf = fc.record(
  {
    type: fc.constantFrom("leaf", "leaf", "node"),
    text: scalar,
    count: scalar,
    kind: fc.constantFrom("one", "two", "three"),
    code: scalar,
    more: scalar,
  },
  { requiredKeys: ["type"] },
);
const node = fc.record(
  {
    type: fc.constant("node"),
    leaves: fc.oneof(fc.array(leaf, { maxLength: 3 }), scalar),
    rest: fc.oneof(fc.dictionary(fc.string(), scalar), fc.array(scalar), scalar),
    loose: fc.oneof(fc.record({ flag: fc.boolean(), more: scalar }), scalar),
    caught: fc.oneof(fc.array(scalar, { maxLength: 2 }), scalar),
    any: scalar,
    more: scalar,
  },
  { requiredKeys: ["type"] },
);

test("they take what zod takes, and as zod has it", async () => {
  const [zods, ours] = [
    schemaOf(z as unknown as typeof own) as z.ZodType,
    schemaOf(own) as Parameters<typeof own.safeParseAsync>[0],
  ];
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(leaf, node, scalar), async (value) => {
      const theirs = await z.safeParseAsync(zods, value);
      const { success, data } = own.safeParseAsync(ours, value);
      expect([success, data]).toStrictEqual([theirs.success, theirs.data]);
      if (success) taken++;
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(taken).toBeGreaterThan(50);
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("a key %s is as in zod", async (key) => {
  const [zods, ours] = [
    schemaOf(z as unknown as typeof own) as z.ZodType,
    schemaOf(own) as Parameters<typeof own.safeParseAsync>[0],
  ];
  const odd = JSON.parse(`{"${key}": {"polluted": true}, "flag": true}`) as object;
  const value = { type: "node", any: 1, rest: odd, loose: odd };
  const theirs = await z.safeParseAsync(zods, value);
  const { success, data } = own.safeParseAsync(ours, value);
  expect([success, data]).toStrictEqual([true, theirs.data]);
  const { rest, loose } = data as Record<"rest" | "loose", object>;
  for (const one of [rest, loose]) expect("polluted" in one).toBe(false);
});
