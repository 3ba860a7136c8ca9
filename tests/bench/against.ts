// `npm run bench -- --against REV`: measures this build and that of another commit alternately, row by row, and compares
// the medians. Both run in the same browser, with the stand-ins and notes of this commit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluginManifest } from "obsidian";
import { type Release, sharedBrowser } from "../obsidian/browser.ts";
import { groups } from "./against-rows.ts";

/** What is measured: one commit's build. */
export interface Build {
  /** The commit, or "here". */
  name: string;
  /** With `dist/` and `pkg/`. */
  folder: string;
  release: Release;
}

/** Rows that are measured in the same place, such as a page with one vault. */
export interface Group<Place> {
  open(build: Build): Promise<Place>;
  rows: Row<Place>[];
  close(place: Place): Promise<unknown>;
}

export interface Row<Place> {
  name: string;
  /** How often it is measured in each build. */
  rounds: number;
  /** Milliseconds. `round` begins with 0. */
  measure(place: Place, round: number): Promise<number>;
  /** Whether the time that one of 100 is longer than is a row too. */
  rare?: boolean;
}

/** One line of the table. A time is NaN if that commit can't do it. */
export interface Compared {
  name: string;
  /** Medians, in milliseconds. */
  then: number;
  now: number;
  ratio: number;
}

/**
 * Measures all rows whose names contain `only`.
 * @param here the folder of this repository
 */
export async function compare(
  here: string,
  other: { name: string; folder: string },
  only: string,
  log: (line: string) => void,
): Promise<Compared[]> {
  const browser = await sharedBrowser();
  try {
    const [then, now] = [buildIn(other.folder, other.name), buildIn(here, "here")];
    log(line("", other.name, "here", "ratio"));
    const all: Compared[] = [];
    for (const group of groups) {
      const rows = group.rows.filter(({ name }) => name.includes(only));
      if (rows.length > 0) all.push(...(await compareGroup({ ...group, rows }, then, now, log)));
    }
    return all;
  } finally {
    await browser.close();
  }
}

function buildIn(folder: string, name: string): Build {
  const file = (path: string): string => readFileSync(join(folder, path), "utf8");
  const manifest = JSON.parse(file("dist/manifest.json")) as PluginManifest;
  const release = { main: file("dist/main.js"), manifest, styles: file("dist/styles.css") };
  return { name, folder, release };
}

async function compareGroup(
  group: Group<unknown>,
  then: Build,
  now: Build,
  log: (line: string) => void,
): Promise<Compared[]> {
  const all: Compared[] = [];
  const place = await group.open(now);
  // An older commit may not have what is measured.
  const before = await group.open(then).catch((error: unknown) => error as Error);
  for (const row of group.rows) {
    const [older, times] = [[] as number[], [] as number[]];
    let missing = before instanceof Error ? before : undefined;
    for (let round = 0; round < row.rounds; round++) {
      const measureOlder = async (): Promise<void> => {
        if (missing) return;
        try {
          older.push(await row.measure(before, round));
        } catch (error) {
          missing = error as Error;
        }
      };
      if (round % 2 > 0) await measureOlder();
      times.push(await row.measure(place, round));
      if (round % 2 === 0) await measureOlder();
    }
    const shares: [string, number][] = row.rare
      ? [
          ["", 0.5],
          [", 99 of 100", 0.99],
        ]
      : [["", 0.5]];
    for (const [what, share] of shares) {
      const [old, own] = [missing ? NaN : quantile(older, share), quantile(times, share)];
      const compared = { name: row.name + what, then: old, now: own, ratio: own / old };
      all.push(compared);
      log(line(compared.name, ms(old), ms(own), missing ? "" : compared.ratio.toFixed(2)));
    }
    if (missing) log(`    ${then.name} can't: ${missing.message.split("\n")[0] ?? ""}`);
  }
  await group.close(place);
  if (!(before instanceof Error)) await group.close(before);
  return all;
}

function quantile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? NaN;
}

const ms = (time: number): string => (Number.isNaN(time) ? "-" : time.toFixed(time < 10 ? 3 : 1));
const line = (name: string, ...columns: string[]): string =>
  name.padEnd(44) + columns.map((column) => column.padStart(12)).join("");
