// What one conversation changed: how many changes can be undone, and what the user undid, for the model.
import type { App } from "obsidian";
import type { Reply } from "../../../pkg/lectern.js";
import { type LecternApi, ownChangesOf } from "../../api.ts";
import { ChangesList } from "./changes-list.ts";
import { isClosed } from "../sending/excluded.ts";
import { changedFiles, countOf } from "./made-changes.ts";

/** The changes of one conversation. */
export class ConversationChanges {
  readonly #app: App;
  readonly #api: LecternApi;
  /** Marks them in the journal. */
  readonly id: string;
  #count = 0;
  /** The notes in which the user undid something since the last question. */
  readonly #undone = new Set<string>();
  /** Called when their number changes. */
  onCount: () => void = () => undefined;

  constructor(app: App, api: LecternApi, id: string) {
    this.#app = app;
    this.#api = api;
    this.id = id;
  }

  /** How many can be undone. */
  get count(): number {
    return this.#count;
  }

  /** Counts what `reply` tells of. */
  counted(reply: Reply): Reply {
    this.#setCount(this.#count + (reply.structuredContent.change?.made ?? 0));
    return reply;
  }

  /** Counts what the journal has of a saved conversation. */
  async recount(): Promise<void> {
    // The list says what is wrong with the journal.
    const entries = await ownChangesOf(this.#api)
      .entries()
      .catch(() => []);
    this.#setCount(countOf(changedFiles(entries, this.id).flatMap(({ changes }) => changes)));
  }

  /** Lists them, and undoes them. The model learns of it with the next question. */
  list(closed: () => void): void {
    const list = new ChangesList(
      this.#app,
      {
        ...ownChangesOf(this.#api),
        undone: (path, conversation) => this.tellUndone(conversation === this.id ? [path] : []),
        closedPaths: (paths) => this.#api.closedPaths(paths),
        isClosed: (path) => isClosed(this.#api, path),
        counted: (count) => this.#setCount(count),
      },
      this.id,
    );
    list.setCloseCallback(closed);
    list.open();
  }

  /** The model is told of what was undone in `paths` with the next question. */
  tellUndone(paths: readonly string[]): void {
    for (const path of paths) this.#undone.add(path);
  }

  /** What the next question has to tell. */
  takeUndone(): string[] {
    const undone = [...this.#undone];
    this.#undone.clear();
    return undone;
  }

  #setCount(count: number): void {
    if (this.#count === count) return;
    this.#count = count;
    this.onCount();
  }
}
