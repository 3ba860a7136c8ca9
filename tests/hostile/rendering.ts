// Renders Markdown in Chromium as an opened note, with three independent parsers, each with the note's own HTML:
// CommonMark, GitHub's, and the mock app's. Records every request that this makes.
import { HtmlRenderer, Parser } from "commonmark";
import { build } from "esbuild";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import type { Component, MarkdownRenderer } from "obsidian";
import type { Page } from "playwright-core";
import { installPlugin, openApp } from "../obsidian/browser.ts";

/** A plugin that hands the app's renderer to the test. */
const PROBE = `
import { Component, MarkdownRenderer, Plugin } from "obsidian";
export default class extends Plugin {
  onload() { Object.assign(window, { Component, MarkdownRenderer }); }
}`;

declare global {
  interface Window {
    Component: typeof Component;
    MarkdownRenderer: typeof MarkdownRenderer;
  }
}

/** What loads something, shows the content of another note, or changes how what follows is shown. */
const LOADING =
  "img, picture, source, track, video, audio, iframe, frame, embed, object, link, style, script, svg, form, input, " +
  "meta, base, pre:not(:has(> code)), [style], [src], [srcset], [background], [poster]";

const parser = new Parser();
const writer = new HtmlRenderer();
const readers: readonly ((markdown: string) => string)[] = [
  (markdown) => writer.render(parser.parse(markdown)),
  (markdown) =>
    micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [withoutFilter(gfmHtml())] }),
];

/** GitHub leaves some tags out of what it shows. The app does not. */
function withoutFilter(all: ReturnType<typeof gfmHtml>): ReturnType<typeof gfmHtml> {
  const { htmlFlowData, htmlTextData, ...exit } = all.exit ?? {};
  return { ...all, exit };
}

/** A page in which notes are rendered. */
export class Rendering {
  readonly #page: Page;
  #requests: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    page.on("request", (request) => this.#requests.push(request.url()));
  }

  static async open(): Promise<Rendering> {
    const page = await openApp({ files: { "Note.md": "Text of a note" } });
    const stdin = { contents: PROBE, loader: "ts" } as const;
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "cjs", external: ["obsidian"] });
    const manifest = {
      id: "probe",
      name: "Probe",
      author: "",
      description: "",
      version: "1.0.0",
      minAppVersion: "1.0.0",
    };
    await installPlugin(page, { main: outputFiles[0]?.text ?? "", manifest });
    return new Rendering(page);
  }

  close(): Promise<void> {
    return this.#page.context().close();
  }

  /**
   * Renders each of `notes` with each parser. Gives back the requests that were made, and the elements that make some.
   */
  async loads(notes: readonly string[]): Promise<string[]> {
    this.#requests = [];
    const html = notes.flatMap((note) => readers.map((read) => read(note)));
    const elements = await this.#page.evaluate(
      async ({ notes, html, LOADING }) => {
        const root = document.body.createDiv();
        for (const one of html) root.createDiv().innerHTML = one;
        const component = new window.Component();
        for (const note of notes)
          await window.MarkdownRenderer.render(window.app as never, note, root.createDiv(), "", component);
        // The app's own signs of a callout, and how it folds one.
        const own = ".callout-icon > .svg-icon, .callout-fold > .svg-icon, .callout-content[style='display: none;']";
        const loading = [...root.querySelectorAll(LOADING)].filter((element) => !element.matches(own));
        const found = loading.map(({ outerHTML }) => outerHTML);
        // Mathematics that sets a style may load something.
        const math = Array.from(root.querySelectorAll(".math"), ({ textContent }) => textContent);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        // What was to be loaded before this has been asked for.
        await new Promise((done) => Object.assign(new Image(), { onerror: done, src: "https://last.invalid/" }));
        root.remove();
        return [...found, ...math.filter((text) => text.includes("\\style"))];
      },
      { notes, html, LOADING },
    );
    return [...this.#requests.filter((url) => url !== "https://last.invalid/"), ...elements];
  }
}
