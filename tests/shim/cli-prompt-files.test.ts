// The files of `lectern -p`: what it writes its answer to, the conversation that it goes on with, and the schema of an
// answer. Needs pkg/cli.mjs.
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { server as model } from "../standins/server.ts";
import type { Ended } from "./cli.ts";
import { named, run, useModel } from "./prompt.ts";
import { folderWith } from "./vault.ts";

let vault: string;
let folder: string;
beforeAll(async () => {
  vault = await folderWith({ "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n", "Diary.md": "Sad.\n" });
});
useModel();
beforeEach(async () => (folder = await folderWith()));

const READ = { call: "read_file", args: { path: "Lamp.md" } };
const ask = (text: string, ...args: string[]): Promise<Ended> =>
  run(["-p", text, "--vault", vault, ...named(model), ...args]);
const at = (name: string): string => join(folder, name);
const sent = (): string => JSON.stringify(model.last.body);

describe("-o", () => {
  test("writes the answer to a file, whole, and a link to it stays a link", async () => {
    model.script({ parts: ["Yes."] }, { parts: ["No."] });
    writeFileSync(at("real.txt"), "old");
    symlinkSync("real.txt", at("link.txt"));
    expect(await ask("Hi", "--quiet", "-o", at("link.txt"))).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(at("real.txt"), "utf8")).toBe("Yes.\n");
    expect(readdirSync(folder).sort()).toEqual(["link.txt", "real.txt"]);
  });

  test("writes into what is no file, and replaces nothing", async () => {
    model.script({ parts: ["Yes."] });
    expect((await ask("Hi", "-o", "/dev/null")).code).toBe(0);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  test("that can't be written is an error", async () => {
    model.script({ parts: ["Yes."] });
    const { code, stderr } = await ask("Hi", "-o", at("no/such.txt"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("can't write")]);
  });
});

describe("a conversation", () => {
  test("is saved and continued, unless it is ephemeral", async () => {
    model.script({ parts: [READ] }, { parts: ["In 1957 [[Lamp#L3]]."] }, { parts: ["Yes."] }, { parts: ["No."] });
    expect((await ask("When was it lit?", "--save", at("talk.md"))).code).toBe(0);
    const saved = readFileSync(at("talk.md"), "utf8");
    expect(saved).toContain("When was it lit?");
    expect((await ask("Sure?", "--continue", at("talk.md"))).stdout).toBe("Yes.\n");
    expect(sent()).toContain("In 1957 [[Lamp#L3]].");
    const continued = readFileSync(at("talk.md"), "utf8");
    expect(continued.startsWith(saved.trimEnd().slice(0, 300))).toBe(true);
    expect(continued).toContain("Sure?");
    await ask("Really?", "--continue", at("talk.md"), "--ephemeral");
    expect(readFileSync(at("talk.md"), "utf8")).toBe(continued);
    expect(readdirSync(folder)).toEqual(["talk.md"]);
  });

  test("that goes on is sent nothing of what is excluded since", async () => {
    model.script(
      { parts: [{ call: "read_file", args: { path: "Diary.md" } }] },
      { parts: ["Sad."] },
      { parts: ["Yes."] },
    );
    await ask("How was I?", "--save", at("talk.md"));
    await ask("And now?", "--continue", at("talk.md"), "--protect", "Diary.md");
    expect(sent()).toContain("And now?");
    expect(sent()).not.toContain("Sad.");
  });

  test("is not saved over something else", async () => {
    writeFileSync(at("mine.md"), "mine");
    const { code, stderr } = await ask("Hi", "--save", at("mine.md"));
    expect([code, stderr, model.requests]).toEqual([42, expect.stringContaining("is not a conversation"), []]);
    expect(readFileSync(at("mine.md"), "utf8")).toBe("mine");
  });
});

describe("a schema", () => {
  const SCHEMA = { type: "object", required: ["year"], properties: { year: { type: "integer" } } };
  const withSchema = (...args: string[]): Promise<Ended> => {
    writeFileSync(at("schema.json"), JSON.stringify(SCHEMA));
    return ask("When?", "--output-schema", at("schema.json"), ...args);
  };

  test("is asked for, and the answer is its JSON", async () => {
    model.script({ parts: ["```json\n", '{"year": 1957}', "\n```"] });
    expect(await withSchema("--quiet")).toEqual({ code: 0, stdout: '{"year": 1957}\n', stderr: "" });
    expect(sent()).toContain("follows this JSON Schema");
  });

  test("that is not followed is asked for once more", async () => {
    model.script({ parts: ['{"year": "1957"}'] }, { parts: ['{"year": 1957}'] });
    expect((await withSchema("--output-format", "stream-json")).stdout).toContain('"response":"{\\"year\\": 1957}"');
    expect(sent()).toContain("/year must be integer");
  });

  test("that is never followed is an error", async () => {
    model.script({ parts: ["In 1957."] }, { parts: ["I said it."] });
    const { code, stdout, stderr } = await withSchema();
    expect([code, stdout]).toEqual([1, "I said it.\n"]);
    expect(stderr).toContain("does not follow the schema: it is no JSON");
  });

  test.each(["{", '{"type": 5}', '{"$ref": "#/nowhere"}'])("that is %s is a wrong use", async (text) => {
    writeFileSync(at("schema.json"), text);
    const { code, stderr } = await ask("Hi", "--output-schema", at("schema.json"));
    expect([code, stderr, model.requests]).toEqual([2, expect.stringContaining("is no JSON Schema"), []]);
  });
});
