// Before any test: the core, its copy that panics, and the command line stand as their sources say. Takes a moment when
// they do already.
import { bundleCli } from "../../js/build/bundle.mjs";
import { buildCore, buildProbe } from "../../js/build/wasm.mjs";

export default async function setup(): Promise<void> {
  await buildCore({ output: "stderr" });
  await buildProbe();
  await bundleCli();
}
