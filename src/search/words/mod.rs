//! From text to the words that it is found by. What a word counts for, and where it was met, is the index's.
//!
//! Letters, digits and the marks on them stand together as UAX 29 has it, with an apostrophe inside; but `_`, and `.`
//! and `,` between letters or digits, part words, for people look for a part of `meeting_notes.md`. Scripts that write no
//! spaces give pairs of neighbours: any word of two characters or more is then found by its pairs, without a dictionary.

mod accents;
mod alphabets;
mod arabic;
mod base;
mod class;
mod fold;
mod pairs;
mod pieces;
mod reader;
mod stem;
mod word;

pub use base::base;
pub(in crate::search) use base::{base_into, unaccented_into};
pub(in crate::search) use pieces::{Piece, is_unit, pieces};
pub(in crate::search) use reader::Reader;
pub use reader::each_word;
pub use word::{MAX_TERM_BYTES, Word};
