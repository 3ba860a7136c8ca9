//! Takes the text of a document apart into pieces that are indexed one by one.

use std::ops::Range;

use lectern_base::{Document, Format};

/// Bytes of a piece, where there are no pages: about the size of a long note.
const PIECE_BYTES: usize = 8 * 1024;

/// A piece of a document's text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The page of a PDF; else the number of the piece.
    pub entry: u32,
    /// Where it is in the text, and where its words begin: below the heading of a page.
    pub span: Range<usize>,
    pub words: usize,
}

/// The pages of `document`, a PDF that was read from the page `from` on.
pub(crate) fn pages(document: &Document, from: u32) -> Vec<Piece> {
    let text = &document.text;
    let mut starts = Vec::new();
    let (mut parts, mut at) = (document.parts.iter().filter(|part| part.level == 1).peekable(), 0);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if parts.next_if(|part| part.line == number).is_some() {
            starts.push((at, at + line.len()));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(start, _)| start).chain([text.len()]);
    let pages = starts.iter().zip(ends).zip(from..).map(|((&(start, words), end), entry)| {
        // Without the blank line above the next page.
        let end = if end == text.len() { end } else { end - 1 };
        Piece { entry, span: start..end, words: words.min(end) }
    });
    pages.collect()
}

/// `text` in pieces of whole lines, if these are not too long.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    for entry in 1.. {
        let at = text.floor_char_boundary((start + PIECE_BYTES).min(text.len()));
        let end = text[at..].find('\n').map_or(text.len(), |line| at + line + 1);
        pieces.push(Piece { entry, span: start..end, words: start });
        start = end;
        if start == text.len() {
            break;
        }
    }
    pieces
}

/// The pieces of `document`.
pub(crate) fn pieces_of(document: &Document, format: Option<Format>, from: u32) -> Vec<Piece> {
    if format == Some(Format::Pdf) { pages(document, from) } else { pieces(&document.text) }
}
