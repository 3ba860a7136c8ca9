// `npm run -s lectern -- …`: the command line, built first where it is missing. Standard output belongs to it alone.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { main, root } from "./tools.mjs";

await main(async () => {
  const cli = join(root, "pkg", "cli.mjs");
  if (!existsSync(cli)) {
    const { buildAll } = await import("./build.mjs");
    await buildAll({ output: "stderr" });
  }
  await import(pathToFileURL(cli).href);
});
