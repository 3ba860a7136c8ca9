// A vault, a record of what a model was shown of it, and citations that are checked against that.
import type { Config } from "../../pkg/lectern.js";
import { citationsIn, type Citation } from "../../js/agent/citations/citations.ts";
import { Evidence } from "../../js/agent/citations/evidence.ts";
import type { Verdict } from "../../js/agent/citations/current-note.ts";
import type { Surroundings } from "../../js/agent/loop/surroundings.ts";
import type { Message } from "../../js/agent/message.ts";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";

export const BELL = [
  "# Bell",
  "",
  "It weighs **310 kg** and was cast in 1958.",
  "",
  "It hangs from an [[Frame|iron frame]].",
  "Nobody rings it.",
];
export const NOTES = {
  "Projects/Bell.md": BELL.join("\n"),
  "Projects/Log.md": "One entry.\nThe bell was silent.\n",
  "Archive/Log.md": "An old entry.\n",
  "Unread.md": "Never shown.\n",
  "Private/Diary.md": "Closed.\n",
};

/** A vault, what a model has called there, and a citation that is checked. */
export class Desk {
  readonly host = new MemoryHost({ ...NOTES });
  readonly tools: Tools;
  readonly messages: Message[] = [];
  readonly calls: string[] = [];

  constructor(config: Partial<Config> = {}) {
    this.tools = new Tools(this.host, { protected: ["Private"], ...config });
  }

  async called(tool: string, args: unknown, numbering: "all" | "compact" = "compact"): Promise<this> {
    const reply = await this.tools.call(tool, args, undefined, { numbering, layout: true });
    this.messages.push({ role: "tool", id: String(this.messages.length), tool, reply });
    return this;
  }

  write(path: string, text: string | Uint8Array): void {
    this.host.put(path, text);
    this.host.mtime++;
  }

  async check(answer: string): Promise<Verdict> {
    const [citation] = citationsIn(answer);
    if (!citation) throw new Error("there is no citation in this");
    return this.verdict(citation);
  }

  verdict(citation: Citation): Promise<Verdict> {
    const call: Surroundings["call"] = (tool, args, { signal, ...context }) => {
      this.calls.push(`${tool} ${args}`);
      return this.tools.callJson(tool, args, signal, context);
    };
    return new Evidence(this.messages).check(citation, call, new AbortController().signal);
  }
}

/** One to whom the bell was shown whole. */
export const shown = (): Promise<Desk> => new Desk().called("read_file", { path: "Projects/Bell.md" });
export const bell = (startLine: number, endLine: number): Verdict => {
  return { state: "verified", path: "Projects/Bell.md", startLine, endLine };
};
