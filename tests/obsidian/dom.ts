// Obsidian's additions to the browser's prototypes and globals, as `obsidian.d.ts` declares them under `declare
// global`. Rarely used ones (ajax, onNodeInserted …) are missing: calling them is a TypeError.

/**
 * Methods of T with their receiver as the first parameter, so that each fits on a line. (`as K`: T may be an array.)
 */
type Members<T> = {
  [K in keyof T as K]?: T[K] extends (...args: infer A) => infer R ? (self: T, ...args: A) => R : never;
};

function extend<T extends object>(prototype: T, members: Members<T>): void {
  for (const [name, member] of Object.entries(members) as [string, (self: T, ...args: unknown[]) => unknown][]) {
    const value = function (this: T, ...args: unknown[]) {
      return member(this, ...args);
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

function getters<T extends object>(prototype: T, members: { [K in keyof T]?: (self: T) => T[K] }): void {
  for (const [name, member] of Object.entries(members) as [string, (self: T) => unknown][]) {
    const get = function (this: T) {
      return member(this);
    };
    Object.defineProperty(prototype, name, { get, configurable: true });
  }
}

type Info = DomElementInfo | string | undefined;
const make = {
  html: (tag: string) => document.createElement(tag),
  svg: (tag: string) => document.createElementNS("http://www.w3.org/2000/svg", tag),
};

function build<E extends Element>(el: E, info: Info, callback?: (el: never) => void, into?: Node): E {
  const {
    cls,
    text,
    attr,
    prepend,
    value,
    parent = into,
    ...rest
  } = typeof info === "string" ? { cls: info } : (info ?? {});
  if (cls) el.setAttribute("class", [cls].flat().join(" "));
  if (text !== undefined) el.setText(text);
  el.setAttrs({ ...attr, ...rest });
  if (value !== undefined) Reflect.set(el, "value", value);
  callback?.(el as never);
  parent?.insertBefore(el, prepend ? parent.firstChild : null);
  return el;
}

/** As the app does it: an element may be of any window, and so may its class. */
function isInstance(self: Node | UIEvent, type: new (...args: never[]) => unknown): boolean {
  const own = (self.win as unknown as Record<string, typeof type | undefined>)[type.name];
  return self instanceof type || (own !== undefined && self instanceof own);
}

/** Makes a window a window of the app. Each has prototypes of its own. */
export function extendWindow(win: Window & typeof globalThis): void {
  const { Node, Element, DocumentFragment, HTMLElement, UIEvent, Array, String, Object } = win;
  getters(Node.prototype, {
    doc: (self) => self.ownerDocument ?? document,
    win: (self) => self.doc.defaultView ?? window,
  });
  extend(Node.prototype, {
    detach: (self) => void self.parentNode?.removeChild(self),
    empty: (self) => [...self.childNodes].forEach((child) => child.detach()),
    appendText: (self, text) => void self.appendChild(document.createTextNode(text)),
    instanceOf: (self, type) => isInstance(self, type),
    createEl: (self, tag, info, callback) => build(make.html(tag), info, callback, self),
    createDiv: (self, info, callback) => build(document.createElement("div"), info, callback, self),
    createSpan: (self, info, callback) => build(make.html("span"), info, callback, self),
    createSvg: (self, tag, info, callback) => build(make.svg(tag), info, callback, self),
  });
  extend(Element.prototype, {
    getText: (self) => self.textContent,
    setText: (self, text) => self.replaceChildren(text),
    addClass: (self, ...classes) => self.classList.add(...classes.filter(Boolean)),
    addClasses: (self, classes) => self.addClass(...classes),
    removeClass: (self, ...classes) => self.classList.remove(...classes.filter(Boolean)),
    toggleClass: (self, classes, on) => [classes].flat().forEach((cls) => self.classList.toggle(cls, on)),
    hasClass: (self, cls) => self.classList.contains(cls),
    setAttr: (self, name, value) =>
      value === null ? self.removeAttribute(name) : self.setAttribute(name, String(value)),
    setAttrs: (self, attributes) => Object.entries(attributes).forEach(([name, value]) => self.setAttr(name, value)),
    getAttr: (self, name) => self.getAttribute(name),
    find: (self, selector) => self.querySelector(selector),
    findAll: (self, selector) => [...self.querySelectorAll<HTMLElement>(selector)],
  });
  extend(DocumentFragment.prototype, {
    find: (self, selector) => self.querySelector<HTMLElement>(selector) as HTMLElement,
    findAll: (self, selector) => [...self.querySelectorAll<HTMLElement>(selector)],
  });
  extend(HTMLElement.prototype, {
    show: (self) => void self.style.removeProperty("display"),
    hide: (self) => self.style.setProperty("display", "none"),
    toggle: (self, shown) => (shown ? self.show() : self.hide()),
    isShown: (self) => self.offsetParent !== null,
    setCssStyles: (self, styles) => void Object.assign(self.style, styles),
    setCssProps: (self, props) => Object.entries(props).forEach(([name, value]) => self.style.setProperty(name, value)),
    onClickEvent: (self, listener, options) =>
      ["click", "auxclick"].forEach((type) => self.addEventListener(type, listener as EventListener, options)),
    trigger: (self, type) => void self.dispatchEvent(new Event(type, { bubbles: true })),
  });
  getters(UIEvent.prototype, {
    targetNode: (self) => (self.target && "nodeType" in self.target ? (self.target as Node) : null),
    doc: (self) => self.targetNode?.doc ?? win.document,
    win: (self) => self.view ?? win,
  });
  extend(UIEvent.prototype, { instanceOf: (self, type) => isInstance(self, type) });
  extend<unknown[]>(Array.prototype, {
    first: (self) => self[0],
    last: (self) => self[self.length - 1],
    contains: (self, target) => self.includes(target),
    remove: (self, target) => self.splice(self.indexOf(target), self.includes(target) ? 1 : 0),
  });
  const contains = function (this: string, target: string) {
    return this.includes(target);
  };
  Object.defineProperty(String.prototype, "contains", { value: contains, writable: true, configurable: true });
  extend(Object, { isEmpty: (_object, object) => Object.keys(object as object).length === 0 });
  Object.assign(win, {
    createEl: (tag: string, info: Info, callback?: () => void) => build(make.html(tag), info, callback),
    createDiv: (info: Info, callback?: () => void) => build(make.html("div"), info, callback),
    createSpan: (info: Info, callback?: () => void) => build(make.html("span"), info, callback),
    createSvg: (tag: string, info: Info, callback?: () => void) => build(make.svg(tag), info, callback),
    createFragment: (callback?: (fragment: DocumentFragment) => void) => {
      const fragment = document.createDocumentFragment();
      callback?.(fragment);
      return fragment;
    },
    sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    activeDocument: win.document,
    activeWindow: win,
  } satisfies Partial<Record<keyof typeof globalThis | keyof Window, unknown>>);
}
