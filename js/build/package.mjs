// `npm run package`: builds everything, and packs the npm package as dist/lectern-VERSION.tgz and the bundle for MCP
// clients as dist/lectern-VERSION.mcpb.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAll, dist } from "./build.mjs";
import { main, run } from "./tools.mjs";

await main(import.meta.url, async () => {
  await buildAll();
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", dist, join(dist, "npm")]);
  const bundle = packed.trim().replace(/\.tgz$/, ".mcpb");
  const { mcpBundle } = await import("./mcpb.mjs");
  writeFileSync(join(dist, bundle), mcpBundle(join(dist, "npm")));
  console.log(`package: dist/${packed.trim()}, dist/${bundle}`);
});
