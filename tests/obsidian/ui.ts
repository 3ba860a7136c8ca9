// What the app draws over or beside a view: icons, tooltips, notices and modals; and two helpers of its API.
// `controls.ts` and `settings.ts` have the settings, `icons.ts` the drawings.
import type * as Obsidian from "obsidian";
import { drawings } from "./icons.ts";

const icons = new Map<string, string>();
const RING = '<circle cx="12" cy="12" r="8"/>';
const STROKE = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 2,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

export const addIcon = (id: string, svg: string) => void icons.set(id, svg);

export function getIcon(id: string): SVGSVGElement {
  const custom = icons.get(id);
  const cls = `svg-icon ${custom ? id : `lucide-${id.replace(/^lucide-/, "")}`}`;
  const svg = createSvg("svg", {
    cls,
    attr: custom ? { viewBox: "0 0 100 100" } : { viewBox: "0 0 24 24", ...STROKE },
  });
  svg.innerHTML = custom ?? drawings[id.replace(/^lucide-/, "")] ?? RING;
  return svg;
}

export const setIcon = (parent: HTMLElement, id: string) => parent.replaceChildren(...(id ? [getIcon(id)] : []));

export function setTooltip(el: HTMLElement, text: string, options?: Obsidian.TooltipOptions): void {
  el.setAttrs({ "aria-label": text, "data-tooltip-position": options?.placement ?? null });
}

/** Stays for five seconds unless told otherwise; with 0, until it is clicked. */
export class Notice implements Obsidian.Notice {
  containerEl: HTMLElement;
  messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration = 5000) {
    const { body } = activeDocument;
    const stack = body.querySelector(".notice-container") ?? body.createDiv("notice-container");
    this.containerEl = stack.createDiv("notice");
    this.messageEl = this.containerEl.createDiv({ cls: "notice-message", text: message });
    this.containerEl.onClickEvent(() => this.hide());
    if (duration > 0) setTimeout(() => this.hide(), duration);
  }

  get noticeEl(): HTMLElement {
    return this.containerEl;
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    this.containerEl.detach();
  }
}

export class Modal extends (Object as unknown as typeof Obsidian.Modal) {
  override containerEl = createDiv("modal-container mod-dim");
  override modalEl: HTMLElement;
  override titleEl: HTMLElement;
  override contentEl: HTMLElement;
  #closed: () => unknown = () => undefined;
  readonly #escape = (event: KeyboardEvent) => event.key === "Escape" && this.close();

  constructor(app: Obsidian.App) {
    super(app);
    this.app = app;
    this.containerEl.createDiv("modal-bg").onClickEvent(() => this.close());
    this.modalEl = this.containerEl.createDiv("modal");
    this.modalEl.createDiv("modal-close-button").onClickEvent(() => this.close());
    this.titleEl = this.modalEl.createDiv("modal-header").createDiv("modal-title");
    this.contentEl = this.modalEl.createDiv("modal-content");
  }

  override open(): void {
    activeDocument.body.append(this.containerEl);
    this.containerEl.doc.addEventListener("keydown", this.#escape);
    void this.onOpen();
  }

  override close(): void {
    if (!this.containerEl.isConnected) return;
    this.containerEl.doc.removeEventListener("keydown", this.#escape);
    this.containerEl.detach();
    this.onClose();
    this.#closed();
  }

  override onOpen(): Promise<void> | void {}
  override onClose(): void {}

  override setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  override setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }

  override setCloseCallback(callback: () => unknown): this {
    this.#closed = callback;
    return this;
  }
}

export function debounce<T extends unknown[], V>(callback: (...args: T) => V, timeout = 0, resetTimer = false) {
  let timer: number | undefined;
  let last: T | undefined;
  const start = (...args: T) => {
    last = args;
    if (resetTimer) window.clearTimeout(timer);
    if (resetTimer || timer === undefined) timer = window.setTimeout(run, timeout);
    return debouncer;
  };
  const cancel = () => {
    window.clearTimeout(timer);
    timer = last = undefined;
    return debouncer;
  };
  const run = () => {
    const args = last;
    cancel();
    return args && callback(...args);
  };
  const debouncer = Object.assign(start, { cancel, run }) as Obsidian.Debouncer<T, V>;
  return debouncer;
}

const not = {
  isMobile: false,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
};
export const Platform: typeof Obsidian.Platform = {
  ...{ ...not, isMacOS: false, isWin: false, isSafari: false, resourcePathPrefix: "app://host/" },
  ...{ isDesktop: true, isDesktopApp: true, isLinux: true },
};
/** What is different on an iPhone. */
export const PHONE: Partial<typeof Obsidian.Platform> = {
  ...{ isDesktop: false, isDesktopApp: false, isLinux: false },
  ...{ isMobile: true, isMobileApp: true, isIosApp: true, isPhone: true, isSafari: true },
};
