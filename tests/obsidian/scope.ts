// The app's hotkeys: the scope that was pushed last takes a key before the page does, then those that it is within.
import type * as Obsidian from "obsidian";
import { Platform } from "./ui.ts";

interface Handler {
  readonly modifiers: Obsidian.Modifier[] | null;
  readonly key: string | null;
  readonly func: Obsidian.KeymapEventListener;
}

export class Scope extends (Object as unknown as new () => Obsidian.Scope) {
  readonly #parent: Scope | undefined;
  readonly #handlers: Handler[] = [];

  constructor(parent?: Obsidian.Scope) {
    super();
    this.#parent = parent as Scope | undefined;
  }

  override register = (
    modifiers: Obsidian.Modifier[] | null,
    key: string | null,
    func: Obsidian.KeymapEventListener,
  ): Obsidian.KeymapEventHandler => {
    this.#handlers.push({ modifiers, key, func });
    return { scope: this, modifiers: modifiers?.join() ?? null, key };
  };

  /** Whether a handler took the key. */
  take(event: KeyboardEvent): boolean {
    const pressed = [
      ...(event.ctrlKey ? [Platform.isMacOS ? "Ctrl" : "Mod"] : []),
      ...(event.metaKey ? [Platform.isMacOS ? "Mod" : "Meta"] : []),
      ...(event.altKey ? ["Alt"] : []),
      ...(event.shiftKey ? ["Shift"] : []),
    ].join();
    const fits = ({ modifiers, key }: Handler): boolean =>
      (key === null || key === event.key) && (modifiers === null || [...modifiers].sort().join() === pressed);
    const context = { modifiers: pressed, key: event.key, vkey: event.key };
    const isTaken = this.#handlers.some((one) => fits(one) && one.func(event, context) === false);
    return isTaken || this.#parent?.take(event) === true;
  }
}

/** The scopes that are in use, the last on top. */
export class Scopes extends (Object as unknown as new () => Pick<Obsidian.Keymap, "pushScope" | "popScope">) {
  readonly #all: Scope[];

  constructor(root: Scope) {
    super();
    this.#all = [root];
    const take = (event: KeyboardEvent): void => {
      if (this.#all.last()?.take(event)) event.preventDefault();
    };
    window.addEventListener("keydown", take, true);
  }

  override pushScope = (scope: Obsidian.Scope) => {
    this.#all.push(scope as Scope);
  };
  override popScope = (scope: Obsidian.Scope) => {
    this.#all.remove(scope as Scope);
  };
  /** How many there are. */
  get count(): number {
    return this.#all.length;
  }
}
