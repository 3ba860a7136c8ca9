// `npm run package`: builds everything, and packs the npm package as dist/lectern-VERSION.tgz.
import { join } from "node:path";
import { buildAll, dist } from "./build.mjs";
import { main, run } from "./tools.mjs";

await main(async () => {
  await buildAll();
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", dist, join(dist, "npm")], { quiet: true });
  console.log(`package: dist/${packed.trim()}`);
});
