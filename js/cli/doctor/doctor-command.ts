// `lectern doctor`: what a model can see of a vault, and what could go round Lectern.
import { createRequire } from "node:module";
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import manifest from "../../../manifest.json" with { type: "json" };
import type { Config } from "../../../pkg/lectern.js";
import type { ModelChoice } from "../../agent/model-choice.ts";
import { versionOf } from "../../agent/programs/program-state.ts";
import type { AgentProgram } from "../../agent/programs/program.ts";
import { walled } from "../../agent/programs/programs.ts";
import { reason } from "../../base/reason.ts";
import type { NodeHost } from "../../host/node.ts";
import { NodeComputer } from "../../host/node-computer.ts";
import type { Tools } from "../../vault/tools.ts";
import { whileWaiting } from "../reading-line.ts";
import type { Terminal } from "../terminal.ts";
import { agentFault } from "./agent-tools.ts";
import { sightOf, type Sight } from "./what-models-see.ts";

/** Programs that read files by themselves, and do not know Lectern's rules. */
const OTHERS = ["obsidian", ...Object.values(walled).map(({ command }) => command), "cursor-agent"];

/** How long the model has to answer. */
const MODEL_MS = 60_000;

export interface Diagnosis extends Sight {
  readonly index: { readonly notes: number; readonly bytes: number; readonly unread: number } | null;
  readonly versions: { readonly lectern: string; readonly node: string; readonly plugin: string | null };
  /** Whether the model answers; null if none is named. */
  readonly model: { readonly name: string; readonly answers: boolean; readonly error?: string } | null;
  readonly other_programs: readonly string[];
  /** The programs that can answer in the panel, and are installed. */
  readonly agents: readonly AgentFound[];
}

/** A program that can answer in the panel. */
interface AgentFound {
  readonly name: string;
  /** Empty if it does not say one. */
  readonly version: string;
  /** The version whose wall was tried. */
  readonly tried: string;
  /** Why it can't answer; null if its tools are those that were examined. */
  readonly fault: string | null;
}

/** What is diagnosed. */
export interface DoctorParts {
  readonly host: NodeHost;
  readonly tools: Tools;
  readonly config: Partial<Config>;
  /** Undefined if none is named. */
  readonly model: ModelChoice | undefined;
}

/** Prints the diagnosis. Returns 1 if something can't be read or the model doesn't answer. */
export async function doctor(parts: DoctorParts, output: Terminal, asJson: boolean): Promise<number> {
  const found = await diagnosis(parts);
  if (asJson) output.json(found);
  else for (const line of linesOf(found)) output.line(line);
  return found.unreadable > 0 || found.model?.answers === false ? 1 : 0;
}

async function diagnosis({ host, tools, config, model }: DoctorParts): Promise<Diagnosis> {
  const sight = await sightOf(host, tools, config);
  // A search makes the index.
  await tools.call("search_notes", { query: "lectern", limit: 1 });
  const { notes, bytes, unread } = tools.indexed() ?? {};
  return {
    ...sight,
    index: notes === undefined ? null : { notes, bytes: bytes ?? 0, unread: unread ?? 0 },
    versions: { lectern: manifest.version, node: process.version, plugin: pluginVersion(host.root) },
    model: model ? await tested(model) : null,
    other_programs: OTHERS.filter(isInstalled),
    agents: await agents(),
  };
}

async function agents(): Promise<AgentFound[]> {
  const computer = new NodeComputer(createRequire(import.meta.url));
  const all = Object.values<AgentProgram>(walled).map(async (program) => {
    const { name, tried = "" } = program;
    const found = await computer.find(program.command);
    if (!found) return [];
    const [version, fault] = await Promise.all([versionOf(computer, found), agentFault(computer, program)]);
    return [{ name, version, tried, fault: fault ?? null }];
  });
  const asking = Promise.all(all).finally(() => computer.stopAll());
  return (
    await whileWaiting(
      process.stderr,
      () => "Looking at the tools of agents",
      () => asking,
    )
  ).flat();
}

/** Whether the model answers. No note is sent. */
async function tested(choice: ModelChoice): Promise<NonNullable<Diagnosis["model"]>> {
  const { testModel } = await import("../../agent/providers/models.ts");
  const name = choice.model;
  try {
    const asking = testModel(choice, { fetch }, AbortSignal.timeout(MODEL_MS));
    await whileWaiting(
      process.stderr,
      () => "Asking the model",
      () => asking,
    );
    return { name, answers: true };
  } catch (error) {
    return { name, answers: false, error: reason(error) };
  }
}

/** The version of the plugin in the vault; null if it is not installed. */
function pluginVersion(root: string): string | null {
  for (const folder of readdirSync(root).filter((name) => name.startsWith("."))) {
    try {
      const text = readFileSync(join(root, folder, "plugins/lectern/manifest.json"), "utf8");
      const { version } = JSON.parse(text) as { version?: unknown };
      if (typeof version === "string") return version;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

function isInstalled(program: string): boolean {
  const names = process.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  return (process.env.PATH ?? "").split(delimiter).some((folder) =>
    names.some((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return folder !== "";
      } catch {
        return false;
      }
    }),
  );
}

function linesOf(found: Diagnosis): string[] {
  const { open, excluded, rules, unreadable, index, versions, model, other_programs, agents } = found;
  const others = other_programs.length > 0 ? ` Found on this device: ${other_programs.join(", ")}.` : "";
  return [
    `Open to a model: ${files(open)}`,
    `Excluded: ${files(excluded)}`,
    ...rules.map(({ rule, files: count }) => `  ${count} by ${rule}`),
    `Unreadable: ${files(unreadable)}`,
    index
      ? `Search index: ${index.notes} notes, ${(index.bytes / 1e6).toFixed(1)} MB of memory, ${index.unread} unread`
      : "Search index: none",
    `Versions: Lectern ${versions.lectern}, Node ${versions.node}, plugin in the vault ${versions.plugin ?? "none"}`,
    model
      ? `Model ${model.name}: ${model.answers ? "answers" : `does not answer: ${model.error ?? ""}`}`
      : "Model: not asked; add --model",
    ...agents.map(
      ({ name, version, tried, fault }) =>
        `${name} ${version}: ${fault === null ? "can answer in the app's panel, with Lectern's tools alone" : fault}${
          version === tried ? "" : ` (its wall was tried with ${tried})`
        }`,
    ),
    "These rules hold for Lectern's tools only. An agent with a shell, or with the app's own command line, reads files",
    `without them.${others}`,
  ];
}

const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;
