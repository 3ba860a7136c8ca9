// The connection to a provider: where requests go, what is sent, and what happens if the server doesn't allow the app's
// origin.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Network, Reading, WholeRequest, WholeResponse } from "../../js/agent/model-choice.ts";
import { listModels, openModel, testModel } from "../../js/agent/providers/models.ts";
import { Transport } from "../../js/agent/providers/transport.ts";
import { anthropic } from "../standins/anthropic.ts";
import { networkTo, realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { server, useServer } from "../standins/server.ts";
import { asks, failure, KEY, request, turn } from "./turns.ts";

useServer(openAi);

const never = new AbortController().signal;

/** The app's own way, by Node: whole, and without CORS. */
async function whole({ url, method, headers, body }: WholeRequest): Promise<WholeResponse> {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.arrayBuffer() };
}

/** A platform that lets nothing through, as CORS does: it says no more than that. */
const closed = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
beforeEach(() => {
  closed.mockClear();
});

/** A server of the person's own. Where it does not let the app in, it is asked without a key alone. */
const open = (network: Network, key?: string) =>
  openModel({ provider: "compatible", model: "m", baseUrl: server.baseUrl, ...(key && { key }) }, network);
/** The addresses of providers that have their own. */
const own = (host: string) => ({ base: `https://${host}/v1`, name: host, isOwn: true });

