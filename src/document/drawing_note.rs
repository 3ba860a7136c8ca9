//! Notes of the Excalidraw plugin: Markdown with the texts of a drawing, and its data in a fence.
//!
//! The data is replaced by what it shows. Every other line has the number that it has in the file, so that a search, a
//! link and a change mean the same line; what only the plugin needs is left blank.
//!
//! A note with a drawing has the same lines for every tool, each with the number that it has in the file. Changes use
//! the file's own text, and none changes the data of a drawing (`base/drawing_parts.rs`, `tool/change/drafting.rs`).

use lectern_base::drawing_parts::{Part, Parts, heading};
use lectern_base::{Document, Fault, front_matter, json};

use super::excalidraw::{write_drawing, write_json};
use super::headings::Headings;
use super::lz_string;
use crate::draft::Draft;

/// Reads a drawing: a note, or plain JSON.
pub(super) fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let text = json::utf8(bytes)?;
    let mut draft = Draft::default();
    if text.trim_start().starts_with('{') {
        write_json(&mut draft, bytes)?;
    } else {
        write(&mut draft, text);
    }
    Ok(draft.finish())
}

/// Writes the note `text`.
fn write(draft: &mut Draft, text: &str) {
    let body = front_matter::split(text.as_bytes()).map_or(0, |(_, body)| body);
    text[..body].lines().for_each(|line| draft.line(line));
    let mut headings = Headings::default();
    let (mut in_texts, mut has_texts, mut blanks) = (false, false, 0);
    let mut parts = Parts::new(text);
    while let Some(part) = parts.next() {
        let block = match part {
            Part::Line(line) if !line.trim().is_empty() => {
                (0..std::mem::take(&mut blanks)).for_each(|_| draft.line(""));
                if let Some(title) = heading(line) {
                    in_texts = title == "Text Elements";
                } else {
                    has_texts |= in_texts;
                }
                headings.look_at(draft, line);
                draft.line(line);
                continue;
            }
            Part::Line(_) | Part::Hidden => {
                blanks += 1;
                continue;
            }
            Part::Data(block) => block,
        };
        // An old note has no list of its texts.
        let mut shown = Draft::default();
        read_data(&mut shown, block, !has_texts);
        let shown = shown.finish();
        let lines = block.lines().count();
        let is_last = parts.rest.lines().all(|line| line.trim().is_empty() || line.trim() == "%%");
        if !shown.text.is_empty() {
            (0..std::mem::take(&mut blanks)).for_each(|_| draft.line(""));
        }
        if is_last {
            draft.append(shown);
            return;
        }
        // What follows keeps its number.
        let held = draft.lines();
        let mut rest = shown.text.lines();
        for _ in 1..lines {
            rest.next().into_iter().for_each(|line| draft.line(line));
        }
        let rest: Vec<_> = rest.filter(|line| !line.is_empty()).collect();
        if !rest.is_empty() {
            draft.line(&rest.join("; "));
        }
        shown.notes.into_iter().for_each(|note| draft.note(note));
        blanks += lines - (draft.lines() - held) as usize;
    }
}

/// Writes what the data in `block` shows; its texts only if it `wants_texts`.
fn read_data(draft: &mut Draft, block: &str, wants_texts: bool) {
    let (fence, data) = block.split_once('\n').unwrap_or((block, ""));
    let data = data.trim_end().trim_end_matches('`');
    let decompressed;
    let data = if fence.contains("compressed") {
        match lz_string::decompress(data) {
            Ok(text) => decompressed = text,
            Err(why) => return draft.note(format!("the data of the drawing is {why}")),
        }
        &decompressed
    } else {
        data
    };
    match json::parse(data.as_bytes()) {
        Ok(drawing) => _ = write_drawing(draft, drawing.pick(["elements"])[0], wants_texts),
        Err(fault) => draft.note(format!("the data of the drawing is {fault}")),
    }
}
