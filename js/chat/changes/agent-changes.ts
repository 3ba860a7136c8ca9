// The changes of agents outside the panel: asked about above the conversation, whatever that is.
import type { App, WorkspaceLeaf } from "obsidian";
import { t } from "../../base/translate.ts";
import { noticeTo } from "../answer/open-note.ts";
import { iconButton } from "../button.ts";
import type { ChangeQuestion, ChangeViewer, Choice } from "./approvals.ts";
import { askAbout, showPlan } from "./change-card.ts";
import type { Shown } from "./corrections.ts";

/** Decided cards that stay beside a new one. */
const KEPT = 2;

/** The place in a panel where they are asked about. */
export class AgentChanges {
  readonly #app: App;
  readonly #leaf: WorkspaceLeaf;
  readonly #el: HTMLElement;
  readonly #announce: (words: string) => void;
  readonly #end = new AbortController();

  /** `announce` tells screen readers. */
  constructor(leaf: WorkspaceLeaf, parent: HTMLElement, announce: (words: string) => void) {
    this.#app = leaf.view.app;
    this.#leaf = leaf;
    this.#el = parent.createDiv("lectern-agent-changes");
    this.#announce = announce;
  }

  /**
   * Asks about changes of the agent `name`. A notice leads here if the panel is hidden. When the panel is closed, they are
   * rejected.
   */
  async ask(name: string, question: ChangeQuestion): Promise<Choice[]> {
    const words = `${name}: ${question.announcement}`;
    this.#announce(words);
    const { containerEl } = this.#leaf.view;
    // It stays until the change is decided, as the agent waits.
    const notice = containerEl.isShown() ? undefined : noticeTo(this.#leaf, words, () => undefined, 0);
    const box = this.#box(name);
    const stop = new AbortController();
    const left = (): void => {
      stop.abort();
      // Nobody waits for the decision.
      box.remove();
    };
    question.signal?.addEventListener("abort", left);
    this.#end.signal.addEventListener("abort", left);
    if (question.signal?.aborted) left();
    try {
      return await askAbout(this.#app, box, { ...question, signal: stop.signal });
    } finally {
      notice?.hide();
      question.signal?.removeEventListener("abort", left);
      this.#end.signal.removeEventListener("abort", left);
    }
  }

  plan(name: string, proposal: Shown): void {
    showPlan(this.#app, this.#box(name), proposal);
  }

  close(): void {
    this.#end.abort();
  }

  /** A box for one card, which the user can close once it is decided. The last few stay. */
  #box(name: string): HTMLElement {
    const boxes = this.#el.findAll(".lectern-agent-change");
    const decided = boxes.filter((box) => !box.querySelector(".lectern-change-actions"));
    for (const old of decided.slice(0, -KEPT)) old.remove();
    const box = this.#el.createDiv("lectern-agent-change");
    const head = box.createDiv("lectern-agent-change-head");
    head.createSpan({ text: name, attr: { dir: "auto" } });
    iconButton(head, "x", t("Close {name}", { name }), () => box.remove()).addClass("lectern-agent-change-close");
    return box;
  }
}

/** Asks about the changes of the agent `name` in the panel that `open` gives. */
export function agentViewer(
  name: string,
  open: () => Promise<{ readonly agentChanges: AgentChanges } | undefined>,
): ChangeViewer {
  return {
    ask: async (question) => {
      const panel = await open();
      if (!panel) throw new Error("the panel can't be opened");
      return panel.agentChanges.ask(name, question);
    },
    plan: (proposal) =>
      void open().then(
        (panel) => panel?.agentChanges.plan(name, proposal),
        () => undefined,
      ),
  };
}
