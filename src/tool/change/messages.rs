//! Why a change cannot be made, as an error that names the next call.

use serde_json::{Map, Value, json};

use crate::edit::{Edit, EditFault, EditFaultReason, NearestPassage, Places};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::NotWritable;

/// Why a change can't be edited by the user.
pub(in crate::tool) const WHOLE: &str = "it is accepted as a whole or not at all, so it can't be edited";

/// The error for a path that may not be written; `given` is how it was named.
pub(in crate::tool) fn not_writable(given: &str, reason: &NotWritable) -> ToolError {
    match reason {
        NotWritable::Denied(_) => crate::policy::Denied(given.to_owned()).into(),
        NotWritable::ReadOnly => ToolError::new(
            ErrorCode::ReadOnly,
            format!("{} is read-only", quoted(given)),
            "do not try other ways to change it; tell the user what you would change",
        )
        .about(given),
    }
}

/// The error for a file that can't be changed because of its `fault`.
pub(super) fn unsupported(path: &VaultPath, fault: &str) -> ToolError {
    let message = format!("{} {fault}", quoted(path.as_str()));
    ToolError::new(ErrorCode::Unsupported, message, "tell the user what you would change").about(path.as_str())
}

/// The error for a version that is missing or not the current one.
pub(in crate::tool) fn outdated(path: &str, expected: Option<&str>, version: &str) -> ToolError {
    let message = match expected {
        Some(expected) => format!("{} has changed: its version is {version}, not {}", quoted(path), quoted(expected)),
        None => format!("{} exists; replacing it needs \"expect\" with its version, {version}", quoted(path)),
    };
    let help =
        format!("read it with read_file {}, then call again with \"expect\": \"{version}\"", json!({"path": path}));
    ToolError::new(ErrorCode::Outdated, message, help).about(path)
}

/// The error for an `expect` of a file that does not exist.
pub(in crate::tool) fn gone(path: &str, expect: &str) -> ToolError {
    let message = format!("there is no {}, so it has no version {}", quoted(path), quoted(expect));
    ToolError::new(ErrorCode::Outdated, message, "leave \"expect\" out to make a new file").about(path)
}

/// The error for edits that cannot be applied to the file at `path`.
pub(in crate::tool) fn edit_fault(path: &str, edits: &[Edit], fault: EditFault) -> ToolError {
    let EditFault { edit: index, reason } = fault;
    let which = if edits.len() == 1 { "old".to_owned() } else { format!("edits[{index}].old") };
    let call = |old: &str, new: &str, near: Option<u32>| {
        let mut edit = Map::from_iter([("old".to_owned(), json!(old)), ("new".to_owned(), json!(new))]);
        if let Some(near) = near {
            edit.insert("near_line".to_owned(), near.into());
        }
        let others = if edits.len() == 1 { "" } else { ", with the other edits" };
        format!("edit_file {}{others}", json!({"path": path, "edits": [Value::Object(edit)]}))
    };
    let no_match = |message: String, help: String| ToolError::new(ErrorCode::NoMatch, message, help).about(path);
    let path_quoted = quoted(path);
    match reason {
        EditFaultReason::Empty => ToolError::invalid_arguments(
            format!("{which} is empty"),
            "give the text to replace; to add text, give it as append or prepend instead, such as {\"append\": \"new text\"}",
        ),
        EditFaultReason::Same => {
            ToolError::invalid_arguments(format!("{which} and new are the same"), "give the changed text as new")
        }
        EditFaultReason::NotFound(None) => no_match(
            format!("{which} is not in {path_quoted}, and nothing there is like it"),
            format!("read it with read_file {} and copy the text to replace", json!({"path": path})),
        ),
        EditFaultReason::NotFound(Some(nearest)) => {
            let NearestPassage { lines: (first, last), text, new, differences } = *nearest;
            let lines = if first == last { format!("line {first} is") } else { format!("lines {first}-{last} are") };
            let how = if differences.is_empty() { String::new() } else { format!(": {}", differences.join("; ")) };
            no_match(
                format!("{which} is not in {path_quoted}; {lines} nearest{how}"),
                format!("if you mean these lines, call {}", call(&text, &new, Some(first))),
            )
        }
        EditFaultReason::Numbered(old, new) => no_match(
            format!("{which} or new has the line numbers of a reply, which are not part of {path_quoted}"),
            format!("call {}", call(&old, &new, edits[index].near_line)),
        ),
        EditFaultReason::Ambiguous(Places { count, lines, more }) => {
            let listed: Vec<_> = lines.iter().map(u32::to_string).collect();
            let on = if lines.len() == 1 { "line" } else { "lines" };
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            no_match(
                format!("{which} is in {path_quoted} {count} times, on {on} {}{more}", listed.join(", ")),
                "give \"near_line\" to choose one, \"all\": true for every one, or a longer old".to_owned(),
            )
        }
        EditFaultReason::TooLarge => ToolError::invalid_arguments(
            format!("the edits make {path_quoted} too large"),
            "replace less at once, or give a shorter new",
        ),
        EditFaultReason::Overlap(other) => ToolError::invalid_arguments(
            format!("edits[{index}] and edits[{other}] change the same text"),
            "join them into one edit",
        ),
        EditFaultReason::Omission(line) => omission(&line),
    }
}

/// The error for a line that stands for text which was left out.
pub(in crate::tool) fn omission(line: &str) -> ToolError {
    ToolError::invalid_arguments(
        format!("new text has {}, which would replace what is there", quoted(line)),
        "give the whole text, or change only a part with edit_file; old and new need only the lines that change",
    )
}
