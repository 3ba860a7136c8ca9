// The computer that programs run on: where they are found, what they get, and that nothing of them stays.
import { afterEach, describe, expect, test } from "vitest";
import { createRequire } from "node:module";
import { chmod, mkdir, readFile, readdir, symlink, utimes } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { NodeComputer } from "../../js/host/node-computer.ts";
import { folderWith } from "./vault.ts";

const onPosix = describe.skipIf(process.platform === "win32");
const real = createRequire(import.meta.url);
const computers: NodeComputer[] = [];
afterEach(() => computers.splice(0).forEach((computer) => computer.stopAll()));

/** A computer with this environment, and `home` as the home. */
function computer(env: Record<string, string>, home: string): NodeComputer {
  const made = new NodeComputer((name) => {
    const module = real(`node:${name}`) as object;
    if (name === "process") return { ...module, platform: process.platform, kill: process.kill.bind(process), env };
    return name === "os" ? { ...module, homedir: () => home } : module;
  });
  computers.push(made);
  return made;
}

/** A folder with a program `name`, a script of the shell. */
async function program(name: string, script: string): Promise<string> {
  const folder = await folderWith({ [name]: `#!/bin/sh\n${script}\n` });
  await chmod(join(folder, name), 0o755);
  return folder;
}

/** Runs the program in `folder`; its lines, and how it ended. */
async function run(on: NodeComputer, place: string, input = "") {
  const lines: string[] = [];
  const running = on.start({ command: [place], env: {}, folder: "/" }, (line) => lines.push(line));
  running.endInput(input);
  return { lines, ...(await running.ended) };
}

onPosix("a program", () => {
  test("is found in PATH, in the home's folders, and where the user's shell looks", async () => {
    const home = await folderWith();
    const [inPath, inShell] = [await program("one", ""), await program("three", "")];
    const inHome = join(home, ".local/bin/two");
    await mkdir(dirname(inHome), { recursive: true });
    await symlink(join(inPath, "one"), inHome);
    const shell = await program("sh", `echo Welcome; export PATH="$PATH:${inShell}"; eval "$2"`);
    const on = computer({ PATH: `${inPath}:relative:${process.env["PATH"] ?? ""}`, SHELL: join(shell, "sh") }, home);
    expect((await on.find("one"))?.place).toBe(join(inPath, "one"));
    expect((await on.find("two"))?.place).toBe(inHome);
    const three = await on.find("three");
    expect(three?.place).toBe(join(inShell, "three"));
    expect(three?.path.split(":")).toContain(inPath);
    expect(await on.find("four")).toBeUndefined();
    expect((await on.find(inHome))?.place).toBe(inHome);
    expect(await on.find(`${inHome}s`)).toBeUndefined();
  });

  test("is not a folder of its name, nor in what a shell says before it ends", async () => {
    const [folder, real] = [await folderWith({ "one/a": "" }), await program("one", "")];
    const shell = await program("sh", `echo ${await program("two", "")}; exit 1`);
    const on = computer({ PATH: `${folder}:${real}:${process.env["PATH"] ?? ""}`, SHELL: join(shell, "sh") }, folder);
    expect((await on.find("one"))?.place).toBe(join(real, "one"));
    expect(await on.find("two")).toBeUndefined();
  });

  test("that leaves something behind in a session of its own is not waited for", async () => {
    const left = "require('child_process').spawn('sleep', ['30'], { detached: true, stdio: 'inherit' }).unref()";
    const folder = await program("starter", `"${process.execPath}" -e "${left}"; echo done`);
    const on = computer({ PATH: process.env["PATH"] ?? "" }, folder);
    const said = await on.outputOf({ command: [join(folder, "starter")], env: {}, folder });
    expect(said.lines).toEqual(["done"]);
  });

  test("is told not to use a proxy for this computer", async () => {
    const folder = await program("env", 'echo "$NO_PROXY $no_proxy"');
    const said = async (env: Record<string, string>) => (await run(computer(env, folder), join(folder, "env"))).lines;
    expect(await said({})).toEqual(["127.0.0.1 127.0.0.1"]);
    expect(await said({ no_proxy: "a.example" })).toEqual(["a.example,127.0.0.1 a.example,127.0.0.1"]);
  });

  test("gets its input, and its lines are told one by one, the last without an end too", async () => {
    const folder = await program("echo", "cat; printf '\\nlast'; echo wrong >&2; exit 3");
    const on = computer({ PATH: process.env["PATH"] ?? "" }, folder);
    const ended = await run(on, join(folder, "echo"), "a\nb 🍯");
    expect(ended).toEqual({ lines: ["a", "b 🍯", "last"], code: 3, errors: "wrong\n" });
  });

  test("does not inherit what changes how Node or Electron starts", async () => {
    const folder = await program("env", 'echo "$NODE_OPTIONS$BUN_OPTIONS$ELECTRON_RUN_AS_NODE$OWN"');
    const env = {
      PATH: process.env["PATH"] ?? "",
      NODE_OPTIONS: "--bad",
      BUN_OPTIONS: "--bad",
      ELECTRON_RUN_AS_NODE: "1",
      OWN: "own",
    };
    expect((await run(computer(env, folder), join(folder, "env"))).lines).toEqual(["own"]);
  });

  test("that can't be started says why", async () => {
    const on = computer({}, "/");
    expect((await run(on, "/nowhere/program")).errors).toContain("ENOENT");
  });

  test("ends with what it started", async () => {
    const folder = await program("parent", "(sleep 1; echo left > left) & echo started; sleep 60");
    const on = computer({ PATH: process.env["PATH"] ?? "" }, folder);
    const started = new Promise<void>((resolve) => {
      const running = on.start({ command: [join(folder, "parent")], env: {}, folder }, () => resolve());
      running.endInput("");
    });
    await started;
    on.stopAll();
    await delay(1500);
    expect(await readdir(folder)).toEqual(["parent"]);
  });
});

