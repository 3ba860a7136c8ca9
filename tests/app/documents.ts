// A plugin that makes the app's host answer requests of the core, as the released plugin does during a tool call. Tests
// in a page use it to see the answer itself.
import { Plugin } from "obsidian";
import type { Answer, Request } from "../../pkg/lectern.js";
import { answer } from "../../js/vault/answer-request.ts";
import { ObsidianHost } from "../../js/host/obsidian.ts";

export default class Answers extends Plugin {
  override onload(): void {
    const host = new ObsidianHost(this.app);
    window.answer = (request) => answer(host, request);
  }
}

declare global {
  interface Window {
    answer: (request: Request) => Promise<Answer>;
  }
}
