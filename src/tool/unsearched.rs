//! The notice of what was not searched, or not understood.

use crate::wire::reply::counted;

/// The notice of documents that were not searched: those that are not read yet, or don't fit if the memory for them
/// `is_full`; those that are too large, or can't be read.
pub(crate) fn unread_documents(unread: usize, is_full: bool, faulty: usize) -> Option<String> {
    let files = |count: usize| counted(count, "file");
    let (is, was) = if unread == 1 { ("is", "was") } else { ("are", "were") };
    let unread = match unread {
        0 => None,
        count if is_full => Some(format!("[{} {was} not searched: the memory for them is full]", files(count))),
        count => Some(format!("[{} {is} not read yet: search again to include them]", files(count))),
    };
    let was = if faulty == 1 { "was" } else { "were" };
    let faulty = (faulty > 0)
        .then(|| format!("[{} {was} not searched, or not to the end: too large or damaged]", files(faulty)));
    let said: Vec<_> = unread.into_iter().chain(faulty).collect();
    (!said.is_empty()).then(|| said.join("\n"))
}

/// The notice of `notes` that are not in the index, of `lines` that are too long, and of notes whose properties are
/// `unknown`.
pub(crate) fn unsearched(notes: usize, lines: u32, unknown: usize) -> Option<String> {
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
