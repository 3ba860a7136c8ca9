// What pictures are decoded and drawn with. The app has a canvas of its own; another host brings one.

/** Decodes pictures. */
export interface PictureDecoder {
  /** Undefined if it can't be decoded here, or is damaged. Of a large picture, only the size may be read. */
  load(bytes: Uint8Array<ArrayBuffer>, mimeType: string): Promise<LoadedPicture | undefined>;
}

/** A picture that was loaded. */
export interface LoadedPicture {
  readonly width: number;
  readonly height: number;
  /** The picture in this size. Undefined if that fails: there is no memory for it, or it is damaged. */
  drawn(width: number, height: number): DrawnPicture | undefined | Promise<DrawnPicture | undefined>;
}

/** A picture on a canvas. */
export interface DrawnPicture {
  isTransparent(): boolean;
  /** Its base64; undefined if this type can't be made here. */
  encoded(type: string, quality?: number): Promise<string | undefined>;
}

/** The canvas of a browser. */
export const IN_BROWSER: PictureDecoder = {
  async load(bytes, mimeType) {
    const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    try {
      const image = await loaded(url);
      if (!image) return undefined;
      return {
        width: image.naturalWidth,
        height: image.naturalHeight,
        drawn: (width, height) => drawn(image, width, height),
      };
    } finally {
      // An image that has loaded no longer needs it.
      URL.revokeObjectURL(url);
    }
  },
};

/** Not with `decode()`, which would decode all pixels before their number is known. */
function loaded(url: string): Promise<HTMLImageElement | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(undefined);
    image.src = url;
  });
}

function drawn(image: HTMLImageElement, width: number, height: number): DrawnPicture | undefined {
  const canvas = createEl("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return {
    isTransparent: () => hasTransparency(context.getImageData(0, 0, width, height).data),
    async encoded(type, quality) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
      // Browsers that can't encode a type encode PNG instead.
      return blob?.type === type ? await base64(blob) : undefined;
    },
  };
}

/** Whether any of the pixels, as red, green, blue and alpha, is transparent. */
function hasTransparency(pixels: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return true;
  return false;
}

/** The content of `blob` as base64. */
async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("the picture that was drawn cannot be read"));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(",") + 1);
}
