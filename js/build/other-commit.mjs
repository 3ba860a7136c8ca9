// Builds another commit of this repository in the cache folder, once, to compare it with this one.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure, cacheFolder, env, run, whole } from "./tools.mjs";

/**
 * A commit that is built: what `npm run build` left in its folder. What it was compiled from and in is gone.
 * @typedef {object} BuiltCommit
 * @property {string} name its short hash
 * @property {string} folder
 */

/**
 * @param {string} revision as git takes it: a hash, a tag, `HEAD~3`
 * @param {"stdout" | "stderr"} output where the progress is printed
 * @returns {Promise<BuiltCommit>}
 */
export async function builtCommit(revision, output) {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const commit = (await run("git", asked, { quiet: true }).catch(() => "")).trim();
  if (!commit) throw new Failure(`there is no commit ${revision} here; "git fetch --unshallow" gets all of them`);
  const name = commit.slice(0, 8);
  const folder = join(cacheFolder(), `built-${commit}`);
  if (existsSync(folder)) return { name, folder };
  process[output].write(`bench: building ${name} in ${folder}, about 5 minutes, once\n`);
  await whole(folder, async (partial) => {
    mkdirSync(partial, { recursive: true });
    const archive = join(partial, "commit.tar");
    await run("git", ["archive", "--output", archive, commit], { quiet: true });
    await run("tar", ["-xf", "commit.tar"], { cwd: partial, quiet: true });
    rmSync(archive);
    // Its own tools come first: each commit names their versions.
    const environment = { ...env(), PATH: process.env.PATH };
    await run("npm", ["run", "build"], { cwd: partial, env: environment, quiet: true });
    rmSync(join(partial, "target"), { recursive: true, force: true });
  });
  return { name, folder };
}
