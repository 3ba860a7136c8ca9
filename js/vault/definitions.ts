// The definitions of the tools, in full and in few words. They need no wasm.
import { briefArguments, definitions as all } from "../../pkg/definitions.js";
import type { ToolDefinition } from "../../pkg/lectern.js";

/** The tools that read. */
export const definitions = all.filter(({ changes }) => !changes);

/** The tools that change notes, if the config allows changes. */
export const changingDefinitions = all.filter(({ changes }) => changes);

/**
 * `tools` in few words, for a model with a small context: the arguments that the core names, and of each text its first
 * clause. The same as the core's own `brief_definitions`.
 */
export function briefly(tools: readonly ToolDefinition[]): ToolDefinition[] {
  return tools.map((tool) => {
    const names = briefArguments[tool.name];
    if (!names) return tool;
    const inputSchema = { ...shortened(tool.inputSchema, names) };
    return { ...tool, description: firstClause(tool.description), inputSchema };
  });
}

/** The JSON Schema of an object or of a list, as far as definitions have it. */
interface ArgumentSchema {
  readonly description?: string;
  readonly properties?: Record<string, ArgumentSchema>;
  readonly items?: ArgumentSchema;
}

/** `schema` with the properties `names`, in few words. */
function shortened({ description, properties, items, ...schema }: ArgumentSchema, names: string[]): ArgumentSchema {
  const kept = properties && Object.entries(properties).filter(([name]) => names.includes(name));
  return {
    ...schema,
    ...(kept && { properties: Object.fromEntries(kept.map(([name, of]) => [name, shortened(of, names)])) }),
    ...(items && { items: shortened(items, names) }),
    ...(description !== undefined && { description: firstClause(description) }),
  };
}

const firstClause = (text: string): string => text.split(/[.;](?: |$)/, 1)[0] ?? text;
