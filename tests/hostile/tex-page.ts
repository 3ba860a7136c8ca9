// A page with the real MathJax, a list of what it supports, and hostile formulas, shared by the tests of TeX.
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type * as safe from "../../js/chat/answer/sanitize.ts";
import { manifest } from "../app/release.ts";
import { installPlugin, loadMath, openApp } from "../obsidian/browser.ts";

/** A plugin that is nothing but what is tested here. */
const PROBE = `
import { Component, MarkdownRenderer, Plugin } from "obsidian";
import { clean, defuse } from "./js/chat/answer/sanitize.ts";
export default class extends Plugin {
  onload() { window.safe = { clean, defuse, Component, MarkdownRenderer }; }
}`;

declare global {
  interface Window {
    safe: typeof safe & Pick<typeof import("obsidian"), "Component" | "MarkdownRenderer">;
    /** Renders formulas, and gives back the styles and attributes in them that came from an argument. */
    renderTex(formulas: readonly string[]): string[];
    /** As `renderTex`, but only as far as MathJax's own tree, which all that is rendered is made from. Faster. */
    parseTex(formulas: readonly string[]): string[];
  }
}

/** What MathJax knows by a name: a command, or an environment. */
export interface Known {
  name: string;
  isEnvironment: boolean;
  /** Its code asks for arguments. */
  takesArguments: boolean;
  /** The packages that have it. */
  packages: string[];
}

export interface TexPage {
  page: Page;
  known: Known[];
  /** Every request that left the page, but those for MathJax itself. */
  tried: string[];
}

/** Packages that are not loaded, but can be: by `\require` in a note of the person's. */
export const LOADABLE = ["physics", "colorv2", "setoptions"];

export async function openTexPage(packages: readonly string[] = []): Promise<TexPage> {
  const resolveDir = new URL("../../", import.meta.url).pathname;
  const stdin = { contents: PROBE, resolveDir, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "cjs", external: ["obsidian"] });
  const page = await openApp({ files: {} });
  await installPlugin(page, { main: outputFiles[0]?.text ?? "", manifest: { ...manifest, id: "safe-probe" } });
  await loadMath(page, packages);
  await page.evaluate(addRenderer);
  const tried: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("https://vault.invalid/lib/mathjax/")) tried.push(request.url());
  });
  return { page, known: await page.evaluate(listKnown), tried };
}

/** In the page: all that MathJax's own tables of names hold, those of packages that are not loaded too. */
function listKnown(): Known[] {
  interface Tex {
    Configuration: {
      ConfigurationHandler: { keys(): Iterable<string>; get(name: string): { handler: Record<string, string[]> } };
    };
    MapHandler: { MapHandler: { getMap(name: string): { map?: Map<string, unknown> } | null } };
    TexParser: { default: { prototype: Record<string, (...args: unknown[]) => unknown> } };
  }
  const { Configuration, MapHandler, TexParser } = (window.MathJax?._ as { input: { tex: Tex } }).input.tex;
  let asked = false;
  const parser = TexParser.default.prototype;
  for (const name of Object.getOwnPropertyNames(parser).filter((name) => /^Get(?!CS$|Next$)/.test(name))) {
    const original = parser[name];
    parser[name] = function (this: unknown, ...args) {
      asked = true;
      return original?.apply(this, args);
    };
  }
  const known = new Map<string, Known>();
  for (const pack of Configuration.ConfigurationHandler.keys()) {
    const { handler } = Configuration.ConfigurationHandler.get(pack);
    for (const kind of ["macro", "delimiter", "environment"]) {
      for (const table of (handler[kind] ?? []).map((name) => MapHandler.MapHandler.getMap(name))) {
        for (const key of table?.map?.keys() ?? []) {
          const isEnvironment = kind === "environment";
          const name = key.length > 1 && !isEnvironment ? key.replace(/^\\/, "") : key;
          const before = known.get(`${kind} ${name}`);
          if (!before) {
            asked = false;
            try {
              window.parseTex([`\\${name}{x}{x}`]);
            } catch {
              // It would load something: a package.
            }
          }
          const takesArguments = isEnvironment || (before?.takesArguments ?? asked);
          const packages = [...(before?.packages ?? []), pack];
          known.set(`${kind} ${name}`, { name, isEnvironment, takesArguments, packages });
        }
      }
    }
  }
  return [...known.values()];
}

