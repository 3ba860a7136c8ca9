// PDF streams that unpack to more than the memory holds, and streams that only look so. The bombs are made here.
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Documents } from "../../js/documents/documents.ts";
import { TimeLimit, TimeIsUp } from "../../js/documents/time-limit.ts";
import { Unpacker } from "../../js/documents/filters.ts";
import { blindPictures, StreamCheck } from "../../js/documents/pdf-streams.ts";
import { pdf, text, type Page } from "./pdf-file.ts";
import { readable, type ReadableAnswer } from "./readable.ts";
import { MemoryHost } from "./vault.ts";

const MB = 1024 * 1024;
const HELLO = text(72, 700, "Hello");
const deflated = (data: Uint8Array | string): Buffer => deflateSync(data, { level: 9 });
/** Deflated spaces, and a sentence behind them. */
const spaces = (megabytes: number): Buffer =>
  deflated(Buffer.concat([Buffer.alloc(megabytes * MB, " "), Buffer.from(HELLO)]));
const BOMB = spaces(65);

const page = (data: Uint8Array, dict: string): Page => ({ content: Buffer.from(data).toString("latin1"), dict });
const convert = async (file: Uint8Array): Promise<ReadableAnswer> =>
  readable(await new Documents().convert(new MemoryHost({ "a.pdf": file }), { path: "a.pdf", format: "pdf" }));
const check = (file: Uint8Array): Promise<void> => new StreamCheck().run(file, new TimeLimit(60_000));

/** Four bytes as five letters. */
function ascii85(data: Uint8Array): Buffer {
  let letters = "";
  for (let at = 0; at < data.length; at += 4) {
    const group = [0, 1, 2, 3].map((index) => data[at + index] ?? 0);
    let value = group.reduce((sum, byte) => sum * 256 + byte, 0);
    let five = "";
    for (let index = 0; index < 5; index++, value = Math.floor(value / 85)) {
      five = String.fromCharCode(33 + (value % 85)) + five;
    }
    letters += five.slice(0, Math.min(data.length - at, 4) + 1);
  }
  return Buffer.from(`${letters}~>`);
}
const hex = (data: Uint8Array): Buffer => Buffer.from(`${Buffer.from(data).toString("hex")}>`);
/** As they are, 128 bytes at a time. */
function runs(data: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 128) {
    const part = data.subarray(at, at + 128);
    parts.push(Uint8Array.of(part.length - 1), part);
  }
  return Buffer.concat([...parts, Uint8Array.of(128)]);
}

const ONE = { fault: { too_large: "one of its streams unpacks to more than 64 MB" } };

