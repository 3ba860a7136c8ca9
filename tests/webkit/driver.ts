// A small client of the W3C WebDriver protocol, and WebKitGTK's MiniBrowser behind it: the engine of iPhones and iPads
// as far as it can be had outside of Apple's systems. It runs on a display of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { webkit } from "../../js/build/browsers.mjs";

/** Whether WebKit is installed; `npm run setup -- --browser` does that where it can. */
export const hasWebKit = webkit() !== undefined;

/** How the protocol names an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** A command that has no answer by then never gets one. */
const ANSWER_MS = 60_000;

export const ENTER = "\uE007";
export const ESCAPE = "\uE00C";

export class WebKit {
  readonly #processes: ChildProcess[];
  readonly #base: string;
  #session = "";

  private constructor(processes: ChildProcess[], base: string) {
    this.#processes = processes;
    this.#base = base;
  }

  /** Starts the browser, with one window. */
  static async launch(): Promise<WebKit> {
    const programs = webkit();
    if (!programs) throw new Error("no WebKit: npm run setup -- --browser");
    const screen = ["-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
    const display = spawn(programs.xvfb, ["-displayfd", "3", ...screen], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const number = await new Promise<string>((resolve, reject) => {
      display.once("exit", () => reject(new Error("Xvfb did not start")));
      display.stdio[3]?.once("data", (data: Buffer) => resolve(data.toString().trim()));
    });
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
    const driver = spawn(programs.driver, [`--port=${port}`], { stdio: "ignore", env });
    const browser = new WebKit([driver, display], `http://127.0.0.1:${port}`);
    process.once("exit", browser.#kill);
    try {
      const options = { binary: programs.browser, args: ["--automation"] };
      const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
      await browser.#started();
      const { sessionId } = await browser.#send<{ sessionId: string }>("POST", "/session", { capabilities });
      browser.#session = `/session/${sessionId}`;
      await browser.#command("timeouts", { script: ANSWER_MS });
      return browser;
    } catch (error) {
      browser.#kill();
      throw error;
    }
  }

  readonly #kill = (): void => {
    for (const one of this.#processes) one.kill();
  };

  async close(): Promise<void> {
    await this.#send("DELETE", this.#session).catch(() => undefined);
    process.off("exit", this.#kill);
    this.#kill();
  }

  async #started(): Promise<void> {
    const deadline = Date.now() + ANSWER_MS;
    for (;;) {
      const isThere = await this.#send("GET", "/status").then(
        () => true,
        () => false,
      );
      if (isThere) return;
      if (Date.now() > deadline) throw new Error("WebKit's driver did not start");
      await sleep(20);
    }
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(this.#base + path, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok)
      throw new Error(`WebKit's driver, ${path.replace(/^\/session\/[^/]+/, "")}: ${JSON.stringify(value)}`);
    return value;
  }

  #command<T>(name: string, body: object = {}): Promise<T> {
    return this.#send("POST", `${this.#session}/${name}`, body);
  }

  goto(url: string): Promise<void> {
    return this.#command("url", { url });
  }

  /** Calls `work` in the page. It sees its argument and the page, and nothing of the test. */
  evaluate<R>(work: () => R): Promise<Awaited<R>>;
  evaluate<R, A>(work: (arg: A) => R, arg: A): Promise<Awaited<R>>;
  async evaluate(work: (arg?: unknown) => unknown, arg?: unknown): Promise<unknown> {
    const script = `const [arg, done] = arguments;
      (async () => (${work.toString()})(arg))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const result = await this.#command<{ value?: unknown; error?: string }>("execute/async", {
      script,
      args: [arg ?? null],
    });
    if (result.error !== undefined) throw new Error(`in the page: ${result.error}`);
    return result.value;
  }

  async #element(selector: string): Promise<string> {
    const found = await this.#command<Record<string, string>>("element", { using: "css selector", value: selector });
    return found[ELEMENT] ?? "";
  }

  /** Clicks, as a person does: where the element is, if nothing covers it. */
  async click(selector: string): Promise<void> {
    await this.#command(`element/${await this.#element(selector)}/click`);
  }

  /** Types into an element, which gets the focus. */
  async type(selector: string, text: string): Promise<void> {
    await this.#command(`element/${await this.#element(selector)}/value`, { text });
  }

  /** Scrolls to an element and taps its middle. WebKitGTK's driver has no touch screen: the page sees a mouse. */
  async tap(selector: string): Promise<void> {
    await this.evaluate((selector) => document.querySelector(selector)?.scrollIntoView({ block: "nearest" }), selector);
    const origin = { [ELEMENT]: await this.#element(selector) };
    const move = { type: "pointerMove", duration: 0, origin, x: 0, y: 0 };
    const [down, up] = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    const finger = { type: "pointer", id: "finger", parameters: { pointerType: "touch" } };
    await this.#command("actions", { actions: [{ ...finger, actions: [move, down, up] }] });
  }

  /** Goes on in a frame of the page, or with undefined in the page itself. */
  async frame(selector?: string): Promise<void> {
    const id = selector === undefined ? null : { [ELEMENT]: await this.#element(selector) };
    await this.#command("frame", { id });
  }

  /** What the window shows, as a PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>("GET", `${this.#session}/screenshot`), "base64");
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
