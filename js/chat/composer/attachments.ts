// The attachments of a question: notes, parts of notes and folders, as removable chips with their size; and offers to
// attach the active note or its selection. Attachments are read as the model would read them, so excluded notes can't
// be attached.
import { Component, Notice } from "obsidian";
import { Budget } from "../../agent/context/budget.ts";
import { type AttachedPlace, type Attachment, pinnedIn } from "../../agent/message.ts";
import { reason } from "../../base/reason.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import { activePlaces } from "./active-note.ts";
import { drawAttached, drawRefused } from "./attachment-chips.ts";
import { type ConversationParts, readConversation } from "./attached-conversation.ts";
import { attachmentName, tokens } from "../amounts.ts";
import { belongsTo, type FolderShare, isOfFolder, passagesIn, readNotes, shareOf } from "./attached-folder.ts";
import { type AttachedPages, continues, isSame, nextOf, readNext, readPlace, sizeOf } from "./attached-pages.ts";
import { drawIcon } from "../button.ts";
import { modelNow } from "../model/chosen-model.ts";
import { pastedImage, pastedName } from "./paste-drop.ts";
import { t } from "../../base/translate.ts";

/** The smallest context of a model holds as many tokens of attachments. */
const ALWAYS_FITS = 3000;

/** The chips above the input field. */
export class Attachments extends Component {
  readonly el: HTMLElement;
  readonly #parts: ConversationParts;
  readonly #offerEl: HTMLElement;
  readonly #listEl: HTMLElement;
  readonly #warningEl: HTMLElement;
  /** What is being read. */
  readonly #reading = new Set<Promise<void>>();
  /** Resolves once the images that were pasted so far are attached or refused. */
  #pasted: Promise<void> = Promise.resolve();
  /** The settings with the conversation's model. Rejects if that is not set up here. */
  readonly chosen: () => Promise<ChatSettings>;
  /** Moves the focus when the focused chip is removed. */
  readonly #home: () => void;
  #attached: AttachedPages[] = [];
  /** Counts the conversations whose field it was. */
  #conversation = 0;
  /** What is offered now, as JSON. */
  #offered = "";
  /** What is attached of folders, by their listings; of others, the listing. */
  readonly #shares = new WeakMap<Attachment, FolderShare>();
  /** Those whose rest is being read. */
  readonly #unfinished = new Set<AttachedPages>();

  constructor(parts: ConversationParts, parent: HTMLElement, home: () => void, chosen: () => Promise<ChatSettings>) {
    super();
    this.#parts = parts;
    this.#home = home;
    this.chosen = chosen;
    this.el = parent.createDiv("lectern-chat-chips");
    const attr = { role: "list", "aria-label": t("Attached") };
    this.#listEl = this.el.createDiv({ cls: "lectern-chat-attached", attr });
    this.#offerEl = this.el.createDiv("lectern-chat-offers");
    this.#warningEl = this.el.createDiv({ cls: "lectern-chat-attached-warning is-hidden", attr: { role: "status" } });
  }

