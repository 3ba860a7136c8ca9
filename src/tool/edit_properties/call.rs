//! A call of `edit_properties`.

use serde_json::json;

use super::SET_HELP;
use crate::edit::{PropertyChanges, PropertyFault, change_properties, replaced};
use crate::error::{ErrorCode, ToolError};
use crate::note::front_matter::YamlFault;
use crate::path::quoted;
use crate::tool::args::Args;
use crate::tool::call::Host;
use crate::tool::change::{Draft, Outcome, Target, change};
use crate::wire::reply::Reply;

/// Changes to a note's properties.
struct Properties {
    changes: PropertyChanges,
    expect: Option<String>,
}

/// Starts a call.
pub(super) async fn start(host: Host, args: Args) -> Result<Reply, ToolError> {
    let changes = PropertyChanges { set: args.values("set"), remove: args.texts("remove") };
    if changes == PropertyChanges::default() {
        return Err(ToolError::invalid_arguments("there is neither \"set\" nor \"remove\"", SET_HELP));
    }
    let draft = Properties { changes, expect: args.text("expect").map(str::to_owned) };
    change(host, args.text("path").unwrap_or_default().to_owned(), Box::new(draft)).await
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
