// What one conversation changed: how many changes can be undone, and what the user undid, for the model.
import type { App } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import type { Question } from "../agent/loop/conversation.ts";
import type { Attachment } from "../agent/message.ts";
import { type LecternApi, ownChangesOf } from "../api.ts";
import { parentOf } from "../base/names.ts";
import type { JournalEntry } from "../vault/changes.ts";
import { textOf } from "../vault/tools.ts";
import { ChangesList } from "./changes-list.ts";
import { remember } from "./excluded-since.ts";
import { isClosed } from "./is-excluded.ts";
import { changedFiles } from "./made-changes.ts";

/** The changes of one conversation. */
export class ConversationChanges {
  readonly #app: App;
  readonly #api: LecternApi;
  /** Marks them in the journal. */
  readonly id: string;
  #count = 0;
  /** What the user undid since the last question. */
  #undone: Attachment[] = [];
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
    if (reply.structuredContent.change?.outcome === "accepted") this.#setCount(this.#count + 1);
    return reply;
  }

  /** Counts what the journal has of a saved conversation. */
  async recount(): Promise<void> {
    // The list says what is wrong with the journal.
    const entries = await ownChangesOf(this.#api)
      .entries()
      .catch(() => []);
    this.#setCount(changedFiles(entries, this.id).reduce((sum, { changes }) => sum + changes.length, 0));
  }

  /** Lists them, and undoes them. The model learns of it with the next question. */
  list(closed: () => void): void {
    const list = new ChangesList(
      this.#app,
      {
        ...ownChangesOf(this.#api),
        undone: (entry, reply) => this.#tell(entry, reply),
        closedPaths: (paths) => this.#api.closedPaths(paths),
        isClosed: (path) => isClosed(this.#api, path),
        counted: (count) => this.#setCount(count),
      },
      this.id,
    );
    list.setCloseCallback(closed);
    list.open();
  }

  /** `question` with what the user undid since the last one. */
  withUndone(question: Question): Question {
    const attachments = [...question.attachments, ...this.#undone];
    this.#undone = [];
    return { ...question, attachments };
  }

  #tell({ conversation, path: before }: JournalEntry, reply: Reply): void {
    if (conversation !== this.id) return;
    const text = `the user undid a change that you made:\n${textOf(reply)}`;
    const told: Reply = { ...reply, content: [{ type: "text", text }] };
    const { path = before, version = null } = reply.structuredContent.change ?? {};
    // A file that is gone is named by its folder: what is gone is not sent.
    const at = version === null ? `${parentOf(path)}/` : path;
    this.#undone.push({ path: at, reply: remember(this.#app.vault, told) });
  }

  #setCount(count: number): void {
    if (this.#count === count) return;
    this.#count = count;
    this.onCount();
  }
}