/** In the page: what renders a formula in the living document, as the app does, and looks at what it has made. */
function addRenderer(): void {
  /** What MathJax writes into styles: words, numbers and colors. */
  const STYLE = /^[\w\s.,:;%#()-]*$/;
  const CALLS = /[a-z-]+(?=\()/gi;
  /** The source, for those who copy it; a label, which is only looked up; the place of a table, which is compared. */
  const TEXTS = /^(?:data-mjx-error|data-latex|title|aria-label|alttext|id|align)$/;
  const root = document.body.createDiv();
  const isHarm = (name: string, value: string): boolean => {
    if (name === "style") {
      const calls = value.match(CALLS) ?? [];
      return (
        !STYLE.test(value) || calls.some((call) => !/^(?:rgba?|calc|scale[xy]?|translate[xy]?|rotate)$/i.test(call))
      );
    }
    return !TEXTS.test(name) && !(name === "href" && value.startsWith("#")) && /\.invalid|url\(|[\\;]/i.test(value);
  };
  const told = (name: string, value: string, formula: string): string =>
    `${name}="${value.slice(0, 60)}" of ${formula.slice(0, 120)}`;
  window.renderTex = (formulas) =>
    formulas.flatMap((formula) => {
      const math = window.MathJax?.tex2chtml(formula, { display: true });
      root.replaceChildren(...(math ? [math] : []));
      // Styles are worked out, and what they name is asked for, before the next formula takes its place.
      root.getBoundingClientRect();
      return root
        .findAll("*")
        .flatMap((element) => [...element.attributes].filter(({ name, value }) => isHarm(name, value)))
        .map(({ name, value }) => told(name, value, formula));
    });
  interface Tree {
    attributes?: { getAllAttributes(): Record<string, unknown> };
    childNodes?: (Tree | null)[];
  }
  const { document: mathDocument } = window.MathJax?.startup as unknown as {
    document: { convert(tex: string, options: { display: boolean; end: number }): Tree };
  };
  const harmIn = (tree: Tree, formula: string): string[] => [
    ...Object.entries(tree.attributes?.getAllAttributes() ?? {})
      .filter(([name, value]) => isHarm(name, String(value)))
      .map(([name, value]) => told(name, String(value), formula)),
    ...(tree.childNodes ?? []).flatMap((child) => (child ? harmIn(child, formula) : [])),
  ];
  window.parseTex = (formulas) =>
    formulas.flatMap((formula) => harmIn(mathDocument.convert(formula, { display: true, end: 20 }), formula));
}

/** What is hostile in an argument: what goes on as a style, as an option, as an address. */
const PAYLOADS = [
  "red;background:url(//e.invalid)",
  "1em;background:u\\72l(//e.invalid)",
  "background:url(//e.invalid)",
  "color=red;c:url(e.invalid),width=1em;c:url(e.invalid)",
];

/** `argument` wherever a command or an environment may take one. */
const SHAPES: ((argument: string) => string)[] = [
  (argument) => `{${argument}}{日}`,
  (argument) => `[${argument}]{65}`,
  (argument) => ` ${argument}`,
  (argument) => `{x}{${argument}}{x}`,
  (argument) => `{1em}{${argument}}{日}`,
  (argument) => `{red}{${argument}}{日}`,
  (argument) => `{x}[${argument}]{x}`,
  (argument) => `[1em][${argument}]{x}`,
  (argument) => `[c][${argument}]{x}`,
  (argument) => `*{${argument}}{x}`,
  (argument) => `*[${argument}]{x}`,
  (argument) => `[RGB]{${argument}}{x}`,
  (argument) => `{(}{)}{${argument}}{0}{x}{x}`,
  (argument) => `{x}{x}{x}{${argument}}{x}`,
  (argument) => `(${argument})[${argument}]{x}`,
  (argument) => `<${argument}>{x}`,
];

/** Formulas that use `known`: with each of the payloads at each place. */
export function hostileFormulas({ name, isEnvironment, takesArguments }: Known): string[] {
  // What asks for none may still look at what follows.
  const shapes = takesArguments ? SHAPES : SHAPES.slice(0, 2);
  return PAYLOADS.slice(0, takesArguments ? PAYLOADS.length : 1).flatMap((payload) =>
    shapes.map((shape) => {
      const args = shape(payload);
      if (!isEnvironment) return `\\${name}${args}`;
      const cells = name === "CD" ? `x @>{${payload}}>> y` : `x & y \\\\[1em] z \\tag{${payload}}`;
      return `\\begin{${name}}${args} ${cells} \\end{${name}}`;
    }),
  );
}
