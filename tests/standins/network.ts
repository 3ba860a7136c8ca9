// The network of a test: the real one, or one in which a stand-in replaces a provider's host.
import type { Network } from "../../js/agent/model-choice.ts";
import type { StandIn } from "./standin.ts";

/** The platform's fetch. */
export const realNetwork: Network = { fetch: (input, init) => fetch(input, init) };

/** A network in which every request goes to `standIn`, whatever host it is for; `hosts` tells for which. */
export function networkTo(standIn: StandIn, hosts: string[] = []): Network {
  return {
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      hosts.push(url.host);
      return fetch(`http://${standIn.host}${url.pathname}${url.search}`, init);
    },
  };
}
