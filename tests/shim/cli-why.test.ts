// `lectern why`: why a search finds a note where it does. Only the user is told what excludes a note.
import { expect, test } from "vitest";
import { lectern } from "./cli.ts";
import { folderWith } from "./vault.ts";

const FILES = {
  "Lamp.md": "# Lamp\n\nTrim the lamp.\n",
  "Oil.md": "Oil is in the shed.\n",
  "Private/Lamp oil.md": "lamp oil\n",
  "Diary.md": "---\nlectern: false\n---\nlamp\n",
  ".lecternignore": "Private/\n",
};

test("prints the words, their forms and what would help", async () => {
  const { code, stdout } = await lectern(["why", "lamp", "oil", "--path", "Oil", "--vault", await folderWith(FILES)]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Oil\.md ranks 2 of 2 notes for "lamp oil"\nlamp: not here, in 1 note\noil: in the name/);
});

test("tells the user which rule excludes a note, in the words of no reply", async () => {
  const vault = await folderWith(FILES);
  const why = (path: string) => lectern(["why", "lamp", "--path", path, "--vault", vault, "--json"]);
  const [private_, diary, absent] = [await why("Private/Lamp oil"), await why("Diary.md"), await why("Dairy.md")];
  expect(private_.stderr).toBe("lectern: Private/Lamp oil.md is excluded by .lecternignore; models are not told\n");
  expect(diary.stderr).toBe("lectern: Diary.md is excluded by a note's property or tag; models are not told\n");
  expect(absent.stderr).toBe("");
  expect([private_.code, diary.code, absent.code]).toStrictEqual([1, 1, 1]);
  expect(diary.stdout.replaceAll("Diary", "Dairy")).toBe(absent.stdout);
});

test("says in the words of a user what is wrong, and which rule excludes a note", async () => {
  const vault = await folderWith(FILES);
  expect(await lectern(["related", "Diary.md", "--vault", vault])).toStrictEqual({
    ...{ code: 1, stdout: "" },
    stderr:
      "lectern: Diary.md is excluded by a note's property or tag; models are not told\n" +
      'lectern: no note at "Diary.md"; no note has a similar name\n',
  });
  const { code, stderr } = await lectern(["related", "Lamp.md", "--limit", "abc", "--vault", vault]);
  expect([code, stderr]).toStrictEqual([2, expect.stringMatching(/^lectern: --limit is "abc", not a whole number; /)]);
});

test("related notes that are none end with 1", async () => {
  const vault = await folderWith({ "One.md": "lamp\n", "Two.md": "kettle\n" });
  const none = await lectern(["related", "One.md", "--selection", "wick", "--vault", vault]);
  expect(none).toStrictEqual({ code: 1, stdout: "", stderr: "lectern: no note has to do with it\n" });
});

test("needs words and a note", async () => {
  for (const args of [["why"], ["why", "lamp"], ["why", "--path", "a.md"]])
    expect(await lectern(args)).toMatchObject({ code: 2, stdout: "" });
});
