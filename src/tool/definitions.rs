//! The table of tools, and how they are described to a model.

use serde::Serialize;
use serde_json::Value;
use tsify::Tsify;

use super::running::Tool;
use super::{args, list_files, read_file, search_notes};

/// The definition of a tool, for a model.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(hashmap_as_object)]
pub struct ToolDefinition {
    /// The name to call it by.
    pub name: String,
    /// What it does and how to call it.
    pub description: String,
    /// JSON Schema of its arguments.
    #[tsify(type = "Record<string, unknown>")]
    pub input_schema: Value,
}

/// The definitions of all tools, for a model.
#[must_use]
pub fn definitions() -> Vec<ToolDefinition> {
    let define = |tool: &Tool| ToolDefinition {
        name: tool.name.to_owned(),
        description: tool.description.to_owned(),
        input_schema: args::schema(tool.params),
    };
    TOOLS.iter().map(define).collect()
}

/// The table of tools.
pub(super) static TOOLS: [Tool; 3] = [read_file::TOOL, list_files::TOOL, search_notes::TOOL];
