//! Reads one note.

use crate::catalogue::documents::{DocumentName, named_document};
use crate::error::ToolError;
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::tool::call::Host;
use crate::wire::Request;

/// The text of the note or document at `path`, of a long PDF its first pages; `None` if it is excluded or can't be read.
///
/// # Errors
/// Its path is excluded.
pub(in crate::tool) async fn read_open_note(host: &Host, path: &VaultPath) -> Result<Option<String>, ToolError> {
    let granted = host.policy().check_as(path, PathKind::File)?;
    let format = named_document(path).and_then(DocumentName::format);
    let mut is_converted = format.is_some();
    let request = match format {
        Some(format) => Request::convert(granted, format),
        None => Request::Read(granted),
    };
    let mut answer = host.ask_one(request).await;
    loop {
        match judge_note(&host.policy(), path, is_converted, answer) {
            NoteVerdict::Open(text) => return Ok(Some(text.into_string())),
            NoteVerdict::Convert(format) => {
                let granted = host.policy().check_as(path, PathKind::File)?;
                answer = host.ask_one(Request::convert(granted, format)).await;
                is_converted = true;
            }
            NoteVerdict::Closed | NoteVerdict::Unreadable => return Ok(None),
        }
    }
}
