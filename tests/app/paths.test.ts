// How paths are spelled, again: through the released plugin over the app's own vault, with the table of the shim's
// test.
import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { outcome } from "../shim/replies.ts";
import { CANARY, CLOSED, OPEN, SPELLINGS } from "../shim/spellings.ts";
import { openLectern } from "./release.ts";
import { page, useOnePage } from "./page.ts";

beforeAll(async () => {
  const files = Object.fromEntries([
    ...[...OPEN, "Clients/b.md", "diary.md", "dup/Twin.md", "dup/twin.md", "x/Same.md", "y/z/Same.md"].map((path) => [
      path,
      `this is ${path}\n`,
    ]),
    ...CLOSED.map((path) => [path, `{"${CANARY}": 0}\n`]),
    ["config-dir/plugins/lectern/data.json", '{"closed":["Secret","work/Clients","/work/diary.md"]}'],
  ]) as Record<string, string>;
  await openLectern({ files, configDir: "config-dir" });
});
useOnePage();

const read = (path: string): Promise<Reply> =>
  page.evaluate((path) => window.lectern.call("read_file", { path }), path);

describe("in the app, a path", () => {
  const table = Object.entries(SPELLINGS).flatMap(([end, paths]) =>
    paths.map((path) => [JSON.stringify(path), end, path]),
  );

  test.each(table as [string, string, string][])("spelled %s ends in: %s", async (_, end, path) => {
    const reply = await read(path);
    expect(outcome(reply)).toBe(end);
    expect(JSON.stringify(reply)).not.toContain(CANARY);
  });

  test("of two that differ in case only is exact or ambiguous", async () => {
    expect(outcome(await read("dup/Twin.md"))).toBe("open dup/Twin.md");
    expect(outcome(await read("dup/twin"))).toBe("open dup/twin.md");
    expect(outcome(await read("DUP/TWIN.MD"))).toBe("ambiguous");
  });

  test("that two notes have as their name is none, whichever the app would open from the root", async () => {
    expect(outcome(await read("[[Same]]"))).toBe("ambiguous");
  });

  test("may be absolute", async () => {
    const base = await page.evaluate(() => (window.app.vault.adapter as { getBasePath(): string }).getBasePath());
    expect(outcome(await read(`${base}/Plan.md`))).toBe("open Plan.md");
    expect(outcome(await read(`${base}/../Plan.md`))).toBe("not_found");
    expect(outcome(await read(`${base}/Secret/a.md`))).toBe("denied");
  });
});

test("nothing hidden is ever asked of the app", async () => {
  const trace = await page.evaluate(() => window.app.testCounts.trace);
  // The vault's own rules are read from the config folder and from one hidden file, and nothing else is.
  const rules = new Set(["stat .lecternignore", "readBinary .lecternignore"]);
  expect(
    trace.filter(
      (entry) => !rules.has(entry) && /^(read|readBinary|stat|list) (.*\/)?(\.|Secret|Clients\/A)/.test(entry),
    ),
  ).toEqual([]);
});
