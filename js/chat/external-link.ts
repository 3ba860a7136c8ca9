// A link that leads out of the vault: it says where to, and the browser learns of its address only once it is clicked.
import { setTooltip } from "obsidian";

/** What may be opened. Other apps' addresses may do something: `obsidian://` runs commands. */
const OPENED = /^(?:https?|mailto):/i;

/** Where `element` would load something from; empty where nowhere. */
export function addressOf(element: Element): string {
  const names = ["src", "data", "srcset", "poster", "href", "xlink:href", "action"];
  return names.map((name) => element.getAttribute(name)).find((value) => value) ?? "";
}

/** A link to `address` with the words `label`; text where it is nothing to be opened. */
export function outwardLink(near: HTMLElement, address: string, label: string): Node {
  const words = label.trim();
  const shown = hostOf(address) ?? address;
  if (!OPENED.test(address)) {
    return near.doc.createTextNode(words && words !== address ? `${words} (${address})` : address);
  }
  const fragment = createFragment();
  // Without `href`: names of hosts in links are looked up ahead on some systems. With `dir`, a mark of direction in the words
  // ends with them.
  const attr = { role: "link", tabindex: "0", "data-address": address, dir: "auto" };
  const link = fragment.appendChild(
    createEl("a", { cls: "lectern-chat-outward external-link", text: words || address, attr }),
  );
  setTooltip(link, address);
  // What it is called may say something else than where it leads; so may an address, by a user's name or foreign letters.
  const rest = address.replace(/^(?:https?:\/\/|mailto:)/i, "");
  const isPlain = rest.startsWith(shown) && /^(?:[/?#]|$)/.test(rest.slice(shown.length));
  if ((words && words !== address) || !(isPlain || shown === address)) {
    const attr = { dir: "ltr" };
    fragment.appendChild(createSpan({ cls: "lectern-chat-outward-host", text: ` (${shown})`, attr }));
  }
  return fragment;
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host || undefined;
  } catch {
    return undefined;
  }
}

/** Opens the link that an event came from, if it is such a one. */
export function openOutward(event: Event): boolean {
  const link = (event.target as HTMLElement | null)?.closest<HTMLElement>(".lectern-chat-outward");
  const address = link?.dataset["address"];
  if (!link || !address) return false;
  event.preventDefault();
  link.win.open(address, "_blank", "noopener,noreferrer");
  return true;
}
