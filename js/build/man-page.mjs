// The man page, from the usage text: what `lectern --help` prints is the only text about the options.

/** `text` as roff prints it: hyphens stay hyphens, and no line is a request. */
const plain = (/** @type {string} */ text) =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");

/**
 * @param {string} usage
 * @param {string} version
 */
export function manPage(usage, version) {
  const [synopsis = "", ...blocks] = usage.trim().split("\n\n");
  return [
    `.TH LECTERN 1 "" "lectern ${version}"`,
    `.SH NAME\nlectern \\- ask the notes of a vault, and see what a language model would read`,
    `.SH SYNOPSIS\n${literal(synopsis.replace(/^usage: /, "").replace(/^ {7}/gm, ""))}`,
    `.SH DESCRIPTION`,
    ...blocks.map(section),
    "",
  ].join("\n");
}

/** @param {string} block of the usage text */
function section(block) {
  if (block.startsWith("Examples:\n"))
    return `.SH EXAMPLES\n${literal(block.replace(/^.*\n/, "").replace(/^ {2}/gm, ""))}`;
  if (!block.startsWith("  -")) return `.PP\n${plain(block)}`;
  // An option and its text: beside it, or from the next line on.
  const options = block.split(/\n(?= {2}-)/).map((option) => {
    const [, name = "", text = ""] = /^ {2}(\S.*?)(?: {2,}|\n\s*)(.*)$/s.exec(option) ?? [];
    return `.TP\n.B ${plain(name)}\n${plain(text.replace(/\n\s+/g, "\n"))}`;
  });
  return `.SH OPTIONS\n${options.join("\n")}\n.SH NOTES`;
}

/** @param {string} lines that stay as they are */
const literal = (lines) => `.nf\n${plain(lines)}\n.fi`;