describe("a stream that unpacks to too much is refused", () => {
  test.each<[string, Uint8Array, string]>([
    ["as it is", BOMB, "/Filter /FlateDecode"],
    ["under the short names", BOMB, "/F /Fl"],
    ["in a list", BOMB, "/Filter [ /FlateDecode ]"],
    ["under an escaped name", BOMB, "/Filter /Fl#61teDecode"],
    ["with a filter that is told elsewhere", BOMB, "/Filter 99 0 R"],
    ["with a wrong length", BOMB, "/Filter /FlateDecode /Length 7"],
    ["deflated twice", deflated(BOMB), "/Filter [/FlateDecode /FlateDecode]"],
    ["deflated twice, which is not said", deflated(BOMB), "/Filter 99 0 R"],
    ["written in letters", ascii85(BOMB), "/Filter [/ASCII85Decode /FlateDecode]"],
    ["written as digits", hex(BOMB), "/Filter [/AHx /Fl]"],
    ["in runs", runs(BOMB), "/Filter [/RunLengthDecode /FlateDecode]"],
  ])("%s", async (_, data, dict) => {
    expect(await convert(pdf([page(data, dict)]))).toStrictEqual(ONE);
  });

  test("as a stream of objects", async () => {
    expect(await convert(pdf([page(BOMB, "/Type /ObjStm /N 1 /First 9 /Filter /FlateDecode")]))).toStrictEqual(ONE);
  });

  test("in long runs", async () => {
    const data = Buffer.alloc((65 * MB) / 64, Uint8Array.of(129, 32));
    await expect(check(pdf([page(data, "/Filter /RunLengthDecode")]))).rejects.toThrow("more than 64 MB");
  });

  /** A number as deflate writes it, the lowest bit first. */
  const low = (value: number, count: number): string =>
    value.toString(2).padStart(count, "0").split("").reverse().join("");
  /** A block of nothing but matches of 258 letters, the first of which lies before the beginning. */
  const matches = (header: string, match: string): Buffer => {
    const bytes = (header + match.repeat((65 * MB) / 258)).match(/.{8}/g) ?? [];
    const data = bytes.map((byte) => parseInt(byte.split("").reverse().join(""), 2));
    return Buffer.concat([Uint8Array.of(0x78, 0x01), Uint8Array.from(data)]);
  };
  const DISTANCE = "00000";
  // Of the codes of lengths, `0` repeats zero and `10` is 2. So a match of 258 letters and the distance 1 have the code
  // `00`, and there is no other.
  const lengths = [0, 0, 1, ...Array<number>(12).fill(0), 2].map((length) => low(length, 3)).join("");
  const zeros = (count: number): string => `0${low(count - 11, 7)}`;
  const gaps = `1${low(2, 2)}${low(29, 5)}${low(0, 5)}${low(12, 4)}${lengths}${zeros(138)}${zeros(136)}${zeros(11)}1010`;

  // pdf.js minds none of it.
  test.each([
    ["reaches before its beginning", "110", `11000101${DISTANCE}`],
    ["has the length code 286", "110", `11000110${DISTANCE}`],
    ["has the length code 287", "110", `11000111${DISTANCE}`],
    ["has codes that leave gaps", gaps, "0000"],
  ])("which %s", async (_, header, match) => {
    const broken = matches(header, match);
    expect(() => inflateSync(broken)).toThrow();
    expect(await convert(pdf([page(broken, "/Filter /FlateDecode")]))).toStrictEqual(ONE);
  });

  test("that is packed again and again", async () => {
    let data = deflated("x");
    for (let time = 0; time < 9; time++) data = deflated(data);
    await expect(check(pdf([page(data, "/Filter /FlateDecode")]))).rejects.toThrow("packed again and again");
  });
});

test("streams that unpack to too much only together are refused", async () => {
  const some = page(spaces(30), "/Filter /FlateDecode");
  await expect(check(pdf([some, some]))).resolves.toBeUndefined();
  expect(await convert(pdf([some, some, some]))).toStrictEqual({
    fault: { too_large: "its streams unpack to more than 64 MB" },
  });
});

test("streams that lie in one another are not gone through again and again", async () => {
  // Each is stored to the end of the file, but for the last byte: so none of them ends by itself.
  const stored = "stream\n\x78\x01\x00\xff\xff\x00\x00";
  const file = Buffer.from(stored.repeat(400_000), "latin1");
  await expect(check(file)).rejects.toThrow("its streams lie in one another");
});

describe("what is not unpacked to read text may be of any size:", () => {
  const scan = "/Type /XObject /Subtype /Image /Width 9000 /Height 9000 /ColorSpace /DeviceGray /BitsPerComponent 8";

  test("pictures", async () => {
    const stray = page(BOMB, `${scan} /Filter /FlateDecode`);
    const answer = await convert(pdf([HELLO, stray]));
    expect(answer).toMatchObject({ document: { text: "## Page 1\n\nHello\n\n## Page 2\n" } });
  });

  test("attached files", async () => {
    await expect(check(pdf([page(BOMB, "/Type /EmbeddedFile /Filter /FlateDecode")]))).resolves.toBeUndefined();
  });

  test.each<[string, Uint8Array, string]>([
    ["deflated", deflated(HELLO), "/Filter /FlateDecode"],
    ["deflated, which is not said", deflated(HELLO), ""],
    ["in letters", ascii85(deflated(HELLO)), "/Filter [/ASCII85Decode /FlateDecode]"],
    ["in digits", hex(deflated(HELLO)), "/Filter [/ASCIIHexDecode /FlateDecode]"],
    ["in runs", runs(Buffer.from(HELLO)), "/Filter /RunLengthDecode"],
  ])("and so a page's text that is called a picture is not unpacked: %s", async (_, data, dict) => {
    const file = pdf([page(data, dict)]);
    const label = pdf([page(data, `${scan} ${dict}`)]);
    if (dict !== "") expect(await convert(file)).toHaveProperty("document.text", "## Page 1\n\nHello\n");
    expect(await convert(label)).toHaveProperty("document.text", "");
  });
});

