// The entry of the bundle that a page loads: what `require("obsidian")` returns to a plugin, and `window.ObsidianHost`,
// which creates the app. Parts of the API that are missing here throw when they are used.
import type * as Obsidian from "obsidian";
import { API_VERSION, App, type AppOptions } from "./app.ts";
import * as controls from "./controls.ts";
import { extendWindow } from "./dom.ts";
import { editorInfoField } from "./editor.ts";
import { Component, Events } from "./events.ts";
import { MarkdownRenderer } from "./markdown.ts";
import { renderMath } from "./math.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { Keymap, Menu, MenuItem } from "./menu.ts";
import { getAllTags, getLinkpath, MetadataCache, parseLinktext, stripHeadingForLink } from "./metadata.ts";
import { Plugin } from "./plugin.ts";
import { Scope } from "./scope.ts";
import { Setting, SettingGroup } from "./setting-rows.ts";
import { OldPluginSettingTab, PluginSettingTab } from "./settings.ts";
import { addIcon, debounce, getIcon, Modal, Notice, Platform, setIcon, setTooltip } from "./ui.ts";
import { normalizePath, TAbstractFile, TFile, TFolder, Vault } from "./vault.ts";
import { ItemView, MarkdownView, View, WorkspaceLeaf } from "./view.ts";
import { Workspace } from "./workspace.ts";

declare global {
  interface Window {
    ObsidianHost: { createApp: typeof createApp; renderMath: typeof renderMath; renderNote: typeof renderNote };
    app: App;
  }
}

type Names = keyof typeof Obsidian;

const isSince = (version: string, apiVersion: string) =>
  apiVersion.localeCompare(version, "en", { numeric: true }) >= 0;
const requireApiVersion = (version: string) => isSince(version, window.app.apiVersion);

/** Not bound by CORS in the app, so not `fetch` here: a test answers through `app.testRequestUrl`. */
function requestUrl(request: Obsidian.RequestUrlParam | string): Obsidian.RequestUrlResponsePromise {
  const param = typeof request === "string" ? { url: request } : request;
  window.app.testCounts.add("requestUrl", param.url);
  const response = window.app.testRequestUrl(param).then(({ status = 200, headers = {}, text = "" }) => {
    if (status >= 400 && param.throw !== false)
      throw Object.assign(new Error(`Request failed, status ${status}`), { status });
    const arrayBuffer = new TextEncoder().encode(text).buffer;
    return {
      status,
      headers,
      text,
      arrayBuffer,
      get json(): unknown {
        return JSON.parse(text) as unknown;
      },
    };
  });
  const part = (name: "arrayBuffer" | "json" | "text") => ({ get: () => response.then((one): unknown => one[name]) });
  const parts = { arrayBuffer: part("arrayBuffer"), json: part("json"), text: part("text") };
  return Object.defineProperties(response, parts) as Obsidian.RequestUrlResponsePromise;
}

/** From `pdfjs-dist`, at the app's own address. */
async function loadPdfJs(): Promise<unknown> {
  const folder = "/lib/pdfjs";
  const library = (await import(`${folder}/pdf.mjs`)) as { GlobalWorkerOptions: { workerSrc: string } };
  library.GlobalWorkerOptions.workerSrc = `${folder}/pdf.worker.mjs`;
  return library;
}

const api = {
  ...{
    addIcon,
    debounce,
    editorInfoField,
    getAllTags,
    getIcon,
    getLanguage: () => window.localStorage.getItem("language") ?? "en",
    getLinkpath,
    htmlToMarkdown,
    loadPdfJs,
    normalizePath,
    parseLinktext,
  },
  ...{ Platform, requestUrl, requireApiVersion, setIcon, setTooltip, stripHeadingForLink },
} satisfies Partial<Pick<typeof Obsidian, Exclude<Names, Capitalize<Names>> | "Platform">>;
const classes = {
  ...controls,
  ...{ Component, Events, ItemView, MarkdownView, MetadataCache, Modal, Notice, Plugin, PluginSettingTab, Setting },
  ...{ Keymap, MarkdownRenderer, Menu, MenuItem },
  ...{ Scope, SettingGroup, TAbstractFile, TFile, TFolder, Vault, View, Workspace, WorkspaceLeaf },
} satisfies Partial<Record<Names, unknown>>;

/** Below the exports, not around them: a bundler copies the exports to an object with the same prototype. */
const missing = new Proxy(Object.prototype, {
  get: (target, name): unknown => {
    if (typeof name === "symbol" || name in target || name === "__esModule" || name === "then")
      return Reflect.get(target, name);
    throw new Error(
      `require("obsidian").${name} is not in this stand-in: add it under tests/obsidian/, or do without it`,
    );
  },
});

function createApp(files: Record<string, string | Uint8Array>, options: AppOptions = {}): App {
  const { apiVersion = API_VERSION } = options;
  const old = isSince("1.13.0", apiVersion) ? {} : { PluginSettingTab: OldPluginSettingTab };
  const modules = Object.setPrototypeOf({ ...api, apiVersion, ...classes, ...old }, missing) as object;
  return (window.app = new App(files, modules, { ...options, apiVersion }));
}

/** Renders a note, as the app does where it is opened. */
const renderNote = (markdown: string, el: HTMLElement): Promise<void> =>
  MarkdownRenderer.render(window.app, markdown, el, "", new Component());

extendWindow(window);
window.ObsidianHost = { createApp, renderMath, renderNote };
