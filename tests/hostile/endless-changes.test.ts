// A vault that never stops changing: a search still ends, and finds what was there when it began. Needs pkg/, which
// built.ts makes.
import { afterEach, expect, test, vi } from "vitest";
import type { Change } from "../../pkg/lectern.js";
import type { Watch } from "../../js/vault/host.ts";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";

/** A vault in which notes are written in every turn of the loop, more than a search takes in meanwhile. */
class RestlessHost extends MemoryHost {
  turns = 0;
  #isStopped = false;

  watch(changed: (change: Change) => void): Watch {
    const turn = (): void => {
      for (let count = 0; count < 100; count++) {
        const path = `new ${this.turns % 3} ${count}.md`;
        this.put(path, "cherry\n");
        changed({ written: { path, size: 7, mtime: ++this.mtime } });
      }
      // An end of its own, for a search that has none.
      if (!this.#isStopped && ++this.turns < 20_000) setImmediate(turn);
    };
    turn();
    return { after: () => () => undefined, stop: () => void (this.#isStopped = true) };
  }
}

let tools: Tools;
afterEach(() => tools.close());

test("every search ends, and finds what was there before", async () => {
  // Each step of a call takes its whole turn.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  const host = new RestlessHost({ "old.md": "lamp\n" });
  tools = new Tools(host);
  for (let count = 0; count < 5; count++) {
    const { structuredContent } = await tools.call("search_notes", { query: "lamp" });
    expect(structuredContent.notes?.map(({ path }) => path)).toEqual(["old.md"]);
  }
  expect(host.turns).toBeGreaterThan(0);
  expect(host.turns).toBeLessThan(20_000);
});
