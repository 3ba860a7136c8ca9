// The dialog "What left this device": the ledger's requests, searched by note, and whether its chain is whole.
import { type App, Modal, Setting } from "obsidian";
import type { Ledger, LedgerContent, SentRequest } from "../../agent/ledger/ledger.ts";
import { mergedNotes } from "../../agent/ledger/sent-notes.ts";
import { reason } from "../../base/reason.ts";
import { counted, languageCode, t } from "../../base/translate.ts";
import { ledgerOf } from "../../host/obsidian-ledger.ts";
import { textButton } from "../button.ts";
import { listNotes, notesLabel, sentLabel } from "./sent-list.ts";

/** How many requests or notes are listed, and how many more each click lists. */
const LISTED = 50;

/** Opens the dialog. */
export const showLedger = (app: App): void => new LedgerModal(app).open();

class LedgerModal extends Modal {
  readonly #ledger: Ledger;
  #content: LedgerContent | undefined;
  #words = "";
  #statusEl!: HTMLElement;
  #listEl!: HTMLElement;

  constructor(app: App) {
    super(app);
    this.#ledger = ledgerOf(app);
  }

  override onOpen(): void {
    this.setTitle(t("What left this device"));
    this.modalEl.addClass("lectern-ledger");
    const about = t("Each request to a model is recorded before it is sent. The record stays on this device.");
    new Setting(this.contentEl)
      .setName(t("Who has seen this note?"))
      .setDesc(about)
      .addSearch((search) => {
        search.setPlaceholder(t("Name or path")).onChange((words) => {
          this.#words = words.trim().toLowerCase();
          this.#list(LISTED);
        });
        search.inputEl.setAttr("aria-label", t("Who has seen this note?"));
      });
    this.#statusEl = this.contentEl.createDiv({ cls: "lectern-ledger-status", attr: { role: "status" } });
    this.#listEl = this.contentEl.createDiv("lectern-ledger-list");
    const clear = new Setting(this.contentEl);
    clear.addButton((button) => button.setButtonText(t("Clear record")).onClick(() => this.#confirm(clear)));
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      this.#content = await this.#ledger.read();
      this.#list(LISTED);
    } catch (error) {
      this.#statusEl.setText(t("Can't read the record: {reason}", { reason: reason(error) }));
    }
  }

  /** Asks before everything is removed. */
  #confirm(clear: Setting): void {
    clear.clear();
    clear.setName(t("Clear the whole record on this device?"));
    clear.addButton((button) => {
      button.setButtonText(t("Clear")).onClick(() => void this.#clear(clear));
      button.buttonEl.addClass("mod-warning");
    });
    clear.addButton((button) => {
      button.setButtonText(t("Cancel")).onClick(() => {
        this.contentEl.empty();
        this.onOpen();
      });
      button.buttonEl.focus();
    });
  }

  async #clear(clear: Setting): Promise<void> {
    try {
      await this.#ledger.clear();
      this.contentEl.empty();
      this.onOpen();
    } catch (error) {
      clear.setDesc(t("Can't clear the record: {reason}", { reason: reason(error) }));
    }
  }

  #list(count: number): void {
    const { requests = [], droppedAt, isWhole = true } = this.#content ?? {};
    this.#statusEl.toggleClass("is-broken", !isWhole);
    const dropped =
      droppedAt === undefined ? "" : t("Older requests were removed on {date}.", { date: date(droppedAt) });
    const state = isWhole
      ? t("The record is complete: nothing in it was changed or removed.")
      : t("The record was changed: something in it was edited or removed outside Lectern.");
    const size = counted(requests.length, "{n} request.", "{n} requests.");
    this.#statusEl.setText([size, state, dropped].filter(Boolean).join(" "));
    this.#listEl.empty();
    const draws = this.#words === "" ? this.#latest(requests) : this.#seen(requests);
    for (const draw of draws.slice(0, count)) draw();
    if (draws.length === 0 && this.#words) this.#listEl.createEl("p", { text: t("No request had a note like this.") });
    if (draws.length <= count) return;
    textButton(this.#listEl, t("Show more"), () => this.#list(count + LISTED));
  }

  /** The requests, newest first. */
  #latest(requests: readonly SentRequest[]): (() => void)[] {
    return [...requests].reverse().map(({ at, host, model, isForMeaning, notes }) => () => {
      const details = this.#listEl.createEl("details", "lectern-sent");
      const summary = details.createEl("summary");
      summary.createSpan({ text: `${date(at)} · ${host} · ${model} · ${notesLabel(notes)}` });
      if (isForMeaning) summary.createDiv({ cls: "lectern-sent-what", text: t("Search by meaning") });
      details.addEventListener(
        "toggle",
        () => details.open && !details.querySelector("ul") && listNotes(details, notes),
      );
    });
  }

  /** The notes whose path has the words, and who got what of them. */
  #seen(requests: readonly SentRequest[]): (() => void)[] {
    const found = new Map<string, Map<string, SentRequest[]>>();
    for (const request of requests) {
      for (const { path } of request.notes) {
        if (!path.toLowerCase().includes(this.#words)) continue;
        const receivers = found.get(path) ?? new Map<string, SentRequest[]>();
        const receiver = `${request.host} · ${request.model}`;
        receivers.set(receiver, [...(receivers.get(receiver) ?? []), request]);
        found.set(path, receivers);
      }
    }
    return [...found].map(([path, receivers]) => () => {
      const item = this.#listEl.createDiv("lectern-ledger-note");
      item.createDiv({ cls: "lectern-sent-path", text: path, attr: { dir: "auto" } });
      for (const [receiver, all] of receivers) {
        const [note] = mergedNotes(all.flatMap(({ notes }) => notes.filter((one) => one.path === path)));
        const [first = 0, last = 0] = [all[0]?.at, all[all.length - 1]?.at];
        const when = date(first) === date(last) ? date(last) : `${date(first)} – ${date(last)}`;
        const what = note ? sentLabel(note) : "";
        item.createDiv({ cls: "lectern-sent-what", text: `${receiver} · ${when} · ${what}` });
      }
    });
  }
}

const date = (at: number): string =>
  new Date(at).toLocaleString(languageCode(), { dateStyle: "medium", timeStyle: "short" });
