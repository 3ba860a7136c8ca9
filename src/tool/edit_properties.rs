//! `edit_properties`: sets and removes properties of a note.

use serde_json::{Map, Value, json};

use crate::edit::{PropertyChanges, PropertyFault, change_properties, replaced};
use crate::error::{ErrorCode, ToolError};
use crate::note::front_matter::YamlFault;
use crate::path::quoted;
use crate::tool::args::{Args, ArgumentKind, Arguments, arguments};
use crate::tool::call::{Host, Tool};
use crate::tool::change::{Draft, Outcome, Target, change};
use crate::tool::edit_file::EXPECT_HELP;
use crate::wire::reply::Reply;

pub(super) const TOOL: Tool = Tool {
    name: "edit_properties",
    description: "Sets and removes properties in a note's front matter. Front matter is made if there is none; other \
        lines stay. The user may reject it.",
    params: PropertyArguments::PARAMS,
    brief: &["set", "remove"],
    failed: "Could not change",
    example: r#"{"path": "Notes/a.md", "set": [{"key": "status", "value": "done"}]}"#,
    start: |host, args, _| Box::pin(start(host, args)),
};

const SET_HELP: &str = "give each name once with its new value, such as {\"set\": [{\"key\": \"status\", \"value\": \"done\"}]} \
    or {\"set\": {\"status\": \"done\", \"tags\": [\"bell\"]}}";

arguments! {
    PropertyArguments {
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
        /// New values; none for empty.
        set: Map<String, Value> = ArgumentKind::Values, SET_HELP;
        /// Names.
        remove: Vec<String> = ArgumentKind::Texts, "give names, such as {\"remove\": [\"draft\"]}";
        /// The version last shown.
        expect: Option<String> = ArgumentKind::Text, EXPECT_HELP;
    }
}

/// Changes to a note's properties.
struct Properties {
    changes: PropertyChanges,
    expect: Option<String>,
}

/// Starts a call.
async fn start(host: Host, args: Args) -> Result<Reply, ToolError> {
    let given = PropertyArguments::read(&args);
    let changes = PropertyChanges { set: given.set, remove: given.remove };
    if changes == PropertyChanges::default() {
        return Err(ToolError::invalid_arguments("there is neither \"set\" nor \"remove\"", SET_HELP));
    }
    change(host, given.path, Box::new(Properties { changes, expect: given.expect })).await
}

impl Draft for Properties {
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        target.check_version(self.expect.as_deref())?;
        let text = target.text.map_or("", |text| &text.text);
        let path = target.path.as_str();
        if !target.path.is_note() {
            let message = format!("{} is not a note, so it has no properties", quoted(path));
            return Err(ToolError::new(ErrorCode::Unsupported, message, "change its text with edit_file").about(path));
        }
        let replacements = change_properties(text, &self.changes).map_err(|fault| refusal(path, fault))?;
        Ok(Outcome::Text(replaced(text, &replacements)))
    }
}

fn refusal(path: &str, fault: PropertyFault) -> ToolError {
    let by_text = || format!("read it with read_file {}, and change its lines with edit_file", json!({"path": path}));
    let note = quoted(path);
    match fault {
        PropertyFault::Unreadable(YamlFault { what, fix, .. }) => ToolError::new(
            ErrorCode::Unsupported,
            format!("the properties of {note} can't be read: {what}"),
            format!("{fix}, with edit_file; then set the properties again"),
        ),
        PropertyFault::Json => {
            ToolError::new(ErrorCode::Unsupported, format!("the properties of {note} are written as JSON"), by_text())
        }
        PropertyFault::NotUnderstood(name) => ToolError::new(
            ErrorCode::Unsupported,
            format!("the lines of {} in {note} are not ordinary YAML", quoted(&name)),
            by_text(),
        ),
        PropertyFault::Twice(name) => {
            ToolError::new(ErrorCode::NoMatch, format!("{note} has the property {} twice", quoted(&name)), by_text())
        }
        PropertyFault::Missing(name, names) => {
            let names =
                if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
            ToolError::new(ErrorCode::NoMatch, format!("{note} has no property {}", quoted(&name)), names)
        }
        PropertyFault::Value(message) => ToolError::invalid_arguments(message, SET_HELP),
        PropertyFault::Both(name) => {
            ToolError::invalid_arguments(format!("{} is to be set and to be removed", quoted(&name)), "give it once")
        }
    }
    .about(path)
}
