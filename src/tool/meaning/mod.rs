//! The search by meaning: which notes have vectors, how they are made, and how they are kept between starts.
//!
//! Vectors are made of open notes only, outside, by a model that the user chose. Those of a note count while it is in the
//! index in the version that they were made of. Those of notes that are gone or excluded are dropped by the next
//! [`embed`].

mod vector_comparison;
mod embedding;
mod given_vectors;
mod note_vectors;
mod other_set;
mod pending_texts;
mod read_notes;
mod restoring_vectors;
mod stored_set;
mod storing_vectors;

pub(super) use embedding::embed;
pub(super) use given_vectors::vectors_of;
pub(super) use note_vectors::Meaning;
pub use note_vectors::MeaningState;
pub(super) use restoring_vectors::restore_vectors;
pub(super) use vector_comparison::Comparison;
