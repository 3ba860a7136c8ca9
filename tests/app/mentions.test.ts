// What `@` and `[[` offer: notes by words and letters, folders, headings and tags.
import { expect, test } from "vitest";
import { askAndWait, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = {
  "Projects/Fog bell.md":
    "# Fog bell\n\nCast in 1911.\n\n## Clapper\n\nIt weighs 14 kg.\n\n### Rope\n\nHemp.\n\n## Tower\n\nBrick.\n",
  "Projects/Bellows.md": "---\ntags: tools/bellows\n---\n# Bellows\n",
  "Projects/Hives.md": "---\ntags: bees\n---\n# Hives\n",
  "Private/Fog belfry.md": "---\ntags: bees\n---\n# Fog belfry\n",
};

const options = (): Promise<string[]> => page.locator(".lectern-chat-suggestion-title").allTextContents();
const attached = (): Promise<string[]> =>
  page.locator(".lectern-chat-attached .lectern-chat-chip-name").allTextContents();
const type = async (text: string): Promise<string[]> => {
  await page.locator(FIELD).fill(text);
  return options();
};
async function open(): Promise<void> {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, settings: { closed: ["Private"] } });
  await page.evaluate(() => {
    window.app.metadataCache.testReadsProperties = true;
    return window.lectern.ready();
  });
}

test("words match in any order, and letters in order", async () => {
  await open();
  expect(await type("@bel fog")).toEqual(["Fog bell"]);
  expect(await type("@fgbell")).toEqual(["Fog bell"]);
  expect(await type("@bell")).toEqual(["Bellows", "Fog bell"]);
  expect(await type("@hive proj")).toEqual(["Hives"]);
  expect(await type("@projects/")).toEqual(expect.arrayContaining(["Projects", "Hives"]));
  expect(await type("@zzz")).toEqual([]);
});

test("[[ offers the same, and what is chosen is attached", async () => {
  await open();
  expect(await type("See [[fog")).toEqual(["Fog bell"]);
  await page.locator(FIELD).press("Enter");
  await expect.poll(attached).toEqual(["Fog bell"]);
  expect(await page.inputValue(FIELD)).toBe("See [[Fog bell]] ");
});

test("a note's headings are offered behind its name, and one attaches its lines", async () => {
  await open();
  expect(await type("@fog bell#")).toEqual(["Fog bell", "Clapper", "Rope", "Tower"]);
  expect(await type("@fog bell#clap")).toEqual(["Clapper"]);
  await page.locator(FIELD).press("Enter");
  await expect.poll(attached).toEqual(["Fog bell, L5–12"]);
  expect(await page.inputValue(FIELD)).toBe("[[Fog bell#Clapper]] ");
  await type("[[fog#tow");
  await page.locator(FIELD).press("Enter");
  await expect.poll(attached).toEqual(["Fog bell, L5–12", "Fog bell, L13–15"]);
  await page.locator(FIELD).fill("What of it?");
  await askAndWait("What of it?");
  expect(JSON.stringify(model.last)).toContain("Hemp.");
  expect(JSON.stringify(model.last)).not.toContain("Cast in 1911");
});

test("notes are offered by their tags, and excluded ones are not", async () => {
  await open();
  expect(await type("@#bee")).toEqual(["Hives"]);
  expect(await page.locator(".lectern-chat-suggestion-says").allTextContents()).toEqual(["#bees"]);
  expect(await type("@#bellows")).toEqual(["Bellows"]);
});

test("of 5,000 notes, only those that are shown are judged by the rules", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`Folder ${at % 50}/Note ${at} of the station.md`, "# Note\n"]),
  );
  await openChat({ files, standIn: model });
  await page.evaluate(() => window.lectern.ready());
  const judged = await page.evaluate(() => {
    let count = 0;
    const { lectern } = window;
    const judge = lectern.isProtectedPath.bind(lectern);
    Object.assign(lectern, { isProtectedPath: (path: string) => (count++, judge(path)) });
    const field = document.querySelector<HTMLTextAreaElement>(".lectern-chat-field");
    for (const text of ["@", "@n", "@no", "@station 4 note"]) {
      if (field) field.value = text;
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return count;
  });
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThanOrEqual(4 * 8);
});
