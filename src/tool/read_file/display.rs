//! The sentence that sums up a call for several files, for the user.

use crate::error::ErrorCode;
use crate::wire::reply::{FileShown, counted};

/// "Read 3 notes, 412 lines; 1 is excluded". `is_note` tells which of their paths are notes.
pub(super) fn several(files: &[FileShown], is_note: impl Fn(&str) -> bool) -> String {
    let shown: Vec<_> = files.iter().filter(|file| file.error.is_none()).collect();
    let all_notes = shown.iter().all(|file| is_note(&file.path));
    let lines: u32 =
        shown.iter().filter(|file| file.start_line > 0).map(|file| file.end_line - file.start_line + 1).sum();
    let read = match shown.len() {
        0 => "Read nothing".to_owned(),
        count => format!(
            "Read {}, {}",
            counted(count, if all_notes { "note" } else { "file" }),
            counted(lines as usize, "line")
        ),
    };
    let failed = |is: fn(ErrorCode) -> bool| {
        files.iter().filter_map(|file| file.error.as_ref()).filter(|error| is(error.code)).count()
    };
    let said = |count: usize, one: &str, more: &str| {
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { more }))
    };
    let faults = [
        said(failed(|code| code == ErrorCode::Denied), "is excluded", "are excluded"),
        said(failed(|code| code == ErrorCode::NotFound), "was not found", "were not found"),
        said(
            failed(|code| !matches!(code, ErrorCode::Denied | ErrorCode::NotFound)),
            "could not be read",
            "could not be read",
        ),
    ];
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    if faults.is_empty() { read } else { format!("{read}; {}", faults.join(", ")) }
}
