// The plugin in the app: what is registered when it is enabled. Nothing is compiled or read before it is used, or the
// app is idle.
import { Platform, Plugin } from "obsidian";
import { createApi, type LecternApi } from "./api.ts";
import { t } from "./base/translate.ts";
import { CHANGES_TAB, CHAT, INSPECTOR, RELATED } from "./base/views.ts";
import { addNoteCommands } from "./chat/composer/note-commands.ts";
import type { ChatView } from "./chat/chat-view.ts";
import type { InspectorState } from "./inspector/inspector.ts";
import { useAppLanguage } from "./locales/app-language.ts";
import type { AppServer } from "./server/app-server.ts";
import { isServed } from "./server/clients.ts";
import { SettingsStore } from "./settings/settings-store.ts";

/* eslint-disable @typescript-eslint/no-require-imports, no-undef -- a view is made at once: its module can't be awaited */
/** What is evaluated when it is first used: esbuild puts a module that is required into a function. */
const used = {
  changesTab: () => require("./chat/changes/changes-tab.ts") as typeof import("./chat/changes/changes-tab.ts"),
  chatView: () => require("./chat/chat-view.ts") as typeof import("./chat/chat-view.ts"),
  cli: () => require("./obsidian-cli.ts") as typeof import("./obsidian-cli.ts"),
  inspector: () => require("./inspector/inspector.ts") as typeof import("./inspector/inspector.ts"),
  ledger: () => require("./chat/sending/ledger-modal.ts") as typeof import("./chat/sending/ledger-modal.ts"),
  related: () => require("./related/related-view.ts") as typeof import("./related/related-view.ts"),
  server: () => require("./server/app-server.ts") as typeof import("./server/app-server.ts"),
  agentChanges: () => require("./chat/changes/agent-changes.ts") as typeof import("./chat/changes/agent-changes.ts"),
  settingTab: () => require("./settings-tab/settings-tab.ts") as typeof import("./settings-tab/settings-tab.ts"),
  words: () => require("./inspector/words-modal.ts") as typeof import("./inspector/words-modal.ts"),
};
/* eslint-enable @typescript-eslint/no-require-imports, no-undef -- nothing else is required */

/** The core is loaded after this time even if the app stays busy; loading takes about 30 ms. */
const IDLE_TIMEOUT_MS = 10_000;
/** The delay on platforms without idle callbacks: a phone has drawn its first screen after this time. */
const IDLE_GUESS_MS = 1000;

export default class LecternPlugin extends Plugin {
  /** For other plugins. */
  api!: LecternApi;
  #settings!: SettingsStore;
  #server: AppServer | undefined;

  /** The server for agents on this computer. */
  get server(): AppServer {
    return (this.#server ??= new (used.server().AppServer)({
      ...{ app: this.app, api: this.api, settings: this.#settings },
      viewerFor: (name) => used.agentChanges().agentViewer(name, () => this.#anyPanel()),
    }));
  }

