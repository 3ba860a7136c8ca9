//! The vectors of notes, for the search by meaning: which notes have them, and how they are stored between starts.
//!
//! Vectors are made of open notes only, outside, by a model that the user chose. Those of a note count while it is in the
//! index in the version that they were made of. Those of notes that are gone or excluded are dropped by the next
//! embedding.

mod note_vectors;
pub(crate) mod pending_texts;
pub(crate) mod stored_set;
pub(crate) mod storing_vectors;

pub use note_vectors::MeaningState;
pub(crate) use note_vectors::{Meaning, Restoring};
