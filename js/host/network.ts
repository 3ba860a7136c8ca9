// The app's network: the browser's fetch, which streams but is bound by CORS, and the app's own request, which is not
// bound by CORS but returns the answer only as a whole.
import { requestUrl } from "obsidian";
import type { Network } from "../agent/model-choice.ts";

/** The app's network. Sends nothing by itself. */
export function appNetwork(): Network {
  return {
    fetch: (...request) => window.fetch(...request),
    origin: window.location.origin,
    async whole({ url, method, headers, body }) {
      // The body of an error says what is wrong, so it must not throw.
      const param = { url, method, headers, throw: false };
      const response = await requestUrl(body === undefined ? param : { ...param, body });
      return { status: response.status, headers: lowered(response.headers), body: response.arrayBuffer };
    },
  };
}

/** Lower-case names, as fetch has them. */
function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
