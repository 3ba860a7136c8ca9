// Base93, as the build writes it and the plugin reads it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { base93 } from "../../js/build/shim-modules.mjs";
import { fromBase93 } from "../../js/wasm/base93.ts";

test("bytes are written and read back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = base93(bytes);
      expect(text).toMatch(/^[ !#-[\]-~]*$/);
      expect(fromBase93(text).subarray(0, bytes.length)).toEqual(bytes);
    }),
  );
});

test("small values take 14 bits, others 13", () => {
  expect(base93(new Uint8Array(14))).toHaveLength(16);
  expect(base93(new Uint8Array(13).fill(255))).toHaveLength(16);
});
