// Obsidian's event emitter and its component with a lifetime. The classes that extend these decide what is emitted and
// who owns whom.
//
// Every class here takes its types from `obsidian.d.ts`: by `implements` in this file, elsewhere by extending a runtime
// base that is cast to the app's class. Each `override` is then held against the typings, and drift does not compile.
// Members that no plugin overrides are arrow functions, which is only for brevity.
import type * as Obsidian from "obsidian";

interface Ref extends Obsidian.EventRef {
  owner: Events;
  name: string;
  callback: (...data: unknown[]) => unknown;
  context: unknown;
}

export class Events implements Obsidian.Events {
  #refs: Ref[] = [];

  on(name: string, callback: Ref["callback"], context?: unknown): Obsidian.EventRef {
    const ref: Ref = { owner: this, name, callback, context };
    this.#refs.push(ref);
    return ref;
  }

  off(name: string, callback: Ref["callback"]): void {
    this.#refs = this.#refs.filter((ref) => ref.name !== name || ref.callback !== callback);
  }

  offref(ref: Obsidian.EventRef): void {
    this.#refs = this.#refs.filter((one) => one !== ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of this.#refs.filter((one) => one.name === name)) this.tryTrigger(ref, data);
  }

  /** A listener that throws stops no other; its error reaches the page's `error` event. */
  tryTrigger(ref: Obsidian.EventRef, data: unknown[]): void {
    try {
      (ref as Ref).callback.apply((ref as Ref).context, data);
    } catch (error) {
      reportError(error);
    }
  }
}

export class Component implements Obsidian.Component {
  #loaded = false;
  #children: Obsidian.Component[] = [];
  #cleanups: (() => unknown)[] = [];

  /** Gives back what `onload` gave, so that the app can await an asynchronous one. */
  load(): unknown {
    if (this.#loaded) return undefined;
    this.#loaded = true;
    const loading: unknown = this.onload();
    for (const child of [...this.#children]) child.load();
    return loading;
  }

  /** Children first, the last one added first; then what was registered, last first; then `onunload`. */
  unload(): void {
    if (!this.#loaded) return;
    this.#loaded = false;
    for (let child; (child = this.#children.pop());) child.unload();
    for (let cleanup; (cleanup = this.#cleanups.pop());) cleanup();
    this.onunload();
  }

  onload(): unknown {
    return undefined;
  }
  onunload(): void {}

  addChild<T extends Obsidian.Component>(child: T): T {
    this.#children.push(child);
    if (this.#loaded) child.load();
    return child;
  }

  removeChild<T extends Obsidian.Component>(child: T): T {
    if (this.#children.includes(child)) child.unload();
    this.#children = this.#children.filter((one) => one !== child);
    return child;
  }

  register(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  registerEvent(ref: Obsidian.EventRef): void {
    this.register(() => (ref as Ref).owner.offref(ref));
  }

  registerDomEvent(
    el: EventTarget,
    type: string,
    callback: (this: HTMLElement, event: never) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    el.addEventListener(type, callback as unknown as EventListener, options);
    this.register(() => el.removeEventListener(type, callback as unknown as EventListener, options));
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }
}
