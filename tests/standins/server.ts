// A stand-in of a provider for each test of a file, which is closed after it.
import { afterEach, beforeEach } from "vitest";
import type { Format } from "./script.ts";
import { StandIn } from "./standin.ts";

/** The one of the test that runs. */
export let server: StandIn;

/** Each test has one that speaks `format`; where `key` is set, only to whoever has that key. */
export function useServer(format: Format, key?: string): void {
  beforeEach(async () => {
    server = await StandIn.start(format);
    server.key = key;
  });
  afterEach(() => server.close());
}
