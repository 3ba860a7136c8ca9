// The benchmark of the search by meaning in a page: the core comes as bytes.
import { type Figures, measure } from "./meaning-search.ts";

declare global {
  interface Window {
    searchByMeaning: (wasm: string) => Promise<Figures>;
  }
}

window.searchByMeaning = async (wasm) =>
  measure(await WebAssembly.compile(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0))));
