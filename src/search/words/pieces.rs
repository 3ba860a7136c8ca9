//! The words that a text must contain if it contains a literal: whole ones inside the literal, parts of words at its
//! ends.

use super::class::{Class, class};
use super::reader::each_word;
use super::word::char_at;

/// A word, or a part of one, in every text with a given literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Piece {
    /// Its folded form.
    pub term: String,
    /// Whether it is a whole term of such a text. Otherwise it is part of one, unless that is too long or composed.
    pub is_whole: bool,
}

/// The pieces of `literal`.
pub(in crate::search) fn pieces(literal: &str) -> Vec<Piece> {
    // A joiner at the end leaves open what follows.
    let may_continue = |c: char| class(c) != Class::Break;
    let first = literal.find(|c| !may_continue(c)).unwrap_or(literal.len());
    let last = literal.rfind(|c| !may_continue(c)).map_or(0, |at| at + char_at(literal, at).len_utf8());
    let mut pieces: Vec<(usize, usize, String)> = Vec::new();
    each_word(literal, |word| pieces.push((word.start, word.end, word.term.to_owned())));
    let (begin, end) = (pieces.first().map(|piece| piece.0), pieces.last().map(|piece| piece.1));
    let pieces = pieces.into_iter().map(|(start, stop, term)| {
        // Between a letter and a unit a word always ends.
        let is_open = (Some(start) == begin && start < first) || (Some(stop) == end && stop > last);
        Piece { term, is_whole: !is_open }
    });
    pieces.collect()
}

/// Whether `term` is of a script without spaces.
pub(crate) fn is_spaceless(term: &str) -> bool {
    term.chars().next().is_some_and(|c| class(c) == Class::Unit)
}

/// Whether `term` is a single unit of a script without spaces.
pub(in crate::search) fn is_unit(term: &str) -> bool {
    let mut chars = term.chars();
    let is_stacked = term.contains(['\u{17d2}', '\u{1039}']);
    chars.next().is_some_and(|c| class(c) == Class::Unit) && (is_stacked || !chars.any(|c| class(c) == Class::Unit))
}
