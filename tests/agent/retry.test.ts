// When a failed turn is retried. conversation-faults.test.ts tests the retry itself and what happens to earlier output.
import { describe, expect, test } from "vitest";
import { ModelError, type ModelFault } from "../../js/agent/model.ts";
import { platformClock } from "../../js/base/clock.ts";
import { MAX_ATTEMPTS, waitMs } from "../../js/agent/loop/retry.ts";

const busy = new ModelError("busy", "Overloaded.");
const asking = (retryAfterMs: number): ModelError => new ModelError("busy", "Overloaded.", { retryAfterMs });

describe("the wait before another try", () => {
  test("doubles with each, and is half of it at the least", () => {
    expect([1, 2, 3].map((tries) => waitMs(busy, tries, 0))).toStrictEqual([500, 1000, 2000]);
    expect([1, 2, 3].map((tries) => waitMs(busy, tries, 1))).toStrictEqual([1000, 2000, 4000]);
    expect(waitMs(busy, 2, 0.5)).toBe(1500);
  });

  test("is never less than the provider asks for", () => {
    expect(waitMs(asking(7000), 1, 1)).toBe(7000);
    expect(waitMs(asking(7000), 3, 0)).toBe(7000);
    expect(waitMs(asking(0), 1, 1)).toBe(1000);
  });

  test("may be a minute; where the provider asks for more, a person would wait in vain", () => {
    expect(waitMs(asking(60_000), 1, 0)).toBe(60_000);
    expect(waitMs(asking(60_001), 1, 0)).toBeUndefined();
  });

  test("comes to an end: the fourth try is the last", () => {
    expect(MAX_ATTEMPTS).toBe(4);
    expect(waitMs(busy, 3, 0)).toBeTypeOf("number");
    expect(waitMs(busy, 4, 0)).toBeUndefined();
  });
});

test.each<[ModelFault, boolean]>([
  ["busy", true],
  ["network", true],
  ["key", false],
  ["quota", false],
  ["model", false],
  ["refused", false],
  ["too_long", false],
])("a turn that failed for %s is tried again: %s", (fault, isTried) => {
  expect(waitMs(new ModelError(fault, "It failed."), 1, 0) !== undefined).toBe(isTried);
  expect(waitMs(new ModelError(fault, "It failed.", { retryAfterMs: 10 }), 1, 0) !== undefined).toBe(isTried);
});

test("a defect of ours is not tried again", () => {
  expect(waitMs(new TypeError("undefined is not a function"), 1, 0)).toBeUndefined();
  expect(waitMs("a string", 1, 0)).toBeUndefined();
});

describe("the platform's clock", () => {
  test("waits no longer once the signal is aborted, before or meanwhile", async () => {
    const before = AbortSignal.abort();
    await platformClock.wait(1e9, before);
    const meanwhile = new AbortController();
    const waited = platformClock.wait(1e9, meanwhile.signal);
    meanwhile.abort();
    await waited;
  });

  test("waits as long as it is told", async () => {
    const began = performance.now();
    await platformClock.wait(20, new AbortController().signal);
    // Timers may go off a little early.
    expect(performance.now() - began).toBeGreaterThan(15);
  });
});
