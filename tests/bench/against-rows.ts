// The rows of `npm run bench -- --against REV`, in groups that share a page.
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { FIELD, openForChat, startModel } from "../app/chat.ts";
import { openLong, showLong, streamAnswer } from "../app/long-chat.ts";
import { openWriting, run } from "../app/write-page.ts";
import { openApp } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import type { Build, Group } from "./against.ts";
import { type Language, LANGUAGES, note } from "./corpus.ts";
import { startUp } from "./memory.ts";
import type { Lines } from "./page.ts";
import { SEVERAL, severalNotes, SIZES, WINDOW_LINES } from "./reads.ts";
import { searchGroup, terminalGroup } from "./against-search.ts";
import { openMeasured } from "./measured-page.ts";
import { firstByte, firstReply, whole } from "./cli.ts";

const PATH = "note.md";
const close = (page: Page): Promise<void> => page.context().close();

/** A page with one note, and where its parts are. */
interface NotePage {
  page: Page;
  parts: Record<"head" | "middle" | "tail", Lines>;
}

function reading(language: Language, { size, bytes, rounds, batch }: (typeof SIZES)[number]): Group<NotePage> {
  const parts = ["head", "middle", "tail"] as const;
  const name = (part: string): string => `${size} ${language}, ${part}`;
  return {
    async open(build) {
      const page = await openMeasured(build.release, { [PATH]: note(language, bytes) }, "page.ts");
      await page.evaluate((path) => window.bench.holdBytes([path]), PATH);
      return {
        page,
        parts: await page.evaluate(({ path, count }) => window.bench.parts(path, count), {
          path: PATH,
          count: WINDOW_LINES,
        }),
      };
    },
    rows: [
      ...parts.map((part) => ({
        name: name(part),
        rounds,
        measure: ({ page, parts }: NotePage) =>
          page.evaluate(({ path, lines, batch }) => window.bench.timeOf(path, lines, batch), {
            path: PATH,
            lines: parts[part],
            batch,
          }),
      })),
      {
        name: name("all pages"),
        rounds: Math.ceil(rounds / 3),
        measure: ({ page }) =>
          page.evaluate(({ path, batch }) => window.bench.timeOfAllPages(path, batch), {
            path: PATH,
            batch: Math.ceil(batch / 4),
          }),
      },
    ],
    close: ({ page }) => close(page),
  };
}

function several(language: Language): Group<Page> {
  const notes = severalNotes(language);
  const paths = Object.keys(notes);
  return {
    async open(build) {
      const settings = JSON.stringify({ maxBytes: 1024 * 1024 });
      const files = { ...notes, ".obsidian/plugins/lectern/data.json": settings };
      const page = await openMeasured(build.release, files, "page.ts");
      await page.evaluate((paths) => window.bench.holdBytes(paths), paths);
      return page;
    },
    rows: [
      {
        name: `20 notes of 10 KB in one call, ${language}`,
        rounds: SEVERAL.rounds,
        measure: (page) =>
          page.evaluate(({ paths, batch }) => window.bench.timeOfSeveral(paths, batch), {
            paths,
            batch: SEVERAL.batch,
          }),
      },
    ],
    close,
  };
}

/** Each start is a first one. */
const start: Group<Build> = {
  open: (build) => Promise.resolve(build),
  rows: [
    {
      name: "start: main.js and onload",
      rounds: 15,
      async measure({ release }) {
        const page = await openApp({ files: {}, layoutReady: false });
        const time = await page.evaluate(startUp, release);
        await close(page);
        return time;
      },
    },
  ],
  close: () => Promise.resolve(),
};

/** The command line as processes of its own. What Node itself takes is in each row. */
const commandLine: Group<{ cli: string; vault: string }> = {
  open({ folder }) {
    const vault = mkdtempSync(join(tmpdir(), "lectern-bench-"));
    writeFileSync(join(vault, PATH), note("English", 10_000));
    return Promise.resolve({ cli: join(folder, "pkg/cli.mjs"), vault });
  },
  rows: [
    { name: "command line: Node itself", rounds: 20, measure: () => whole(["-e", "0"]) },
    { name: "command line: --version", rounds: 20, measure: ({ cli }) => whole([cli, "--version"]) },
    {
      name: "command line: call read_file",
      rounds: 20,
      measure: ({ cli, vault }) => whole(readCall(cli, vault)),
    },
    {
      name: "command line: first byte of it",
      rounds: 20,
      measure: ({ cli, vault }) => firstByte(readCall(cli, vault)),
    },
    {
      name: "command line: first MCP reply",
      rounds: 20,
      measure: ({ cli, vault }) => firstReply([cli, "mcp", "--vault", vault]),
    },
  ],
  close: ({ vault }) => rm(vault, { recursive: true }),
};

function readCall(cli: string, vault: string): string[] {
  return [cli, "call", "read_file", "--vault", vault, "--args", JSON.stringify({ path: PATH })];
}

/** A note of 100 KB in which one sentence changes, from the call to the written file. */
const editing: Group<Page> = {
  async open({ release }) {
    const lines = new TextDecoder().decode(note("English", 100_000)).split("\n");
    lines.splice(lines.length / 2, 0, "The lamp is lit at 0.");
    return openWriting({ [PATH]: lines.join("\n") }, true, release);
  },
  rows: [
    {
      name: "one edit of 100 KB",
      rounds: 41,
      async measure(page, round) {
        const edits = [{ old: `The lamp is lit at ${round}.`, new: `The lamp is lit at ${round + 1}.` }];
        const start = performance.now();
        const reply = await run(page, "edit_file", { path: PATH, edits });
        if (reply.startsWith("error")) throw new Error(reply);
        return performance.now() - start;
      },
    },
  ],
  close,
};

const panel: Group<Build> = {
  open: (build) => Promise.resolve(build),
  rows: [
    {
      name: "opening the panel for the first time",
      rounds: 15,
      async measure({ release }) {
        const page = await openForChat({ files: {}, release });
        const time = await page.evaluate(async (field) => {
          const start = performance.now();
          window.app.commands.executeCommandById("lectern:open-chat");
          const { port1, port2 } = new MessageChannel();
          while (!document.querySelector(field))
            await new Promise((resolve) => {
              port1.onmessage = resolve;
              port2.postMessage(null);
            });
          return performance.now() - start;
        }, FIELD);
        await close(page);
        return time;
      },
    },
  ],
  close: () => Promise.resolve(),
};

/** What the page's process does while an answer streams below a long conversation. */
const streaming: Group<{ page: Page; model: StandIn }> = {
  async open({ release }) {
    const model = await startModel();
    const page = await openLong(model, release);
    await showLong(page);
    return { page, model };
  },
  rows: [
    {
      name: "a streamed answer: work of the page",
      rounds: 6,
      async measure({ page, model }) {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Performance.enable");
        const worked = async (): Promise<number> => {
          const { metrics } = await devtools.send("Performance.getMetrics");
          return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
        };
        let before = NaN;
        await streamAnswer(page, model, async () => (before = await worked()));
        const time = (await worked()) - before;
        await devtools.detach();
        return time;
      },
    },
  ],
  close: ({ page, model }) => Promise.all([close(page), model.close()]),
};

/** All rows. A group that knows its own place is the same to the runner as any other. */
export const groups = [
  ...LANGUAGES.flatMap((language) => [...SIZES.map((size) => reading(language, size)), several(language)]),
  start,
  commandLine,
  searchGroup,
  terminalGroup,
  editing,
  panel,
  streaming,
] as Group<unknown>[];
