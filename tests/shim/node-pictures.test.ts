// Pictures in Node: redrawn by a package, or only looked through without it.
import { describe, expect, test } from "vitest";
import type { Answer } from "../../pkg/lectern.js";
import { isWhole } from "../../js/host/node-picture-bytes.ts";
import { drawInNode } from "../../js/host/node-pictures.ts";
import { png } from "./png-file.ts";

const base64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

/** Eight by six pixels, as a canvas of Chrome writes them; the WebP has a colour profile. */
const JPEG = base64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAYEAEAAwEAAAAAAAAAAAAAAAAABEOBwf/EABUBAQEAAAAAAAAAAAAAAAAAAAIE/8QAGxEAAQQDAAAAAAAAAAAAAAAAAAEDBDIzQfD/2gAMAwEAAhEDEQA/AIk+veAA3Upl5l7R/9k=",
);
const GIF = base64("R0lGODlhCAAGAIAAAAAAAAAAACH5BAUAAAAALAAAAAAIAAYAgAAAAP8AAAILjAMJh8q6DnxOqgIAOw==");
const WEBP = base64(
  "UklGRkQCAABXRUJQVlA4WAoAAAAwAAAABwAABQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBIEQAAAAEPMP8REQIgiAT/vSYi+h8CAFZQOCA8AAAAEAIAnQEqCAAGAACADiWoAnRyAKv/3AAFwAD+++F7/53/2MgMP/yH2MgMP/6wT9o3++Z//1gn7Rv93AAA",
);
const PNG = png(3, 2);
const MAX = 5_000_000;

const PICTURES: [string, Uint8Array][] = [
  ["image/png", PNG],
  ["image/jpeg", JPEG],
  ["image/gif", GIF],
  ["image/webp", WEBP],
];

describe("a picture that can't be decoded", () => {
  test.each(PICTURES)("%s is whole, whatever follows it", (type, bytes) => {
    expect(isWhole(bytes, type)).toBe(true);
    expect(isWhole(Uint8Array.from([...bytes, 1, 2, 3]), type)).toBe(true);
  });

  test.each(PICTURES)("%s is not whole if it is cut off anywhere", (type, bytes) => {
    // The last byte of a WebP may be filling.
    const shortest = bytes.length - (type === "image/webp" ? 2 : 1);
    for (let length = 0; length <= shortest; length++) {
      expect([length, isWhole(bytes.subarray(0, length), type)]).toStrictEqual([length, false]);
    }
  });

  test("is not whole if it is a PNG with any other bit", () => {
    for (let at = 8; at < PNG.length; at++) {
      const other = PNG.slice();
      other[at] = (other[at] ?? 0) ^ 1;
      expect([at, isWhole(other, "image/png")]).toStrictEqual([at, false]);
    }
  });

  test("says what is missing, and whether it is damaged", async () => {
    const without = (bytes: Uint8Array, type: string): Promise<Answer> =>
      drawInNode(new Uint8Array(bytes), type, MAX, null);
    for (const [type, bytes] of PICTURES) {
      expect(await without(bytes, type)).toHaveProperty("failed", expect.stringContaining("npm install"));
      expect(await without(bytes.subarray(0, -3), type)).toHaveProperty("fault.broken");
    }
    expect(await without(PNG, "image/tiff")).toHaveProperty("failed", expect.stringContaining("npm install"));
  });
});

describe("a picture that the package draws", () => {
  const draw = (bytes: Uint8Array, type: string, most = MAX): Promise<Answer> =>
    drawInNode(new Uint8Array(bytes), type, most);

  test.each(PICTURES)("%s keeps its size", async (type, bytes) => {
    const size = type === "image/png" ? { width: 3, height: 2 } : { width: 8, height: 6 };
    const mimeType = type === "image/jpeg" ? type : "image/png";
    expect(await draw(bytes, type)).toMatchObject({ image: { mimeType, ...size } });
  });

  test("is scaled to what models see", async () => {
    expect(await draw(png(3000, 30), "image/png")).toMatchObject({ image: { width: 1568, height: 16 } });
  });

  test("is smaller if it takes too many bytes", async () => {
    expect(await draw(png(500, 500), "image/png", 10)).toHaveProperty("failed");
  });

  test("is whole afterwards, or broken, if it is cut off", async () => {
    for (const [type, bytes] of PICTURES) {
      const answer = await draw(bytes.subarray(0, bytes.length * 0.8), type);
      if (typeof answer !== "object" || !("image" in answer)) expect(answer).toHaveProperty("fault.broken");
      else expect(isWhole(Buffer.from(answer.image.data, "base64"), answer.image.mimeType)).toBe(true);
    }
  });

  test("is not an SVG, or of a format that it does not know", async () => {
    expect(await draw(Buffer.from("<svg/>"), "image/svg+xml")).toHaveProperty("failed");
    expect(await draw(Buffer.from("MM\0*"), "image/tiff")).toHaveProperty("failed");
  });
});
