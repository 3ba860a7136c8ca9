// Searching in documents in the app: what is found in a PDF, where Quotes cites it, and what the settings show.
import { expect, test } from "vitest";
import { pdf, text } from "../shim/pdf-file.ts";
import { askAndWait, openChat } from "./chat.ts";
import { DATA, openLectern, textAt } from "./release.ts";
import { openAdvanced, openTab, row } from "./settings-page.ts";
import { page, usePages } from "./page.ts";

usePages();

const words = (said: string): string => text(72, 700, said) + text(72, 688, "The page ends here.");
const FILES: Record<string, string | Uint8Array> = {
  "Harbour.md": "The harbour has been here for long.\n",
  "Papers/Report.pdf": pdf(["a title", "the summary of it", "the seven cranes of the harbour"].map(words)),
  "table.csv": "place,count\nharbour,3\n",
  "broken.docx": "PK\u0003\u0004 broken",
};

const found = (): Promise<string[]> =>
  page.evaluate(async () => {
    const { structuredContent } = await window.lectern.call("search_notes", { query: "harbour" });
    return (structuredContent.notes ?? []).map(({ path, page }) => `${path} ${page ?? ""}`.trim()).sort();
  });
const data = (): Promise<string> => textAt(DATA);
const ALL = ["Harbour.md", "Papers/Report.pdf 3", "table.csv"];

test("words are found in documents, once they are read, and the settings say how many are", async () => {
  await openLectern({ files: FILES });
  await expect.poll(found).toEqual(ALL);
  await page.evaluate(() => window.app.setting.open());
  await openTab();
  await openAdvanced();
  const state = row("Search index");
  await expect.poll(() => state.textContent()).toMatch(/1 note, .* 2 documents, .* of it\. 1 document can't be read\./);
});

test("the setting leaves documents out at once", async () => {
  await openLectern({ files: FILES });
  await expect.poll(found).toEqual(ALL);
  await page.evaluate(() => window.app.setting.open());
  await openTab();
  await openAdvanced();
  const size = row("Document size").locator("input");
  expect(await size.inputValue()).toBe("32");
  await size.fill("0.5");
  await expect.poll(data).toContain('"maxDocumentBytes": 524288');
  await row("Search in documents").locator(".checkbox-container").click();
  await expect.poll(() => row("Document size").count()).toBe(0);
  await expect.poll(found).toEqual(["Harbour.md"]);
  expect(await data()).toContain('"searchDocuments": false');
});

test("a document is read once a search needs it, not when the app starts", async () => {
  await openLectern({ files: FILES });
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => window.lectern.indexed()?.documents ?? 0)).toBe(0);
});

test("Quotes cites the page, and a click opens it there", async () => {
  await openChat({ files: FILES });
  await expect.poll(found).toEqual(ALL);
  await askAndWait("How many cranes does the harbour have?");
  const chip = page.locator(".lectern-chat-citation.is-verified").filter({ hasText: "Report" });
  await expect.poll(() => chip.textContent()).toContain("p3 L3");
  await page.evaluate(() => {
    const opened: unknown[] = [];
    Object.assign(window, { opened });
    const { workspace } = window.app;
    const getLeaf = workspace.getLeaf.bind(workspace);
    workspace.getLeaf = (...args: []) => {
      const leaf = getLeaf(...args);
      const openFile = leaf.openFile.bind(leaf);
      leaf.openFile = (file, options) => {
        opened.push([file.path, options?.eState]);
        return openFile(file, options);
      };
      return leaf;
    };
  });
  await chip.click();
  const opened = (): Promise<unknown> => page.evaluate(() => (window as unknown as { opened: unknown }).opened);
  await expect.poll(opened).toEqual([["Papers/Report.pdf", { subpath: "#page=3" }]]);
});
