// Completions for bash, from version 3.2 on, which a Mac has.
import { completed, optionsThat } from "./completion-words.ts";

/** The script. */
export function bashScript(): string {
  const commands = completed();
  const names = commands.map(({ name }) => name);
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ long, values }) => `    ${name}:${long}) words="${values.join(" ")}" ;;`),
  );
  const taking = optionsThat(({ takes, values }) => takes === "word" && values.length === 0).join("|");
  const folders = optionsThat(({ takes }) => takes === "folder").join("|");
  const files = optionsThat(({ takes }) => takes === "file").join("|");
  const withValue = optionsThat(({ takes }) => takes !== "nothing").join("|");
  return `# Completions of lectern for bash. To ~/.bashrc: source <(lectern completions bash)
_lectern() {
  local IFS=$' \\t\\n' cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= words= i
  # "--color=al" comes as three words.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      -p|--prompt) command=ask; break ;;
      ${withValue}) ((i++)) ;;
      ${names.join("|")}) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  COMPREPLY=()
  case $prev in
    ${folders}) compopt -o filenames 2>/dev/null; IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$cur")); return ;;
    ${files}) compopt -o filenames 2>/dev/null; IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")); return ;;
    ${taking}) return ;;
  esac
  case $command:$prev in
${values.join("\n")}
  esac
  if [[ -z $words ]]; then
    case $command:$cur in
      :-*) words="${topOptions().join(" ")}" ;;
      :*) words="${names.join(" ")}" ;;
${commands
  .map(({ name, words = [], options }) => {
    const all = options.flatMap(({ long, short }) => (short === "" ? [long] : [short, long]));
    return `      ${name}:-*) words="${all.join(" ")}" ;;\n      ${name}:*) words="${words.join(" ")}" ;;`;
  })
  .join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _lectern lectern
`;
}

/** What may follow `lectern` without a command: a prompt's options. */
const topOptions = (): string[] =>
  completed()
    .filter(({ name }) => name === "ask")
    .flatMap(({ options }) => options.flatMap(({ long, short }) => (short === "" ? [long] : [short, long])));
