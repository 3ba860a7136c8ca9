// How the tests make the released modules fail, in the middle of a call and without a build of their own: bytes that say
// they are longer than any memory make Rust panic where it takes them in.
import { MemoryHost } from "./vault.ts";
import type { Reply } from "../../pkg/lectern.js";
import type { ReaderSource } from "../../js/documents/reader.ts";
import { Tools } from "../../js/vault/tools.ts";
import type { Core } from "../../js/wasm/core.ts";

type CreateReader = ReaderSource["createGlue"];

const MB = 1024 * 1024;

/** Bytes of which Rust says "capacity overflow". */
export const lying = (): Uint8Array<ArrayBuffer> =>
  Object.defineProperty(new Uint8Array(1), "length", { value: 2 ** 32 - 1 });

/** Makes the core panic in a call of another vault. */
export function panic(core: Core): Promise<Reply> {
  const host = new MemoryHost({ "a.md": "" });
  host.read = () => ({ bytes: lying() });
  return new Tools(host, {}, core).call("read_file", { path: "a.md" });
}

/** The reader, which three documents end by what they say: `panic`; `allocate`, after 63 MB; `recurse`. */
export function failingReader(createGlue: CreateReader): CreateReader {
  return () => {
    const glue = createGlue();
    class Reader extends glue.Reader {
      text = "";

      override take(bytes: Uint8Array): void {
        this.text = new TextDecoder().decode(bytes);
        super.take(this.text === "panic" ? lying() : bytes);
      }

      override ask(place?: Parameters<InstanceType<typeof glue.Reader>["ask"]>[0]): void {
        super.ask(this.text === "recurse" ? OVERFLOWING : place);
        if (this.text === "allocate") for (const size of [63, 2]) super.take(new Uint8Array(size * MB));
      }
    }
    return { ...glue, Reader };
  };
}

/** Where the reader looks into it, it fails as where the stack is full. */
const OVERFLOWING = {
  get page(): number {
    throw new RangeError("Maximum call stack size exceeded");
  },
};
