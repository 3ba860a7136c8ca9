// The bundle for apps that install an MCP server from one file, such as Claude Desktop: the npm package's program, with a
// manifest that says what to ask the user.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";

/** What a bundle has of the npm package. */
const FILES = ["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt"];
/** The same input gives the same bytes. */
const TIME = new Date(1980, 0, 1);

/**
 * Makes the bundle.
 * @param {string} packaged the folder of the npm package
 * @returns {Uint8Array} a zip file
 */
export function mcpBundle(packaged) {
  const names = [...FILES, ...readdirSync(join(packaged, "lib")).map((name) => `lib/${name}`)];
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(packaged, name))]));
  const { version, license, engines } = JSON.parse(readFileSync(join(packaged, "package.json"), "utf8"));
  const manifest = {
    manifest_version: "0.3",
    name: "lectern",
    display_name: "Lectern",
    version,
    description: "Reads and searches the notes of an Obsidian vault, and never what its user excluded.",
    author: { name: "Lectern" },
    license,
    server: {
      type: "node",
      entry_point: "lib/lectern.mjs",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/lib/lectern.mjs", "mcp", "--vault", "${user_config.vault}"],
        env: { LECTERN_MCP_ALLOW_WRITE: "${user_config.changes}" },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      vault: { type: "directory", title: "Vault", description: "The folder of your Obsidian vault.", required: true },
      changes: {
        type: "boolean",
        title: "Allow changes to notes",
        description: "You are asked about each change, and see it as a diff.",
        default: false,
      },
    },
    compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: engines.node } },
  };
  return zipSync(
    { "manifest.json": new TextEncoder().encode(JSON.stringify(manifest, null, 2)), ...files },
    { level: 9, mtime: TIME },
  );
}
