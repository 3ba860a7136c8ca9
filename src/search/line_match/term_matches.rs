//! Where the words of a query are in a text.

use std::borrow::Cow;
use std::ops::Range;

use super::term_sets::{bit, ones};
use super::terms::QueryTerms;
use crate::search::words::each_word_and_variant;

/// The positions of the query's words that are in `text`.
pub(super) fn words_in(terms: &QueryTerms, text: &str) -> u64 {
    let mut words = 0;
    each_match(terms, text, |place, _, _| words |= bit(place));
    words
}

/// Calls `found` with the position and the quality of each match in `text`, and whether the word before matches the
/// position before. Returns the number of words.
pub(super) fn each_match(terms: &QueryTerms, text: &str, mut found: impl FnMut(usize, f32, bool)) -> usize {
    let wanted = terms.counted();
    let (mut words, mut before, mut start) = (0, 0, None);
    each_word_and_variant(text, |word| {
        words += 1;
        let places = terms.places(word.term, &text[word.start..word.end]);
        let own = (places.exact | places.other) & wanted;
        // A variant may come after the words that follow it. A word may be both, joined.
        let is_next = start < Some(word.start);
        let beside = if is_next { (before | own) << 1 } else { 0 };
        for place in ones(own) {
            let is_beside = beside & bit(place) != 0;
            found(place, if places.exact & bit(place) == 0 { places.quality } else { 1.0 }, is_beside);
        }
        if is_next {
            (before, start) = (own, Some(word.start));
        }
    });
    words
}

/// What is at `span` of `text`; nothing if that is inside a character.
pub(super) fn part<'t>(text: &'t str, span: &Range<usize>) -> &'t str {
    text.get(span.clone()).unwrap_or_default()
}

/// `text` as a string. Checks UTF-8 faster than [`String::from_utf8_lossy`].
pub(super) fn lossy(text: &[u8]) -> Cow<'_, str> {
    str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed)
}
