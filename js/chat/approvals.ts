// Which changes of one answer the user is asked about, by the mode in the settings. Those of one turn are asked about
// together.
import type { Decision, Proposal } from "../../pkg/lectern.js";
import { parentOf } from "../base/names.ts";
import type { ApproveMode, ChatSettings } from "../settings/chat-settings.ts";
import { alwaysAsks } from "../vault/approval.ts";
import type { Changes } from "../vault/changes.ts";
import { Corrections, type Shown } from "./corrections.ts";
import { counted, t } from "../base/translate.ts";

/** What the user is asked at once. */
export interface ChangeQuestion {
  readonly proposals: readonly Shown[];
  /** For screen readers. */
  readonly announcement: string;
  /** What else accepting means. */
  readonly note: string | undefined;
  /** Ends the wait. */
  readonly signal: AbortSignal | undefined;
}

/** What the user chose: `later` asks again, as another change of the card went back to the model. */
export type Choice = Decision | "later";

/** Shows changes to the user. */
export interface ChangeViewer {
  /** Resolves to a choice about each proposal, in their order. One that is missing is a rejection. */
  ask(question: ChangeQuestion): Promise<readonly Choice[]>;
  plan(proposal: Shown): void;
}

/** An answer that changes more files than this asks about all that follow. */
const MANY = 5;

const whole = (outcome: Decision["outcome"]): Decision => ({ outcome, hunks: null, comment: null });

/** A call that waits for its decision. */
interface Waiting<P = Proposal> {
  /** The number of the call. */
  readonly order: number;
  readonly proposal: P;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

/** Decides about the changes of one answer. */
export class Approvals {
  readonly #viewer: ChangeViewer;
  readonly #settings: () => Pick<ChatSettings, "approve" | "correct">;
  readonly #corrections: Corrections;
  /** The folders in which the conversation's changes are not asked about again. */
  readonly #allowed: Set<string>;
  readonly #paths = new Set<string>();
  /** How many calls could still propose something. */
  #running = 0;
  #begun = 0;
  #waiting: Waiting[] = [];

  /**
   * `settings` are asked for each time, as the user may change them meanwhile; `turn` is the number of the model's turn.
   */
  constructor(
    viewer: ChangeViewer,
    settings: () => Pick<ChatSettings, "approve" | "correct">,
    turn: () => number,
    allowed: Set<string>,
  ) {
    this.#viewer = viewer;
    this.#settings = settings;
    this.#corrections = new Corrections(turn);
    this.#allowed = allowed;
  }

  /**
   * Runs a call that may change something, and gives it what approves. The calls of a turn begin together: a proposal
   * is decided once every other call has ended or waits, too.
   */
  async run<T>(call: (approve: Changes["approve"]) => Promise<T>): Promise<T> {
    const order = this.#begun++;
    this.#running++;
    try {
      return await call((proposal, signal) => this.#approve({ order, proposal, signal }));
    } finally {
      this.#running--;
      this.#decide();
    }
  }

  #approve(change: Pick<Waiting, "order" | "proposal" | "signal">): Promise<Decision> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...change, resolve, reject });
      this.#decide();
    });
  }

  /** Decides about all that waits, unless a call may still add to it. */
  #decide(): void {
    const waiting = this.#waiting.filter((one) => !one.signal?.aborted);
    if (waiting.length < this.#running) return;
    this.#waiting = [];
    waiting.sort((one, other) => one.order - other.order);
    const { approve: mode, correct } = this.#settings();
    const all = waiting.flatMap((one): Waiting<Shown>[] => {
      const proposal = this.#corrections.take(one.proposal, correct);
      if (!proposal) one.resolve(whole("returned"));
      return proposal ? [{ ...one, proposal }] : [];
    });
    if (mode === "plan") {
      for (const { proposal, resolve } of all) {
        this.#viewer.plan(proposal);
        resolve(whole("planned"));
      }
      return;
    }
    for (const { proposal } of all) this.#paths.add(proposal.path);
    const isAsked = ({ proposal }: Waiting): boolean => this.#asksAbout(proposal, mode);
    for (const { resolve } of all.filter((one) => !isAsked(one))) resolve(whole("accepted"));
    const asked = all.filter(isAsked);
    if (asked.length > 0) void this.#ask(asked, mode);
  }

  #asksAbout(proposal: Proposal, mode: ApproveMode): boolean {
    if (mode === "ask" || alwaysAsks(proposal) || this.#paths.size > MANY) return true;
    return mode === "folder" && !this.#allowed.has(folderOf(proposal));
  }

  async #ask(asked: readonly Waiting<Shown>[], mode: ApproveMode): Promise<void> {
    const proposals = asked.map(({ proposal }) => proposal);
    const allows = (proposal: Proposal): boolean => mode === "folder" && !alwaysAsks(proposal);
    const folders = new Set(proposals.filter(allows).map(folderOf));
    for (const folder of this.#allowed) folders.delete(folder);
    const [{ path } = { path: "" }] = proposals;
    const { length } = asked;
    try {
      const choices = await this.#viewer.ask({
        proposals,
        announcement:
          length === 1
            ? t("The change in {path} waits for your approval.", { path })
            : counted(
                length,
                "The changes in {n} file wait for your approval.",
                "The changes in {n} files wait for your approval.",
              ),
        note: folders.size > 0 ? noteAbout([...folders]) : undefined,
        signal: asked[0]?.signal,
      });
      asked.forEach(({ proposal, resolve }, index) => {
        const choice = choices[index] ?? whole("rejected");
        if (choice === "later") return;
        if (choice.outcome === "accepted" && allows(proposal)) this.#allowed.add(folderOf(proposal));
        if (choice.outcome === "returned") this.#corrections.keep(proposal);
        resolve(choice);
      });
      const later = asked.filter((_, index) => choices[index] === "later");
      if (later.length > 0) await this.#ask(later, mode);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** The folder of a proposal's file; empty for the top of the vault. */
const folderOf = ({ path }: Proposal): string => parentOf(path);

function noteAbout(folders: readonly string[]): string {
  const names = folders.map((folder) => (folder ? `“${folder}”` : t("the vault's root folder")));
  return t("If you accept, this conversation can change more notes in {folders} without asking.", {
    folders: names.join(", "),
  });
}
