// Base85 as the build writes it and the plugin reads it.
import { expect, test } from "vitest";
import { fromBase85 } from "../../js/wasm/base85.ts";

test("the example of the specification is read", () => {
  expect([...fromBase85("HelloWorld")]).toEqual([0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b]);
});

test("the ends of what four bytes hold are read", () => {
  expect([...fromBase85("00000")]).toEqual([0, 0, 0, 0]);
  expect([...fromBase85("%nSc0")]).toEqual([255, 255, 255, 255]);
  expect([...fromBase85("")]).toEqual([]);
});