test("its own folder is for this user alone, and is deleted", async () => {
  const home = await folderWith();
  const on = computer({}, home);
  const folder = await on.folder();
  expect(await readdir(folder.work)).toEqual([]);
  const place = await folder.write("a.txt", "a");
  expect(await readFile(place, "utf8")).toBe("a");
  await folder.remove();
  const all = join(home, ".cache/lectern/agents");
  expect(await readdir(all)).toEqual([]);
  // Of a run that ended with the app three days ago, and of one that goes on.
  for (const name of ["run-old", "run-new"]) await mkdir(join(all, name));
  const old = Date.now() / 1000 - 3 * 86_400;
  await utimes(join(all, "run-old"), old, old);
  await (await on.folder()).remove();
  expect(await readdir(all)).toEqual(["run-new"]);
});

test("its server is on this computer alone, and closes", async () => {
  const on = computer({}, "/");
  const server = await on.serve(async ({ method, body }) => ({ status: 200, body: `${method} ${await body()}` }));
  const address = `http://127.0.0.1:${server.port}`;
  expect(await (await fetch(address, { method: "POST", body: "x" })).text()).toBe("POST x");
  expect((await fetch(address, { method: "POST", body: "x".repeat(3_000_000) })).status).toBe(413);
  await expect(on.serve(() => Promise.resolve({ status: 200 }), server.port)).rejects.toThrow("EADDRINUSE");
  server.close();
  await expect(fetch(address)).rejects.toThrow();
});

test("who asks is judged before a request is read", async () => {
  const server = await computer({}, "/").serve(() => Promise.resolve({ status: 403 }));
  const socket = connect(server.port, "127.0.0.1");
  // The body never comes.
  socket.write("POST / HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 2000000\r\n\r\nx");
  const [said] = (await once(socket, "data")) as [Buffer];
  expect(said.toString()).toContain("403");
  expect(said.toString().toLowerCase()).toContain("connection: close");
  socket.destroy();
  server.close();
});

test("a client that leaves before the end of its response is noticed, and no other", async () => {
  const left: string[] = [];
  const server = await computer({}, "/").serve(async ({ body, gone }) => {
    const text = await body();
    gone?.addEventListener("abort", () => left.push(text));
    return { status: 200, body: text === "whole" ? text : endless() };
  });
  const address = `http://127.0.0.1:${server.port}`;
  await (await fetch(address, { method: "POST", body: "whole" })).text();
  const leave = new AbortController();
  await fetch(address, { method: "POST", body: "part", signal: leave.signal });
  leave.abort();
  await expect.poll(() => left).toContain("part");
  server.close();
  expect(left).toEqual(["part"]);
});

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield "x";
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
