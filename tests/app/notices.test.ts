// THIRD-PARTY-NOTICES.txt names every package in the released bundle, with its licence. The test finds the packages
// without the build's own lists: by the source paths that esbuild and rustc leave, and by the names of functions in the
// wasm.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { unpacked } from "../../js/wasm/module.ts";
import { FROM_APP } from "../../js/build/bundle.mjs";
import { lean } from "../../js/build/lean.mjs";
import { licenceTexts, usedLicences } from "../../js/build/licences.mjs";
import { noticesOf } from "../../js/build/notices.mjs";
import { root } from "../../js/build/tools.mjs";
import { main } from "./release.ts";

const notices = readFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
const [list = "", ...texts] = notices.split(/^-{80}\n/m);
/** "serde 1.0.229", of every package. */
const titles = [...list.matchAll(/^(\S.*) \(.*\)$/gm)].map(([, title = ""]) => title);
const names = titles.map((title) => title.replace(/ \d\S*$/, ""));

const RUST = "Rust standard library";
const rust = textsOf(RUST);

/** Every text under which the package is named. */
function textsOf(title: string): string {
  return texts.filter((text) => (text.split("\n\n", 1)[0] ?? "").split("\n").includes(title)).join("\n");
}

/** The modules in the released bundle. */
const modules = (): Buffer[] => (["core", "reader"] as const).map((name) => Buffer.from(unpacked(name)));

/** The names of functions in a module that was built with them. */
function functionNames(file: string): string[] {
  const module = new WebAssembly.Module(readFileSync(join(root, file)));
  const [section] = WebAssembly.Module.customSections(module, "name");
  const bytes = Buffer.from(section ?? new ArrayBuffer(0));
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const [kind, size] = [number(), number()];
    // 1: functions.
    if (kind !== 1) at += size;
    else {
      return Array.from({ length: number() }, () => {
        number();
        const length = number();
        return bytes.toString("utf8", at, (at += length));
      });
    }
  }
  return [];
}

