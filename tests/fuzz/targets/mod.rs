//! The decoders: what each is fed, and what must hold of its answer.

mod documents;
mod notes;
mod rules;
mod text;
