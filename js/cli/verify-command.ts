// `lectern verify`: what has become of the lines that saved conversations cite.
import * as fs from "node:fs";
import { join } from "node:path";
import { type Citation, citationsIn } from "../agent/citations/citations.ts";
import type { Verdict } from "../agent/citations/current-note.ts";
import { Evidence } from "../agent/citations/evidence.ts";
import type { SavedConversation } from "../agent/saved/message-comments.ts";
import { fromMarkdown, isConversation } from "../agent/saved/read-conversation.ts";
import { systemReason } from "../base/reason.ts";
import type { Config } from "../../pkg/lectern.js";
import { whyClosed } from "./doctor/what-models-see.ts";
import { EXIT, Failure, UsageError } from "./exit-codes.ts";
import { type Opened, openVault } from "./open-vault.ts";
import type { Options } from "./options.ts";
import type { Terminals } from "./reply.ts";

/** What has become of a citation. */
type State = "unchanged" | "moved" | "changed" | "gone" | "excluded" | "unknown" | "unsupported";

/** A citation, looked up. */
interface LookedUp {
  readonly citation: string;
  readonly state: State;
  readonly quote?: string;
  readonly path?: string;
  /** The page of a document, and where it is now: lines, from 1. */
  readonly page?: number;
  readonly start_line?: number;
  readonly end_line?: number;
  readonly because?: string;
  readonly before?: readonly string[];
  readonly now?: readonly string[];
}

const COLOURS: Readonly<Partial<Record<State, string>>> = { unchanged: "32", moved: "33", unknown: "33" };
const RED = "31";

/**
 * Prints what has become of each citation of the conversations at `places`. Returns 1 if one is neither unchanged nor
 * moved.
 */
export async function verify(places: readonly string[], values: Options, { output }: Terminals): Promise<number> {
  if (places.length === 0) throw new UsageError("give the file of a conversation, or a folder of them");
  const opened = await openVault(values);
  const config = { protected: values.protect ?? [] };
  const counts = new Map<State, number>();
  for (const [file, conversation] of places.flatMap(conversationsAt)) {
    const citations = await lookedUp(conversation, opened, config);
    for (const { state } of citations) counts.set(state, (counts.get(state) ?? 0) + 1);
    if (values.json) output.json({ file, title: conversation.title, citations });
    else show(file, citations, output);
  }
  const all = [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
  if (!values.json) output.line(all === "" ? "No citations." : all);
  return [...counts.keys()].every((state) => state === "unchanged" || state === "moved") ? EXIT.done : EXIT.failed;
}

/** The conversations at a place: a file, or all in a folder, where other notes may be too. */
function conversationsAt(place: string): (readonly [file: string, SavedConversation])[] {
  return named(place, () => {
    if (!fs.statSync(place).isDirectory()) return [[place, fromMarkdown(fs.readFileSync(place, "utf8"))]];
    const all = fs.readdirSync(place, { recursive: true, withFileTypes: true });
    const files = all.flatMap((one) =>
      one.isFile() && one.name.endsWith(".md") ? join(one.parentPath, one.name) : [],
    );
    return files.sort().flatMap((file) => {
      const text = fs.readFileSync(file, "utf8");
      return isConversation(text) ? [[file, named(file, () => fromMarkdown(text))] as const] : [];
    });
  });
}

/** What `read` gives. If it throws, the error names `place`. */
function named<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.failed, `can't verify "${place}": ${systemReason(error)}`);
  }
}

async function lookedUp(
  { messages }: SavedConversation,
  { host, tools }: Opened,
  config: Partial<Config>,
): Promise<LookedUp[]> {
  const evidence = new Evidence(messages);
  const { signal } = new AbortController();
  const all: LookedUp[] = [];
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const citation of citationsIn(message.text)) {
      const verdict = await evidence.check(
        citation,
        (tool, args, { signal, ...bounds }) => tools.callJson(tool, args, signal, bounds),
        signal,
      );
      const written = message.text.slice(citation.start, citation.end);
      const found = became(citation, written, verdict);
      // To a model, an excluded note is not there; the user may know.
      const why = found.state === "gone" ? await whyClosed(host, tools, found.path ?? "", config) : undefined;
      all.push(why === undefined ? found : { ...found, state: "excluded", because: why });
    }
  }
  return all;
}

function became({ quote }: Citation, citation: string, verdict: Verdict): LookedUp {
  const about = { citation, ...(quote !== undefined && { quote }) };
  if (verdict.state === "unverified") {
    const { path, because, since, isUnknown, lines } = verdict;
    const state = since ?? (isUnknown ? "unknown" : "unsupported");
    return { ...about, state, ...(path !== undefined && { path }), because, ...lines };
  }
  const { path, page, startLine, endLine } = verdict;
  const place = { path, ...(page !== undefined && { page }), start_line: startLine, end_line: endLine };
  return { ...about, state: verdict.state === "moved" ? "moved" : "unchanged", ...place };
}

function show(file: string, citations: readonly LookedUp[], output: Terminals["output"]): void {
  output.line(file);
  for (const { citation, state, because = "", start_line, end_line, before = [], now = [] } of citations) {
    const moved = state === "moved" ? `now lines ${start_line}-${end_line}` : because;
    output.line("  ", { text: state.padEnd(12), colour: COLOURS[state] ?? RED }, `${citation}  ${moved}`.trimEnd());
    for (const line of before) output.line({ text: `    - ${line}`, colour: RED });
    for (const line of now) output.line({ text: `    + ${line}`, colour: "32" });
  }
}