  override onload(): void {
    useAppLanguage();
    this.#settings = new SettingsStore(this);
    this.api = createApi(this.app, this.#settings, (close) => this.register(close));
    this.registerView(INSPECTOR, (leaf) => new (used.inspector().InspectorView)(leaf, this.api));
    this.registerView(RELATED, (leaf) => new (used.related().RelatedView)(leaf, this.api));
    this.registerHoverLinkSource(RELATED, { display: t("Related notes"), defaultMod: true });
    this.registerView(CHAT, (leaf) => new (used.chatView().ChatView)(leaf, this.api, this.#settings));
    this.registerView(CHANGES_TAB, (leaf) => new (used.changesTab().ChangesTab)(leaf));
    this.addRibbonIcon("message-circle", t("Ask your notes"), () => void this.#chat());
    this.addCommand({ id: "open-chat", name: t("Open chat"), callback: () => void this.#chat() });
    this.addCommand({
      id: "show-conversations",
      name: t("Show conversations"),
      callback: () => void this.#chat().then((view) => view?.showConversations()),
    });
    const inMessages = (id: string, name: string, act: (messages: ChatView["messages"]) => void): void => {
      const callback = async (): Promise<void> => {
        // To reveal a panel that is shown may move its focus and its place.
        const view = this.#shownPanel() ?? (await this.#panel());
        if (view) act(view.messages);
      };
      this.addCommand({ id, name, callback: () => void callback() });
    };
    inMessages("previous-question", t("Previous question"), (messages) => messages.step(-1));
    inMessages("next-question", t("Next question"), (messages) => messages.step(1));
    inMessages("show-questions", t("Show questions"), (messages) => messages.listQuestions());
    this.addCommand({
      id: "show-active-note",
      name: t("Show what a model sees in the active note"),
      checkCallback: (checking) => {
        const file = this.app.workspace.getActiveFile();
        if (file && !checking) void this.#show("read_file", { path: file.path });
        return file !== null;
      },
    });
    this.addCommand({
      id: "find-in-notes",
      name: t("Find in notes, as a model would"),
      callback: () => {
        const { searchQuestion, WordsModal } = used.words();
        new WordsModal(this.app, searchQuestion(), (query) => void this.#show("search_notes", { query })).open();
      },
    });
    this.addCommand({
      id: "show-related-notes",
      name: t("Show related notes"),
      callback: () => void this.app.workspace.ensureSideLeaf(RELATED, "right", { active: true, reveal: true }),
    });
    addNoteCommands({
      plugin: this,
      api: this.api,
      settings: this.#settings,
      shown: () => this.#shownPanel(),
      open: () => this.#panel(),
    });
    this.addCommand({
      id: "show-sent",
      name: t("Show what left this device"),
      callback: () => used.ledger().showLedger(this.app),
    });
    let isEnabled = true;
    this.register(() => (isEnabled = false));
    this.app.workspace.onLayoutReady(() => {
      if (isEnabled) this.#complete();
    });
  }

  /** What nobody needs while the app starts: the app asks a settings tab for all of its rows, to search them. */
  #complete(): void {
    this.addSettingTab(new (used.settingTab().LecternSettingTab)(this.app, this, this.#settings));
    used.cli().addCliCommands(this, this.api, this.#settings);
    this.register(() => this.#server?.end());
    if (Platform.isDesktopApp && isServed(this.app)) void this.server.update();
    this.#whenIdle(() => void this.api.ready().catch(() => undefined));
  }

  override async onExternalSettingsChange(): Promise<void> {
    // The next use of the settings reports what is wrong.
    await this.#settings.reload().catch(() => undefined);
  }

  async #chat(): Promise<ChatView | undefined> {
    const view = await this.#panel();
    view?.focus();
    return view;
  }

  #shownPanel(): ChatView | undefined {
    const { ChatView } = used.chatView();
    const views = this.app.workspace.getLeavesOfType(CHAT).map(({ view }) => view);
    return views.filter((view) => view instanceof ChatView).find((view) => view.containerEl.isShown());
  }

  async #panel(): Promise<ChatView | undefined> {
    const { view } = await this.app.workspace.ensureSideLeaf(CHAT, "right", { active: true, reveal: true });
    return view instanceof used.chatView().ChatView ? view : undefined;
  }

  /** The panel that is shown, or another, or one that is made, without showing it. */
  async #anyPanel(): Promise<ChatView | undefined> {
    const shown = this.#shownPanel();
    if (shown) return shown;
    const { workspace } = this.app;
    const leaf =
      workspace.getLeavesOfType(CHAT)[0] ??
      (await workspace.ensureSideLeaf(CHAT, "right", { active: false, reveal: false }));
    // One that was not shown since the start has no view yet.
    await leaf.loadIfDeferred();
    return leaf.view instanceof used.chatView().ChatView ? leaf.view : undefined;
  }

  async #show(tool: string, args: Record<string, unknown>): Promise<void> {
    const { workspace } = this.app;
    const state: InspectorState = { tool, args };
    await workspace.ensureSideLeaf(INSPECTOR, "right", { active: true, reveal: true, state: { ...state } });
  }

  /** Errors are ignored here: the first use tries again and reports them. */
  #whenIdle(work: () => void): void {
    // Safari on iOS has no requestIdleCallback.
    if (typeof window.requestIdleCallback === "function") {
      const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
      this.register(() => window.cancelIdleCallback(handle));
    } else {
      const handle = window.setTimeout(work, IDLE_GUESS_MS);
      this.register(() => window.clearTimeout(handle));
    }
  }
}
