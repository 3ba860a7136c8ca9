// Lint rules: typescript-eslint's strictest, Obsidian's review rules for what runs in the app, and the walls between
// the modules of js/. Formatting is Prettier's.
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { defineConfig, globalIgnores } from "eslint/config";
import obsidianmd from "eslint-plugin-obsidianmd";
import tseslint from "typescript-eslint";

const TYPESCRIPT = ["js/**/*.ts", "tests/**/*.ts", "vitest.config.ts"];
const SCRIPTS = ["js/build/**/*.mjs", "eslint.config.mjs"];
/**
 * The rooms of js/, lowest first, and the rooms whose modules each may import besides its own. A module belongs to the
 * longest path here that it begins with.
 * @type {Record<string, string[]>}
 */
const ROOMS = {
  base: [],
  wasm: ["base"],
  locales: ["base", "wasm"],
  documents: ["base", "wasm"],
  vault: ["base", "wasm", "documents"],
  agent: ["base"],
  "agent/ledger": ["base", "vault", "agent", "agent/citations", "agent/context"],
  "agent/markdown": ["wasm"],
  "agent/citations": ["base", "vault", "agent", "agent/markdown"],
  "agent/context": ["base", "agent"],
  "agent/loop": ["base", "vault", "agent", "agent/citations", "agent/context", "agent/passages"],
  "agent/saved": ["base", "agent", "agent/markdown"],
  "agent/quotes": ["base", "vault", "agent", "agent/markdown", "agent/citations"],
  "agent/passages": ["base", "vault", "agent", "agent/citations", "agent/context", "agent/quotes"],
  "agent/written": ["base", "agent"],
  "agent/providers": ["base", "agent", "agent/written"],
  "agent/programs": ["base", "agent", "agent/providers"],
  "agent/embeddings": ["base", "vault", "agent", "agent/context", "agent/providers"],
  settings: ["base", "agent"],
  host: ["base", "documents", "vault", "agent", "agent/ledger", "agent/embeddings", "agent/programs", "settings"],
  "api.ts": ["base", "vault", "host", "settings"],
  inspector: ["base", "vault", "api.ts"],
  chat: ["base", "vault", "documents", "agent*", "settings", "host", "api.ts"],
  server: ["base", "vault", "agent*", "settings", "host", "api.ts", "chat"],
  "settings-tab": [
    "base",
    "agent",
    "agent/programs",
    "agent/providers",
    "settings",
    "host",
    "api.ts",
    "chat",
    "server",
  ],
  related: ["base", "api.ts", "chat"],
  cli: ["base", "vault", "agent*", "host"],
  "obsidian-cli.ts": ["base", "vault", "agent*", "settings", "api.ts", "chat"],
  "main.ts": [
    "base",
    "locales",
    "settings",
    "api.ts",
    "inspector",
    "chat",
    "related",
    "server",
    "settings-tab",
    "obsidian-cli.ts",
  ],
};

/** The room of the module at `path`; undefined outside of js/.
 * @param {string} path */
function roomOf(path) {
  const inside = relative(join(import.meta.dirname, "js"), path).replaceAll(sep, "/");
  const rooms = Object.keys(ROOMS).filter((room) => inside === room || inside.startsWith(`${room}/`));
  return rooms.sort((one, other) => other.length - one.length)[0];
}

/**
 * Whether the module at `from` may not import `name`.
 * @param {string} name
 * @param {string} from
 */
function isAboveOf(name, from) {
  const [own, room] = [roomOf(from), name.startsWith(".") ? roomOf(resolve(dirname(from), name)) : undefined];
  if (own === undefined || room === undefined || own === room) return false;
  return !(ROOMS[own] ?? []).some(
    (open) => open === room || (open.endsWith("*") && room.startsWith(open.slice(0, -1))),
  );
}

/**
 * What runs in Node, and never in the app but for node-computer, which the app gives Node's modules. Everything else in
 * js/ has to run on a phone.
 */
const NODE = ["js/cli/**", "js/host/node*.ts", "js/build/**", "tests/**", "*.config.*"];
const OBSIDIAN = [
  "js/main.ts",
  "js/locales/**",
  "js/settings-tab/**",
  "js/inspector/**",
  "js/api.ts",
  "js/obsidian-cli.ts",
  "js/chat/**",
  "js/server/**",
  "js/related/**",
  "js/host/obsidian*.ts",
  "js/host/device-database.ts",
  "js/host/editor-changes.ts",
  "js/host/network.ts",
];

/**
 * A rule that closes modules. ESLint's `no-restricted-imports` sees neither `import("x")` nor `import("x").Type`, and
 * it cannot be opened for one wall and stay closed for the next.
 * @param {string} message
 * @param {(module: string, importer: string) => boolean} isClosed
 * @param {{ typesPass?: boolean }} [options] `import { type T }` is a value here: the import itself stays in the output
 * @returns {import("eslint").Rule.RuleModule}
 */
