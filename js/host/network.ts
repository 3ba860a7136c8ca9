// How the app reaches a provider: by the browser's fetch, which streams but keeps to CORS, and by the app's own request,
// which no CORS stops but which gives an answer only whole.
import { requestUrl } from "obsidian";
import type { Network } from "../agent/model-choice.ts";

/** The app's network. Nothing is sent by asking for it. */
export function appNetwork(): Network {
  return {
    fetch: (...request) => window.fetch(...request),
    origin: window.location.origin,
    async whole({ url, method, headers, body }) {
      // A provider says in the body what was wrong: its status is no reason to throw it away.
      const param = { url, method, headers, throw: false };
      const response = await requestUrl(body === undefined ? param : { ...param, body });
      return { status: response.status, headers: lowered(response.headers), body: response.arrayBuffer };
    },
  };
}

/** As fetch names them: what the app gives depends on the platform. */
function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