  override onload(): void {
    const { workspace } = this.#parts.app;
    this.registerEvent(workspace.on("active-leaf-change", () => this.#offer()));
    this.registerEvent(workspace.on("file-open", () => this.#offer()));
    this.registerDomEvent(this.el.doc, "selectionchange", () => this.#offer());
    // A note in another window has its own selection.
    this.registerDomEvent(this.el.parentElement ?? this.el, "focusin", () => this.#offer());
    this.registerDomEvent(this.el.parentElement ?? this.el, "pointerenter", () => this.#offer());
    this.#offer();
  }

  /** How many tokens the model has room for. `Infinity` if no model can be asked yet. */
  async room(): Promise<number> {
    const model = await modelNow(this.#parts.app, this.chosen);
    return model ? new Budget(model).room : Infinity;
  }

  get attached(): readonly Attachment[] {
    return this.#attached.flat();
  }

  /** Resolves once all attachments are read. */
  async settled(): Promise<void> {
    while (this.#reading.size > 0) await Promise.allSettled(this.#reading);
  }

  /** Runs `read`, which `settled` waits for. */
  async #read(read: () => Promise<void>): Promise<void> {
    const done = read();
    this.#reading.add(done);
    await done.finally(() => this.#reading.delete(done));
  }

  set(attachments: readonly Attachment[]): void {
    this.#attached = [];
    for (const attachment of attachments) {
      const last = this.#attached[this.#attached.length - 1];
      const before = belongsTo(last, attachment) ? last : this.#attached.find((pages) => continues(pages, attachment));
      if (before) before.push(attachment);
      else if (!this.#has(attachment)) this.#attached.push([attachment]);
    }
    for (const pages of this.#attached)
      if (pages[0] && !this.#shares.has(pages[0])) this.#shares.set(pages[0], shareOf(pages));
    this.#listEl.empty();
    this.#draw();
  }

  /** What is attached to the question `text`. */
  async forQuestion(text: string): Promise<Attachment[]> {
    const all = this.#attached.map(async (pages): Promise<AttachedPages> => {
      const [folder] = pages;
      return folder && this.#shares.get(folder) === "passages" ? [await passagesIn(this.#parts, folder, text)] : pages;
    });
    return (await Promise.all(all)).flat();
  }

  /** Attaches of the folder `pages` what the user chose. */
  async #choose(pages: AttachedPages, share: FolderShare): Promise<void> {
    const [folder] = pages;
    if (!folder) return;
    this.#shares.set(folder, share);
    pages.splice(1);
    await this.#read(async () => {
      if (share !== "notes") return;
      const room = (await this.room()) - sizeOf(this.attached);
      const notes = await readNotes(this.#parts, folder.path, room);
      // The user may have chosen something else meanwhile.
      if (this.#shares.get(folder) === "notes" && pages.length === 1) pages.push(...notes);
    });
    this.#draw();
    this.#home();
  }

  /** What is still being read is not attached: the field is about to be that of another conversation. */
  leave(): void {
    this.#conversation++;
  }

  /** Reads and attaches the file or folder, or shows why it can't. */
  async attach(place: AttachedPlace): Promise<void> {
    if (this.#has(place)) return;
    const asked = this.#conversation;
    await this.#read(async () => {
      const read = place.isConversation
        ? await readConversation(this.#parts, place, await this.room())
        : await readPlace(this.#parts, place);
      if (asked !== this.#conversation) {
        const name = attachmentName(place);
        new Notice(t("“{name}” was not attached: it was still being read when you left the conversation.", { name }));
        return;
      }
      if ("says" in read) {
        this.#refuse(place, read.says, read.isExcluded);
        return;
      }
      this.#attached.push([read]);
      this.#draw();
    });
  }

  /** Attaches images that were pasted, or shows why it can't. */
  async attachImages(images: readonly File[]): Promise<void> {
    // One after the other: each takes the next name, and has the room that the others leave.
    const asked = this.#conversation;
    this.#pasted = this.#pasted.then(async () => {
      for (const image of images) {
        const path = pastedName(this.attached);
        await pastedImage(this.#parts, this.chosen, this.attached, { name: path, file: image }).then(
          (attachment) => asked === this.#conversation && this.#attached.push([attachment]),
          (error: unknown) => this.#refuse({ path }, reason(error), false),
        );
      }
    });
    await this.#read(() => this.#pasted);
    this.#draw();
  }

  #has(place: AttachedPlace): boolean {
    return this.#attached.some(([first]) => first && isSame(first, place));
  }

  /** Attaches the pages that are missing, as far as the model has room for them. */
  async #attachRest(pages: AttachedPages): Promise<void> {
    if (this.#unfinished.has(pages)) return;
    this.#unfinished.add(pages);
    try {
      await this.#read(() => this.#readRest(pages));
    } finally {
      this.#unfinished.delete(pages);
      const hadFocus = this.#listEl.contains(this.el.doc.activeElement);
      this.#draw();
      if (hadFocus) this.#home();
    }
  }

  async #readRest(pages: AttachedPages): Promise<void> {
    const room = await this.room();
    while (sizeOf(this.attached) < room) {
      const { path, start_line } = nextOf(pages) ?? { path: "", start_line: 1 };
      const read = await readNext(this.#parts, pages);
      if (!read || !this.#attached.includes(pages)) return;
      if ("says" in read) {
        this.#refuse({ path, startLine: start_line }, read.says, false);
        return;
      }
      pages.push(pages[0]?.isPinned ? { ...read, isPinned: true } : read);
    }
  }

  /** Warns if the attachments take more than the model has room for. */
  async checkRoom(): Promise<void> {
    const room = sizeOf(this.attached) > ALWAYS_FITS ? await this.room() : Infinity;
    // Others may be attached by then.
    const size = sizeOf(this.attached);
    const words = t("Too much for this model: {size} attached, and it has room for {room}.", {
      size: tokens(size),
      room: tokens(room),
    });
    this.#warningEl.setText(size > room ? words : "");
    this.#warningEl.toggleClass("is-hidden", size <= room);
  }

  #draw(): void {
    // Why others were refused stays until the user has seen it.
    for (const chip of this.#chips) chip.remove();
    for (const pages of this.#attached) {
      const [attachment] = pages;
      if (!attachment) continue;
      const share = isOfFolder(pages) ? (this.#shares.get(attachment) ?? "listing") : undefined;
      drawAttached(this.#listEl, this.#parts, pages, share, {
        choose: (chosen) => void this.#choose(pages, chosen),
        attachRest: () => void this.#attachRest(pages),
        pin: () => this.#pin(pages),
        remove: () => this.#remove(pages),
      });
    }
    this.#offer();
    void this.checkRoom();
  }

  #remove(pages: AttachedPages): void {
    const index = this.#attached.indexOf(pages);
    this.#attached.splice(index, 1);
    this.#draw();
    const chips = this.#chips;
    const buttons = chips[Math.min(index, chips.length - 1)]?.querySelectorAll("button");
    const remove = buttons?.[buttons.length - 1];
    if (remove) remove.focus();
    else this.#home();
  }

  /** Pins the note, or unpins it. */
  #pin(pages: AttachedPages): void {
    const isPinned = pinnedIn(pages).length === 0;
    pages.splice(0, Infinity, ...pages.map((page) => ({ ...page, isPinned })));
    this.#draw();
    this.#chips[this.#attached.indexOf(pages)]?.querySelector<HTMLElement>("[aria-pressed]")?.focus();
  }

  /** The chips of what is attached, in order. Those of what was refused come first. */
  get #chips(): HTMLElement[] {
    return this.#listEl.findAll(":scope > :not(.is-refused)");
  }

  /** Shows that `place` can't be read any more. */
  drop(place: AttachedPlace, words: string, isExcluded: boolean): void {
    this.#attached = this.#attached.filter(([first]) => first && !isSame(first, place));
    this.#draw();
    this.#refuse(place, words, isExcluded);
  }

  #refuse(place: AttachedPlace, words: string, isExcluded: boolean): void {
    drawRefused(this.#listEl, place, isExcluded ? undefined : words, this.#home);
  }

  /** Offers the active note and its selection. */
  #offer(): void {
    const offers = activePlaces(this.#parts).filter((place) => !this.#has(place));
    const places = JSON.stringify(offers);
    if (this.#offered === places) return;
    const hadFocus = this.#offerEl.contains(this.el.doc.activeElement);
    this.#offered = places;
    this.#offerEl.empty();
    for (const place of offers) {
      const attr = { type: "button", "aria-label": t("Attach {name}", { name: attachmentName(place) }) };
      const button = this.#offerEl.createEl("button", { cls: "lectern-chat-chip lectern-chat-offer", attr });
      drawIcon(button, "plus");
      button.createSpan({ cls: "lectern-chat-chip-name", text: attachmentName(place), attr: { dir: "auto" } });
      button.addEventListener("click", () => void this.attach(place).then(() => this.#home()));
    }
    if (hadFocus) this.#home();
  }
}
