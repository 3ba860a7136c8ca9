// What is used of pdf.js, of which the app and Node have different versions.

/** pdf.js, as a host has it. */
export interface PdfJs {
  readonly library: PdfLibrary;
  /** Where its tables for the old encodings of Chinese, Japanese and Korean lie, with a slash at the end. */
  readonly cMapUrl: string;
}

export interface PdfLibrary {
  getDocument(options: Record<string, unknown> & { data: Uint8Array }): PdfLoading;
  readonly OPS: { readonly transform: number };
}

export interface PdfLoading {
  readonly promise: Promise<PdfDocument>;
  /** Ends the work, and the worker that does it. */
  destroy(): Promise<void>;
}

export interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  /** What each page is called, such as `iv`; null if that is its number. */
  getPageLabels(): Promise<string[] | null>;
  getOutline(): Promise<PdfBookmark[] | null>;
  getDestination(name: string): Promise<unknown[] | null>;
  getPageIndex(reference: object): Promise<number>;
}

export interface PdfBookmark {
  readonly title: string;
  /** By name, or `[reference to the page, …]`. */
  readonly dest: string | unknown[] | null;
  readonly items: PdfBookmark[];
}

export interface PdfPage {
  streamTextContent(): ReadableStream<PdfText>;
  getOperatorList(): Promise<{ readonly fnArray: number[] }>;
  cleanup(): unknown;
}

export interface PdfText {
  readonly items: PdfItem[];
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>;
}

/** Letters that were set in one go. */
export interface PdfItem {
  /** In the order of reading, in their usual form: no ligatures. */
  readonly str: string;
  readonly dir: string;
  /** Where it begins and how it is turned: `[a, b, c, d, x, y]`, y growing upwards. */
  readonly transform: number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}
