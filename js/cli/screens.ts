// Where a command prints, and whether in colors.
import type { Screens } from "./approve.ts";
import { wrongValue } from "./exit-codes.ts";
import type { Options } from "./options.ts";
import { Terminal } from "./terminal.ts";

/** Where changes are shown. */
export function screens({ color, json }: Options): Screens {
  const isPiped = !process.stdout.isTTY;
  return {
    plan: json ? undefined : new Terminal(process.stdout, wantsColours(color)),
    isPiped,
    questions: new Terminal(process.stderr, wantsColours(color, process.stderr)),
  };
}

/** Whether to use colors. */
export function wantsColours(when = "auto", stream: { isTTY?: boolean } = process.stdout): boolean {
  if (!["always", "never", "auto"].includes(when)) throw wrongValue("color", when, "always, never or auto");
  return when === "always" || (when === "auto" && (stream.isTTY ?? false) && !process.env.NO_COLOR);
}
