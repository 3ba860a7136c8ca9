// A plugin that makes the app's host answer requests of the core, as the released plugin does during a tool call. Tests
// in a page use it to see the answer itself.
import { Plugin } from "obsidian";
import type { Request } from "../../pkg/lectern.js";
import { answer } from "../../js/vault/answer-request.ts";
import { ObsidianHost } from "../../js/host/obsidian.ts";
import { readable, type ReadableAnswer } from "../shim/readable.ts";

export default class Answers extends Plugin {
  override onload(): void {
    const host = new ObsidianHost(this.app);
    window.answer = async (request) => readable(await answer(host, request));
  }
}

declare global {
  interface Window {
    answer: (request: Request) => Promise<ReadableAnswer>;
  }
}
