// Links that lead out of the vault. They show their target, and the browser learns the address only when one is
// clicked.
import { setTooltip } from "obsidian";

/** Addresses that may be opened. Addresses of other apps can trigger actions: `obsidian://` runs commands. */
const OPENED = /^(?:https?|mailto):/i;

/** The address that `element` would load or lead to; empty if there is none. */
export function addressOf(element: Element): string {
  const names = ["src", "data", "srcset", "poster", "href", "xlink:href", "action"];
  return names.map((name) => element.getAttribute(name)).find((value) => value) ?? "";
}

/** A link to `address` with the text `label`; plain text if the address may not be opened. */
export function outwardLink(near: HTMLElement, address: string, label: string): Node {
  const words = label.trim();
  const shown = hostOf(address) ?? address;
  if (!OPENED.test(address)) {
    return near.doc.createTextNode(words && words !== address ? `${words} (${address})` : address);
  }
  const fragment = createFragment();
  // No `href`: some systems look up the hosts of links in advance. `dir` limits direction marks in the text to the
  // text.
  const attr = { role: "link", tabindex: "0", "data-address": address, dir: "auto" };
  const link = fragment.appendChild(
    createEl("a", { cls: "lectern-chat-outward external-link", text: words || address, attr }),
  );
  setTooltip(link, words && words !== address ? `${words}: ${address}` : address);
  // Shows the host if the text is not the address, or if the address misleads: by a user name, as in
  // `https://bank.example@evil.example`, or by look-alike letters.
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

/** Opens the external link that an event came from. Returns false if there is none. */
export function openOutward(event: Event): boolean {
  const link = (event.target as HTMLElement | null)?.closest<HTMLElement>(".lectern-chat-outward");
  const address = link?.dataset["address"];
  if (!link || !address) return false;
  event.preventDefault();
  link.win.open(address, "_blank", "noopener,noreferrer");
  return true;
}
