// The part of pdf.js that is used. The app and Node have different versions.

/** pdf.js, as a host provides it. */
export interface PdfJs {
  readonly library: PdfLibrary;
  /** The URL of its tables for old Chinese, Japanese and Korean encodings, with a trailing slash. */
  readonly cMapUrl: string;
}

export interface PdfLibrary {
  getDocument(options: Record<string, unknown> & { data: Uint8Array }): PdfLoading;
  readonly OPS: { readonly transform: number };
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
}

export interface PdfBookmark {
  readonly title: string;
  /** A name, or `[reference to the page, …]`. */
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