describe("the notices name", () => {
  test.each([
    ["typed-path", "by Chip Senkbeil"],
    ["hashbrown", "Copyright (c) 2016 Amanieu d'Antras"],
    ["serde_core", "by Erick Tryzelaar, David Tolnay"],
    ["equivalent", "Copyright (c) 2016--2023"],
    ["@workflow/serde", "Copyright 2025 Vercel Inc."],
    ["@ai-sdk/provider-utils", "Copyright 2023 Vercel, Inc."],
    ["fflate", "Arjun Barrett"],
    ["esbuild", "Evan Wallace"],
    ["encoding_rs", "Copyright © WHATWG"],
    ["unicode-ident", "UNICODE LICENSE V3"],
    ["regex-syntax", "UNICODE, INC. LICENSE AGREEMENT"],
    ["@ai-sdk/provider-utils", "Copyright (c) 2020, Stefan Terdell"],
    ["miniz_oxide", "Rich Geldreich"],
  ])("%s, with its licence, and whose work it is", (name, line) => {
    const title = titles[names.indexOf(name)] ?? "";
    const [, entry = ""] = list.split(`\n${title} (`);
    expect(title).toContain(`${name} `);
    expect((entry.split(/\n(?! )/)[0] ?? "") + textsOf(title)).toContain(line);
  });

  test("every npm package whose source esbuild bundles", async () => {
    const { outputFiles } = await build({
      entryPoints: [join(root, "js/main.ts")],
      absWorkingDir: root,
      bundle: true,
      write: false,
      format: "cjs",
      external: FROM_APP,
      plugins: [lean],
    });
    const code = (outputFiles[0]?.text ?? "") + readFileSync(join(root, "pkg/unpacker/inflate.js"), "utf8");
    const paths = [...code.matchAll(/^\s*\/\/ .*?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)];
    const found = [...new Set(paths.map(([, name = ""]) => name))];
    expect(found.length).toBeGreaterThan(6);
    expect(found.filter((name) => !names.includes(name))).toEqual([]);
  });

  test("every crate whose source is named in the released wasm, in its version", () => {
    const found = modules().flatMap((module) =>
      [
        ...module.toString("latin1").matchAll(/\/(cargo\/registry\/src\/[^/]+|rust\/deps)\/([\w-]+)-(\d[\w.+-]*)\//g),
      ].map(([, folder, name = "", version = ""]) => ({ isRusts: folder === "rust/deps", name, version })),
    );
    expect(found.length).toBeGreaterThan(50);
    const missing = found.filter(({ isRusts, name, version }) =>
      isRusts ? !rust.includes(name) : !titles.includes(`${name} ${version}`),
    );
    expect(missing).toEqual([]);
  });

  // As they were before wasm-opt, which takes their functions' names.
  test.each([
    ["core", "pkg/named.wasm"],
    ["reader", "pkg/reader/named.wasm"],
  ])("every crate that a function of the %s is of", (_, file) => {
    const paths = functionNames(file).flatMap((name) => [...name.matchAll(/(?<![\w:>}])([a-z]\w*)(?:\[\w+\])?::/g)]);
    const found = [...new Set(paths.map(([, name = ""]) => name))];
    expect(found.length).toBeGreaterThan(20);
    const known = new Set([
      ...names.map((name) => name.replaceAll("-", "_")),
      "lectern",
      "lectern_base",
      "lectern_document",
      "core",
      "alloc",
      "std",
    ]);
    expect(found.filter((name) => !known.has(name) && !rust.includes(name.replaceAll("_", "-")))).toEqual([]);
  });

  test("every dependency of the core and the reader", () => {
    const files = ["Cargo.toml", "src/base/Cargo.toml", "src/document/Cargo.toml"];
    const sections = files.map((file) => {
      const [, section = ""] = /\n\[dependencies\]\n(.*?)\n\[/s.exec(readFileSync(join(root, file), "utf8")) ?? [];
      return section;
    });
    const all = [...sections.join("\n").matchAll(/^([\w-]+)(?:\.workspace)? = /gm)].map(([, name = ""]) => name);
    const found = all.filter((name) => !name.startsWith("lectern-"));
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((name) => !names.includes(name))).toEqual([]);
  });
});

test("each package has a licence's text, and each text is there once", () => {
  expect(titles.length).toBeGreaterThan(50);
  const licence =
    /Permission is hereby granted, free of charge|TERMS AND CONDITIONS FOR USE|This software is provided 'as-is'/i;
  expect(titles.filter((title) => !licence.test(textsOf(title).replace(/\s+/g, " ")))).toEqual([]);
  const bodies = texts.map((text) => text.slice(text.indexOf("\n\n")).replace(/\s+/g, " "));
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(notices.match(/TERMS AND CONDITIONS FOR USE/g)).toHaveLength(1);
});

test("the notices are the same on every machine", () => {
  expect(titles).toEqual([...titles].sort());
  for (const path of [root, homedir(), tmpdir()]) expect(notices).not.toContain(path);
  expect(notices).not.toMatch(/\r|[ \t]$/m);
});

test("the bundle and the command line say where their notices are", () => {
  expect(main.slice(0, 200)).toContain("THIRD-PARTY-NOTICES.txt");
  expect(readFileSync(join(root, "pkg/THIRD-PARTY-NOTICES.txt"), "utf8")).toContain("@ai-sdk/provider-utils ");
});

