// `npm run demo:app`: serves the chat panel with the demo vault as a web page. The plugin is the released one; the app
// around it is the mock of Obsidian from tests/obsidian/. Nothing leaves the device unless a model is set up in the
// settings.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { buildAll, dist } from "./build.mjs";
import { scriptedAnswer } from "./scripted-model.mjs";
import { main, root } from "./tools.mjs";

const VAULT = join(root, "tests", "fixtures", "vault");
const STAND_IN = join(root, "tests", "obsidian");
/** A fixed port, so that the browser finds the page's stored data again. If it is taken, a free port is used. */
const PORT = 4173;
/** What the app serves: the path, the folder that has it, and its type by its ending. */
const LIBRARIES = /** @type {const} */ ([
  [/^\/lib\/pdfjs\/(pdf(?:\.worker)?\.mjs)$/, "node_modules/pdfjs-dist/build"],
  [/^\/lib\/pdfjs\/(cmaps\/[\w-]+\.bcmap)$/, "node_modules/pdfjs-dist"],
  [/^\/lib\/mathjax\/([\w/-]+\.(?:js|woff))$/, "node_modules/mathjax/es5"],
]);
const JS = "text/javascript; charset=utf-8";
/** @type {Record<string, string>} */
const TYPES = { ".js": JS, ".mjs": JS, ".woff": "font/woff", ".bcmap": "application/octet-stream" };

await main(import.meta.url, async () => {
  await buildAll();
  const pages = await makePages();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/v1/chat/completions") return void answer(request, response);
    const page = pages(pathname);
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": page.type, "cache-control": "no-store" }).end(page.body);
  });
  const address = await listen(server);
  console.log(`
The chat, with the notes of the keeper of an old lighthouse. Open
  ${address}
Ask "How heavy is the clapper?", or "What is still to do before the open day?", and click a citation.
"Quotes" answers on this device. Add #changes to the address, and a scripted model proposes changes to every question.
Add #dark, #narrow or #rtl to change the look. Press Ctrl+C to stop.
`);
});

/**
 * Answers a request to the scripted model.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(scriptedAnswer(JSON.parse(Buffer.concat(chunks).toString())));
}

/**
 * Prepares what is served, by path.
 * @returns {Promise<(path: string) => { type: string, body: string | Buffer } | undefined>}
 */
async function makePages() {
  // Imported here because the build may just have installed it.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(STAND_IN, "index.ts")],
    bundle: true,
    write: false,
    format: "iife",
  });
  const script = outputFiles[0]?.text ?? "";
  const release = Object.fromEntries(
    ["main.js", "manifest.json", "styles.css"].map((name) => [name, read(dist, name)]),
  );
  const files = vaultFiles();
  // An excluded folder, to show how a refusal looks.
  files[".obsidian/plugins/lectern/data.json"] = JSON.stringify({ closed: ["Private"] });
  const data = JSON.stringify({ release, files });
  const html = { type: "text/html; charset=utf-8", body: page(read(STAND_IN, "theme.css")) };
  const pages = new Map([
    ["/", html],
    ["/app.js", { type: JS, body: script }],
    ["/data.json", { type: "application/json", body: data }],
  ]);
  return (path) => pages.get(path) ?? libraryFile(path);
}

/** @param {string} path */
function libraryFile(path) {
  for (const [pattern, folder] of LIBRARIES) {
    const [, name] = pattern.exec(path) ?? [];
    const file = name && join(root, folder, name);
    if (file && existsSync(file)) return { type: TYPES[extname(file)] ?? "", body: readFileSync(file) };
  }
  return undefined;
}

/** @param {string} theme */
function page(theme) {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Lectern: ask your notes</title><style>${theme}
body { --right-split-width: 420px; }
.demo-file { display: block; padding: 3px 12px; overflow: hidden; color: var(--text-muted); text-overflow: ellipsis; white-space: nowrap; }
.demo-file:hover { background: var(--background-modifier-hover); }
.demo-files { width: 240px; padding-block: 12px; overflow: auto; font-size: 13px; }
</style><body><script src="/app.js"></script>
<script>MathJax = { startup: { typeset: false } }</script><script src="/lib/mathjax/tex-chtml-full.js" defer></script><script type="module">(${start.toString()})()</script>`;
}

/** Runs in the page: starts the app with the vault and the plugin. */
async function start() {
  const { release, files } = await (await fetch("/data.json")).json();
  const look = location.hash;
  if (look.includes("changes")) {
    const settings = ".obsidian/plugins/lectern/data.json";
    const chat = { provider: "compatible", model: "scripted", baseUrl: `${location.origin}/v1`, isChosen: true };
    files[settings] = JSON.stringify({ ...JSON.parse(files[settings]), changes: true, chat });
  }
  const app = window.ObsidianHost.createApp(files, { name: "Lighthouse", darkMode: look.includes("dark") });
  // The app's own requests are not subject to CORS, but those of a page are.
  app.testRequestUrl = async ({ url, method = "GET", headers = {}, body = "" }) => {
    const response = await fetch(url, { method, headers, ...(body && { body }) });
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
  if (look.includes("narrow")) document.body.style.setProperty("--right-split-width", "300px");
  if (look.includes("rtl")) {
    document.documentElement.dir = "rtl";
    document.body.classList.add("mod-rtl");
  }
  await app.installPlugin(release["main.js"], JSON.parse(release["manifest.json"]), release["styles.css"]);
  // Replaces the app's file explorer: files can be clicked, or dragged onto the chat.
  const list = document.createElement("div");
  list.className = "workspace-split mod-left-split demo-files";
  list.style.display = "block";
  for (const path of Object.keys(files).sort()) {
    if (/(^|\/)\./.test(path)) continue;
    const line = document.createElement("a");
    line.className = "demo-file";
    line.textContent = path.replace(/\.md$/, "");
    line.draggable = true;
    line.addEventListener("click", () => void app.workspace.openLinkText(path, "", false));
    line.addEventListener("dragstart", (event) => {
      event.dataTransfer?.setData("text/plain", `obsidian://open?vault=Lighthouse&file=${encodeURIComponent(path)}`);
    });
    list.append(line);
  }
  document.querySelector(".workspace-ribbon")?.after(list);
  await app.workspace.openLinkText("Home", "", false);
  app.commands.executeCommandById("lectern:open-chat");
}

/**
 * Starts the server and returns its address.
 * @param {import("node:http").Server} server
 * @returns {Promise<string>}
 */
async function listen(server) {
  for (const port of [PORT, 0]) {
    const isOpen = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (isOpen) break;
  }
  const address = server.address();
  return `http://localhost:${typeof address === "object" ? address?.port : PORT}/`;
}

/** The files of the demo vault, by path, including hidden ones, which show what is excluded. */
function vaultFiles() {
  const entries = readdirSync(VAULT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const path = (/** @type {import("node:fs").Dirent} */ { parentPath, name }) =>
    relative(VAULT, join(parentPath, name));
  return Object.fromEntries(entries.map((entry) => [path(entry).replaceAll(sep, "/"), read(VAULT, path(entry))]));
}

/**
 * @param {string} folder
 * @param {string} name
 */
function read(folder, name) {
  return readFileSync(join(folder, name), "utf8");
}
