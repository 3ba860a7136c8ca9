// Which changes of one answer the user is asked about, by the mode in the settings. Those of one turn are asked about
// together.
import type { Decision, Proposal } from "../../../pkg/lectern.js";
import { parentOf } from "../../base/names.ts";
import type { ApproveMode, ChatSettings } from "../../settings/chat-settings.ts";
import { alwaysAsks, UnaskedLosses } from "../../vault/approval.ts";
import type { Changes } from "../../vault/changes.ts";
import { Corrections, type Shown } from "./corrections.ts";
import { counted, t } from "../../base/translate.ts";

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

/** A call that may change something. */
interface Running {
  /** Its number. */
  readonly order: number;
  /** Makes it once more. */
  readonly again: () => Promise<unknown>;
  /** Resolves once it has ended. */
  readonly ended: Promise<void>;
  /** What has to end before it is made once more; undefined if it need not be. */
  behind: Promise<void> | undefined;
}

/** A call that waits for its decision. */
interface Waiting<P = Proposal> {
  readonly call: Running;
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
  readonly #unasked = new UnaskedLosses();
  /** How many calls could still propose something. */
  #running = 0;
  #begun = 0;
  #waiting: Waiting[] = [];
  /** The calls of changes that went back to the model. */
  readonly #returned = new Map<Proposal, Running>();
  /** Whether the answer is over. */
  #isOver = false;

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
   * is decided once every other call has ended or waits, too. If several change the same file, one is
   * decided. The others run again after it, because the file is different by then.
   */
  async run<T>(call: (approve: Changes["approve"]) => Promise<T>): Promise<T> {
    const order = this.#begun++;
    for (;;) {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const running: Running = { order, again: () => this.run(call), ended, behind: undefined };
      this.#running++;
      try {
        const result = await call((proposal, signal) => this.#approve({ call: running, proposal, signal }));
        if (!running.behind) return result;
      } finally {
        this.#running--;
        end();
        this.#decide();
      }
      await running.behind;
    }
  }

  /** Shows the changes that went back to the model and did not come again. Call it once the answer is over. */
  async showReturned(): Promise<void> {
    this.#isOver = true;
    const left = this.#corrections.end().flatMap((proposal) => this.#returned.get(proposal) ?? []);
    await Promise.all(left.map(({ again }) => again()));
  }

  #approve(change: Pick<Waiting, "call" | "proposal" | "signal">): Promise<Decision> {
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
    const { approve: mode, correct } = this.#settings();
    const all = this.#apart(waiting).flatMap((one): Waiting<Shown>[] => {
      const proposal = this.#corrections.take(one.proposal, correct);
      if (!proposal) this.#return(one);
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
    const asked = all.filter(({ proposal, resolve }) => {
      if (this.#asksAbout(proposal, mode)) return true;
      this.#unasked.add(proposal, false);
      resolve(whole("accepted"));
      return false;
    });
    if (asked.length > 0) void this.#ask(asked, mode);
  }

  /** Those of `waiting` that change different files, in their order. The others wait for them, and are made once more. */
  #apart(waiting: readonly Waiting[]): Waiting[] {
    // A file is changed before it moves, and moves before it is deleted.
    const rank = ({ proposal: { newVersion, movedTo } }: Waiting): number =>
      movedTo !== null ? 1 : newVersion === null ? 2 : 0;
    const first: Waiting[] = [];
    for (const one of [...waiting].sort((a, b) => rank(a) - rank(b) || a.call.order - b.call.order)) {
      const files = filesOf(one.proposal);
      const before = first.find(({ proposal }) => filesOf(proposal).some((file) => files.includes(file)));
      if (before) {
        one.call.behind = before.call.ended;
        one.resolve(whole("rejected"));
      } else first.push(one);
    }
    return first.sort((a, b) => a.call.order - b.call.order);
  }

  /** Sends a change back to the model. */
  #return({ call, proposal, resolve }: Waiting): void {
    this.#returned.set(proposal, call);
    resolve(whole("returned"));
  }

  #asksAbout(proposal: Proposal, mode: ApproveMode): boolean {
    if (mode === "ask" || this.#isOver || alwaysAsks(proposal, this.#unasked) || this.#paths.size > MANY) return true;
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
      asked.forEach(({ call, proposal, resolve }, index) => {
        const choice = choices[index] ?? whole("rejected");
        if (choice === "later") return;
        if (choice.outcome === "accepted") {
          if (allows(proposal)) this.#allowed.add(folderOf(proposal));
          this.#unasked.add(proposal, true);
        }
        if (choice.outcome === "returned") {
          this.#corrections.keep(proposal);
          this.#returned.set(proposal, call);
        }
        resolve(choice);
      });
      const later = asked.filter((_, index) => choices[index] === "later");
      if (later.length > 0) await this.#ask(later, mode);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** The files that a change writes or moves. */
const filesOf = ({ path, movedTo, linked }: Proposal): string[] => [
  path,
  movedTo ?? path,
  ...linked.map((note) => note.path),
];

/** The folder of a proposal's file; empty for the top of the vault. */
const folderOf = ({ path }: Proposal): string => parentOf(path);

function noteAbout(folders: readonly string[]): string {
  const names = folders.map((folder) => (folder ? `“${folder}”` : t("the vault's root folder")));
  return t("If you accept, this conversation can change more notes in {folders} without asking.", {
    folders: names.join(", "),
  });
}