function wall(message, isClosed, { typesPass = false } = {}) {
  return {
    create: (context) => ({
      ":matches(ImportDeclaration, ImportExpression, TSImportType, ExportNamedDeclaration, ExportAllDeclaration) > Literal.source, TSExternalModuleReference > Literal"(
        /** @type {import("estree").Literal & { parent: object }} */ literal,
      ) {
        if (typeof literal.value !== "string" || !isClosed(literal.value, context.filename)) return;
        const { type, importKind, exportKind } = /** @type {Record<string, string>} */ (literal.parent);
        if (typesPass && (type === "TSImportType" || importKind === "type" || exportKind === "type")) return;
        context.report({ node: literal, message });
      },
    }),
  };
}

const walls = {
  rules: {
    rooms: wall("A room of js/ imports only the rooms below it: see ROOMS in eslint.config.mjs.", isAboveOf),
    obsidian: wall(
      "Only the app's own modules know Obsidian: go through js/vault/host.ts.",
      (name) => name === "obsidian",
    ),
    node: wall("This runs in the app, phones included, where Node is not.", isBuiltin),
    wasm: wall(
      "Only js/wasm/core.ts loads the core; types, and what Rust says of the tools, may be imported.",
      (name) => /^(\.\.?\/)+pkg\/(?!(?:definitions|locales|modules|tex-allowed)\.js$|reader\/|unpacker\/)/.test(name),
      { typesPass: true },
    ),
    reader: wall(
      "Only js/documents/reader.ts loads the reader of documents.",
      (name) => /^(\.\.?\/)+pkg\/reader\//.test(name),
      { typesPass: true },
    ),
    unpacker: wall("Only js/wasm/ unpacks: code before first use costs every start.", (name) =>
      /^(\.\.?\/)+pkg\/(unpacker\/|modules\.js$)/.test(name),
    ),
    pdf: wall("Only js/host/node-pdf.ts has a pdf.js of its own: in the app it is the app's.", (name) =>
      /^pdfjs-dist(\/|$)/.test(name),
    ),
  },
};

export default defineConfig(
  globalIgnores(["dist", "pkg", "target", "tests/cases", "tests/fixtures"]),
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { parserOptions: { projectService: true } },
  },
  // The review's rules first: where ours are stricter, ours win.
  { files: ["package.json"], extends: [obsidianmd.configs.recommended] },
  { files: ["js/**/*.ts"], ignores: NODE, extends: [obsidianmd.configs.recommended] },
  {
    files: [...TYPESCRIPT, ...SCRIPTS],
    extends: [tseslint.configs.strictTypeChecked],
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // The parser drops the parentheses of a JSDoc cast, and with them the cast: tsc alone can judge these.
    files: SCRIPTS,
    rules: Object.fromEntries(
      ["argument", "assignment", "call", "member-access", "return"].map((what) => [
        `@typescript-eslint/no-unsafe-${what}`,
        "off",
      ]),
    ),
  },
  {
    // The tests' own host stands in for Obsidian's classes by shape.
    files: ["tests/**/*.ts"],
    rules: { "@typescript-eslint/no-unsafe-class-instance-assignment": "off" },
  },
  {
    // One tsconfig.json types all of js/, so `process` and `Buffer` pass tsc in code for the app. They end here.
    files: ["js/**/*.ts"],
    ignores: NODE,
    rules: { "no-undef": "error" },
  },
  { plugins: { walls } },
  { files: ["js/**"], ignores: [...OBSIDIAN, "js/build/**"], rules: { "walls/obsidian": "error" } },
  { files: ["js/**/*.ts"], rules: { "walls/rooms": "error" } },
  { files: ["js/**"], ignores: NODE, rules: { "walls/node": "error" } },
  { files: ["js/**"], ignores: ["js/wasm/core.ts"], rules: { "walls/wasm": "error" } },
  { files: ["js/**"], ignores: ["js/documents/reader.ts"], rules: { "walls/reader": "error" } },
  { files: ["js/**"], ignores: ["js/wasm/module.ts", "js/wasm/inflated.ts"], rules: { "walls/unpacker": "error" } },
  { files: ["js/**"], ignores: ["js/host/node-pdf.ts"], rules: { "walls/pdf": "error" } },
  {
    // They run in Node too, which has no window.
    files: ["js/documents/time-limit.ts", "js/documents/open-workbooks.ts", "js/base/clock.ts"],
    rules: { "obsidianmd/prefer-window-timers": "off" },
  },
  {
    // typescript-eslint's parser reads JSON too, and gives the tree that the rule expects.
    files: ["manifest.json"],
    plugins: { obsidianmd },
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: false } },
    rules: { "obsidianmd/validate-manifest": "error" },
  },
);
