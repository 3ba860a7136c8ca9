//! What must hold for whatever a decoder answers.

use lectern_document::{Document, Fault};

/// The bound of `document::Draft`, which every reader but that of old encodings writes through.
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;
const MAX_PARTS: usize = 100_000;
/// Notes are said once each; none is made for each part of a file.
const MAX_NOTES: usize = 1_000;

type Check = Result<(), String>;

pub fn ensure(holds: bool, what: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(what()) }
}

/// A reading of a document, or the reason why there is none.
pub fn reading(reading: &Result<Document, Fault>) -> Check {
    match reading {
        Ok(document) => document_is_sound(document),
        Err(Fault::Broken(reason) | Fault::TooLarge(reason)) => {
            ensure(is_one_line(reason) && reason.len() < 2000, || format!("a reason of several lines: {reason:?}"))
        }
        Err(Fault::Locked | Fault::Protected | Fault::Other(_) | Fault::Unknown) => Ok(()),
        Err(Fault::NoPlace { .. } | Fault::NoPage(_)) => Err("all of it was asked for".to_owned()),
    }
}

fn document_is_sound(document: &Document) -> Check {
    let Document { text, parts, notes, .. } = document;
    ensure(text.len() <= MAX_TEXT_BYTES, || format!("{} bytes of text", text.len()))?;
    ensure(text.is_empty() || text.ends_with('\n'), || "the last line is not ended".to_owned())?;
    ensure(parts.len() <= MAX_PARTS, || format!("{} parts", parts.len()))?;
    ensure(notes.len() <= MAX_NOTES, || format!("{} notes", notes.len()))?;
    for note in notes {
        ensure(is_one_line(note), || format!("a note of several lines: {note:?}"))?;
    }
    let lines = text.matches('\n').count();
    let mut before = 1;
    for part in parts {
        let line = usize::try_from(part.line).expect("a machine of 32 bits at least");
        ensure(line >= before && line <= lines, || {
            format!("{:?} begins with line {line}, behind line {before}, of {lines}", part.title)
        })?;
        ensure(is_one_line(&part.title), || format!("a title of several lines: {:?}", part.title))?;
        ensure(part.level > 0, || format!("{:?} is of level 0", part.title))?;
        before = line;
    }
    Ok(())
}

pub fn is_one_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}
