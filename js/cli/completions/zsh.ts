// Completions for zsh.
import { completed, type CompletedCommand, type CompletedOption, optionsThat, quoted } from "./completion-words.ts";

/** The script: to be sourced, or a file `_lectern` in a folder of `fpath`. */
export function zshScript(): string {
  const commands = completed();
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const withValue = optionsThat(({ takes }) => takes !== "nothing").join("|");
  return `#compdef lectern
# Completions of lectern for zsh. To ~/.zshrc, after compinit: source <(lectern completions zsh)
_lectern() {
  local command= i
  local -a commands=(
${described.join("\n")}
  )
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      -p|--prompt) command=ask; break ;;
      ${withValue}) ((i++)) ;;
      ${commands.map(({ name }) => name).join("|")}) command=$words[i]; break ;;
    esac
  done
  case $command in
${commands.map((command) => `    ${command.name}) _arguments ${specs(command).join(" \\\n      ")} ;;`).join("\n")}
    *) _describe command commands || _arguments ${optionSpecs(commands.find(({ name }) => name === "ask")).join(" \\\n      ")} ;;
  esac
}
if [[ $funcstack[1] == _lectern ]]; then _lectern "$@"; else compdef _lectern lectern; fi
`;
}

function specs(command: CompletedCommand): string[] {
  const { words } = command;
  const rest = words === undefined ? "_files" : words.length > 0 ? `(${words.join(" ")})` : " ";
  return ["'1: : '", quoted(`*:word:${rest}`), ...optionSpecs(command)];
}

const optionSpecs = (command: CompletedCommand | undefined): string[] =>
  (command?.options ?? []).flatMap(({ long, short, ...option }) =>
    [short, long].filter((name) => name !== "").map((name) => quoted(`*${name}${described(option)}`)),
  );

function described({ text, takes, values }: Omit<CompletedOption, "long" | "short">): string {
  const says = `[${text.replace(/[[\]:\\]/g, "\\$&")}]`;
  if (takes === "nothing") return says;
  const what = values.length > 0 ? `(${values.join(" ")})` : { folder: "_files -/", file: "_files", word: " " }[takes];
  return `${says}:value:${what}`;
}