describe("the build fails", () => {
  const MIT =
    "Copyright (c) 2020 Somebody\n\nPermission is hereby granted, free of charge, to any person obtaining a\ncopy of this software and associated";
  const GPL = "GNU GENERAL PUBLIC LICENSE";
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lectern-licences-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  test.each([
    ["no licence", undefined],
    ["an empty one", ""],
    ["one that is not allowed", "GPL-3.0-only"],
    ["one more that is not allowed", "MIT AND GPL-3.0-only"],
    ["an exception", "Apache-2.0 WITH LLVM-exception"],
    ["no expression", "SEE LICENSE IN LICENSE.md"],
    ["an object", { type: "MIT" }],
  ])("for a package with %s", (_, licence) => {
    write("LICENSE", MIT);
    expect(() => licenceTexts("left-pad", licence, folder)).toThrow(/^left-pad has the licence .* does not allow/);
  });

  test("for a package without a text", () => {
    write("README.md", MIT);
    expect(() => licenceTexts("left-pad", "MIT", folder)).toThrow("left-pad has no text of its licence, MIT");
  });

  test("for a package with the text of another licence, or of one licence of two", () => {
    write("LICENSE", MIT);
    expect(() => licenceTexts("left-pad", "Zlib", folder)).toThrow("left-pad has no text of its licence, Zlib");
    expect(() => licenceTexts("left-pad", "MIT AND Zlib", folder)).toThrow("left-pad has no text of its licence, Zlib");
  });

  test("for a package that only names Apache's licence, and not whose work it is", () => {
    write("LICENSE.md", "Apache License 2.0\n\nSee the LICENSE file in the root of this repository.");
    expect(() => licenceTexts("left-pad", "Apache-2.0", folder)).toThrow("or no copyright line");
    write("NOTICE", "Copyright 2020 Somebody");
    expect(licenceTexts("left-pad", "Apache-2.0", folder).join()).toContain("END OF TERMS AND CONDITIONS");
  });

  test("for a package with a part under another licence, unless it is allowed; tests do not count", () => {
    for (const part of ["tests", "vendor"]) mkdirSync(join(folder, part));
    write("LICENSE", MIT);
    write("tests/LICENSE", GPL);
    expect(licenceTexts("left-pad", "MIT", folder)).toEqual([MIT]);
    write("vendor/LICENSE", MIT.replace("Somebody", "Somebody else"));
    write("vendor/license.js", GPL);
    expect(licenceTexts("left-pad", "MIT", folder).join()).toContain("Somebody else");
    write("vendor/COPYING", GPL);
    expect(() => licenceTexts("left-pad", "MIT", folder)).toThrow(/part with a licence .* vendor.COPYING/);
  });

  test("for code that is of no package", () => {
    const inputs = { "vendor/left-pad.js": { bytesInOutput: 100 } };
    const metafile = { inputs: {}, outputs: { "main.js": { bytes: 100, inputs, imports: [], exports: [] } } };
    expect(() => noticesOf(metafile, [])).toThrow("vendor/left-pad.js is bundled");
  });

  test("not for a choice, of which only the text that is used is kept", () => {
    write("LICENSE-GPL", GPL);
    write("LICENSE-MIT", MIT.replaceAll("\n", "  \r\n"));
    write("LICENSE-APACHE", readFileSync(join(root, "js/build/licences/Apache-2.0.txt"), "utf8"));
    write("NOTICE", "With parts of something\n");
    expect(licenceTexts("left-pad", "Apache-2.0 OR MIT", folder)).toContain(MIT);
    expect(licenceTexts("left-pad", "MIT OR Apache-2.0", folder)).toContain("With parts of something");
    expect(licenceTexts("left-pad", "MIT OR Apache-2.0", folder).join()).not.toContain("Apache License");
  });
});

test.each([
  ["MIT", ["MIT"]],
  ["MIT OR Apache-2.0", ["MIT"]],
  ["Apache-2.0/MIT", ["MIT"]],
  ["Unlicense OR MIT", ["MIT"]],
  ["GPL-3.0-only OR Zlib", ["Zlib"]],
  ["(Apache-2.0 OR MIT) AND BSD-3-Clause", ["MIT", "BSD-3-Clause"]],
  // AND binds more tightly.
  ["Apache-2.0 OR MIT AND GPL-3.0-only", ["Apache-2.0"]],
  ["Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", ["MIT"]],
  ["(MIT", undefined],
  ["MIT)", undefined],
  ["MIT Apache-2.0", undefined],
  ["mit", undefined],
])("of %s, %j is used", (expression, used) => {
  expect(usedLicences(expression)).toEqual(used);
});