describe("where no server lets the origin in", () => {
  test("the app's own way is gone, and said before the answer is waited for", async () => {
    let goOn = (): void => undefined;
    server.script({ parts: [{ wait: new Promise<void>((resolve) => (goOn = resolve)) }, "Hel", "lo"] });
    const events = (await open({ fetch: closed, whole })).turn(request([asks("Hi")]), never)[Symbol.asyncIterator]();
    expect((await events.next()).value).toStrictEqual({ type: "buffered" });
    goOn();
    expect((await events.next()).value).toStrictEqual({ type: "text", text: "Hel" });
    expect((await events.next()).value).toStrictEqual({ type: "text", text: "lo" });
    expect((await events.next()).value).toMatchObject({ type: "done", reason: "stop" });
  });

  test("that is remembered: the next turn does not try again", async () => {
    server.script({ parts: ["One"] }, { parts: ["Two"] });
    await turn(await open({ fetch: closed, whole }), "Hi");
    expect(closed).toHaveBeenCalledTimes(1);
    const [buffered, text] = await turn(await open({ fetch: closed, whole }), "Hi");
    expect(buffered).toStrictEqual({ type: "buffered" });
    expect(text).toStrictEqual({ type: "text", text: "Two" });
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test("that is not remembered where the app's own way fails, too", async () => {
    const gone = { fetch: closed, whole: () => Promise.reject(new Error("net::ERR_INTERNET_DISCONNECTED")) };
    const message = `Couldn't reach ${server.host}. Is the server running?`;
    expect(await failure(turn(await open(gone), "Hi"))).toMatchObject({ fault: "network", message });
    server.script({ parts: ["Back"] });
    expect((await turn(await open({ ...realNetwork, whole }), "Hi"))[0]).toStrictEqual({ type: "text", text: "Back" });
  });

  test("an error has its status and its wait, as over fetch", async () => {
    server.script({ status: 429, headers: { "Retry-After": "3" } });
    expect(await failure(turn(await open({ fetch: closed, whole }), "Hi"))).toMatchObject({
      fault: "busy",
      retryAfterMs: 3000,
    });
  });

  test("an answer that is cut off is a broken connection", async () => {
    server.script({ parts: ["Hel", "CUT"] });
    expect(await failure(turn(await open({ fetch: closed, whole }), "Hi"))).toMatchObject({ fault: "network" });
  });

  test("cancelling does not wait for what cannot be stopped", async () => {
    const asked = vi.fn(() => new Promise<WholeResponse>(() => undefined));
    const stop = new AbortController();
    const reason = new Error("enough");
    const work = turn(await open({ fetch: closed, whole: asked }), "Hi", stop.signal);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 30_000);
    stop.abort(reason);
    await expect(work).rejects.toBe(reason);
  });

  test.each([
    [204, {}],
    [99, { "content-type": "text/html" }],
    [999, { "content length": "7", "x-odd": "a\nb" }],
  ])("nothing that comes back breaks it: status %i", async (status, headers) => {
    const answer = () => Promise.resolve({ status, headers, body: new ArrayBuffer(0) });
    expect(await failure(turn(await open({ fetch: closed, whole: answer }), "Hi"))).toHaveProperty("fault");
  });
});

describe("without another way", () => {
  test("a host that cannot be reached is named", async () => {
    await server.close();
    const here = { message: `Couldn't reach ${server.host}. Is the server running?`, fault: "network" };
    expect(await failure(turn(await open(realNetwork), "Hi"))).toMatchObject(here);
    const choice = { provider: "anthropic", model: "m", key: KEY } as const;
    const there = { message: "Couldn't reach api.anthropic.com. Check your connection.", fault: "network" };
    expect(await failure(turn(await openModel(choice, { fetch: closed }), "Hi"))).toMatchObject(there);
    expect(await failure(listModels(choice, { fetch: closed }, never))).toMatchObject(there);
  });

  test("a server that goes away before it answers is one that cannot be reached", async () => {
    server.script("refuse");
    expect(await failure(turn(await open(realNetwork), "Hi"))).toMatchObject({ fault: "network" });
  });
});

describe("a key goes nowhere else", () => {
  test.each([301, 302, 303, 307, 308])("not by a redirect with status %i", async (status) => {
    const other = await StandIn.start(openAi);
    server.script({ status, headers: { location: `${other.baseUrl}/chat/completions` } });
    const message = `${server.host} redirects to another address. Enter that address instead.`;
    const asked = turn(await open({ ...realNetwork, whole }, KEY), "Hi");
    expect(await failure(asked)).toMatchObject({ fault: "refused", message });
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  test.each([301, 302, 303, 307, 308])(
    "not by the app's own way, which follows a redirect with status %i",
    async (status) => {
      const other = await StandIn.start(openAi);
      server.script({ status, headers: { location: `${other.baseUrl}/chat/completions` } });
      const seen: WholeRequest[] = [];
      const network: Network = {
        fetch: closed,
        whole: (asked) => (seen.push(asked), whole(asked)),
        origin: "app://here",
      };
      const because = `${server.host} doesn't let the app read its responses, and a key is only sent if it does.`;
      expect(await failure(turn(await open(network, KEY), "Hi"))).toMatchObject({
        fault: "refused",
        message: `${because} Allow app://here in its CORS settings (Ollama: OLLAMA_ORIGINS), or use it without a key.`,
      });
      // One request told that the server is there, without the key and without the question.
      expect(seen).toStrictEqual([{ url: `http://${server.host}`, method: "GET", headers: {} }]);
      expect(JSON.stringify([server.requests, other.requests])).not.toContain(KEY);
      await other.close();
    },
  );

  test("not once the same server was asked without one", async () => {
    server.script({ parts: ["One"] });
    await turn(await open({ fetch: closed, whole }), "Hi");
    const choice = { provider: "compatible", model: "m", baseUrl: server.baseUrl, key: KEY } as const;
    const network = { fetch: closed, whole };
    expect(await failure(turn(await open(network, KEY), "Hi"))).toHaveProperty("fault", "refused");
    expect(await failure(listModels(choice, network, never))).toHaveProperty("fault", "refused");
    expect(await failure(testModel(choice, network, never))).toHaveProperty("fault", "refused");
    expect(JSON.stringify(server.requests)).not.toContain(KEY);
  });

  test("a server that cannot be reached is said to be, with a key too", async () => {
    const gone = { fetch: closed, whole: () => Promise.reject(new Error("net::ERR_CONNECTION_REFUSED")) };
    const message = `Couldn't reach ${server.host}. Is the server running?`;
    expect(await failure(turn(await open(gone, KEY), "Hi"))).toMatchObject({ fault: "network", message });
  });

  test("the app's own way may ask a provider's own address, which nobody can set", async () => {
    const seen: WholeRequest[] = [];
    const there = ({ url, ...asked }: WholeRequest) => {
      seen.push({ url, ...asked });
      return whole({ url: url.replace("https://api.openai.com", `http://${server.host}`), ...asked });
    };
    server.script({ parts: ["Hello"] });
    const model = await openModel({ provider: "openai", model: "m", key: KEY }, { fetch: closed, whole: there });
    expect(await turn(model, "Hi")).toContainEqual({ type: "text", text: "Hello" });
    expect(seen.map(({ url }) => url)).toStrictEqual(["https://api.openai.com/v1/chat/completions"]);
    expect(server.last.headers["authorization"]).toBe(`Bearer ${KEY}`);
  });

  test("not to another host that a library may think of", async () => {
    const fetch = new Transport({ fetch: closed }, own("api.anthropic.com")).fetch(() => undefined);
    expect(await failure(fetch("https://api.anthropic.com.evil.example/v1/messages"))).toMatchObject({
      fault: "refused",
    });
    expect(await failure(fetch("http://api.anthropic.com/v1/messages"))).toMatchObject({ fault: "refused" });
    expect(closed).not.toHaveBeenCalled();
  });

  test("no header goes that the provider's CORS may not know", async () => {
    const fetch = new Transport(networkTo(server), own("api.openai.com")).fetch(() => undefined);
    const headers = {
      "User-Agent": "x",
      "X-Stainless-Lang": "js",
      "x-goog-api-client": "y",
      Authorization: "Bearer k",
    };
    await fetch("https://api.openai.com/v1/models", { headers });
    expect(server.requests[0]?.headers).toMatchObject({ authorization: "Bearer k" });
    expect(Object.keys(server.requests[0]?.headers ?? {}).filter((name) => name.startsWith("x-"))).toStrictEqual([]);
    expect(server.requests[0]?.headers["user-agent"]).not.toBe("x");
  });
});

describe("a test of a model", () => {
  const tested = (network: Network = realNetwork, key = "", reading: Reading = "auto") =>
    testModel({ provider: "compatible", model: "m", baseUrl: server.baseUrl, key, reading }, network, never);

  test("is a short turn with a tool, which is left at its first word", async () => {
    server.script({ parts: ["o", "HANG"] });
    await tested();
    expect(server.last.body).toMatchObject({ model: "m", tools: [{ function: { name: "nothing" } }] });
    expect((server.last.body as { messages: unknown }).messages).toStrictEqual([
      { role: "user", content: "Say “ok”." },
    ]);
    expect(await server.last.ended).toBe("left");
  });

  test("passes where the answer comes whole", async () => {
    server.script({ parts: ["ok"] });
    await tested({ fetch: closed, whole });
  });

  test("fails as a turn does", async () => {
    server.key = "another";
    expect(await failure(tested(realNetwork, KEY))).toMatchObject({ fault: "key" });
    server.key = undefined;
    server.script({ status: 400, message: "the template is broken" });
    expect((await failure(tested())).message).toContain("the template is broken");
  });

  test("that refuses tools works without them, unless they were chosen", async () => {
    const refusal = { status: 400, message: "m does not support tools" };
    server.script(refusal, { parts: ["ok"] }, { parts: ["ok"] });
    expect(await tested()).toBe(false);
    expect(await tested()).toBe(false);
    server.script(refusal);
    expect((await failure(tested(realNetwork, undefined, "tools"))).message).toBe(
      "m can't call tools. Choose “Passages first” in settings, or another model.",
    );
  });

  test("of Anthropic proves the key", async () => {
    const own = await StandIn.start(anthropic);
    own.key = "another";
    const work = testModel({ provider: "anthropic", model: "claude", key: KEY }, networkTo(own), never);
    expect(await failure(work)).toMatchObject({ fault: "key" });
    await own.close();
  });
});
