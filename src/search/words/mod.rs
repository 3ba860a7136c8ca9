//! Splits text into the words that it is found by.
//!
//! Letters, digits and their marks form words as in UAX 29, with apostrophes inside; but `_`, and `.` and `,` between
//! letters or digits, separate words, because people search for a part of `meeting_notes.md`. Scripts without spaces
//! give overlapping pairs of characters, so that any word of two characters or more is found without a dictionary.

mod accents;
mod alphabets;
mod arabic;
mod base;
mod class;
mod fold;
mod han;
mod hebrew;
mod hyphens;
mod pairs;
mod pieces;
mod reader;
mod signs;
mod stem;
mod turkish;
mod variants;
mod word;

pub(in crate::search) use arabic::PARTICLES;
pub use base::base;
pub(in crate::search) use base::{base_into, beginning_into, unaccented_into};
pub(in crate::search) use hyphens::breaks_word;
pub(crate) use pieces::is_spaceless;
pub(in crate::search) use pieces::{Piece, is_unit, pieces};
pub(in crate::search) use reader::Reader;
pub use reader::each_word;
pub(in crate::search) use signs::{is_name, name, without_sign};
pub(in crate::search) use turkish::Stems;
pub(in crate::search) use variants::Variants;
pub use variants::each_word_and_variant;
pub use word::{MAX_TERM_BYTES, Word};
