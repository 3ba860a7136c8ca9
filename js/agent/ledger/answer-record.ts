// Records what the requests of one answer send, before each is sent.
import { reason } from "../../base/reason.ts";
import type { Message } from "../message.ts";
import { ModelError } from "../model.ts";
import type { OwnInstructions } from "../system-prompt.ts";
import type { Ledger, SentRequest } from "./ledger.ts";
import { type Exists, mergedNotes, type SentItem, sentItems, type SentNote } from "./sent-notes.ts";
import { t } from "../../base/translate.ts";

/** To whom the requests go. */
export type Receiver = Pick<SentRequest, "host" | "model">;

/** The record of one answer. */
export class AnswerRecord {
  readonly #ledger: Pick<Ledger, "add">;
  readonly #receiver: Receiver;
  readonly #exists: Exists;
  readonly #items = new Map<unknown, SentItem>();

  constructor(ledger: Pick<Ledger, "add">, receiver: Receiver, exists: Exists) {
    this.#ledger = ledger;
    this.#receiver = receiver;
    this.#exists = exists;
  }

  /** What the requests so far sent of each note. What was sent several times counts once. */
  get sent(): SentNote[] {
    return mergedNotes([...this.#items.values()].flatMap(({ notes }) => notes));
  }

  /** What a request with `messages` and `instructions` would send that none before did. */
  newIn(messages: readonly Message[], instructions?: readonly OwnInstructions[]): SentItem[] {
    return sentItems(messages, this.#exists, instructions).filter(({ key }) => !this.#items.has(key));
  }

  /** Records a request. Rejects with a `ModelError` if that fails: then it must not be sent. */
  async add(messages: readonly Message[], instructions?: readonly OwnInstructions[]): Promise<void> {
    const items = sentItems(messages, this.#exists, instructions);
    const added = items.filter(({ key }) => !this.#items.has(key));
    const again = bytesOf(items) - bytesOf(added);
    const notes = mergedNotes(added.flatMap((item) => item.notes));
    try {
      await this.#ledger.add({ at: Date.now(), ...this.#receiver, notes, again });
    } catch (cause) {
      const message = t("Not sent, because what leaves this device can't be recorded: {reason}.", {
        reason: reason(cause),
      });
      throw new ModelError("refused", message, { cause });
    }
    for (const item of added) this.#items.set(item.key, item);
  }
}

const bytesOf = (items: readonly SentItem[]): number =>
  items.flatMap(({ notes }) => notes).reduce((sum, { bytes }) => sum + bytes, 0);
