// The part of pdf.js that is used. The app and Node have different versions.

/** pdf.js, as a host provides it. */
export interface PdfJs {
  readonly library: PdfLibrary;
  /** The URL of its tables for old Chinese, Japanese and Korean encodings, with a trailing slash. */
  readonly cMapUrl: string;
  readonly drawing: PdfDrawing;
  /** The processor time that was used so far, in ms, where pdf.js runs in this process. */
  readonly clock?: (() => number) | undefined;
}

/** How pages are drawn; `missing` says what the user can do if they can't be. */
export type PdfDrawing =
  | {
      /** Options for opening a document: where pdf.js finds what it needs for drawing. */
      readonly options: Readonly<Record<string, unknown>>;
      readonly canvas: (width: number, height: number) => PageCanvas;
    }
  | { readonly missing: string };

interface PageContext {
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
}

/** What a canvas of a browser and one of Node have in common. */
export interface PageCanvas {
  width: number;
  height: number;
  getContext(type: "2d"): PageContext | null;
  toDataURL(type: string, quality: number): string;
}

export interface PdfLibrary {
  getDocument(options: Record<string, unknown> & { data: Uint8Array }): PdfLoading;
  /** The numbers of drawing operations. */
  readonly OPS: { readonly transform: number } & Readonly<Record<string, number>>;
}

export interface PdfLoading {
  readonly promise: Promise<PdfDocument>;
  /** Stops the work and its worker. */
  destroy(): Promise<void>;
}

export interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  /** The page labels, such as `iv`; null if they are the page numbers. */
  getPageLabels(): Promise<string[] | null>;
  getOutline(): Promise<PdfBookmark[] | null>;
  getDestination(name: string): Promise<unknown[] | null>;
  getPageIndex(reference: object): Promise<number>;
  getOptionalContentConfig(): Promise<PdfLayers>;
  /** By name; null if there are none. */
  getAttachments(): Promise<Readonly<Record<string, { readonly filename?: string }>> | null>;
}

/** The layers of a document, and which of them are on. */
export interface PdfLayers extends Iterable<readonly [string, { readonly visible: boolean }]> {
  /** `group` is what the drawing operations name. */
  isVisible(group: unknown): boolean;
}

export interface PdfBookmark {
  readonly title: string;
  /** A name, or `[reference to the page, …]`. */
  readonly dest: string | unknown[] | null;
  readonly items: PdfBookmark[];
}

export interface PdfPage {
  streamTextContent(): ReadableStream<PdfText>;
  getAnnotations(): Promise<PdfAnnotation[]>;
  getOperatorList(options?: { annotationMode: number }): Promise<PdfOperations>;
  getViewport(options: { scale: number }): { readonly width: number; readonly height: number };
  render(options: { canvasContext: object; viewport: object; intent: string; background: string }): PdfRendering;
  cleanup(): unknown;
}

/** What is drawn: the numbers of the operations, and their arguments. */
export interface PdfOperations {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

export interface PdfText {
  readonly items: PdfItem[];
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>;
}

/** A page that is being drawn. */
export interface PdfRendering {
  readonly promise: Promise<void>;
  /** Called between two steps; the next begins when `next` is called. */
  onContinue: ((next: () => void) => void) | null;
  cancel(): void;
}

interface PdfString {
  readonly str?: string;
}

/** An annotation or a form field; which members it has depends on its subtype. */
export interface PdfAnnotation {
  readonly id: string;
  readonly subtype: string;
  /** Left, bottom, right, top. */
  readonly rect: readonly number[];
  readonly annotationFlags?: number;
  /** The corners of what it marks, in fours. */
  readonly quadPoints?: ArrayLike<number | { readonly x: number; readonly y: number }[]> | null;
  readonly contentsObj?: PdfString;
  readonly titleObj?: PdfString;
  readonly richText?: PdfString | null;
  readonly textContent?: readonly string[];
  readonly file?: { readonly filename?: string };
  /** Where a link leads, unless to a place in the document. */
  readonly url?: string;
  /** The annotation that it is a reply to. */
  readonly inReplyTo?: string;
  readonly hasAppearance?: boolean;
  readonly fieldType?: string | null;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly fieldFlags?: number;
  /** What the field is called for its reader. */
  readonly alternativeText?: string;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly pushButton?: boolean;
  /** The value of a check box that is checked. */
  readonly exportValue?: string;
  /** The value of the field if this radio button is chosen. */
  readonly buttonValue?: string | null;
  readonly options?: readonly { readonly exportValue: unknown; readonly displayValue: string }[];
}

/** Characters drawn in one operation. */
export interface PdfItem {
  /** In reading order, without ligatures. */
  readonly str: string;
  readonly dir: string;
  /** Position and rotation: `[a, b, c, d, x, y]`, y growing upwards. */
  readonly transform: number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}
