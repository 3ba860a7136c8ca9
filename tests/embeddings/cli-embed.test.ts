// `lectern embed`, and searches by meaning in the terminal, against a real server. Needs pkg/cli.mjs.
import { readdirSync, readFileSync, statSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ended, type Ended, start } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { EmbeddingServer } from "../support/embedding-server.ts";

let server: EmbeddingServer;
let vault: string;
let cache: string;

beforeEach(async () => {
  server = await EmbeddingServer.start();
  cache = await folderWith({});
  vault = await folderWith({
    "Car.md": "# Garage\n\nThe automobile is red.\n",
    "Lamp.md": "# Lamp\n\nOil and a wick.\n",
    "Private/diary.md": "A secret about an automobile.\n",
    "Tagged.md": "---\nlectern: false\n---\nAnother secret.\n",
    ".lecternignore": "Private/\n",
  });
});
afterEach(() => server.close());

function lectern(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const all = { ...process.env, XDG_CACHE_HOME: cache, ...env };
  return ended(
    start([...args, "--vault", vault, "--embeddings", server.baseUrl, "--embedding-model", "m"], { env: all }),
  );
}
const embed = (...args: string[]): Promise<Ended> => lectern(["embed", ...args]);
const search = (...words: string[]): Promise<Ended> => lectern(["search", ...words]);

/** The files below `folder`. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

test("without consent, it says what would be sent, and sends only a word that tests the model", async () => {
  const { code, stdout, stderr } = await embed();
  expect(stdout).toMatch(
    /^2 notes, at most about \d+ tokens, are sent to 127\.0\.0\.1:\d+ \(m\)\. Excluded notes are not\.\n$/,
  );
  expect(stderr).toBe("lectern: there is no terminal to ask in; add --yes\n");
  expect(code).toBe(2);
  expect(server.texts).toStrictEqual(["Lectern"]);
  // What was not agreed to is not done by a search either.
  await search("vehicle");
  expect(server.texts).toStrictEqual(["Lectern"]);
});

/** Others, among which the nearest stands out. */
const OTHERS = ["wick", "glass", "brass", "stair", "rope", "tide", "gull", "moss", "fog", "bell", "hive", "oar"];

test("it sends the passages of open notes only, and a search then finds by meaning", async () => {
  for (const word of OTHERS) writeFileSync(join(vault, `Other ${word}.md`), `${word} `.repeat(4));
  const { code, stdout, stderr } = await embed("--yes");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/\n14 passages of 14 notes have vectors of 64 dimensions by m\n$/);
  expect(code).toBe(0);
  expect(server.texts.join("\n")).not.toContain("secret");
  expect((await search("vehicle")).stdout).toContain("Car.md");
  expect(server.texts.at(-1)).toBe("vehicle");
  for (const path of filesIn(cache)) {
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readFileSync(path, "latin1")).not.toContain("automobile");
  }
});

test("of several at once one makes the vectors, the others say so, and a search beside it takes nothing away", async () => {
  for (let index = 0; index < 200; index++) writeFileSync(join(vault, `${index}.md`), `Note number ${index}.\n`);
  const [first, ...others] = await Promise.all([
    ...Array.from({ length: 3 }, () => embed("--yes")),
    search("vehicle"),
    search("automobile"),
  ]);
  const runs = [first, ...others.slice(0, 2)];
  const done = runs.filter((run) => run.code === 0);
  expect(done.length).toBeGreaterThan(0);
  for (const run of runs)
    if (run.code !== 0) expect(run.stderr).toMatch(/^lectern: another lectern embed makes the vectors of this vault/);
  // Each passage was sent once, and is kept.
  const texts = (): string[] => server.texts.filter((text) => text.includes("Note number"));
  expect(texts()).toHaveLength(200);
  expect((await embed()).stdout).toMatch(/202 passages of 202 notes/);
  expect(texts()).toHaveLength(200);
});

test("only what is new is sent again", async () => {
  await embed("--yes");
  const before = server.texts.length;
  writeFileSync(join(vault, "New.md"), "Glue in a jar.\n");
  await embed();
  const sent = server.texts.slice(before);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Glue in a jar.");
});

test("another model needs consent again, and replaces the vectors of the one before", async () => {
  await embed("--yes");
  const [before] = filesIn(cache).filter((path) => !path.endsWith(".lock"));
  expect((await embed("--embedding-dims", "64")).code).toBe(2);
  expect(filesIn(cache)).toContain(before);
  expect((await embed("--embedding-dims", "64", "--yes")).code).toBe(0);
  expect(filesIn(cache)).not.toContain(before);
});

test("a server that fails for a moment is asked again; what fails for good is told", async () => {
  server.faults.push(undefined, { status: 503, headers: { "retry-after": "0" }, body: {} });
  expect((await embed("--yes")).code).toBe(0);
  rmSync(cache, { recursive: true });
  server.faults.push(undefined, { status: 401, body: {} });
  const { code, stderr } = await embed("--yes");
  expect([code, stderr]).toMatchObject([1, expect.stringMatching(/API key.*nothing is lost: run it again\n$/)]);
});

test("a day's limit ends it with a code of its own", async () => {
  const { code, stderr } = await embed("--yes", "--max-day-tokens", "5");
  expect([code, stderr]).toStrictEqual([55, "lectern: the budget of this day is used up; run it again tomorrow\n"]);
  expect(server.texts).toStrictEqual(["Lectern"]);
});

test("a search with an unreachable provider finds by words", async () => {
  await embed("--yes");
  server.faults.push({ status: 500, body: {} });
  const { code, stdout } = await search("automobile");
  expect(code).toBe(0);
  expect(stdout).toContain("Car.md");
  expect(stdout).toContain("[searched by words only, not by meaning: Server error (500).]");
});

test("call takes the options too, and a model can turn it off", async () => {
  await embed("--yes");
  const before = server.texts.length;
  const call = (args: object) => lectern(["call", "search_notes", "--args", JSON.stringify(args)]);
  expect((await call({ query: "vehicle", meaning: false })).code).toBe(0);
  expect(server.texts.length).toBe(before);
  await call({ query: "vehicle" });
  expect(server.texts.slice(before)).toStrictEqual(["vehicle"]);
});

test.each([
  [["search", "x", "--embedding-model", "m"], "--embedding-model needs --embeddings"],
  [["search", "x", "--embeddings", "http://x/v1"], "no embedding model given; add --embedding-model NAME"],
  [["embed"], "no model given; add --embeddings URL --embedding-model NAME"],
  [
    ["embed", "--embeddings", "openai", "--embedding-model", "m"],
    "no key given; set OPENAI_API_KEY in the environment",
  ],
  [["embed", "--embeddings", "nonsense:", "--embedding-model", "m"], "“nonsense:” is not a URL."],
])("%j is refused", async (args, message) => {
  const env = { ...process.env, OPENAI_API_KEY: "" };
  const { code, stderr } = await ended(start([...args, "--vault", vault], { env }));
  expect(stderr).toContain(`lectern: ${message}`);
  expect(code).not.toBe(0);
});
