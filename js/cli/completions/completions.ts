// `lectern completions`: the script of each shell.
import { bashScript } from "./bash.ts";
import { SHELLS } from "./completion-words.ts";
import { fishScript } from "./fish.ts";
import { powerShellScript } from "./powershell.ts";
import { zshScript } from "./zsh.ts";

export { SHELLS };

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powerShellScript,
};

/** The script for `shell`, or `undefined` for a shell without one. */
export function completionsFor(shell: string | undefined): string | undefined {
  const known = SHELLS.find((name) => name === shell);
  return known && SCRIPTS[known]();
}
