// A vault that the MCP server serves: how the tools name it, and how its notes are named as resources.
import type { NodeHost } from "../../host/node.ts";
import type { UnaskedLosses } from "../../vault/approval.ts";
import type { Journal } from "../../vault/changes.ts";
import { namedIn, uriIn } from "../../vault/note-resources.ts";
import type { Tools } from "../../vault/tools.ts";

/** An open vault. */
export interface ServedVault {
  /** Empty if it is the only one. */
  readonly name: string;
  readonly host: NodeHost;
  readonly tools: Tools;
  /** Absent if notes can't be changed. */
  readonly journal: Journal | undefined;
  readonly unasked: UnaskedLosses;
}

const listed = new WeakMap<ServedVault, Set<string>>();

/** The paths of `vault` that clients were given in lists of resources. */
export function listedIn(vault: ServedVault): Set<string> {
  const paths = listed.get(vault) ?? new Set();
  listed.set(vault, paths);
  return paths;
}

/** The address of the file at `path`. */
export const uriOf = ({ name }: ServedVault, path: string): string => uriIn(name, path);

/** The vault and the path that `uri` names; undefined if it names none. */
export function placeOf(
  uri: string,
  vaults: readonly ServedVault[],
): { readonly vault: ServedVault; readonly path: string } | undefined {
  const named = namedIn(uri);
  const vault = vaults.find((one) => one.name === named?.vault);
  return named && vault && { vault, path: named.path };
}