test("a file of nothing but keywords does not keep others waiting", async () => {
  const file = Buffer.alloc(2 * MB, "stream\n");
  const looks = vi.spyOn(performance, "now");
  let now = 0;
  looks.mockImplementation(() => now++);
  const clock = new TimeLimit(1000);
  await expect(blindPictures(file, clock)).rejects.toThrow(TimeIsUp);
  await expect(new StreamCheck().run(file, new TimeLimit(1000))).rejects.toThrow(TimeIsUp);
});

test("a check that the time ends goes on where it stopped", async () => {
  const pages = Array.from({ length: 50 }, (_, index) =>
    page(deflated(text(72, 700, `Page ${index}`)), "/Filter /FlateDecode"),
  );
  const file = pdf([...pages, page(BOMB, "/Filter /FlateDecode")]);
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now++);
  const streams = new StreamCheck();
  let runs = 0;
  for (let error: unknown = new TimeIsUp(); error instanceof TimeIsUp; runs++) {
    const clock = new TimeLimit(60);
    error = await streams.run(file, clock).catch((error: unknown) => error);
    clock.stop();
    if (!(error instanceof TimeIsUp))
      expect(error).toMatchObject({ message: expect.stringMatching(/too long|64 MB/) as string });
  }
  expect(runs).toBeGreaterThan(2);
});

describe("what is unpacked", () => {
  const unpacker = new Unpacker();
  const unpacked = (data: Uint8Array, ...filters: string[]): Uint8Array => {
    const parts: Uint8Array[] = [];
    const pieces = unpacker.pieces([data].values(), filters);
    for (let step = pieces.next(); !step.done; step = pieces.next()) parts.push(step.value.slice());
    return new Uint8Array(Buffer.concat(parts));
  };
  /** With matches near and far. */
  const bytes = fc
    .array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 900 })), { maxLength: 5 })
    .map(
      (parts) => new Uint8Array(Buffer.concat(parts.map(([part, times]) => Buffer.alloc(part.length * times, part)))),
    );

  test("is what was deflated, in every way there is", () => {
    const options = fc.record({ level: fc.integer({ min: 0, max: 9 }), strategy: fc.integer({ min: 0, max: 4 }) });
    fc.assert(
      fc.property(bytes, options, (data, options) => {
        const packed = deflateSync(data, options);
        expect(Buffer.compare(unpacked(packed, "FlateDecode"), data)).toBe(0);
        expect(Buffer.compare(unpacked(deflateSync(packed), "Fl", "FlateDecode"), data)).toBe(0);
        expect(Buffer.compare(unpacked(packed.subarray(0, packed.length / 2), "Fl"), data)).not.toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  test("is what was written in letters, digits and runs", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (data) => {
        expect(unpacked(ascii85(data), "ASCII85Decode")).toStrictEqual(data);
        expect(unpacked(hex(data), "ASCIIHexDecode")).toStrictEqual(data);
        expect(unpacked(runs(data), "RL")).toStrictEqual(data);
      }),
      { numRuns: 30 },
    );
  });

  test("by LZW is what the specification says", () => {
    const packed = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect(unpacked(packed, "LZWDecode")).toStrictEqual(Uint8Array.of(45, 45, 45, 45, 45, 65, 45, 45, 45, 66));
    // 256, then one letter again and again: 65, 258, 259, … whose codes grow to ten bits at 511, or a code later.
    const long = (early: number): Uint8Array => {
      let [bits, next] = [(256).toString(2).padStart(9, "0") + (65).toString(2).padStart(9, "0"), 258];
      for (; next < 700; next++) bits += next.toString(2).padStart(next + early >= 512 ? 10 : 9, "0");
      bits += (257).toString(2).padStart(10, "0").padEnd(17, "0");
      return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
    };
    const letters = unpacked(long(1), "LZW");
    // 1 + 2 + … + 443.
    expect(letters.length).toBe((443 * 444) / 2);
    expect(letters.every((letter) => letter === 65)).toBe(true);
    expect(Buffer.compare(unpacked(long(0), "LateLZW"), letters)).toBe(0);
  });

  test("of anything ends", () => {
    const names = ["FlateDecode", "LZWDecode", "RL", "AHx", "A85"];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.shuffledSubarray(names), (data, filters) => {
        expect(unpacked(data, ...filters)).toBeInstanceOf(Uint8Array);
        expect(unpacked(Buffer.concat([Uint8Array.of(0x78, 0x9c), data]), "FlateDecode")).toBeInstanceOf(Uint8Array);
      }),
    );
  });
});
