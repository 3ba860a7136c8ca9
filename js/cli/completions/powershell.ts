// Completions for PowerShell, from version 5.1 on.
import { completed, optionsThat } from "./completion-words.ts";

/** `text` in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const list = (words: readonly string[]): string => `@(${words.map(quoted).join(", ")})`;

/** The script. Where it completes nothing, PowerShell completes names of files. */
export function powerShellScript(): string {
  const commands = completed();
  const options = commands.map(({ name, options }) => {
    const rows = options.map(({ long, text, values }) => `      ${quoted(long)} = @(${quoted(text)}, ${list(values)})`);
    return `    ${quoted(name)} = [ordered]@{\n${rows.join("\n")}\n    }`;
  });
  return `# Completions of lectern for PowerShell. To $PROFILE: lectern completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName lectern -ScriptBlock {
  param($word, $ast, $position)
  $commands = [ordered]@{
${commands.map(({ name, summary }) => `    ${quoted(name)} = ${quoted(summary)}`).join("\n")}
  }
  $words = @{
${commands.map(({ name, words = [] }) => `    ${quoted(name)} = ${list(words)}`).join("\n")}
  }
  $options = @{
${options.join("\n")}
  }
  $withValue = ${list(optionsThat(({ takes }) => takes !== "nothing"))}
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  $command = ''
  for ($i = 0; $i -lt $typed.Count; $i++) {
    if ($typed[$i] -in '-p', '--prompt') { $command = 'ask'; break }
    if ($typed[$i] -in $withValue) { $i++; continue }
    if ($commands.Contains($typed[$i])) { $command = $typed[$i]; break }
  }
  $known = if ($command) { $options[$command] } else { $options['ask'] }
  $last = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
  $found = if ($last -in $withValue) {
    if ($known.Contains($last)) { $known[$last][1] | ForEach-Object { , @($_, $_) } }
  } elseif ($word -like '-*') {
    $known.Keys | ForEach-Object { , @($_, $known[$_][0]) }
  } elseif ($command) {
    $words[$command] | ForEach-Object { , @($_, $_) }
  } else {
    $commands.Keys | ForEach-Object { , @($_, $commands[$_]) }
  }
  $found | Where-Object { $_ -and $_[0] -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}
