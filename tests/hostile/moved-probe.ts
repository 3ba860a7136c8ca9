// A plugin for moved.test.ts: has a conversation about some notes, changes the vault, and checks what would be sent
// again.
import { Plugin, type TAbstractFile, TFile, type Vault } from "obsidian";
import { type Named, namedIn, redacted } from "../../js/agent/context/redact.ts";
import type { AssistantMessage, Message } from "../../js/agent/message.ts";
import { createApi, type LecternApi } from "../../js/api.ts";
import { closedSince, remember } from "../../js/chat/sending/excluded.ts";
import { defaultSettings, type Settings } from "../../js/settings/parse-settings.ts";
import { SettingsStore } from "../../js/settings/settings-store.ts";

/** What is done to the vault. A note is meant by its number, and is where it is by then. */
export type Step =
  | { readonly move: number; readonly to: string }
  | { readonly moveFolder: string; readonly to: string }
  | { readonly write: number; readonly text: string }
  | { readonly remove: number }
  | { readonly create: string; readonly like: number }
  | { readonly closed: readonly string[] }
  | { readonly patterns: readonly string[] };

/** What is asked about before the steps: notes that are read, one a call, and attached ones. */
export interface Talk {
  readonly notes: readonly string[];
  readonly read: readonly number[];
  readonly attached: readonly number[];
  /** Whether the model was asked before anything changed. */
  readonly wasAsked: boolean;
  readonly rounds: readonly (readonly Step[])[];
}

/** What would be sent after a round, and of which notes nothing may be. */
export interface Sent {
  readonly wire: string;
  readonly gone: readonly number[];
  readonly open: readonly number[];
}

export const markerOf = (note: number): string => `marker${note}.`;
const said = (text: string): AssistantMessage => ({ role: "assistant", text, calls: [], model: "" });

export default class MovedProbe extends Plugin {
  override onload(): void {
    window.talk = (talk) => this.#talk(talk);
  }

  async #talk({ notes, read, attached, wasAsked, rounds }: Talk): Promise<Sent[]> {
    const { vault } = this.app;
    const settings = new SettingsStore(this);
    const close: (() => void)[] = [];
    const api = createApi(this.app, settings, (end) => close.push(end));
    const rules: Settings = { ...defaultSettings, closed: ["/Private"], closedTags: ["private"], patterns: [] };
    await settings.save(rules);
    await api.ready();
    const before = await vault.adapter.list("");
    for (const path of before.files) await vault.adapter.remove(path);
    for (const path of before.folders) if (path !== vault.configDir) await vault.adapter.rmdir(path, true);
    const files: (TFile | undefined)[] = [];
    for (const [index, path] of notes.entries()) files.push(await this.#create(path, `A note: ${markerOf(index)}\n`));
    const vaultPaths = notes.map((path) => path.normalize("NFC"));

    const messages = await conversation(this.app.vault, api, vaultPaths, read, attached);
    const closedNow = closedSince({ app: this.app, api, settings });
    const { signal } = new AbortController();
    const judge = (): Promise<readonly Named[]> => closedNow(namedIn(messages), signal);
    if (wasAsked && (await judge()).length > 0) throw new Error("something is closed before anything was");

    let now = rules;
    const sent: Sent[] = [];
    for (const steps of rounds) {
      for (const step of steps) {
        if ("closed" in step) await settings.save((now = { ...now, closed: ["/Private", ...step.closed] }));
        else if ("patterns" in step) await settings.save((now = { ...now, patterns: [...step.patterns] }));
        else await this.#change(step, files);
      }
      const isGone = (index: number): boolean => {
        const file = files[index];
        const path = file?.path.normalize("NFC");
        if (!file || path === undefined || path !== vaultPaths[index] || vault.getFileByPath(file.path) !== file)
          return true;
        const isIn = now.closed.some((one) => `/${path}` === one || `/${path}/`.startsWith(`${one}/`));
        return isIn || now.patterns.some((end) => path.endsWith(end.slice(1))) || closing.has(file);
      };
      // Two files of one vault path: which of them was meant cannot be told.
      const isTwin = (index: number): boolean =>
        vault.getFiles().some((file) => file !== files[index] && file.path.normalize("NFC") === vaultPaths[index]);
      const all = [...notes.keys()];
      const wire = JSON.stringify(redacted(messages, await judge()));
      sent.push({ wire, gone: all.filter(isGone), open: all.filter((index) => !isGone(index) && !isTwin(index)) });
    }
    for (const end of close) end();
    return sent;
  }

  /** Does what can be done; a step that cannot be done by now is left out. */
  async #change(step: Exclude<Step, { closed: unknown } | { patterns: unknown }>, files: (TFile | undefined)[]) {
    const { vault } = this.app;
    if ("create" in step) {
      const like = files[step.like]?.stat;
      // As long as another one, and from the same time.
      await this.#create(step.create, "-".repeat(like?.size ?? 3), like?.mtime).catch(() => undefined);
    } else if ("moveFolder" in step) {
      const folder = vault.getFolderByPath(step.moveFolder);
      if (folder) await this.#move(folder, step.to);
    } else {
      const index = "move" in step ? step.move : "write" in step ? step.write : step.remove;
      const file = files[index];
      if (!file || vault.getFileByPath(file.path) !== file) return;
      if ("move" in step) await this.#move(file, step.to);
      else if ("remove" in step) await vault.delete(file);
      else {
        await vault.modify(file, step.text);
        if (step.text.includes("private") || step.text.includes("lectern:")) closing.add(file);
        else closing.delete(file);
      }
    }
  }

  async #move(file: TAbstractFile, to: string): Promise<void> {
    await this.#makeFolderOf(to);
    await this.app.vault.rename(file, to).catch(() => undefined);
  }

  async #create(path: string, text: string, mtime?: number): Promise<TFile> {
    await this.#makeFolderOf(path);
    return this.app.vault.create(path, text, mtime === undefined ? {} : { mtime });
  }

  async #makeFolderOf(path: string): Promise<void> {
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (folder && !(await this.app.vault.adapter.exists(folder))) await this.app.vault.createFolder(folder);
  }
}

/** Notes that close themselves. */
const closing = new WeakSet<TFile>();

/**
 * A search and a listing that name all notes, and the notes that are read or attached, each with an answer that tells
 * of it.
 */
async function conversation(
  vault: Vault,
  api: LecternApi,
  paths: readonly string[],
  read: readonly number[],
  attached: readonly number[],
): Promise<Message[]> {
  const reply = async (tool: string, args: unknown) => remember(vault, await api.call(tool, args));
  const note = async (index: number) => ({
    path: paths[index] ?? "",
    reply: await reply("read_file", { path: paths[index] }),
  });
  const messages: Message[] = [
    { role: "user", text: "First", attachments: await Promise.all(attached.map(note)) },
    { role: "tool", id: "l", tool: "list_files", reply: await reply("list_files", {}) },
    said("Listed."),
  ];
  for (const index of read) {
    messages.push({ role: "tool", id: "r", tool: "read_file", reply: (await note(index)).reply });
    messages.push(said(`It says ${markerOf(index)}`));
  }
  messages.push({ role: "tool", id: "s", tool: "search_notes", reply: await reply("search_notes", { query: "note" }) });
  return messages;
}

declare global {
  interface Window {
    talk: (talk: Talk) => Promise<Sent[]>;
  }
}
