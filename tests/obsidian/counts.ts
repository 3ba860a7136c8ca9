// Counts what a plugin requests of the app and the browser, for tests: file reads, network, WebAssembly, workers.
// Excludes what the host itself does, such as filling the vault or showing a note.

const WEB = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Worker", "SharedWorker"] as const;
const WASM = ["compile", "compileStreaming", "instantiate", "instantiateStreaming", "Module", "Instance"] as const;

export type CountKind =
  | ("read" | "cachedRead" | "readBinary" | "stat" | "list" | "exists" | "requestUrl" | (typeof WEB)[number])
  | `WebAssembly.${(typeof WASM)[number]}`;

export class TestCounts {
  /** How often each kind happened; what never happened has no key, so that `{}` is "nothing at all". */
  counts: Partial<Record<CountKind, number>> = {};
  /** The same in order, with what it was about: `read Notes/a.md`. */
  trace: string[] = [];
  /** What was written, in order, and how: `create Notes/a.md`, `mkdir Notes`, `trash a.md`. Hidden files too. */
  writes: string[] = [];
  /** Characters of Markdown that were rendered. */
  rendered = 0;

  add(kind: CountKind, what = ""): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.trace.push(`${kind} ${what}`.trimEnd());
  }

  reset(): void {
    this.counts = {};
    this.trace = [];
    this.writes = [];
    this.rendered = 0;
  }

  /** Wraps the page's own functions. Has to run before a plugin is evaluated, which could keep the originals. */
  watch(): void {
    for (const name of WEB) this.#wrap(globalThis, name, name);
    for (const name of WASM) this.#wrap(WebAssembly, name, `WebAssembly.${name}`);
  }

  #wrap(owner: object, name: string, kind: CountKind): void {
    const original = Reflect.get(owner, name) as new (...args: unknown[]) => object;
    const add = ([what]: unknown[]) =>
      this.add(
        kind,
        what instanceof Request ? what.url : typeof what === "string" || what instanceof URL ? String(what) : "",
      );
    const value = new Proxy(original, {
      apply: (target, self, args: unknown[]): unknown => (add(args), Reflect.apply(target, self, args)),
      construct: (target, args: unknown[], made) => (add(args), Reflect.construct(target, args, made) as object),
    });
    Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  }
}
