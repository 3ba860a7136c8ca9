// The clients of the MCP server that tests/clients/ runs, and the conformance suite of tests/mcp/: what is installed of
// each, and where its program is then. They are not in package.json, because they take 1 GB, and some need a newer Node
// than we do. Versions are in tools.mjs.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure, find, installed, installedPackages, run, tell, toolFolder, versions } from "./tools.mjs";

/**
 * @typedef {object} NpmClient
 * @property {string} package
 * @property {string} version
 * @property {(modules: string) => string[]} command the command in its `node_modules`; empty if there is none for this
 *   platform
 */

/** @type {Record<"claude-code" | "codex" | "gemini-cli" | "inspector", NpmClient>} */
const NPM_CLIENTS = {
  "claude-code": {
    package: "@anthropic-ai/claude-code",
    version: versions.claudeCode,
    command: (modules) => inPlatformPackage(modules, "@anthropic-ai", "claude-code-", ["claude", "claude.exe"]),
  },
  codex: {
    package: "@openai/codex",
    version: versions.codex,
    // Its vendor folder has one folder, named for the platform.
    command: (modules) => {
      const [vendor] = inPlatformPackage(modules, "@openai", "codex-", ["vendor"]);
      const [platform = ""] = vendor === undefined ? [] : readdirSync(vendor);
      const files = ["codex", "codex.exe"].map((file) => join(vendor ?? "", platform, "bin", file));
      return files.filter((file) => existsSync(file));
    },
  },
  "gemini-cli": {
    package: "@google/gemini-cli",
    version: versions.geminiCli,
    command: (modules) => [process.execPath, join(modules, "@google/gemini-cli/bundle/gemini.js")],
  },
  inspector: {
    package: "@modelcontextprotocol/inspector",
    version: versions.inspector,
    // It needs Node 22.
    command: (modules) => {
      const [node = ""] = conformanceSuite();
      return existsSync(node)
        ? [node, join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js")]
        : [];
    },
  },
};

/**
 * The command that starts a client.
 * @param {keyof typeof NPM_CLIENTS} name
 * @returns {string[] | undefined} undefined if there is none for this platform
 */
export function clientCommand(name) {
  const { version, command } = NPM_CLIENTS[name];
  const modules = join(toolFolder(name, version), "node_modules");
  if (!existsSync(modules))
    throw new Failure(`${name} ${version} is missing; "npm run setup -- --browser" installs it`);
  const words = command(modules);
  return words.length > 0 ? words : undefined;
}

const conformanceFolder = () => toolFolder("mcp-conformance", versions.conformance);

/** The MCP conformance suite: the command, without its arguments. */
export function conformanceSuite() {
  const modules = join(conformanceFolder(), "node_modules");
  const node = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  return [node, join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js")];
}

const findPython = () => find("python3", "python");
const pythonFolder = () => toolFolder("python-mcp", versions.pythonSdk);

/** The Python with the MCP SDK in `PYTHONPATH`; undefined if it could not be installed. */
export function pythonSdk() {
  const [python, folder] = [findPython(), pythonFolder()];
  return python !== undefined && existsSync(folder) ? { python, folder } : undefined;
}

/** Installs what is missing. Why there is no Python SDK is printed, and is no error. */
export async function installClients() {
  const { conformance, conformanceNode } = versions;
  await installedPackages(conformanceFolder(), `MCP conformance suite ${conformance}`, [
    `@modelcontextprotocol/conformance@${conformance}`,
    `node@${conformanceNode}`,
  ]);
  for (const [name, { package: wanted, version }] of Object.entries(NPM_CLIENTS))
    await installedPackages(toolFolder(name, version), `${name} ${version}`, [
      `${wanted}@${version}`,
      "--ignore-scripts",
    ]);
  const python = findPython();
  if (python === undefined) {
    tell("set-up: no Python, so the tests with its MCP SDK are left out");
    return;
  }
  const args = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", `mcp==${versions.pythonSdk}`, "--target"];
  await installed(pythonFolder(), `MCP SDK ${versions.pythonSdk} for Python`, "15 seconds", (folder) =>
    run(python, [...args, folder]),
  ).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof Failure)) throw error;
    tell(`set-up: the tests with Python's MCP SDK are left out: ${error.message}`);
  });
}

/**
 * The first of these files in the one package for this platform, which npm chose: `@anthropic-ai/claude-code-linux-x64`.
 * @param {string} modules
 * @param {string} scope
 * @param {string} prefix
 * @param {string[]} names
 */
function inPlatformPackage(modules, scope, prefix, names) {
  const packages = readdirSync(join(modules, scope)).filter((name) => name.startsWith(prefix));
  const files = packages.flatMap((name) => names.map((file) => join(modules, scope, name, file)));
  return files.filter((file) => existsSync(file)).slice(0, 1);
}
