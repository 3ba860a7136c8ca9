//! The table of tools, and how they are described to a model.

use serde::Serialize;
use serde_json::Value;
use tsify::Tsify;

use super::call::Tool;
use super::{
    args, delete_file, edit_file, edit_properties, links, list_files, move_file, read_file, related_notes,
    search_notes, why, write_file,
};

/// The definition of a tool, for a model.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(hashmap_as_object)]
pub struct ToolDefinition {
    /// The name to call it by.
    pub name: String,
    /// What it does and how to call it.
    pub description: String,
    /// Whether it changes notes; absent if not. Such a tool exists only if the config allows changes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub changes: bool,
    /// JSON Schema of its arguments.
    #[tsify(type = "Record<string, unknown>")]
    pub input_schema: Value,
}

/// The definitions of all tools, for a model.
#[must_use]
pub fn definitions() -> Vec<ToolDefinition> {
    define(|tool| (tool.description, args::schema(tool.params, None)))
}

/// The same for a model with a small context: the arguments that matter most, and of each description the first clause.
/// Calls may use all arguments.
#[must_use]
pub fn brief_definitions() -> Vec<ToolDefinition> {
    define(|tool| (args::first_clause(tool.description), args::schema(tool.params, Some(tool.brief))))
}

fn define(describe: fn(&Tool) -> (&'static str, Value)) -> Vec<ToolDefinition> {
    let define = |(tool, changes): (&Tool, bool)| {
        let (description, input_schema) = describe(tool);
        ToolDefinition { changes, name: tool.name.to_owned(), description: description.to_owned(), input_schema }
    };
    let reading = TOOLS.iter().map(|tool| (tool, false));
    reading.chain(CHANGING_TOOLS.iter().map(|tool| (tool, true))).map(define).collect()
}

/// The tools that change notes.
pub(super) static CHANGING_TOOLS: [Tool; 5] =
    [edit_file::TOOL, write_file::TOOL, edit_properties::TOOL, move_file::TOOL, delete_file::TOOL];

/// Tools that can be called, but are not offered to a model: their definitions would cost tokens in every question.
pub(super) static OTHER_TOOLS: [Tool; 2] = [why::TOOL, related_notes::TOOL];

/// The tools that read.
pub(super) static TOOLS: [Tool; 4] = [read_file::TOOL, list_files::TOOL, search_notes::TOOL, links::TOOL];
