// The versions of each question: a question that is edited or asked again keeps what was there with all that followed,
// so that the user can go back. They last as long as the panel shows the conversation; only what is shown is saved.
import type { Message } from "../../agent/message.ts";

/** What followed a question, with the question itself. */
interface Version<Shown> {
  readonly messages: readonly Message[];
  /** The elements of the panel for it. */
  readonly shown: readonly Shown[];
  /** The versions of later questions. */
  readonly forks: ReadonlyMap<number, Fork<Shown>>;
}

interface Fork<Shown> {
  readonly versions: Version<Shown>[];
  /** The one that is shown; it is not among `versions` while it is new. */
  index: number;
}

/** The versions of the questions of one conversation, by the index of the question's message. */
export class Versions<Shown> {
  #forks = new Map<number, Fork<Shown>>();

  /** Which version of the question at `start` is shown, counted from 1, and how many there are. */
  at(start: number): { number: number; count: number } {
    const { index, versions } = this.#forks.get(start) ?? { index: 0, versions: [] };
    return { number: index + 1, count: Math.max(versions.length, index + 1) };
  }

  /** Keeps what `messages` and `shown` have from the question at `start` on, to make way for a new version. */
  leave(start: number, messages: readonly Message[], shown: readonly Shown[]): void {
    const fork = this.#kept(start, messages, shown);
    fork.index = fork.versions.length;
  }

  /** Keeps what is shown from `start` on, and returns version `number` instead. */
  show(
    start: number,
    number: number,
    messages: readonly Message[],
    shown: readonly Shown[],
  ): Pick<Version<Shown>, "messages" | "shown"> | undefined {
    const count = this.at(start).count;
    const fork = this.#kept(start, messages, shown);
    // A version without an answer is gone.
    const isGone = fork.versions.length < count && fork.index < number - 1;
    const index = Math.max(0, Math.min(number - (isGone ? 2 : 1), fork.versions.length - 1));
    const version = fork.versions[index];
    if (!version) return undefined;
    fork.index = index;
    for (const [at, later] of version.forks) this.#forks.set(at, later);
    return version;
  }

  #kept(start: number, messages: readonly Message[], shown: readonly Shown[]): Fork<Shown> {
    const fork = this.#forks.get(start) ?? { versions: [], index: 0 };
    const later = [...this.#forks].filter(([at]) => at > start);
    for (const [at] of later) this.#forks.delete(at);
    this.#forks.set(start, fork);
    const own = messages.slice(start);
    // What was never answered is not worth going back to.
    const isAnswered = own.some((message) => message.role === "assistant" && message.text.trim() !== "");
    const version = { messages: own, shown, forks: new Map(later) };
    fork.versions.splice(fork.index, 1, ...(isAnswered ? [version] : []));
    return fork;
  }
}
