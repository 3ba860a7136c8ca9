// Before any test: builds the core and the command line if they are older than their sources. Takes only a moment if
// they are up to date.
import { bundleCli } from "../../js/build/command-line.mjs";
import { writeLocales } from "../../js/build/locales.mjs";
import { writeTexAllowed } from "../../js/build/shim-modules.mjs";
import { keepStandardOutput } from "../../js/build/tools.mjs";
import { buildCore, pkg } from "../../js/build/wasm.mjs";

export default async function setup(): Promise<void> {
  keepStandardOutput();
  await buildCore();
  writeLocales();
  writeTexAllowed(pkg);
  await bundleCli();
}
