// `lectern verify`: what has become of the lines that saved conversations cite.
import * as fs from "node:fs";
import { join } from "node:path";
import { type Citation, citationsIn } from "../agent/citations/citations.ts";
import type { Verdict } from "../agent/citations/current-note.ts";
import { Evidence } from "../agent/citations/evidence.ts";
import { KEY, type SavedConversation } from "../agent/saved/message-comments.ts";
import { fromMarkdown } from "../agent/saved/read-conversation.ts";
import { systemReason } from "../base/reason.ts";
import type { Config } from "../../pkg/lectern.js";
import type { NodeHost } from "../host/node.ts";
import type { Tools } from "../vault/tools.ts";
import { whyClosed } from "./doctor/what-models-see.ts";
import { EXIT, Failure } from "./exit-codes.ts";
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

/** How it is done. */
export interface VerifyParts extends Pick<Terminals, "output"> {
  readonly host: NodeHost;
  readonly tools: Tools;
  readonly config: Partial<Config>;
  readonly asJson: boolean;
}

const COLOURS: Readonly<Partial<Record<State, string>>> = { unchanged: "32", moved: "33", unknown: "33" };
const RED = "31";

/** Prints it for the conversations at `places`. Returns 1 if a citation is neither unchanged nor moved. */
export async function verifyConversations(places: readonly string[], parts: VerifyParts): Promise<number> {
  const { output, asJson } = parts;
  const counts = new Map<State, number>();
  for (const [file, conversation] of places.flatMap(conversationsAt)) {
    const citations = await lookedUp(conversation, parts);
    for (const { state } of citations) counts.set(state, (counts.get(state) ?? 0) + 1);
    if (asJson) output.json({ file, title: conversation.title, citations });
    else show(file, citations, parts);
  }
  const all = [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
  if (!asJson) output.line(all === "" ? "No citations." : all);
  return [...counts.keys()].every((state) => state === "unchanged" || state === "moved") ? EXIT.done : EXIT.failed;
}

/** The conversations at a place: a file, or all in a folder. */
function conversationsAt(place: string): (readonly [file: string, SavedConversation])[] {
  try {
    if (!fs.statSync(place).isDirectory()) return [[place, fromMarkdown(fs.readFileSync(place, "utf8"))]];
    const names = fs.readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
    return names.sort().flatMap((name) => {
      const file = join(place, name);
      const text = fs.readFileSync(file, "utf8");
      // Other notes may be there.
      return new RegExp(`^---\\r?\\n${KEY}:`).test(text) ? [[file, parsed(file, text)] as const] : [];
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.input, `can't verify "${place}": ${systemReason(error)}`);
  }
}

function parsed(file: string, text: string): SavedConversation {
  try {
    return fromMarkdown(text);
  } catch (error) {
    throw new Failure(EXIT.input, `can't verify "${file}": ${systemReason(error)}`);
  }
}

async function lookedUp({ messages }: SavedConversation, { host, tools, config }: VerifyParts): Promise<LookedUp[]> {
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

function show(file: string, citations: readonly LookedUp[], { output }: VerifyParts): void {
  output.line(file);
  for (const { citation, state, because = "", start_line, end_line, before = [], now = [] } of citations) {
    const moved = state === "moved" ? `now lines ${start_line}-${end_line}` : because;
    output.line("  ", { text: state.padEnd(12), colour: COLOURS[state] ?? RED }, `${citation}  ${moved}`.trimEnd());
    for (const line of before) output.line({ text: `    - ${line}`, colour: RED });
    for (const line of now) output.line({ text: `    + ${line}`, colour: "32" });
  }
}
