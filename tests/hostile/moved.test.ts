// Notes that are excluded, moved or deleted between two questions: what was shown of them is not sent again, whatever
// happens in the vault. Random changes, in the mock app, with the released core.
import { build } from "esbuild";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest } from "../app/release.ts";
import { closePages, installPlugin, openApp } from "../obsidian/browser.ts";
import { effort, TIMEOUT_MS } from "./effort.ts";
import { markerOf, type Sent, type Step, type Talk } from "./moved-probe.ts";

let page: Page;
beforeAll(async () => {
  const entry = new URL("moved-probe.ts", import.meta.url).pathname;
  const bundled = build({ entryPoints: [entry], bundle: true, write: false, format: "cjs", external: ["obsidian"] });
  const main = (await bundled).outputFiles[0]?.text ?? "";
  page = await openApp({ files: {} });
  await installPlugin(page, { main, manifest: { ...manifest, id: "moved-probe" } });
});
afterAll(closePages);

/** Where notes are at first, and where they may be moved. Two names are NFD, as an older Mac's disk has them. */
const PATHS = [
  "A.md",
  "B plan.md",
  "Work/A.md",
  "Work/Deep/C.md",
  "Cafe\u0301.md",
  "Cafe\u0301/Menu\u0308.md",
  "Caf\u00e9 2.md",
];
const PLACES = [
  ...PATHS,
  "Private/A.md",
  "Private/Work/x.md",
  ".A.md",
  ".trash/A.md",
  "Open/A.md",
  "Caf\u00e9.md",
  "a.md",
];
const FOLDERS = ["Work", "Work/Deep", "Cafe\u0301", "Private"];
const TEXTS = ["#private\n", "---\nlectern: no\n---\n", "---\ntags: [private]\n---\n", "Something else.\n"];

const number = fc.nat({ max: PATHS.length - 1 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ move: number, to: fc.constantFrom(...PLACES) }),
  fc.record({ moveFolder: fc.constantFrom(...FOLDERS), to: fc.constantFrom("Private/F", "Open", ".F", ...FOLDERS) }),
  fc.record({ write: number, text: fc.constantFrom(...TEXTS) }),
  fc.record({ remove: number }),
  fc.record({ create: fc.constantFrom(...PATHS), like: number }),
  fc.record({ closed: fc.subarray(["/A.md", "/Work", "/Caf\u00e9.md"]) }),
  fc.record({ patterns: fc.subarray(["*plan.md", "*\u0308.md".normalize("NFC"), "*C.md"]) }),
);
const talks: fc.Arbitrary<Talk> = fc.record({
  notes: fc.constant(PATHS),
  read: fc.uniqueArray(number, { maxLength: 4 }),
  attached: fc.uniqueArray(number, { maxLength: 2 }),
  wasAsked: fc.boolean(),
  rounds: fc.array(fc.array(steps, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
});

const sent = (talk: Talk): Promise<Sent[]> => page.evaluate((talk) => window.talk(talk), talk);

test("nothing of a note that is closed or gone is sent again", { timeout: TIMEOUT_MS }, async () => {
  let [gone, kept] = [0, 0];
  await fc.assert(
    fc.asyncProperty(talks, async (talk) => {
      for (const round of await sent(talk)) {
        for (const index of round.gone) expect(round.wire).not.toContain(markerOf(index));
        // A reply that names open notes alone is sent.
        for (const index of talk.read)
          if (round.open.includes(index)) expect(round.wire).toContain(`A note: ${markerOf(index)}`);
        gone += round.gone.length;
        kept += round.open.length;
      }
    }),
    effort(300),
  );
  expect(Math.min(gone, kept)).toBeGreaterThan(100);
});
