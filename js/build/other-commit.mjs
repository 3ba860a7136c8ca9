// Builds another commit of this repository in the cache folder, once, to compare it with this one.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure, cacheFolder, installed, run } from "./tools.mjs";

/**
 * A commit that is built: what `npm run build` left in its folder. What it was compiled from and in is gone.
 * @typedef {object} BuiltCommit
 * @property {string} name its short hash
 * @property {string} folder
 */

/**
 * @param {string} revision as git takes it: a hash, a tag, `HEAD~3`
 * @returns {Promise<BuiltCommit>}
 */
export async function builtCommit(revision) {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const commit = (await run("git", asked).catch(() => "")).trim();
  if (!commit) throw new Failure(`there is no commit ${revision} here; "git fetch --unshallow" gets all of them`);
  const name = commit.slice(0, 8);
  const folder = join(cacheFolder(), `built-${commit}`);
  await installed(folder, `build of ${name} in ${folder}`, "5 minutes, once", async (partial) => {
    mkdirSync(partial);
    const archive = join(partial, "commit.tar");
    await run("git", ["archive", "--output", archive, commit]);
    await run("tar", ["-xf", "commit.tar"], { cwd: partial });
    rmSync(archive);
    // Its own tools come first: each commit names their versions.
    await run("npm", ["run", "build"], { cwd: partial, env: { PATH: process.env.PATH } });
    rmSync(join(partial, "target"), { recursive: true, force: true });
  });
  return { name, folder };
}
