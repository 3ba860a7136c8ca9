// The user's date, and when days begin.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayStart, localTime } from "../../js/base/today.ts";

/** Six hours before UTC in winter, five in summer. */
const ZONE = "America/Chicago";

describe("days begin where the user is", () => {
  beforeEach(() => vi.stubEnv("TZ", ZONE));
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ["2026-01-15", "2026-01-15T06:00:00Z"],
    ["2026-07-15", "2026-07-15T05:00:00Z"],
    // The clocks change on these days.
    ["2026-03-08", "2026-03-08T06:00:00Z"],
    ["2026-03-09", "2026-03-09T05:00:00Z"],
  ])("%s at %s", (day, start) => {
    expect(new Date(dayStart(day)).toISOString()).toBe(start.replace("Z", ".000Z"));
    expect(localTime(new Date(dayStart(day)))).toBe(`${day}T00:00:00`);
    expect(localTime(new Date(dayStart(day) - 1))).toMatch(/T23:59:59$/);
  });
});
