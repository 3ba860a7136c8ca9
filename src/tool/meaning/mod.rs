//! The search by meaning: how vectors are made, kept between starts, and compared.

mod embedding;
mod given_vectors;
mod read_notes;
mod restoring_vectors;
mod vector_comparison;

pub(super) use embedding::embed;
pub(super) use given_vectors::vectors_of;
pub(super) use restoring_vectors::restore_vectors;
pub(super) use vector_comparison::Comparison;
