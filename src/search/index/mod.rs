//! The index: which notes contain which words, and how relevant the notes are for them. Notes are added and removed one
//! by one. The positions of words in a note are not stored.
//!
//! A note has two *parts*, each with an ever-increasing number: its text and its names. So renaming a file leaves its
//! text alone, and posting lists only grow at the end. Parts that were replaced or removed are dead: searches ignore
//! them, and [`Index::tidy`] removes them from the lists. Results never depend on them.
//!
//! The index holds open notes only. Of a note that its content closes, only the size and time of change are kept with
//! the verdict. What a search shows is read and judged again.

mod weights;
mod words64;
mod slots;
mod pages;
mod posting_codec;
mod posting_iter;
mod postings;
mod block_pool;
mod term_kinds;
mod term_buckets;
mod dictionary;
mod term_scan;
mod stored_dictionary;
mod counts;
mod pending_words;
mod note_entry;
mod note_names;
mod marked_terms;
mod line_end;
mod indexing;
mod function_words;
mod forms;
mod beginnings;
mod misspelt;
mod word_index;
mod tidy;
mod rank;
mod word_search;
mod lookups;
mod storing;
mod restoring;

pub(crate) use function_words::{function_words, is_function_word};
pub use indexing::Indexing;
pub use note_entry::{Entry, NoteId, file_and_page, file_title, page_path};
pub use rank::{Named, RankedNote, RankedWord, Ranking, kind_of_form};
pub(crate) use restoring::StoredItems;
pub(crate) use storing::{StoredPiece, Storing};
pub use word_index::Index;
pub(crate) use word_search::WordSearch;
pub(crate) use words64::checksum;
