//! The notice of what was not searched, or not understood.

/// The notice of `notes` that are not in the index, of `lines` that are too long, and of notes whose properties are
/// `unknown`.
pub(in crate::tool) fn unsearched(notes: usize, lines: u32, unknown: usize) -> Option<String> {
    let said = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let notes = said(notes, "note was not searched", "notes were not searched")
        .map(|notes| format!("[{notes}: the index is full; tell the user]"));
    let lines =
        said(lines as usize, "line was", "lines were").map(|lines| format!("[{lines} too long to search to the end]"));
    let unknown = said(unknown, "note", "notes")
        .map(|notes| format!("[{notes} may match too: the properties are not understood]"));
    let said: Vec<_> = notes.into_iter().chain(lines).chain(unknown).collect();
    (!said.is_empty()).then(|| said.join("\n"))
}
