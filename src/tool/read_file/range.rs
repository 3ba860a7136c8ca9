//! Ranges: the lines that the arguments name, and the errors if there are none.

use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::text::{LineRange, SpanError};
use crate::tool::file_text::Content;
use crate::vault_links::{is_block, linked_part, named_parts};

/// Headings or blocks that an error names; of more, only how many.
const MAX_NAMES: usize = 30;

/// The lines that `fragment`, the part of a link behind its `#`, names in the note at `path`.
pub(super) fn part_range(fragment: &str, path: &str, content: &Content) -> Result<LineRange, ToolError> {
    let note = String::from_utf8_lossy(content.text.as_bytes());
    let note = note.strip_prefix('\u{feff}').unwrap_or(&note);
    if let Some((first, last)) = linked_part(note, fragment) {
        return Ok(LineRange { start: Some(first.into()), end: Some(last.into()), column: None });
    }
    let what = if is_block(fragment) { "block" } else { "heading" };
    let message = format!("{} has no {what} {}", quoted(path), quoted(fragment));
    let names: Vec<_> = named_parts(note, fragment).iter().map(|name| quoted(name)).collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    let and_more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let it_has = match names.as_slice() {
        [] => format!("it has no {what}s"),
        names => format!("its {what}s are {}{and_more}", names[..names.len() - more].join(", ")),
    };
    let help = format!("{it_has}; to read all of it, give the path alone");
    Err(ToolError::new(ErrorCode::NotFound, message, help).about(path))
}

/// The error if `range` names no lines of the file at `own_path`.
pub(super) fn range_error(range: LineRange, error: SpanError, own_path: &str, content: &Content) -> ToolError {
    let path = match content.page {
        Some(page) => format!("page {page} of {}", quoted(own_path)),
        None => quoted(own_path),
    };
    let total = content.text.total_lines();
    let has = match total {
        1 if content.unfinished => "of which 1 line is read so far".to_owned(),
        total if content.unfinished => format!("of which {total} lines are read so far"),
        0 => "which is empty".to_owned(),
        1 => "which has 1 line".to_owned(),
        total => format!("which has {total} lines"),
    };
    let lines = match total {
        0 => "leave start_line out".to_owned(),
        1 => "use start_line 1".to_owned(),
        total => format!("use start_line 1 to {total}"),
    };
    let (start, end) = (range.start.unwrap_or(1), range.end.unwrap_or(-1));
    let (code, message, help) = match error {
        SpanError::StartPastEnd { .. } => {
            let again = if content.unfinished { "call again to read further, or " } else { "" };
            (
                ErrorCode::PastEnd,
                format!("start_line {start} is past the end of {path}, {has}"),
                format!("{again}{lines}"),
            )
        }
        SpanError::EndBeforeText { .. } => (
            ErrorCode::InvalidArguments,
            format!("end_line {end} is before the first line of {path}, {has}"),
            format!("use end_line 1 to {total}, or leave it out"),
        ),
        SpanError::EndBeforeStart { .. } => (
            ErrorCode::InvalidArguments,
            format!("end_line {end} is before start_line {start} in {path}, {has}"),
            format!("use start_line {end}, end_line {start}"),
        ),
        SpanError::ColumnPastEnd { line, columns, .. } => (
            ErrorCode::PastEnd,
            format!(
                "start_column {} is past the end of line {line} of {path}, which has {columns} columns",
                range.column.unwrap_or(1)
            ),
            format!("leave start_column out to read line {line} from its start"),
        ),
    };
    ToolError::new(code, message, help).about(own_path)
}
