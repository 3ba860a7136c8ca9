// Changes and undos with faults in the released plugin: those of open notes, and a sample of the others, which
// tests/shim/app-faults.test.ts tests without a browser.
import { closeApp } from "../obsidian/browser.ts";
import { OPERATIONS } from "./faulty-changes.ts";
import { UNDOINGS } from "./faulty-undos.ts";
import { usePages } from "./page.ts";
import { testFaultyUndos } from "./undo-faults.ts";
import { openPanel } from "./undo-page.ts";
import { testFaultyWrites } from "./write-faults.ts";
import { openWriting } from "./write-page.ts";

usePages();

const chromium = {
  open: async (files: Record<string, string> = { "z.md": "z\n" }) => {
    const page = await openWriting(files);
    await openPanel(page);
    return page;
  },
  close: closeApp,
};

testFaultyWrites(
  chromium,
  Object.entries(OPERATIONS).filter(([name, { isOpen }]) => isOpen || name === "a deletion"),
);
testFaultyUndos(
  chromium,
  Object.entries(UNDOINGS).filter(([name, { isOpen }]) => isOpen || name === "everything"),
);
