// What clients of the Model Context Protocol are told of the tools.
import type { ToolDefinition } from "../../pkg/lectern.js";

/** How a model is to use them. */
export const INSTRUCTIONS =
  "Lectern reads the notes of a vault. Search first, then read around the lines that were found; cite a note as " +
  "[[Name#L12]]. Some files are excluded by the user: do not try other ways to them.";

/** Characters in a result that Claude Code must not shorten: the default size of a reply, and room for a picture. */
const MOST_RESULT_CHARS = 400_000;

const TITLES: Readonly<Record<string, string>> = {
  read_file: "Read notes",
  list_files: "List files",
  search_notes: "Search notes",
  links: "List links",
  edit_file: "Edit a note",
  write_file: "Write a note",
  edit_properties: "Edit properties",
  move_file: "Move a file",
  delete_file: "Move a file to the trash",
  open_note: "Open a note",
};

/** `definition`, with the tool's title and what it may do. */
export const mcpTool = ({ name, description, inputSchema, changes = false }: ToolDefinition) => ({
  name,
  title: TITLES[name] ?? name,
  description,
  inputSchema,
  annotations: {
    readOnlyHint: !changes,
    destructiveHint: changes && name !== "edit_properties",
    idempotentHint: !changes,
    openWorldHint: false,
  },
  _meta: { "anthropic/maxResultSizeChars": MOST_RESULT_CHARS },
});
