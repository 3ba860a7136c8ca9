// The tool `links` in the app: links open what the app says they open, never what is excluded.
import { beforeAll, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { DATA, openLectern } from "./release.ts";
import { page, useOnePage } from "./page.ts";

beforeAll(async () => {
  await openLectern({
    files: {
      "x/a.md": "[[Note]] and [[Note|again]]\n",
      "y/b.md": "[[Note]] and [[gone]]\n",
      "x/Note.md": "Here\n",
      "y/Note.md": "There\n",
      "Secret/Note.md": "Nowhere\n",
      [DATA]: '{"closed":["Secret"]}',
    },
  });
});
useOnePage();

/** Has the app open `path` for every link from `note`, and what it would open for all others. */
async function opening(note: string, path: string): Promise<void> {
  await page.evaluate(
    ([note, path]) => {
      const { metadataCache, vault } = window.app;
      const usual = metadataCache.getFirstLinkpathDest;
      metadataCache.getFirstLinkpathDest = (link, from) =>
        from === note ? vault.getFileByPath(path) : usual(link, from);
    },
    [note, path] as const,
  );
}

const links = (path: string, direction: string): Promise<Reply> =>
  page.evaluate((args) => window.lectern.call("links", args), { path, direction });

/** What links open: `x/a.md > x/Note.md`. */
async function opened(path: string, direction: string): Promise<string[]> {
  const { links: found = [] } = (await links(path, direction)).structuredContent;
  return found.map(({ from, to }) => `${from} > ${to}`);
}

test("links open what the app opens, by the note that has them", async () => {
  expect(await opened("x/Note.md", "in")).toEqual(["x/a.md > x/Note.md", "x/a.md > x/Note.md"]);
  expect(await opened("y/b.md", "out")).toEqual(["y/b.md > y/Note.md", "y/b.md > null"]);
  await opening("x/a.md", "y/Note.md");
  expect(await opened("y/Note.md", "in")).toEqual(["x/a.md > y/Note.md", "x/a.md > y/Note.md", "y/b.md > y/Note.md"]);
  expect(await opened("x/Note.md", "in")).toEqual([]);
});

test("an excluded file that the app opens is as good as not there", async () => {
  await opening("x/a.md", "nowhere.md");
  expect(await opened("x/a.md", "out")).toEqual(["x/a.md > null", "x/a.md > null"]);
  await opening("x/a.md", "Secret/Note.md");
  expect(await opened("x/a.md", "out")).toEqual(["x/a.md > x/Note.md", "x/a.md > x/Note.md"]);
  expect(await opened("x/Note.md", "in")).toEqual(["x/a.md > x/Note.md", "x/a.md > x/Note.md"]);
});
