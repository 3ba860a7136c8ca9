// Completions for fish.
import { completed, type CompletedOption, optionsThat, quoted } from "./completion-words.ts";

/** The script. */
export function fishScript(): string {
  const commands = completed();
  const lines = commands.flatMap(({ name, summary, words, options }) => [
    `complete -c lectern -n '__lectern_has ""' -a ${name} -d ${quoted(summary)}`,
    ...(words === undefined ? [`complete -c lectern -n '__lectern_has ${name}' -F`] : []),
    ...(words && words.length > 0
      ? [`complete -c lectern -n '__lectern_has ${name}' -a ${quoted(words.join(" "))}`]
      : []),
    ...options.map((option) => `complete -c lectern -n '__lectern_has ${name}' ${described(option)}`),
  ]);
  return `# Completions of lectern for fish: lectern completions fish > ~/.config/fish/completions/lectern.fish
function __lectern_has
  set -l command ""
  set -l is_value
  for word in (commandline -opc)[2..-1]
    if test -n "$is_value"
      set is_value
    else if contains -- $word -p --prompt
      set command ask
      break
    else if contains -- $word ${optionsThat(({ takes }) => takes !== "nothing").join(" ")}
      set is_value yes
    else if contains -- $word ${commands.map(({ name }) => name).join(" ")}
      set command $word
      break
    end
  end
  test "$command" = "$argv[1]"
end
complete -c lectern -f
complete -c lectern -n '__lectern_has ""' -s p -l prompt -x -d 'ask a question'
${lines.join("\n")}
`;
}

function described({ long, short, text, takes, values }: CompletedOption): string {
  const name = `${short === "" ? "" : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  const value = {
    nothing: "",
    folder: " -x -a '(__fish_complete_directories)'",
    file: " -r -F",
    word: values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : " -x",
  }[takes];
  return `${name}${value} -d ${quoted(text)}`;
}
